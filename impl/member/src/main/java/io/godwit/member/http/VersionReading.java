package io.godwit.member.http;

import io.godwit.member.Member;
import io.godwit.protocol.quorum.ClusterVersion;
import io.godwit.protocol.quorum.QuorumMessage.StateProgress;
import io.godwit.protocol.quorum.QuorumState;
import io.godwit.protocol.quorum.registers.Voting;
import io.godwit.transport.frame.Peer;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The cluster version, as far as a member has heard, with a component for each key of the JSON of {@code /version}.
 *
 * @param version the cluster version by which the member goes
 * @param decided does the member know that a majority of the voters goes by it?
 * @param greatest the greatest version that each known member can go by, by number; 0 if it has not said it
 */
public record VersionReading(int version, boolean decided, SortedMap<Integer, Integer> greatest) {
    /** As a member sees it, now. */
    static VersionReading of(Member member) {
        return member.state()
                .map(state -> of(member, state))
                .orElse(new VersionReading(ClusterVersion.FIRST, false, new TreeMap<>()));
    }

    /** The same. */
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

    /** In words. */
    public String text() {
        return version + (decided ? "" : ", not known to be decided");
    }

    /** The members that cannot go by a version, in words; empty if all can. */
    public String unable(int wanted) {
        StringBuilder text = new StringBuilder();
        greatest.forEach((member, most) -> {
            if (most < wanted) {
                text.append(text.length() == 0 ? "" : ", ")
                        .append("member ")
                        .append(member)
                        .append(most == 0 ? " (not heard)" : " (up to " + most + ")");
            }
        });
        return text.toString();
    }

    /** The greatest version that some member can go by. */
    public int most() {
        return greatest.values().stream().mapToInt(Integer::intValue).max().orElse(version);
    }
}
