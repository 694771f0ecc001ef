package io.godwit.protocol;

import java.util.Arrays;
import java.util.Collection;
import java.util.function.IntConsumer;
import java.util.function.IntPredicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** An immutable set of members, in ascending order: oldest first. */
public final class MemberSet {
    private static final MemberSet EMPTY = new MemberSet(new int[0]);
    private static final int FEW = 16;

    private final int[] members;

    private MemberSet(int[] ascending) {
        this.members = ascending;
    }

    /** The set of these members; repetitions are dropped. */
    public static MemberSet of(int... members) {
        int[] sorted = members.clone();
        sort(sorted);
        int size = 0;
        for (int member : sorted) {
            if (size == 0 || member != sorted[size - 1]) {
                sorted[size++] = member;
            }
        }
        return ofFirst(sorted, size);
    }

    /** For a handful of numbers: what the library does for millions takes the compiler longer than all the sorting. */
    private static void sort(int[] numbers) {
        if (numbers.length > FEW) {
            Arrays.sort(numbers);
            return;
        }
        for (int i = 1; i < numbers.length; i++) {
            int number = numbers[i];
            int at = i;
            for (; at > 0 && numbers[at - 1] > number; at--) {
                numbers[at] = numbers[at - 1];
            }
            numbers[at] = number;
        }
    }

    /** The set of these members. */
    public static MemberSet of(Collection<Integer> members) {
        return of(members.stream().mapToInt(Integer::intValue).toArray());
    }

    /** The set of the first few numbers of an ascending array, which nobody else may have. */
    private static MemberSet ofFirst(int[] ascending, int size) {
        if (size == 0) {
            return EMPTY;
        }
        return new MemberSet(size == ascending.length ? ascending : Arrays.copyOf(ascending, size));
    }

    /** Number of members. */
    public int size() {
        return members.length;
    }

    /** Has it no member? */
    public boolean isEmpty() {
        return members.length == 0;
    }

    /** Is the member in the set? */
    public boolean contains(int member) {
        return indexOf(member) >= 0;
    }

    /** Are all those members in this set? */
    public boolean containsAll(MemberSet other) {
        for (int member : other.members) {
            if (!contains(member)) {
                return false;
            }
        }
        return true;
    }

    /**
     * The i-th oldest member.
     *
     * @param i from 0 to {@code size() - 1}
     */
    public int get(int i) {
        return members[i];
    }

    /** The position of a member, from 0; negative if it is not in the set. */
    public int indexOf(int member) {
        return Arrays.binarySearch(members, member);
    }

    /** The oldest member, or {@link Members#NONE}. */
    public int oldest() {
        return members.length == 0 ? Members.NONE : members[0];
    }

    /** This set and one more member. */
    public MemberSet with(int member) {
        int at = indexOf(member);
        if (at >= 0) {
            return this;
        }
        int place = -at - 1;
        int[] copy = new int[members.length + 1];
        System.arraycopy(members, 0, copy, 0, place);
        copy[place] = member;
        System.arraycopy(members, place, copy, place + 1, members.length - place);
        return new MemberSet(copy);
    }

    /** This set without a member. */
    public MemberSet without(int member) {
        int at = indexOf(member);
        if (at < 0) {
            return this;
        }
        if (members.length == 1) {
            return EMPTY;
        }
        int[] copy = new int[members.length - 1];
        System.arraycopy(members, 0, copy, 0, at);
        System.arraycopy(members, at + 1, copy, at, copy.length - at);
        return new MemberSet(copy);
    }

    /** The union. */
    public MemberSet union(MemberSet other) {
        if (containsAll(other)) {
            return this;
        }
        int[] both = Arrays.copyOf(members, members.length + other.members.length);
        System.arraycopy(other.members, 0, both, members.length, other.members.length);
        return of(both);
    }

    /** The intersection. */
    public MemberSet intersect(MemberSet other) {
        return part(other, true);
    }

    /** The members of this set that are not in the other. */
    public MemberSet minus(MemberSet other) {
        return part(other, false);
    }

    /** Those members that are in the other set, or those that are not. */
    private MemberSet part(MemberSet other, boolean in) {
        int[] kept = new int[members.length];
        int size = 0;
        for (int member : members) {
            if (other.contains(member) == in) {
                kept[size++] = member;
            }
        }
        return size == members.length ? this : ofFirst(kept, size);
    }

    /** The members for which the predicate holds. */
    public MemberSet filter(IntPredicate predicate) {
        int[] kept = new int[members.length];
        int size = 0;
        for (int member : members) {
            if (predicate.test(member)) {
                kept[size++] = member;
            }
        }
        return size == members.length ? this : ofFirst(kept, size);
    }

    /** How many members are in the other set, too? */
    public int common(MemberSet other) {
        int common = 0;
        for (int member : members) {
            common += other.contains(member) ? 1 : 0;
        }
        return common;
    }

    /** Does the predicate hold for all members? */
    public boolean allMatch(IntPredicate predicate) {
        for (int member : members) {
            if (!predicate.test(member)) {
                return false;
            }
        }
        return true;
    }

    /** Does the predicate hold for some member? */
    public boolean anyMatch(IntPredicate predicate) {
        for (int member : members) {
            if (predicate.test(member)) {
                return true;
            }
        }
        return false;
    }

    /** Gives each member to the consumer, oldest first. */
    public void forEach(IntConsumer consumer) {
        for (int member : members) {
            consumer.accept(member);
        }
    }

    /** The members, oldest first. */
    public IntStream stream() {
        return Arrays.stream(members);
    }

    /** The members, oldest first, as a new array. */
    public int[] toArray() {
        return members.clone();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof MemberSet set && Arrays.equals(members, set.members);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(members);
    }

    @Override
    public String toString() {
        return stream().mapToObj(Integer::toString).collect(Collectors.joining(", ", "{", "}"));
    }
}
