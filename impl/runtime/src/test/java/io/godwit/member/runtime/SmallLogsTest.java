package io.godwit.member.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.godwit.protocol.map.Bytes;
import io.godwit.protocol.map.Operation.OnMap;
import io.godwit.protocol.map.Operation.Put;
import io.godwit.protocol.map.Operation.Verb;
import io.godwit.protocol.quorum.data.log.Log;
import io.godwit.protocol.quorum.data.log.LogEntry;
import io.godwit.protocol.quorum.data.message.DataMessage.Sync;
import io.godwit.protocol.quorum.table.Configuration;
import io.godwit.protocol.quorum.table.Version;
import io.godwit.protocol.quorum.table.View;
import org.junit.jupiter.api.Test;

class SmallLogsTest {
    private static final Version V = new Version(1, 1);
    private static final Configuration MOVING = Configuration.settled(1, 2).withMigration(2, 3);

    private static Sync copy(Log log) {
        return new Sync(0, new View(V, MOVING), log);
    }

    private static Log log(int writes, int bytes) {
        Log log = Log.EMPTY;
        for (int i = 1; i <= writes; i++) {
            OnMap put = new OnMap(
                    Verb.PUT, Bytes.ofNumber(1), Bytes.ofNumber(i), Bytes.owning(new byte[bytes]), Bytes.EMPTY);
            log = log.append(new LogEntry(V, 1, i, put));
        }
        return log;
    }

    @Test
    void smallLogIsSentToMemberThatLacksIt() {
        long bytes = SmallLogs.bytes(3, copy(log(2, 1_000)));
        assertTrue(bytes > 2_000 && bytes < 2_300, "bytes: " + bytes);
        assertEquals(-1, SmallLogs.bytes(2, copy(log(2, 1_000))));
    }

    @Test
    void emptyLogIsAlwaysSmall() {
        assertEquals(0, SmallLogs.bytes(2, copy(Log.EMPTY)));
        assertEquals(0, SmallLogs.bytes(3, copy(Log.EMPTY)));
    }

    @Test
    void longLargeOrIncompleteLogIsSnapshot() {
        assertTrue(SmallLogs.bytes(3, copy(log(64, 10))) > 0);
        assertEquals(-1, SmallLogs.bytes(3, copy(log(65, 10))));
        assertEquals(-1, SmallLogs.bytes(3, copy(log(2, 40_000))));
        assertEquals(-1, SmallLogs.bytes(3, copy(log(10, 10).keeping(3))));
    }

    /** 64 bytes are added for each entry. */
    @Test
    void bytesOfAnEntry() {
        OnMap replace = new OnMap(
                Verb.REPLACE,
                Bytes.owning(new byte[1]),
                Bytes.owning(new byte[20]),
                Bytes.owning(new byte[300]),
                Bytes.owning(new byte[4_000]));
        assertEquals(4_385, SmallLogs.bytes(new LogEntry(V, 1, 1, replace)));
        assertEquals(64, SmallLogs.bytes(new LogEntry(V, 1, 1, new Put(1, 1))));
        assertEquals(64 << 10, SmallLogs.bytes(3, copy(log(1, (64 << 10) - 64 - 16))));
        assertEquals(-1, SmallLogs.bytes(3, copy(log(1, (64 << 10) - 64 - 16 + 1))));
    }
}
