package io.godwit.protocol.quorum;

import io.godwit.protocol.ClusterState;
import io.godwit.protocol.MemberSet;
import io.godwit.protocol.Message;
import io.godwit.protocol.PartitionVector;
import io.godwit.protocol.map.LongMap;
import io.godwit.protocol.quorum.data.DataState;
import io.godwit.protocol.quorum.registers.ControlMessage.Commit;
import io.godwit.protocol.quorum.registers.ControlState;
import io.godwit.protocol.quorum.table.Entry;
import io.godwit.protocol.quorum.table.Version;
import java.util.List;

/**
 * Messages that the specification does not need: it says what may happen, and these messages make it happen. None of them
 * changes what a member has promised, accepted or activated.
 */
public sealed interface QuorumMessage extends Message {
    /**
     * Several messages that go the same way in one step. Each of them is received as if it had come alone.
     *
     * @param messages in the order in which they are to be received
     */
    record Batch(List<Message> messages) implements QuorumMessage {
        /** Copies the messages. */
        public Batch {
            messages = List.copyOf(messages);
        }
    }

    /**
     * Says that the sender lives, or asks who does. It promises nothing and need not wait until anything is durable: a member
     * with a slow disk would seem to be dead.
     */
    sealed interface SignOfLife extends QuorumMessage {}

    /**
     * The master of a term lives. To everybody.
     *
     * @param term its term
     * @param stamp of what it has accepted
     * @param decidedStamp of what it knows to be decided
     * @param leaving who wants to leave
     * @param state how far it is with the state of the cluster
     */
    record Heartbeat(int term, long stamp, long decidedStamp, MemberSet leaving, StateProgress state)
            implements SignOfLife {
        /** With nothing about the state of the cluster. */
        public Heartbeat(int term, long stamp, long decidedStamp, MemberSet leaving) {
            this(term, stamp, decidedStamp, leaving, StateProgress.UNKNOWN);
        }
    }

    /**
     * How far the master is with the state of the cluster.
     *
     * @param version the version of the state
     * @param waiting for how many partitions the acknowledgement still waits; 0 when the state is acknowledged
     */
    record StateProgress(Version version, int waiting) {
        /** Nothing is known. */
        public static final StateProgress UNKNOWN = new StateProgress(Version.NONE, 0);
    }

    /**
     * The sender lives, too, and has heard the master. Also from a voter to the candidate that it has voted for, ahead of the
     * vote, and from the candidate to voters whose votes it waits for.
     *
     * @param term the highest term that it has promised to; if that is later, the master's term is over
     * @param leaving who wants to leave, the sender perhaps
     */
    record HeartbeatReply(int term, MemberSet leaving) implements SignOfLife {}

    /**
     * The sender misses entries: its stamps have differed from the master's for a while.
     *
     * @param accepted what it has accepted; over a wire, the versions are enough
     * @param committed what it knows to be decided
     */
    record Fetch(PartitionVector<Entry> accepted, PartitionVector<Entry> committed) implements QuorumMessage {}

    /**
     * What the sender knows to be decided, passed on to a primary that lags. To the receiver it is the master's own message.
     *
     * @param commit the master's message
     */
    record ForwardedCommit(Commit commit) implements QuorumMessage {}

    /**
     * The sender has started again as the primary of a partition, under this version, and leads when it has a newer one. To the
     * master.
     *
     * @param partition of which partition
     * @param version the version
     */
    record Resumed(int partition, Version version) implements QuorumMessage {}

    /**
     * The sender hears no master, and asks whether others do. To everybody; also when it stands for election, because this
     * message arrives before the vote request, which waits for the disk.
     *
     * @param term the highest term that the sender has promised to
     */
    record PreVoteRequest(int term) implements SignOfLife {}

    /**
     * An answer to a {@link PreVoteRequest}.
     *
     * @param term the highest term that the sender has promised to
     * @param hearsNoMaster whether the sender hears no master, either
     */
    record PreVoteReply(int term, boolean hearsNoMaster) implements SignOfLife {}

    /**
     * Somebody asks for another state of the cluster. To the master.
     *
     * @param base the version by which the sender goes; it is changed, and no other
     * @param state the state
     */
    record StateRequest(Version base, ClusterState state) implements QuorumMessage {}

    /**
     * Somebody asks for a higher cluster version. To the master.
     *
     * @param base the version of the register by which the sender goes; it is changed, and no other
     * @param clusterVersion the cluster version
     */
    record VersionRequest(Version base, int clusterVersion) implements QuorumMessage {}

    /**
     * The master asks a member which partitions it can report as {@code PASSIVE}.
     *
     * @param state the version of the cluster's state
     */
    record PassiveRequest(Version state) implements QuorumMessage {}

    /**
     * As the primary of these partitions the sender obeys {@code PASSIVE}, and all that it has is held. To the master.
     *
     * @param state the version of the cluster's state by which it goes
     * @param versions the version of each partition under which it is the primary
     */
    record PassiveReport(Version state, LongMap<Version> versions) implements QuorumMessage {
        /** With one more partition. */
        public PassiveReport with(int partition, Version version) {
            return new PassiveReport(state, versions.with(partition, version));
        }
    }

    /**
     * What a member starts from after a restart.
     *
     * @param control its part in the control plane
     * @param data what it holds
     * @param leaving who wants to leave
     */
    record Image(ControlState control, DataState data, MemberSet leaving) implements QuorumMessage {}
}
