package io.godwit.protocol.quorum.registers;

import io.godwit.protocol.MemberSet;
import io.godwit.protocol.quorum.registers.ControlMessage.Vote;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/**
 * The votes that a candidate has got in its term.
 *
 * @param votes by voter, the oldest first
 */
public record Ballot(Map<Integer, Vote> votes) {
    /** No votes. */
    public static final Ballot EMPTY = new Ballot(Map.of());

    /** Copies the votes. */
    public Ballot {
        votes = Collections.unmodifiableMap(new TreeMap<>(votes));
    }

    /** One vote more; of two by the same member the later one counts. */
    public Ballot with(int voter, Vote vote) {
        Map<Integer, Vote> more = new TreeMap<>(votes);
        more.put(voter, vote);
        return new Ballot(more);
    }

    /** Who has voted. */
    public MemberSet voters() {
        return MemberSet.of(votes.keySet());
    }
}
