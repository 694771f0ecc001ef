package io.godwit.storage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.godwit.protocol.quorum.data.log.Log;
import io.godwit.storage.CopyPlaces.Arrival;
import java.nio.ByteBuffer;
import java.util.List;
import org.junit.jupiter.api.Test;

class CopyPlacesTest {
    private static final Arrival FIRST = new Arrival(new Keys.Copy(1, 11), Log.EMPTY);
    private static final Arrival SECOND = new Arrival(new Keys.Copy(1, 12), Log.EMPTY);
    private final CopyPlaces places = new CopyPlaces();

    @Test
    void arrivalCountsWhenItIsMoved() {
        assertEquals(new Keys.Copy(1, 0), places.of(1));
        places.arrived(FIRST);
        assertEquals(new Keys.Copy(1, 0), places.of(1));
        assertSame(FIRST, places.arrival(1));
        assertTrue(places.move(FIRST));
        assertEquals(FIRST.copy(), places.of(1));
        assertNull(places.arrival(1));
        assertEquals(List.of(), places.useless());
    }

    @Test
    void laterArrivalTakesThePlaceOfTheEarlierOne() {
        places.arrived(FIRST);
        places.arrived(SECOND);
        assertFalse(places.move(FIRST));
        places.dismiss(FIRST);
        assertEquals(List.of(FIRST.copy()), places.useless());
        assertEquals(List.of(), places.useless());
        assertTrue(places.move(SECOND));
    }

    @Test
    void dismissedCopyDoesNotCount() {
        places.arrived(FIRST);
        places.dismiss(FIRST);
        assertNull(places.arrival(1));
        assertFalse(places.move(FIRST));
        places.arrived(SECOND);
        places.dismiss(SECOND);
        assertEquals(List.of(FIRST.copy(), SECOND.copy()), places.useless());
        assertEquals(new Keys.Copy(1, 0), places.of(1));
    }

    @Test
    void countedCopyIsNotDismissed() {
        places.arrived(FIRST);
        places.move(FIRST);
        places.dismiss(FIRST);
        assertEquals(List.of(), places.useless());
        assertEquals(FIRST.copy(), places.of(1));
    }

    @Test
    void clearForgetsEverything() {
        places.set(2, 5);
        places.arrived(FIRST);
        places.arrived(SECOND);
        places.clear();
        assertEquals(new Keys.Copy(2, 0), places.of(2));
        assertNull(places.arrival(1));
        assertEquals(List.of(), places.useless());
    }

    @Test
    void placeHasEightBytes() throws StoreException {
        byte[] key = Keys.of(Keys.PLACE, 1);
        assertEquals(77, CopyPlaces.decode(ChecksummedValues.open(key, CopyPlaces.encode(key, 77))));
        StoreException damaged = assertThrows(StoreException.class, () -> CopyPlaces.decode(ByteBuffer.allocate(9)));
        assertEquals("the place of a copy has 9 bytes", damaged.getMessage());
        assertTrue(damaged.isDamage());
    }
}
