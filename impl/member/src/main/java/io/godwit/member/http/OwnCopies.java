package io.godwit.member.http;

import io.godwit.member.Member;
import io.godwit.protocol.quorum.DeclareLost;
import io.godwit.protocol.quorum.QuorumState;
import io.godwit.protocol.quorum.data.Replica;
import io.godwit.protocol.quorum.table.Version;
import java.util.ArrayList;
import java.util.List;

/**
 * The copies that a member holds, whether others know of them or not.
 *
 * @param member its number, 0 as long as it belongs to no cluster
 * @param copies by partition; those without a part in any configuration only if they are not empty
 */
public record OwnCopies(int member, List<Copy> copies) {
    /**
     * A copy. Of two copies of a partition the one of the later version is newer, and under one version the one with more writes.
     *
     * @param partition its number, from 0
     * @param term of the version under which the copy was brought in line with that of the primary
     * @param number of that version
     * @param writes that it has seen since the partition began
     * @param keys that have values
     */
    public record Copy(int partition, int term, int number, int writes, long keys) {
        /** Is this one newer than another copy of the partition? */
        public boolean newerThan(Copy other) {
            Version own = new Version(term, number);
            Version others = new Version(other.term, other.number);
            return own.newerThan(others) || (own.equals(others) && writes > other.writes);
        }
    }

    /** As a member has them now. */
    public static OwnCopies of(Member member) {
        return member.state().map(OwnCopies::of).orElse(new OwnCopies(0, List.of()));
    }

    private static OwnCopies of(QuorumState state) {
        List<Copy> copies = new ArrayList<>();
        state.data().replicas().forEach((p, replica) -> {
            if (replica.configuration().isParticipant(state.self())
                    || !replica.log().isEmpty()) {
                copies.add(copy(state.self(), p, replica));
            }
        });
        return new OwnCopies(state.self(), copies);
    }

    private static Copy copy(int self, int partition, Replica replica) {
        Version version = DeclareLost.copyVersion(self, replica);
        long[] keys = {0};
        replica.log().content().maps().forEach((map, cells) -> keys[0] += cells.size());
        return new Copy(
                partition, version.term(), version.number(), replica.log().length(), keys[0]);
    }
}
