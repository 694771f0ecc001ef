package io.godwit.protocol;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ZonesTest {
    private static final Zones ZONES = new Zones(Map.of(1, "a", 2, "b", 3, "a", 4, "", 5, "b"));

    @Test
    void membersWithoutAZoneAreByThemselves() {
        assertEquals(
                List.of(MemberSet.of(1, 3), MemberSet.of(2, 5), MemberSet.of(4), MemberSet.of(6)),
                ZONES.divide(MemberSet.of(1, 2, 3, 4, 5, 6)));
        assertEquals(List.of(), ZONES.divide(MemberSet.of()));
        assertEquals("", ZONES.of(4));
        assertEquals("", ZONES.of(6));
    }

    @Test
    void countsTheMembersOfTheSameZone() {
        MemberSet members = MemberSet.of(1, 3, 4, 5);
        assertEquals(2, ZONES.beside(1, members));
        assertEquals(1, ZONES.beside(2, members));
        assertEquals(1, ZONES.beside(4, members));
        assertEquals(0, ZONES.beside(6, members));
    }

    @Test
    void emptyNamesAreLeftOut() {
        assertEquals(Map.of(1, "a", 2, "b", 3, "a", 5, "b"), ZONES.names());
        assertEquals(new Zones(Map.of(2, "b")), ZONES.of(MemberSet.of(2, 4, 6)));
        assertEquals(Zones.NONE, new Zones(Map.of(1, "")));
    }
}
