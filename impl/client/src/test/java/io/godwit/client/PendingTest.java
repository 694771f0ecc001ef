package io.godwit.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.godwit.protocol.map.Bytes;
import io.godwit.protocol.map.Operation.OnMap;
import io.godwit.protocol.map.Operation.Verb;
import io.godwit.protocol.map.Result.Found;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class PendingTest {
    private static final List<Bytes> A = List.of(Bytes.ofNumber(1), Bytes.ofNumber(2));
    private static final List<Bytes> B = List.of(Bytes.ofNumber(3));

    private final Pending pending =
            new Pending(new OnMap(Verb.GET, Bytes.EMPTY, Bytes.EMPTY, Bytes.EMPTY, Bytes.EMPTY), -1, false, 0);

    @Test
    void putsAnAnswerTogether() {
        assertNull(pending.take(0, A, false));
        assertEquals(
                new Found(List.of(Bytes.ofNumber(1), Bytes.ofNumber(2), Bytes.ofNumber(3))), pending.take(1, B, true));
    }

    @Test
    void passesOverWhatBelongsToAnotherAnswer() {
        assertNull(pending.take(4, B, true));
        assertNull(pending.take(0, A, false));
        assertNull(pending.take(2, B, true));
        assertNull(pending.take(0, B, false));
        assertEquals(new Found(List.of(Bytes.ofNumber(3), Bytes.ofNumber(3))), pending.take(1, B, true));
    }

    @Test
    void pausesAreShortAtFirst() {
        Random random = new Random(1);
        for (int most : new int[] {4, 8, 12, 16, 20, 24, 28, 32, 32, 32}) {
            int pause = pending.pause(random);
            assertTrue(pause >= 1 && pause <= most, pause + " ms of " + most);
        }
        // Some are long, in the end: many who wait do not ask all the time.
        assertTrue(IntStream.range(0, 200).map(i -> pending.pause(random)).max().orElseThrow() > 28);
    }
}
