package io.godwit.simulation.cluster;

import io.godwit.protocol.Command;
import io.godwit.protocol.Message;
import io.godwit.protocol.quorum.QuorumMessage.Batch;
import io.godwit.protocol.quorum.QuorumState;
import io.godwit.protocol.quorum.data.message.DataMessage.Ack;
import io.godwit.protocol.quorum.data.message.DataMessage.Append;
import io.godwit.protocol.quorum.data.message.DataMessage.CaughtUp;
import io.godwit.protocol.quorum.data.message.DataMessage.Fenced;
import io.godwit.protocol.quorum.data.message.DataMessage.LeaseRequest;
import io.godwit.protocol.quorum.data.message.DataMessage.Probe;
import io.godwit.protocol.quorum.data.message.DataMessage.Sync;
import io.godwit.protocol.quorum.registers.ControlMessage.Accepted;
import io.godwit.protocol.quorum.registers.ControlMessage.Vote;
import io.godwit.protocol.quorum.registers.ControlMessage.VoteRequest;
import io.godwit.protocol.quorum.registers.ControlMessage.VotersInstalled;
import io.godwit.protocol.quorum.registers.Voting;
import io.godwit.protocol.quorum.table.Entry;
import io.godwit.protocol.quorum.table.Version;
import io.godwit.simulation.RunResult.Violation;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * The state that one member has reported to others as durable: entries of logs that it has acknowledged, versions under
 * which it has sent entries or its log, accepted entries, voter sets, and terms. Also the versions that it has found when it
 * started: under these it does not act as primary.
 */
final class DurablePromises {
    private final Map<Integer, Ack> acknowledged = new HashMap<>();
    private final Map<Integer, Entry> accepted = new HashMap<>();
    /** By partition the version under which it was primary when it started. */
    private final Map<Integer, Version> ledBefore = new HashMap<>();

    /** The newest voter set that it has reported as installed, or null. */
    private Voting installed;

    private boolean started;
    private int term;

    /** Another member has received a message of this member. */
    void heard(Message message) {
        if (message instanceof Batch batch) {
            batch.messages().forEach(this::heard);
        } else if (message instanceof Ack ack) {
            acknowledged.merge(ack.partition(), ack, DurablePromises::later);
        } else if (message instanceof Append it) {
            // Its own disk may not have the entry, but that it leads under the version.
            heard(new Ack(it.partition(), it.version(), 0));
        } else if (message instanceof Sync it) {
            heard(new Ack(it.partition(), it.version(), 0));
        } else if (message instanceof VotersInstalled it) {
            installed = installed == null || it.voting().newerThan(installed) ? it.voting() : installed;
        } else if (message instanceof VoteRequest request) {
            term = Math.max(term, request.term());
        } else if (message instanceof Accepted it) {
            accepted.merge(it.partition(), it.entry(), (one, two) -> two.newerThan(one) ? two : one);
            term = Math.max(term, it.entry().term());
        } else if (message instanceof Vote vote) {
            term = Math.max(term, vote.term());
        }
    }

    /** The member has taken a step, and this comes of it. It does not lead under a version that it has found when it started. */
    Violation stepped(List<Command> commands) {
        for (Command command : commands) {
            Violation violation = command instanceof Command.Send send ? sent(send.message()) : null;
            if (violation != null) {
                return violation;
            }
        }
        return null;
    }

    private Violation sent(Message message) {
        if (message instanceof Batch batch) {
            return batch.messages().stream()
                    .map(this::sent)
                    .filter(Objects::nonNull)
                    .findFirst()
                    .orElse(null);
        }
        boolean leads = message instanceof Append
                || message instanceof Sync
                || message instanceof Probe
                || message instanceof LeaseRequest
                || message instanceof CaughtUp;
        return leads && message instanceof Fenced fenced && fenced.version().equals(ledBefore.get(fenced.partition()))
                ? new Violation("NewVersionAfterRestart", "it has started under the version of " + message)
                : null;
    }

    private static Ack later(Ack one, Ack two) {
        boolean same = one.version().equals(two.version());
        boolean more = same ? two.number() > one.number() : two.version().newerThan(one.version());
        return more ? two : one;
    }

    /** The member has restarted with this image of its disk. */
    Violation restarted(QuorumState found) {
        ledBefore.clear();
        for (int p = 0; started && p < found.control().partitions(); p++) {
            Version version = found.data().replica(p).epoch();
            if (found.data().isPrimary(p) && (version.term() > 0 || hasHeard(p, version))) {
                ledBefore.put(p, version);
            }
        }
        started = true;
        if (found.control().term() < term) {
            return broken(
                    "term " + term + ", and it has found " + found.control().term());
        }
        if (installed != null && installed.newerThan(found.control().voting())) {
            return broken("voter set " + installed + ", and it has found "
                    + found.control().voting());
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

    /** Does another member know this version? A founder may have lost all that it had, and then it founds once more. */
    private boolean hasHeard(int partition, Version version) {
        Ack ack = acknowledged.get(partition);
        return ack != null && ack.version().equals(version);
    }

    private static Violation broken(String what) {
        return new Violation("PromisesDurable", "others have heard of " + what);
    }
}
