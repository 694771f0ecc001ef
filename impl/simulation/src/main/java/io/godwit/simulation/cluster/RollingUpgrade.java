package io.godwit.simulation.cluster;

import io.godwit.protocol.quorum.ClusterVersion;
import io.godwit.simulation.Fault;
import io.godwit.simulation.FaultKind;
import java.util.List;

/**
 * An operator who upgrades a cluster: starts the newer program at one site after the other, and asks for the newest cluster version again
 * and again. It rises when all members can go by it.
 *
 * @param <S> the state of one member
 */
final class RollingUpgrade<S> {
    /** In microseconds. */
    private static final long AGAIN = 300_000;
    /** How long a member is down, in microseconds. */
    private static final long DOWN = 200_000;

    private final SimulatedCluster<S> cluster;
    private final ClusterFaults<S> faults;
    private int next;

    RollingUpgrade(SimulatedCluster<S> cluster, ClusterFaults<S> faults) {
        this.cluster = cluster;
        this.faults = faults;
    }

    void begin(Fault fault) {
        int sites = cluster.plan().sites();
        for (int i = 0; i < sites; i++) {
            int site = i + 1;
            cluster.after(fault.duration() * i / sites, () -> upgrade(site));
        }
        ask();
    }

    /** A process that is down gets the newer program when it starts; one that may not be ended now is ended later. */
    private void upgrade(int site) {
        cluster.site(site).maxVersion = ClusterVersion.NEWEST;
        SimulatedMember<S> member = cluster.at(site);
        if (member == null || !member.up() || faults.isOver()) {
            return;
        }
        Fault reboot = Fault.at(cluster.now(), FaultKind.REBOOT, site, 0, 0, DOWN);
        if (!faults.reboot(reboot, List.of(member), false).isEmpty()) {
            cluster.after(AGAIN, () -> upgrade(site));
        }
    }

    private void ask() {
        List<SimulatedMember<S>> running = faults.running();
        if (!running.isEmpty()) {
            running.get(next++ % running.size()).raiseVersion(ClusterVersion.NEWEST);
        }
        cluster.after(AGAIN, this::ask);
    }
}
