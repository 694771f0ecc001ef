package io.godwit.member.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.godwit.member.limit.Limit;
import io.godwit.protocol.PartitionVector;
import io.godwit.protocol.map.Bytes;
import io.godwit.protocol.map.Operation.OnMap;
import io.godwit.protocol.map.Operation.Verb;
import io.godwit.protocol.quorum.data.Replica;
import io.godwit.protocol.quorum.data.log.Log;
import io.godwit.protocol.quorum.data.log.LogEntry;
import io.godwit.protocol.quorum.table.Version;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class RetainedLogsTest {
    private static final int PARTITIONS = 40;
    private static final long SECOND = 1_000_000_000;
    /** Of an entry, without its key and value. */
    private static final int OBJECTS = 256;

    private final List<Limit> reached = new ArrayList<>();
    private PartitionVector<Replica> replicas = PartitionVector.filled(PARTITIONS, Replica.NONE);
    /** A partition of which nothing can be forgotten. */
    private int needed = -1;
    /** Number of logs that were to be shortened. */
    private int attempts;

    private RetainedLogs logs(int entries, long bytes, int seconds) {
        return new RetainedLogs(
                new LogRetention(entries, bytes, seconds), () -> replicas, this::shorten, reached::add, 0);
    }

    private Log log(int p) {
        return replicas.get(p).log();
    }

    private void shorten(int p, int keep) {
        attempts++;
        if (p != needed && keep < kept(p)) {
            replicas = replicas.with(p, replicas.get(p).withLog(log(p).keeping(keep)));
        }
    }

    /** Writes an entry of this size. */
    private void write(int p, int bytes) {
        OnMap put = new OnMap(Verb.PUT, Bytes.EMPTY, Bytes.EMPTY, Bytes.owning(new byte[bytes - OBJECTS]), Bytes.EMPTY);
        Log longer = log(p).append(new LogEntry(new Version(1, 1), 1, log(p).length() + 1L, put));
        replicas = replicas.with(p, replicas.get(p).withLog(longer));
    }

    private void write(int p, int bytes, int times) {
        for (int i = 0; i < times; i++) {
            write(p, bytes);
        }
    }

    private int kept(int p) {
        return log(p).length() - log(p).firstKept() + 1;
    }

    @Test
    void largestLogsAreShortenedUntilAllTakeHalf() {
        RetainedLogs logs = logs(1_000, 100_000, 60);
        write(1, 1_000, 11);
        write(2, 1_000, 42);
        write(3, 1_000, 50);
        logs.tick();
        assertEquals(100_000, logs.bytes());
        assertEquals(50, kept(3));
        write(3, 1_000);
        logs.tick();
        assertEquals(50_000, logs.bytes());
        assertEquals(List.of(11, 21, 21), List.of(kept(1), kept(2), kept(3)));
        assertEquals(List.of(Limit.LOGS_FULL, Limit.LOGS_HAVE_ROOM), reached);
        logs.tick();
        assertEquals(2, attempts);
    }

    @Test
    void logsStayWithinTheirBoundWhateverIsWritten() {
        RetainedLogs logs = logs(100, 200_000, 5);
        Random random = new Random(1);
        for (int i = 0; i < 20_000; i++) {
            int p = (int) (PARTITIONS * Math.pow(random.nextDouble(), 3));
            if (random.nextInt(50) == 0) {
                replicas = replicas.with(p, random.nextBoolean() ? Replica.NONE : replicas.get((p + 1) % PARTITIONS));
            } else {
                write(p, OBJECTS + random.nextInt(random.nextInt(100) == 0 ? 100_000 : 2_000));
            }
            if (random.nextInt(200) == 0) {
                logs.housekeep(i * SECOND / 1_000);
            }
            logs.tick();
            long[] sum = {0};
            replicas.forEach((q, replica) -> sum[0] += replica.log().olderBytes());
            assertEquals(sum[0], logs.bytes());
            assertTrue(logs.bytes() <= 200_000, "too large: " + logs.bytes());
        }
        assertTrue(reached.size() > 20, "full too seldom: " + reached.size());
    }

    @Test
    void longLogIsShortened() {
        RetainedLogs logs = logs(10, 1_000_000, 60);
        write(7, 300, 20);
        logs.housekeep(0);
        assertEquals(20, kept(7));
        write(7, 300);
        logs.tick();
        assertEquals(21, kept(7));
        logs.housekeep(SECOND);
        assertEquals(10, kept(7));
        assertEquals(9 * 300, countedBy(logs));
    }

    private static long countedBy(RetainedLogs logs) {
        logs.tick();
        return logs.bytes();
    }

    @Test
    void logThatCannotBeShortenedIsTriedAgainWhenItHasGrownOrAfterASecond() {
        RetainedLogs logs = logs(1_000, 80_000, 60);
        needed = 5;
        write(5, 1_000, 90);
        write(6, 1_000, 10);
        logs.tick();
        assertEquals(List.of(Limit.LOGS_FULL), reached);
        assertEquals(1, attempts);
        write(5, 1_000, 10);
        logs.tick();
        assertEquals(1, attempts);
        write(5, 1_000, 1);
        logs.tick();
        assertEquals(2, attempts);
        assertEquals(10, kept(6));
        logs.housekeep(SECOND);
        needed = -1;
        logs.tick();
        assertEquals(3, attempts);
        assertEquals(List.of(Limit.LOGS_FULL, Limit.LOGS_HAVE_ROOM), reached);
        assertEquals(9_000 + 31_000, logs.bytes());
    }

    @Test
    void oldEntriesAreForgotten() {
        RetainedLogs logs = logs(1_000, 1_000_000, 10);
        write(1, 300, 3);
        write(2, 300, 3);
        logs.housekeep(9 * SECOND);
        assertEquals(3, kept(1));
        write(1, 300, 2);
        logs.housekeep(10 * SECOND);
        write(1, 300, 4);
        logs.housekeep(19 * SECOND);
        assertEquals(List.of(9, 3), List.of(kept(1), kept(2)));
        logs.housekeep(20 * SECOND);
        assertEquals(List.of(4, 1), List.of(kept(1), kept(2)));
        logs.housekeep(30 * SECOND);
        assertEquals(List.of(1, 1), List.of(kept(1), kept(2)));
        int before = attempts;
        logs.housekeep(40 * SECOND);
        logs.housekeep(50 * SECOND);
        logs.housekeep(60 * SECOND);
        assertEquals(before + 1, attempts);
    }

    @Test
    void oldEntryThatIsNeededIsForgottenLater() {
        RetainedLogs logs = logs(1_000, 1_000_000, 10);
        needed = 1;
        write(1, 300, 3);
        logs.housekeep(10 * SECOND);
        logs.housekeep(20 * SECOND);
        logs.housekeep(30 * SECOND);
        assertEquals(3, kept(1));
        needed = -1;
        logs.housekeep(40 * SECOND);
        assertEquals(1, kept(1));
    }
}
