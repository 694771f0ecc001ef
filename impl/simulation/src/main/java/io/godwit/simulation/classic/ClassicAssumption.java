package io.godwit.simulation.classic;

import io.godwit.protocol.classic.ClassicState;
import io.godwit.protocol.classic.data.PartitionEntry;
import io.godwit.simulation.subject.Assumption;
import io.godwit.simulation.subject.Cluster;
import io.godwit.simulation.subject.MemberView;
import java.util.Set;

/** One replica of each partition, as any survivor knows them, survives. Nothing is durable. */
final class ClassicAssumption implements Assumption<ClassicState> {
    @Override
    public String forbidsLoss(Cluster<ClassicState> cluster, Set<Integer> victims) {
        for (MemberView<ClassicState> member : cluster.members()) {
            ClassicState state = member.state();
            for (int p = 0; member.up() && state.up() && p < state.table().size(); p++) {
                if (!survives(cluster, state.table().get(p), victims)) {
                    return "no replica of partition " + p + " survives: "
                            + state.table().get(p);
                }
            }
        }
        return "";
    }

    private static boolean survives(Cluster<ClassicState> cluster, PartitionEntry entry, Set<Integer> victims) {
        for (int i = 0; i < entry.slots(); i++) {
            int member = entry.replica(i);
            if (member > 0 && cluster.member(member).up() && !victims.contains(member)) {
                return true;
            }
        }
        return false;
    }

    @Override
    public String forbidsReboot(Cluster<ClassicState> cluster, Set<Integer> victims) {
        return forbidsLoss(cluster, victims);
    }
}
