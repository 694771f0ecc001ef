package io.godwit.simulation.quorum;

import io.godwit.protocol.MemberSet;
import io.godwit.protocol.Zones;
import io.godwit.protocol.quorum.QuorumMessage.StateProgress;
import io.godwit.protocol.quorum.data.DataState;
import io.godwit.protocol.quorum.data.Replica;
import io.godwit.protocol.quorum.registers.ControlState;
import io.godwit.simulation.Cluster;
import io.godwit.simulation.Cluster.MemberView;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * All members, seen as their two planes.
 *
 * @param <S> the state of one member
 */
record ClusterPlanes<S>(Cluster<S> cluster, PlaneAccess<S> parts) {
    int count() {
        return cluster.members().size();
    }

    boolean up(int member) {
        return known(member) && cluster.member(member).up();
    }

    /** Does it run, or can it come back? */
    boolean alive(int member) {
        return known(member) && cluster.member(member).alive();
    }

    /** Does nothing disturb it, once some members are gone? */
    boolean healthy(int member, Set<Integer> gone) {
        return known(member)
                && cluster.member(member)
                        .healthy(gone.stream()
                                .map(it -> cluster.member(it).site())
                                .collect(Collectors.toSet()));
    }

    boolean known(int member) {
        return member >= 1 && member <= count();
    }

    /** The zones of all members. */
    Zones zones() {
        Map<Integer, String> zones = new TreeMap<>();
        cluster.members().forEach(it -> zones.put(it.number(), it.zone()));
        return new Zones(zones);
    }

    ControlState control(int member) {
        return parts.control(view(member).state());
    }

    DataState data(int member) {
        return parts.data(view(member).state());
    }

    /** Has it been told to leave? */
    boolean leaving(int member) {
        return known(member) && parts.leaving(view(member).state()).contains(member);
    }

    /** How far the master is with the state of the cluster, as far as a member knows. */
    StateProgress progress(int member) {
        return parts.progress(view(member).state());
    }

    Replica replica(int member, int partition) {
        return data(member).replica(partition);
    }

    private MemberView<S> view(int member) {
        return cluster.member(member);
    }

    /**
     * Where the two planes are in a member's state.
     *
     * @param <S> the state
     */
    interface PlaneAccess<S> {
        ControlState control(S state);

        DataState data(S state);

        /** Who wants to leave, as far as the member knows. */
        MemberSet leaving(S state);

        /** How far the master is with the state of the cluster, as far as the member knows. */
        StateProgress progress(S state);
    }
}
