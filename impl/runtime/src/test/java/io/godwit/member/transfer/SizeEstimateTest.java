package io.godwit.member.transfer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.godwit.protocol.map.Bytes;
import io.godwit.protocol.map.Cell;
import io.godwit.protocol.map.Operation.OnMap;
import io.godwit.protocol.map.Operation.Put;
import io.godwit.protocol.map.Operation.Verb;
import io.godwit.protocol.quorum.data.log.Log;
import io.godwit.protocol.quorum.data.log.LogEntry;
import io.godwit.protocol.quorum.table.Version;
import io.godwit.transport.frame.MapKey;
import io.godwit.transport.frame.UndoneWrites;
import java.util.List;
import org.junit.jupiter.api.Test;

/** 64 bytes are added for each key, value and client. */
class SizeEstimateTest {
    private static final Bytes MAP = bytes(3);

    private static Bytes bytes(int length) {
        return Bytes.owning(new byte[length]);
    }

    private static LogEntry entry(long client, Verb verb, Bytes map, int key, int value) {
        return new LogEntry(new Version(1, 1), client, 1, new OnMap(verb, map, bytes(key), bytes(value), bytes(1)));
    }

    /** A key of 10 bytes with 100, a list under one of 20 with 30 and 40, of two clients. */
    private static Log log() {
        return Log.of(List.of(
                entry(1, Verb.PUT, MAP, 10, 100),
                entry(2, Verb.APPEND, MAP, 20, 30),
                entry(2, Verb.APPEND, MAP, 20, 40)));
    }

    @Test
    void partsOfALog() {
        assertEquals(64 + 3 + 10, SizeEstimate.of(MAP, bytes(10)));
        assertEquals(64 + 3 + 10 + 100 + 1, SizeEstimate.of(entry(1, Verb.PUT, MAP, 10, 100)));
        assertEquals(64, SizeEstimate.of(new LogEntry(new Version(1, 1), 1, 1, new Put(1, 1))));
        Cell.Items items = Cell.Items.append(Cell.Items.append(null, bytes(5)), bytes(7));
        assertEquals(64 + 5 + 64 + 7, SizeEstimate.of(items));
    }

    @Test
    void differenceIsEntries() {
        assertEquals(2 * (64 + 3 + 20 + 1) + 30 + 40, SizeEstimate.difference(log(), 1, UndoneWrites.NONE));
        assertEquals(64 + 3 + 20 + 1 + 40, SizeEstimate.difference(log(), 2, UndoneWrites.NONE));
        assertEquals(0, SizeEstimate.difference(log(), 3, UndoneWrites.NONE));
    }

    /** Then each entry brings a client, and keys that are taken back come as they are. */
    @Test
    void differenceWithSomethingToBeTakenBack() {
        UndoneWrites undone =
                new UndoneWrites(List.of(new MapKey(MAP, bytes(20)), new MapKey(MAP, bytes(21))), List.of(4L, 5L, 6L));
        assertEquals(
                (64 + 3 + 20 + 1 + 40) + 64 + (64 + 3 + 20) + (64 + 30 + 64 + 40) + 3 * 64,
                SizeEstimate.difference(log(), 2, undone));
    }

    private static void assertSize(long size, Log log) {
        assertTrue(SizeEstimate.isAtLeast(log, size));
        assertFalse(SizeEstimate.isAtLeast(log, size + 1));
    }

    @Test
    void wholeLogIsKeysAndClients() {
        assertSize(2 * 64 + (64 + 3 + 10) + (64 + 100) + (64 + 3 + 20) + (64 + 30 + 64 + 40), log());
        assertSize(0, Log.EMPTY);
        Log two = log().append(entry(1, Verb.PUT, bytes(4), 1, 2));
        assertSize(
                2 * 64 + (64 + 3 + 10) + (64 + 100) + (64 + 3 + 20) + (64 + 30 + 64 + 40) + 64 + 4 + 1 + 64 + 2, two);
    }
}
