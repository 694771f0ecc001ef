package io.godwit.protocol.quorum.registers;

import io.godwit.protocol.Message;
import io.godwit.protocol.PartitionVector;
import io.godwit.protocol.quorum.table.Entry;

/** The messages of the control plane, as in the specification. Who sent one is told by the transport. */
public sealed interface ControlMessage extends Message {
    /** The term under which it was sent. */
    int term();

    /** The sender wants to be master. To everybody. */
    record VoteRequest(int term, Voting voting) implements ControlMessage {}

    /** The sender votes for the receiver, and from now on accepts nothing of an earlier term. */
    record Vote(int term, PartitionVector<Entry> registers, Voting voting) implements ControlMessage {}

    /** The master's proposal for a partition. To everybody. */
    record Accept(int partition, Entry entry) implements ControlMessage {
        @Override
        public int term() {
            return entry.term();
        }
    }

    /** The sender has accepted the receiver's proposal. */
    record Accepted(int partition, Entry entry) implements ControlMessage {
        @Override
        public int term() {
            return entry.term();
        }
    }

    /** The entry is decided. To everybody. */
    record Commit(int partition, Entry entry) implements ControlMessage {
        @Override
        public int term() {
            return entry.term();
        }
    }

    /** Go by these voters. To everybody. */
    record Voters(Voting voting) implements ControlMessage {
        @Override
        public int term() {
            return voting.term();
        }
    }

    /** The sender goes by the voters that the receiver has announced. */
    record VotersInstalled(Voting voting) implements ControlMessage {
        @Override
        public int term() {
            return voting.term();
        }
    }
}
