package io.godwit.protocol.quorum.registers;

import io.godwit.protocol.ClusterState;
import io.godwit.protocol.MemberSet;
import io.godwit.protocol.quorum.ClusterVersion;
import io.godwit.protocol.quorum.table.Version;
import java.util.Objects;

/**
 * What the voters keep about the cluster, under its version: who they are, the state of the cluster, and the cluster version. Members go by the newest that
 * they have heard of, decided or not.
 *
 * @param version its version, or {@link Version#NONE}
 * @param voters of whom a majority decides
 * @param state the state of the cluster
 * @param clusterVersion the version by which members go in messages and stores, see {@link ClusterVersion}
 */
public record Voting(Version version, MemberSet voters, ClusterState state, int clusterVersion) {
    /** A member that is in no cluster yet; {@code NoVoting}. */
    public static final Voting NONE = new Voting(Version.NONE, MemberSet.of());

    /** Refuses missing parts. */
    public Voting {
        Objects.requireNonNull(version, "version");
        Objects.requireNonNull(voters, "voters");
        Objects.requireNonNull(state, "state");
    }

    /** With the state and the cluster version that a cluster begins with. */
    public Voting(Version version, MemberSet voters) {
        this(version, voters, ClusterState.ACTIVE);
    }

    /** With the cluster version that a cluster begins with. */
    public Voting(Version version, MemberSet voters, ClusterState state) {
        this(version, voters, state, ClusterVersion.FIRST);
    }

    /** What a new cluster starts with; {@code FirstVoting}. */
    public static Voting first(MemberSet voters) {
        return new Voting(Version.FIRST, voters);
    }

    /** Term of its version: of the master that made it. */
    public int term() {
        return version.term();
    }

    /** Is its version later than the other's? {@code NewerVoting} */
    public boolean newerThan(Voting other) {
        return version.newerThan(other.version);
    }

    /** The version after this one with these voters, made by the master of a term. */
    public Voting next(int newTerm, MemberSet newVoters) {
        return new Voting(version.next(newTerm), newVoters, state, clusterVersion);
    }

    /** The version after this one with another state of the cluster, made by the master of a term. */
    public Voting next(int newTerm, ClusterState newState) {
        return new Voting(version.next(newTerm), voters, newState, clusterVersion);
    }

    /** The version after this one with another cluster version, made by the master of a term. */
    public Voting raised(int newTerm, int newClusterVersion) {
        return new Voting(version.next(newTerm), voters, state, newClusterVersion);
    }

    /** Are more than half of the voters among these members? */
    public boolean isMajority(MemberSet members) {
        return 2 * voters.common(members) > voters.size();
    }
}
