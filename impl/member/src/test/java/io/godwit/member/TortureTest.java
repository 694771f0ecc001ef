package io.godwit.member;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import io.godwit.client.CallException;
import io.godwit.client.GodwitClient;
import io.godwit.client.GodwitMap;
import io.godwit.member.config.MemberConfig;
import io.godwit.protocol.map.Bytes;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Members of a durable cluster end and start again, one by one or all at once, while clients write and read. Every answer has to
 * fit what was answered before. {@code -Dgodwit.torture=600} goes on for 600 seconds, {@code -Dgodwit.torture.seed} draws others.
 */
@Timeout(3_600)
class TortureTest {
    private static final MemberConfig CONFIG = MemberConfig.of("test", "m").withPartitions(13, 2);
    private static final int WRITERS = 4;
    private static final int KEYS = 25;

    private final AtomicBoolean stop = new AtomicBoolean();
    private final List<String> wrong = new ArrayList<>();
    private long writes;

    @Test
    void answeredWritesSurvive(@TempDir Path directory) throws Exception {
        Random random = new Random(Long.getLong("godwit.torture.seed", 1));
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(Long.getLong("godwit.torture", 5));
        try (TestCluster cluster = new TestCluster(CONFIG).durable(directory)) {
            cluster.found(5);
            try (GodwitClient client = cluster.client()) {
                List<Thread> writers = new ArrayList<>();
                for (int i = 0; i < WRITERS; i++) {
                    int writer = i;
                    writers.add(new Thread(() -> write(client.map("m"), writer)));
                }
                writers.forEach(Thread::start);
                do {
                    awaitWrites(cluster, 20L + random.nextInt(300));
                    if (random.nextInt(4) == 0) {
                        cluster.restartAll();
                    } else {
                        List<Member> running = cluster.running();
                        Member victim = running.get(random.nextInt(running.size()));
                        victim.close();
                        awaitWrites(cluster, random.nextInt(100));
                        assertEquals(victim.number(), cluster.restart(victim).number());
                    }
                } while (System.nanoTime() < end);
                awaitWrites(cluster, 50);
                stop.set(true);
                for (Thread writer : writers) {
                    writer.join(TimeUnit.SECONDS.toMillis(180));
                    assertFalse(writer.isAlive(), "a writer hangs");
                }
            }
        }
        assertEquals(List.of(), wrong);
    }

    private void awaitWrites(TestCluster cluster, long more) throws InterruptedException {
        long goal = writes() + more;
        cluster.await(more + " more writes", () -> writes() >= goal);
    }

    private synchronized long writes() {
        return writes;
    }

    private synchronized void say(String what) {
        wrong.add(what);
    }

    /** Counts and appends, and reads what it has written: nobody else writes to its keys. */
    private void write(GodwitMap map, int writer) {
        Map<String, Long> answered = new HashMap<>();
        for (long n = 0; !stop.get(); n++) {
            boolean list = n % 3 == 0;
            String key = writer + "/" + n % KEYS + (list ? "/list" : "");
            byte[] bytes = key.getBytes(UTF_8);
            try {
                long value = list ? map.append(bytes, Bytes.ofNumber(n).toArray()) : map.increment(bytes, 1);
                long expected = answered.getOrDefault(key, 0L) + 1;
                answered.put(key, value);
                if (value != expected) {
                    say(key + " is " + value + " after a write, not " + expected);
                }
                List<byte[]> read = map.getAll(bytes);
                long found = list ? read.size() : Bytes.owning(read.get(0)).number();
                if (found != value) {
                    say(key + " is " + found + ", not " + value);
                }
                synchronized (this) {
                    writes++;
                }
            } catch (CallException e) {
                say("a call on " + key + " failed: " + e.getMessage());
            }
        }
    }
}
