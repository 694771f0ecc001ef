package io.godwit.simulation.cluster;

import io.godwit.protocol.ClusterState;
import io.godwit.protocol.quorum.ClusterVersion;
import io.godwit.simulation.Fault;
import java.util.List;

/**
 * An operator who wants the cluster to be in a state, and asks one member after the other, again and again: a wish can get lost, or be forgotten by
 * a master that dies. In the end the cluster is to be {@code ACTIVE}.
 *
 * @param <S> the state of one member
 */
final class StateRequests<S> {
    /** In microseconds. */
    private static final long AGAIN = 300_000;

    private final SimulatedCluster<S> cluster;
    private final ClusterFaults<S> faults;
    private ClusterState wanted;
    private int next;

    StateRequests(SimulatedCluster<S> cluster, ClusterFaults<S> faults) {
        this.cluster = cluster;
        this.faults = faults;
    }

    void begin(Fault fault) {
        boolean asking = wanted != null;
        wanted = ClusterState.of((int) fault.amount());
        next = fault.site();
        faults.endLater(fault, () -> wanted = ClusterState.ACTIVE);
        if (!asking) {
            ask();
        }
    }

    private void ask() {
        List<SimulatedMember<S>> running = faults.running();
        if (!running.isEmpty()) {
            SimulatedMember<S> asked = running.get(next++ % running.size());
            if (wanted == ClusterState.STOPPING) {
                asked.raiseVersion(ClusterVersion.RAISED);
            }
            asked.changeState(wanted);
        }
        cluster.after(AGAIN, this::ask);
    }
}
