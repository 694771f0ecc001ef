package io.godwit.protocol.planner;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.godwit.protocol.MemberSet;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MemberGroupsTest {
    private static final MemberGroups ZONES =
            MemberGroups.of(List.of(MemberSet.of(5, 1), MemberSet.of(), MemberSet.of(2, 3, 4)));

    @Test
    void knowsTheGroupOfEachMember() {
        assertEquals(MemberSet.of(1, 2, 3, 4, 5), ZONES.members());
        assertEquals(2, ZONES.size());
        assertEquals(0, ZONES.groupOf(0));
        assertEquals(1, ZONES.groupOf(1));
        assertEquals(1, ZONES.groupOf(3));
        assertEquals(0, ZONES.groupOf(4));
    }

    @Test
    void memberIsAGroupUnlessToldOtherwise() {
        MemberGroups each = MemberGroups.each(MemberSet.of(7, 9));
        assertEquals(2, each.size());
        assertEquals(1, each.groupOf(1));
        assertEquals(1, each.share(2));
    }

    /** Groups of 2 and 3: two replicas of a partition fit one each, four two each, five need three in the greater. */
    @ParameterizedTest
    @CsvSource({"0, 0", "1, 1", "2, 1", "3, 2", "4, 2", "5, 3"})
    void noGroupTakesMoreThanItMust(int copies, int share) {
        assertEquals(share, ZONES.share(copies));
    }

    @Test
    void groupsAreDisjoint() {
        List<MemberSet> groups = List.of(MemberSet.of(1, 2), MemberSet.of(2));
        assertThrows(IllegalArgumentException.class, () -> MemberGroups.of(groups));
    }
}
