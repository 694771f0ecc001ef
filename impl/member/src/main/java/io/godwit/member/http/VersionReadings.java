package io.godwit.member.http;

import io.godwit.client.VersionReading;
import io.godwit.member.Member;
import io.godwit.protocol.quorum.ClusterVersion;
import io.godwit.protocol.quorum.QuorumMessage.StateProgress;
import io.godwit.protocol.quorum.QuorumState;
import io.godwit.protocol.quorum.registers.Voting;
import io.godwit.transport.frame.Peer;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** The cluster version as a member sees it. */
final class VersionReadings {
    /** Of a process that knows of none. */
    static final VersionReading FIRST = new VersionReading(ClusterVersion.FIRST, false, new TreeMap<>());

    private VersionReadings() {}

    /** Now. */
    static VersionReading of(Member member) {
        return member.state().map(state -> of(member, state)).orElse(FIRST);
    }

    /** In a state of its engine. */
    static VersionReading of(Member member, QuorumState state) {
        Voting voting = state.control().voting();
        StateProgress progress = state.local().state();
        Map<Integer, Integer> said = state.local().peers().versions();
        SortedMap<Integer, Integer> greatest = new TreeMap<>();
        for (Peer peer : member.known()) {
            greatest.put(peer.number(), said.getOrDefault(peer.number(), 0));
        }
        boolean decided = progress.version().equals(voting.version()) && progress.waiting() == 0;
        return new VersionReading(voting.clusterVersion(), decided, greatest);
    }
}
