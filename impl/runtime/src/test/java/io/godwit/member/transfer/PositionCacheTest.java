package io.godwit.member.transfer;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.godwit.protocol.map.Bytes;
import io.godwit.protocol.map.Operation.OnMap;
import io.godwit.protocol.map.Operation.Verb;
import io.godwit.protocol.quorum.data.log.Log;
import io.godwit.protocol.quorum.data.log.LogEntry;
import io.godwit.protocol.quorum.table.Version;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class PositionCacheTest {
    private static final int PARTITION = 7;
    private final PositionCache cache = new PositionCache();
    private int version;
    private int call;

    private Log write(Log log, int writes) {
        Log longer = log;
        for (int i = 0; i < writes; i++) {
            call++;
            OnMap put =
                    new OnMap(Verb.PUT, Bytes.ofNumber(1), Bytes.ofNumber(call % 5), Bytes.ofNumber(call), Bytes.EMPTY);
            longer = longer.append(new LogEntry(new Version(1, version), 1, call, put));
        }
        return longer;
    }

    private void agree(Log log) {
        assertEquals(Positions.of(log), cache.of(PARTITION, log));
        assertEquals(Positions.of(log), cache.of(PARTITION, log));
    }

    @Test
    void nothing() {
        agree(Log.EMPTY);
        agree(write(Log.EMPTY, 3));
        agree(Log.EMPTY);
    }

    /** Logs as in the protocol: they grow, continue under newer versions, lose their end to another primary, and forget entries. */
    @Test
    void saysWhatALookAtAllSays() {
        for (int seed = 0; seed < 300; seed++) {
            Random random = new Random(seed);
            List<Log> logs = new ArrayList<>(List.of(Log.EMPTY));
            for (int step = 0; step < 60; step++) {
                Log log = logs.get(random.nextInt(4) == 0 ? random.nextInt(logs.size()) : logs.size() - 1);
                // A version has one primary, so that no two logs continue under the same one.
                version++;
                log = write(log, random.nextInt(4));
                if (random.nextInt(8) == 0 && !log.isEmpty()) {
                    log = log.keeping(1 + random.nextInt(log.length()));
                }
                logs.add(log);
                if (random.nextBoolean()) {
                    agree(log);
                }
            }
        }
    }
}
