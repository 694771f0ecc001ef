package io.godwit.simulation.quorum;

import io.godwit.protocol.Command;
import io.godwit.protocol.Step;
import io.godwit.protocol.quorum.data.DataState;
import io.godwit.protocol.quorum.data.Replica;
import io.godwit.protocol.quorum.registers.ControlState;
import io.godwit.simulation.Same;
import io.godwit.simulation.quorum.ClusterPlanes.PlaneAccess;
import java.util.List;

/**
 * What a step of a member has changed.
 *
 * @param member who took it
 * @param commands what is to be done
 */
record StateChange(
        int member,
        ControlState controlBefore,
        ControlState control,
        DataState dataBefore,
        DataState data,
        List<Command> commands) {
    static <S> StateChange of(PlaneAccess<S> parts, int member, S before, Step<S> step) {
        return new StateChange(
                member,
                parts.control(before),
                parts.control(step.state()),
                parts.data(before),
                parts.data(step.state()),
                step.commands());
    }

    /** Are both planes what they were? Most ticks only tell the time. */
    boolean isNothing() {
        return Same.object(control, controlBefore) && Same.object(data, dataBefore);
    }

    boolean accepted(int partition) {
        return !Same.object(
                controlBefore.accepted().get(partition), control.accepted().get(partition));
    }

    boolean committed(int partition) {
        return !Same.object(
                controlBefore.committed().get(partition), control.committed().get(partition));
    }

    boolean replica(int partition) {
        return !Same.object(before(partition), after(partition));
    }

    /** Has the member activated another version? */
    boolean activated(int partition) {
        return !before(partition).epoch().equals(after(partition).epoch());
    }

    boolean log(int partition) {
        return !Same.object(before(partition).log(), after(partition).log());
    }

    Replica before(int partition) {
        return dataBefore.replica(partition);
    }

    Replica after(int partition) {
        return data.replica(partition);
    }
}
