package io.godwit.client.invocation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.godwit.environment.ManualEnvironment;
import io.godwit.protocol.map.Bytes;
import io.godwit.protocol.map.Operation.OnMap;
import io.godwit.protocol.map.Operation.Verb;
import io.godwit.protocol.map.Result.Found;
import io.godwit.transport.frame.Maps;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class InvocationTest {
    private static final List<Bytes> A = List.of(Bytes.ofNumber(1), Bytes.ofNumber(2));
    private static final List<Bytes> B = List.of(Bytes.ofNumber(3));

    private final Invocation invocation =
            new Invocation(-1, new OnMap(Verb.GET, Bytes.EMPTY, Bytes.EMPTY, Bytes.EMPTY, Bytes.EMPTY), false, 0, null);

    @Test
    void partsMakeOneAnswer() {
        assertNull(invocation.take(0, A, false));
        assertEquals(
                new Found(List.of(Bytes.ofNumber(1), Bytes.ofNumber(2), Bytes.ofNumber(3))),
                invocation.take(1, B, true));
    }

    @Test
    void partsOfAnotherAnswerAreIgnored() {
        assertNull(invocation.take(4, B, true));
        assertNull(invocation.take(0, A, false));
        assertNull(invocation.take(2, B, true));
        assertNull(invocation.take(0, B, false));
        assertEquals(new Found(List.of(Bytes.ofNumber(3), Bytes.ofNumber(3))), invocation.take(1, B, true));
    }

    @Test
    void pausesAreShortAtFirst() {
        ManualEnvironment clock = new ManualEnvironment(1, 0);
        for (int most : new int[] {4, 8, 12, 16, 20, 24, 28, 32, 32, 32}) {
            int pause = invocation.pause(clock);
            assertTrue(pause >= 1 && pause <= most, pause + " ms of " + most);
        }
        // Late ones are long: many calls that wait do not ask all the time.
        assertTrue(
                IntStream.range(0, 200).map(i -> invocation.pause(clock)).max().orElseThrow() > 28);
    }

    private static Invocation of(Bytes key, Bytes value, Bytes expected) {
        return new Invocation(-1, new OnMap(Verb.REPLACE, Bytes.EMPTY, key, value, expected), false, 0, null);
    }

    @Test
    void sizeIsThatOfKeyAndValues() {
        Bytes one = Bytes.of(new byte[1]);
        Bytes two = Bytes.of(new byte[2]);
        assertEquals(13, of(one, two, Bytes.of(new byte[10])).size());
    }

    @Test
    void partitionIsThatOfTheKey() {
        Routes routes = new Routes(Maps.all(1), 64);
        Bytes key = Bytes.ofNumber(77);
        assertEquals(key.partition(64), of(key, key, key).partition(routes));
    }
}
