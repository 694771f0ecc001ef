package io.godwit.conformance.quorum;

import io.godwit.conformance.corpus.ValueTable;
import io.godwit.conformance.replay.Codec;
import io.godwit.protocol.MemberSet;
import io.godwit.protocol.Members;

/**
 * Members: {@code "a"} is 1, {@code "b"} 2, and so on; {@code "a2"}, which starts at the address of {@code "a"} after that has died, has a
 * number that is greater than those of all that were there before.
 */
final class QuorumMembers {
    private static final int REBORN = 26;
    private static final String NOBODY = "-";

    private final ValueTable values;
    private final Codec<MemberSet> sets;

    QuorumMembers(ValueTable values) {
        this.values = values;
        sets = Codec.of(this::number, (Integer number) -> value(number.intValue()))
                .sets(values, MemberSet::of, set -> set.stream().boxed())
                .cached();
    }

    /** The number of a member. */
    int number(int value) {
        String name = values.text(value);
        if (name.equals(NOBODY)) {
            return Members.NONE;
        }
        return name.charAt(0) - 'a' + 1 + (name.length() > 1 ? REBORN : 0);
    }

    /** The value of a member. */
    int value(int number) {
        return values.ofText(name(number));
    }

    /** The name of a member. */
    String name(int number) {
        if (number == Members.NONE) {
            return NOBODY;
        }
        char letter = (char) ('a' + (number - 1) % REBORN);
        return number > REBORN ? letter + "2" : String.valueOf(letter);
    }

    /** Who starts at the member's address after it has died; {@code Reborn}. */
    static int reborn(int number) {
        return number <= 4 ? number + REBORN : Members.NONE;
    }

    /** Sets of members. */
    Codec<MemberSet> sets() {
        return sets;
    }

    /** The value of a set of members. */
    int value(MemberSet set) {
        return sets.encode(set);
    }
}
