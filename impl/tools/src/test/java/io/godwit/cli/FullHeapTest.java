package io.godwit.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.godwit.client.CallException;
import io.godwit.client.ClientConfig;
import io.godwit.client.GodwitClient;
import io.godwit.client.GodwitMap;
import io.godwit.client.KeyResult;
import io.godwit.lab.TestMember;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A lone member with a heap of 64 MB in a process of its own, which clients fill up, and free again. */
@Timeout(600)
class FullHeapTest {
    private static final Duration BOUND = Duration.ofMinutes(2);
    /** Calls at a time. */
    private static final int BATCH = 64;

    private final BitSet written = new BitSet();
    private int bytes;

    private static byte[] key(int i) {
        return ("k" + i).getBytes(UTF_8);
    }

    private byte[] value(int i) {
        byte[] value = new byte[bytes];
        new Random(i).nextBytes(value);
        return value;
    }

    /** Writes from a key on until everything is refused; returns the key after the last one. */
    private int fill(GodwitMap map, int from) throws InterruptedException {
        int next = from;
        for (int done = 1; done > 0; ) {
            List<CompletableFuture<Void>> calls = new ArrayList<>();
            for (int i = next; i < next + BATCH; i++) {
                calls.add(map.putAsync(key(i), value(i)));
            }
            done = 0;
            for (CompletableFuture<Void> call : calls) {
                try {
                    call.get();
                    written.set(next);
                    done++;
                } catch (ExecutionException e) {
                    CallException full = assertInstanceOf(CallException.class, e.getCause());
                    assertTrue(full.getMessage().endsWith("the heap of member 1 is nearly full"), full.getMessage());
                    if (full.outcome() == CallException.Outcome.UNKNOWN) {
                        // The machine was slow, so that the call was repeated, and then refused. A lone member takes
                        // what
                        // comes over its client's one connection in order: the first attempt is over.
                        written.set(next, map.get(key(next)).isPresent());
                    }
                }
                next++;
            }
        }
        return next;
    }

    private void assertAllRead(GodwitMap map, int end) {
        for (int from = 0; from < end; from += BATCH) {
            List<byte[]> keys = keys(from, Math.min(end, from + BATCH), 1);
            int next = from;
            for (KeyResult<Optional<byte[]>> read : map.getMany(keys)) {
                byte[] value = read.get().orElse(null);
                assertArrayEquals(written.get(next) ? value(next) : null, value, "key " + next);
                next++;
            }
        }
    }

    /** Removes every other key. */
    private void removeHalf(GodwitMap map, int from, int end) {
        int next = from;
        for (KeyResult<Boolean> removed : map.removeMany(keys(from, end, 2))) {
            assertEquals(written.get(next), removed.get(), "key " + next);
            written.clear(next);
            next += 2;
        }
    }

    private static List<byte[]> keys(int from, int to, int step) {
        return IntStream.iterate(from, i -> i < to, i -> i + step)
                .mapToObj(FullHeapTest::key)
                .toList();
    }

    private static boolean put(GodwitMap map, byte[] key) {
        try {
            map.put(key, key);
            return true;
        } catch (CallException e) {
            assertTrue(e.getMessage().endsWith("the heap of member 1 is nearly full"), e.getMessage());
            return false;
        }
    }

    /** Before there is a master, no call is answered. A call that has had no answer for a while has an unknown outcome when it is refused. */
    private static void awaitMaster(SingleMember member) throws Exception {
        TestMember.await("a master", () -> {
            assertTrue(member.isAlive(), member.output());
            return member.output().contains("is master");
        });
    }

    @ParameterizedTest
    @CsvSource({
        "-XX:+UseSerialGC, 10000",
        "-XX:+UseParallelGC, 1000",
        "-XX:+UseG1GC, 10000",
        "-XX:+UseG1GC, 300000",
    })
    void heapFillsUpAndIsFreed(String collector, int size, @TempDir Path directory) throws Exception {
        bytes = size;
        SingleMember member = new SingleMember(
                directory, "heap", directory.resolve("store"), TestMember.command("-Xmx64m", collector));
        String address = member.start();
        awaitMaster(member);
        ClientConfig config = ClientConfig.of("heap", List.of(address)).withTimeout(BOUND);
        try (GodwitClient client = GodwitClient.connect(config)) {
            GodwitMap map = client.map("m");
            int end = fill(map, 0);
            assertFalse(written.isEmpty());
            assertAllRead(map, end);
            for (int round = 0; round < 2; round++) {
                // The second time these are all keys of the first time that are left, and half of the new ones.
                removeHalf(map, round, end);
                byte[] probe = key(end);
                TestMember.await("room", () -> put(map, probe));
                assertTrue(map.remove(probe));
                end = fill(map, end);
                assertAllRead(map, end);
            }
            assertTrue(member.isAlive());
            assertFalse(member.output().contains("OutOfMemoryError"), member.output());
            assertTrue(member.output().contains("takes no writes that add data: "), member.output());
            assertTrue(member.output().contains("takes writes that add data again: "), member.output());
        } catch (AssertionError e) {
            e.addSuppressed(new IllegalStateException(member.output()));
            throw e;
        } finally {
            member.kill();
        }
    }
}
