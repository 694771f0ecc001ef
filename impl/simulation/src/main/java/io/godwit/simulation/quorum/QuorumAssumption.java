package io.godwit.simulation.quorum;

import io.godwit.protocol.MemberSet;
import io.godwit.protocol.quorum.registers.ControlState;
import io.godwit.protocol.quorum.registers.Voting;
import io.godwit.protocol.quorum.table.Configuration;
import io.godwit.protocol.quorum.table.Entry;
import io.godwit.simulation.subject.Assumption;
import io.godwit.simulation.subject.Cluster;
import java.util.Set;
import java.util.function.IntPredicate;

/**
 * One in-sync replica of each partition and a majority of the voters survive. What is decided is not always known; so a loss
 * is allowed only if that holds for everything that may be decided now or become it.
 */
final class QuorumAssumption<S> implements Assumption<S> {
    private final Parts<S> parts;

    QuorumAssumption(Parts<S> parts) {
        this.parts = parts;
    }

    @Override
    public String forbidsLoss(Cluster<S> cluster, Set<Integer> victims) {
        Members<S> members = new Members<>(cluster, parts);
        IntPredicate survives = n -> members.alive(n) && !victims.contains(n);
        String reason = voters(members, survives);
        return reason.isEmpty() ? partitions(members, survives) : reason;
    }

    /** What a member was heard to promise or to hold is on its disk. */
    @Override
    public String forbidsReboot(Cluster<S> cluster, Set<Integer> victims) {
        return "";
    }

    private String voters(Members<S> members, IntPredicate survives) {
        Voting newest = Voting.NONE;
        for (int n = 1; n <= members.count(); n++) {
            Voting voting = members.control(n).voting();
            newest = voting.newerThan(newest) ? voting : newest;
        }
        for (int n = 1; n <= members.count(); n++) {
            Voting voting = members.control(n).voting();
            boolean counts = survives.test(n) && newest.number() - voting.number() <= 1;
            if (counts && !voting.isMajority(voting.voters().filter(survives))) {
                return "no majority of the voters " + voting.voters() + " would survive";
            }
        }
        return newest.isMajority(newest.voters().filter(survives))
                ? ""
                : "no majority of the voters " + newest.voters() + " would survive";
    }

    private String partitions(Members<S> members, IntPredicate survives) {
        int count = members.cluster().setup().partitions();
        for (int p = 0; p < count; p++) {
            Entry decided = Entry.NONE;
            for (int n = 1; n <= members.count(); n++) {
                Entry committed = members.control(n).committed().get(p);
                decided = committed.newerThan(decided) ? committed : decided;
            }
            String reason = inSync(p, decided.configuration(), survives);
            for (int n = 1; reason.isEmpty() && n <= members.count(); n++) {
                ControlState control = members.control(n);
                Entry pending = control.accepted().get(p);
                Entry proposed = control.outstanding().get(p);
                if (pending.newerThan(decided)) {
                    reason = inSync(p, pending.configuration(), survives);
                }
                if (reason.isEmpty() && members.alive(n) && proposed.newerThan(decided)) {
                    reason = inSync(p, proposed.configuration(), survives);
                }
            }
            if (!reason.isEmpty()) {
                return reason;
            }
        }
        return "";
    }

    private static String inSync(int partition, Configuration c, IntPredicate survives) {
        MemberSet inSync = c.inSync();
        return inSync.stream().anyMatch(survives)
                ? ""
                : "no in-sync replica of partition " + partition + " would survive: " + c;
    }
}
