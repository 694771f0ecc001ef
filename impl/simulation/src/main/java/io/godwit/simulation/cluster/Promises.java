package io.godwit.simulation.cluster;

import io.godwit.protocol.Message;
import io.godwit.protocol.quorum.QuorumMessage.Batch;
import io.godwit.protocol.quorum.QuorumState;
import io.godwit.protocol.quorum.data.message.DataMessage.Ack;
import io.godwit.protocol.quorum.data.message.DataMessage.Append;
import io.godwit.protocol.quorum.registers.ControlMessage.Accepted;
import io.godwit.protocol.quorum.registers.ControlMessage.Vote;
import io.godwit.protocol.quorum.registers.ControlMessage.VoteRequest;
import io.godwit.protocol.quorum.table.Entry;
import io.godwit.protocol.quorum.table.Version;
import io.godwit.simulation.Violation;
import java.util.HashMap;
import java.util.Map;

/** What one member has told others that it has made durable: entries of logs that it has acknowledged or
 * sent, what it has accepted, and terms. */
final class Promises {
    private final Map<Integer, Ack> acknowledged = new HashMap<>();
    private final Map<Integer, Entry> accepted = new HashMap<>();
    private int term;

    /** Another member has received a message of this member. */
    void heard(Message message) {
        if (message instanceof Batch batch) {
            batch.messages().forEach(this::heard);
        } else if (message instanceof Ack ack) {
            acknowledged.merge(ack.partition(), ack, Promises::later);
        } else if (message instanceof Append it) {
            heard(new Ack(it.partition(), it.version(), it.number()));
        } else if (message instanceof VoteRequest request) {
            term = Math.max(term, request.term());
        } else if (message instanceof Accepted it) {
            accepted.merge(it.partition(), it.entry(), (one, two) -> two.newerThan(one) ? two : one);
            term = Math.max(term, it.entry().term());
        } else if (message instanceof Vote vote) {
            term = Math.max(term, vote.term());
        }
    }

    private static Ack later(Ack one, Ack two) {
        boolean same = one.version().equals(two.version());
        boolean more = same ? two.number() > one.number() : two.version().newerThan(one.version());
        return more ? two : one;
    }

    /** The member has started again, and has found this on its disk. */
    Violation restarted(QuorumState found) {
        if (found.control().term() < term) {
            return broken(
                    "term " + term + ", and it has found " + found.control().term());
        }
        for (Map.Entry<Integer, Entry> it : accepted.entrySet()) {
            Entry there = found.control().accepted().get(it.getKey());
            if (it.getValue().newerThan(there)) {
                return broken(
                        "entry " + it.getValue() + " of partition " + it.getKey() + ", and it has found " + there);
            }
        }
        for (Ack ack : acknowledged.values()) {
            Version version = found.data().replica(ack.partition()).view().version();
            int length = found.data().replica(ack.partition()).log().length();
            boolean fewer = version.equals(ack.version()) && length < ack.number();
            if (fewer || ack.version().newerThan(version)) {
                return broken(ack + ", and it has found " + length + " entries under version " + version);
            }
        }
        return null;
    }

    private static Violation broken(String what) {
        return new Violation("PromisesDurable", "others have heard of " + what);
    }
}
