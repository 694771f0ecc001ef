package io.godwit.simulation.classic;

import io.godwit.protocol.classic.ClassicState;
import io.godwit.simulation.subject.Cluster;
import io.godwit.simulation.subject.MemberView;
import java.util.ArrayList;
import java.util.List;

/** Members that run and take part. */
final class LiveMembers {
    private LiveMembers() {}

    static List<ClassicState> states(Cluster<ClassicState> cluster) {
        List<ClassicState> states = new ArrayList<>();
        for (MemberView<ClassicState> member : cluster.members()) {
            if (member.up() && member.state().up()) {
                states.add(member.state());
            }
        }
        return states;
    }

    /** May it change the partition's data and acknowledge? {@code Serves} in {@code spec/classic/ClassicState.tla}. */
    static boolean serves(ClassicState state, int partition) {
        return state.up()
                && state.table().owner(partition) == state.self()
                && !state.frozen().get(partition);
    }
}
