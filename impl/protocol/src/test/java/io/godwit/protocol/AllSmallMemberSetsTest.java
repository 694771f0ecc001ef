package io.godwit.protocol;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Every set of members 1 to 5 beside every other, and beside what {@link TreeSet} makes of them. */
class AllSmallMemberSetsTest {
    private static final int MEMBERS = 5;
    private static final int SETS = 1 << MEMBERS;

    /** The set of the members whose bits are set, given in descending order and with the first one repeated. */
    private static MemberSet set(int bits) {
        int[] members = IntStream.rangeClosed(1, MEMBERS)
                .map(i -> MEMBERS + 1 - i)
                .filter(m -> has(bits, m))
                .toArray();
        return members.length == 0
                ? MemberSet.of()
                : MemberSet.of(IntStream.concat(IntStream.of(members[0]), IntStream.of(members))
                        .toArray());
    }

    private static boolean has(int bits, int member) {
        return ((bits >> (member - 1)) & 1) != 0;
    }

    private static SortedSet<Integer> plain(int bits) {
        TreeSet<Integer> members = new TreeSet<>();
        IntStream.rangeClosed(1, MEMBERS).filter(m -> has(bits, m)).forEach(members::add);
        return members;
    }

    private static void assertHas(Set<Integer> expected, MemberSet actual) {
        List<Integer> seen = new ArrayList<>();
        actual.forEach(seen::add);
        assertEquals(List.copyOf(expected), seen);
        assertEquals(seen, actual.stream().boxed().toList());
        assertEquals(expected.size(), actual.size());
        assertEquals(expected.isEmpty(), actual.isEmpty());
        assertEquals(MemberSet.of(expected), actual);
        assertEquals(MemberSet.of(expected).hashCode(), actual.hashCode());
    }

    @Test
    @SuppressWarnings("ReferenceEquality") // what does not change stays the same object
    void oneSet() {
        for (int bits = 0; bits < SETS; bits++) {
            MemberSet set = set(bits);
            SortedSet<Integer> plain = plain(bits);
            assertHas(plain, set);
            assertEquals(plain.isEmpty() ? Members.NONE : plain.first(), set.oldest());
            for (int m = 1; m <= MEMBERS; m++) {
                int member = m;
                assertEquals(plain.contains(m), set.contains(m));
                assertEquals(plain.contains(m) ? plain.headSet(m).size() : -1, Math.max(-1, set.indexOf(m)));
                SortedSet<Integer> more = plain(bits | (1 << (m - 1)));
                SortedSet<Integer> fewer = plain(bits & ~(1 << (m - 1)));
                assertHas(more, set.with(m));
                assertHas(fewer, set.without(m));
                assertEquals(plain.equals(more), set == set.with(m));
                assertEquals(plain.equals(fewer), set == set.without(m));
                assertHas(plain.headSet(m), set.filter(other -> other < member));
                assertEquals(plain.headSet(m).equals(plain), set.allMatch(other -> other < member));
                assertEquals(!plain.headSet(m).isEmpty(), set.anyMatch(other -> other < member));
            }
            assertSame(set, set.filter(other -> true));
        }
    }

    @Test
    void twoSets() {
        for (int a = 0; a < SETS; a++) {
            for (int b = 0; b < SETS; b++) {
                assertHas(plain(a | b), set(a).union(set(b)));
                assertHas(plain(a & b), set(a).intersect(set(b)));
                assertHas(plain(a & ~b), set(a).minus(set(b)));
                assertEquals(Integer.bitCount(a & b), set(a).common(set(b)));
                assertEquals((b & ~a) == 0, set(a).containsAll(set(b)));
                assertEquals(a == b, set(a).equals(set(b)));
            }
        }
    }
}
