package io.godwit.protocol.quorum.data.decision;

import io.godwit.protocol.Copies;
import io.godwit.protocol.MemberSet;
import io.godwit.protocol.SpecVariable;
import java.util.Objects;

/**
 * The members, as a master knows them. Immutable.
 *
 * @param up the members that run and are not suspected. It may be wrong: no decision is unsafe because of that
 * @param leaving who has asked to leave
 * @param voters voters of the table
 * @param copies wanted in-sync replicas of each partition, as far as there are members for them
 */
public record ClusterView(
        MemberSet up,
        @SpecVariable("quorum/DataState!leaving") MemberSet leaving,
        @SpecVariable("quorum/DataState!voters") MemberSet voters,
        Copies copies) {
    /** Refuses missing sets. */
    public ClusterView {
        Objects.requireNonNull(up, "up");
        Objects.requireNonNull(leaving, "leaving");
        Objects.requireNonNull(voters, "voters");
        Objects.requireNonNull(copies, "copies");
    }

    /** With the same number of wanted replicas for all partitions. */
    public ClusterView(MemberSet up, MemberSet leaving, MemberSet voters, int copies) {
        this(up, leaving, voters, Copies.all(copies));
    }

    /** Is the member not up, as far as the master knows? It may be suspected wrongly. */
    public boolean isDead(int member) {
        return !up.contains(member);
    }
}
