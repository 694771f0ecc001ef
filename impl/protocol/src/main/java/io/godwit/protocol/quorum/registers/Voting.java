package io.godwit.protocol.quorum.registers;

import io.godwit.protocol.MemberSet;
import java.util.Objects;

/**
 * A voter set under its version. Members go by the newest that they have heard of, decided or not.
 *
 * @param term of the master that made it; -1 for none
 * @param number in that term; 0 for none
 * @param voters of whom a majority decides
 */
public record Voting(int term, int number, MemberSet voters) {
    /** A member that is in no cluster yet; {@code NoVoting}. */
    public static final Voting NONE = new Voting(-1, 0, MemberSet.of());

    /** Refuses a missing set. */
    public Voting {
        Objects.requireNonNull(voters, "voters");
    }

    /** What a new cluster starts with; {@code FirstVoting}. */
    public static Voting first(MemberSet voters) {
        return new Voting(0, 1, voters);
    }

    /** Is its version later than the other's? {@code NewerVoting} */
    public boolean newerThan(Voting other) {
        return term > other.term || (term == other.term && number > other.number);
    }

    /** The version after this one, made by the master of a term. */
    public Voting next(int newTerm, MemberSet newVoters) {
        return new Voting(newTerm, number + 1, newVoters);
    }

    /** Are more than half of the voters among these members? */
    public boolean isMajority(MemberSet members) {
        return 2 * voters.common(members) > voters.size();
    }
}
