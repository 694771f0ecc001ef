package io.godwit.protocol.quorum.table;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

class EntryTest {
    private static final Configuration AB = Configuration.settled(1, 2);

    @Test
    void ordersByTermFirst() {
        Entry e = new Entry(new Version(2, 5), new Version(1, 1), AB);
        assertTrue(e.newerThan(new Entry(new Version(1, 9), new Version(1, 1), AB)));
        assertTrue(e.newerThan(new Entry(new Version(2, 4), new Version(1, 1), AB)));
        assertFalse(e.newerThan(new Entry(new Version(2, 5), new Version(0, 0), AB)));
        assertFalse(e.newerThan(new Entry(new Version(2, 6), new Version(1, 1), AB)));
        assertFalse(e.newerThan(new Entry(new Version(3, 1), new Version(1, 1), AB)));
        assertTrue(e.newerThan(Entry.NONE));
        assertTrue(e.sameVersion(new Entry(new Version(2, 5), new Version(0, 0), Configuration.NONE)));
        assertFalse(e.sameVersion(new Entry(new Version(2, 4), new Version(1, 1), AB)));
        assertFalse(e.sameVersion(new Entry(new Version(1, 5), new Version(1, 1), AB)));
    }

    @Test
    void versionsHaveTheSameOrder() {
        Version v = new Entry(new Version(2, 5), new Version(1, 1), AB).version();
        assertEquals(new Version(2, 5), v);
        assertEquals("2.5", v.toString());
        assertTrue(v.newerThan(new Version(1, 9)));
        assertTrue(v.newerThan(new Version(2, 4)));
        assertFalse(v.newerThan(v));
        assertFalse(v.newerThan(new Version(2, 6)));
        assertFalse(v.newerThan(new Version(3, 0)));
        assertTrue(Entry.first(AB).version().newerThan(Version.NONE));
        assertEquals(Version.NONE, Entry.NONE.version());
    }

    @Test
    void repetitionKeepsItsBase() {
        assertEquals(
                new Entry(new Version(7, 6), new Version(1, 4), AB),
                new Entry(new Version(2, 5), new Version(1, 4), AB).restamped(7));
        assertEquals(new Entry(new Version(0, 1), new Version(0, 0), AB), Entry.first(AB));
    }

    @Test
    void equalEntriesAreShared() {
        Entry e = new Entry(new Version(2, 5), new Version(1, 1), AB);
        Entry copy = new Entry(new Version(2, 5), new Version(1, 1), Configuration.settled(1, 2));
        assertNotSame(e, copy);
        assertSame(e, copy.sharedWith(e));
        assertSame(copy, copy.sharedWith(Entry.NONE));
    }

    @Test
    void equalIsWhatHasTheSameParts() {
        Entry e = new Entry(new Version(2, 5), new Version(1, 3), AB);
        assertEquals(e, e);
        assertEquals(new Entry(new Version(2, 5), new Version(1, 3), Configuration.settled(1, 2)), e);
        assertEquals(
                new Entry(new Version(2, 5), new Version(1, 3), Configuration.settled(1, 2)).hashCode(), e.hashCode());
        List.of(
                        new Entry(new Version(3, 5), new Version(1, 3), AB),
                        new Entry(new Version(2, 6), new Version(1, 3), AB),
                        new Entry(new Version(2, 5), new Version(0, 3), AB),
                        new Entry(new Version(2, 5), new Version(1, 4), AB),
                        new Entry(new Version(2, 5), new Version(1, 3), Configuration.settled(2, 1)))
                .forEach(other -> {
                    assertNotEquals(other, e);
                    assertNotEquals(other.hashCode(), e.hashCode());
                });
        assertNotEquals(new Object(), e);
        assertEquals(new Version(2, 5), e.version());
        assertEquals(new Version(2, 5).hashCode(), e.version().hashCode());
        assertNotEquals(new Version(2, 6), e.version());
        assertNotEquals(new Version(3, 5), e.version());
        assertNotEquals(new Version(2, 6).hashCode(), e.version().hashCode());
        assertNotEquals(new Object(), e.version());
    }

    @Test
    void hasAConfiguration() {
        assertThrows(NullPointerException.class, () -> new Entry(new Version(1, 1), new Version(1, 1), null));
        assertEquals("2.5 on 1.4 [1 2]", new Entry(new Version(2, 5), new Version(1, 4), AB).toString());
    }
}
