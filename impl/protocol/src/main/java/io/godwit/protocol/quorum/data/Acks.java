package io.godwit.protocol.quorum.data;

import io.godwit.protocol.map.LongMap;

/**
 * What a primary has been told under its version: how far each member's log goes. Immutable.
 *
 * @param numbers the greatest number of entries that a member has acknowledged; a member that is missing has said nothing
 */
public record Acks(LongMap<Integer> numbers) {
    /** Nobody has said anything. */
    public static final Acks NONE = new Acks(LongMap.empty());

    /** The greatest number of entries that the member has acknowledged, 0 or more, or -1 when it has said nothing. */
    public int of(int member) {
        Integer number = numbers.get(member);
        return number == null ? -1 : number;
    }

    /** One more acknowledgement. One that says less than an earlier one of the same member adds nothing. */
    public Acks with(int member, int number) {
        return number > of(member) ? new Acks(numbers.with(member, number)) : this;
    }
}
