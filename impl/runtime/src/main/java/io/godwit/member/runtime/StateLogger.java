package io.godwit.member.runtime;

import io.godwit.protocol.MemberSet;
import io.godwit.protocol.PartitionVector;
import io.godwit.protocol.Protocol.Setup;
import io.godwit.protocol.quorum.QuorumState;
import io.godwit.protocol.quorum.data.Replica;
import io.godwit.protocol.quorum.table.Configuration;
import io.godwit.protocol.quorum.table.Entry;
import java.util.BitSet;
import java.util.stream.Collectors;

/** Logs changes of a member's state: master, suspects, partitions that it serves, progress of its departure. */
final class StateLogger {
    /** Maximum number of lines; more changes are logged as one line with their number. */
    private static final int MAX_LINES = 16;

    private final MemberLog log;
    private int master = -1;
    private int term;
    private MemberSet suspects = MemberSet.of();
    private final BitSet serves = new BitSet();
    /** The replicas when they were logged last, and of how many the member is a participant. */
    private PartitionVector<Replica> replicas = PartitionVector.filled(0, Replica.NONE);

    private int copies;
    /** What was decided about each partition when this was logged last. */
    private PartitionVector<Entry> decided = PartitionVector.filled(0, Entry.NONE);

    private String leaving = "";

    StateLogger(MemberLog log) {
        this.log = log;
    }

    private void say(QuorumState now, int partition, String text) {
        log.write(now.self(), now.control().term(), partition, text);
    }

    /** Logs changes of master and suspects. */
    void logMembers(QuorumState now) {
        int seen =
                now.control().isMaster() ? now.self() : now.local().follower().master();
        if (seen != master || (seen > 0 && now.control().term() != term)) {
            master = seen;
            term = now.control().term();
            say(now, MemberLog.NO_PARTITION, masterNow(now, seen));
        }
        MemberSet found = now.local().peers().suspects();
        if (!found.equals(suspects)) {
            MemberSet fresh = found.minus(suspects);
            MemberSet over = suspects.minus(found);
            suspects = found;
            fresh.stream().forEach(member -> say(now, MemberLog.NO_PARTITION, "hears nothing of member " + member));
            over.stream().forEach(member -> say(now, MemberLog.NO_PARTITION, "hears member " + member + " again"));
        }
    }

    private static String masterNow(QuorumState now, int master) {
        if (master == now.self()) {
            return "is master";
        }
        return master > 0 ? "follows member " + master : "hears no master";
    }

    /** Logs changes of partitions that the member serves. */
    void logPartitions(QuorumState now) {
        PartitionVector<Replica> before =
                replicas.size() == 0 ? PartitionVector.filled(now.setup().partitions(), Replica.NONE) : replicas;
        replicas = now.data().replicas();
        BitSet more = new BitSet();
        BitSet fewer = new BitSet();
        replicas.differences(before, p -> {
            Configuration c = replicas.get(p).configuration();
            copies += count(c, now) - count(before.get(p).configuration(), now);
            boolean served = serves.get(p);
            boolean serving = c.primary() == now.self();
            serves.set(p, serving);
            more.set(p, serving && !served);
            fewer.set(p, served && !serving);
        });
        if (more.cardinality() + fewer.cardinality() > MAX_LINES) {
            say(
                    now,
                    MemberLog.NO_PARTITION,
                    "serves " + more.cardinality() + " more partitions and " + fewer.cardinality() + " fewer, in all "
                            + serves.cardinality());
        } else {
            more.stream().forEach(p -> say(now, p, "serves the partition"));
            fewer.stream().forEach(p -> say(now, p, "does not serve the partition any more"));
        }
        leaving(now, serves.cardinality());
        declaredLost(now);
        decided = now.control().committed();
    }

    /** With {@code on-loss: empty}, the master logs partitions without backups that it or an operator has declared lost. */
    private void declaredLost(QuorumState now) {
        MemberSet gone = now.master().gone();
        if (gone.isEmpty() || decided.size() == 0 || now.setup().lossDelay() == Setup.NEVER) {
            return;
        }
        PartitionVector<Entry> committed = now.control().committed();
        BitSet lost = new BitSet();
        committed.differences(decided, p -> {
            MemberSet before = decided.get(p).configuration().inSync();
            MemberSet after = committed.get(p).configuration().inSync();
            boolean only = now.setup().copies().of(p) == 1 && !before.isEmpty();
            lost.set(p, only && gone.containsAll(before) && !gone.containsAll(after));
        });
        if (!lost.isEmpty()) {
            MemberSet members = lost.stream()
                    .mapToObj(p -> decided.get(p).configuration().inSync())
                    .reduce(MemberSet.of(), MemberSet::union);
            say(
                    now,
                    MemberLog.NO_PARTITION,
                    lost.cardinality() + (lost.cardinality() == 1 ? " partition" : " partitions")
                            + " of maps with 0 backups are declared lost: the members with the only copies are gone ("
                            + members.stream().mapToObj(String::valueOf).collect(Collectors.joining(", ")) + ")");
        }
    }

    private static int count(Configuration c, QuorumState now) {
        return c.isParticipant(now.self()) ? 1 : 0;
    }

    private void leaving(QuorumState now, int primaries) {
        if (!now.local().peers().leaving().contains(now.self())) {
            return;
        }
        boolean votes = now.control().voting().voters().contains(now.self());
        String text = "leaves: " + copies + " copies are still here, " + primaries + " of them serve"
                + (votes ? "; it still votes" : "");
        if (!text.equals(leaving)) {
            leaving = text;
            say(now, MemberLog.NO_PARTITION, text);
        }
    }
}
