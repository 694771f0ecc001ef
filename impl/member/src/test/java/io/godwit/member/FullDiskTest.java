package io.godwit.member;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.godwit.client.CallException;
import io.godwit.client.ClientConfig;
import io.godwit.client.GodwitClient;
import io.godwit.client.GodwitMap;
import io.godwit.member.config.MemberConfig;
import io.godwit.protocol.quorum.QuorumState;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A disk that fills up: writes fail cleanly, reads go on, and with room there are writes again. */
@Timeout(300)
class FullDiskTest {
    private static final MemberConfig CONFIG = MemberConfig.of("test", "m").withPartitions(3, 1);
    private static final int MIB = 1 << 20;

    private static byte[] bytes(String text) {
        return text.getBytes(UTF_8);
    }

    /** Nothing of this machine is filled: so much free space has no disk. */
    @Test
    void fullDiskRefusesWritesAndServesReads(@TempDir Path directory) throws Exception {
        try (TestCluster cluster = new TestCluster(CONFIG).durable(directory)) {
            cluster.found(2);
            try (GodwitClient client = cluster.client()) {
                GodwitMap map = client.map("m");
                map.put(bytes("k"), bytes("v"));
                List<Member> before = cluster.running();
                cluster.stopAll();
                cluster.startAll(before, config -> config.withDiskReserve(Integer.MAX_VALUE));
                assertArrayEquals(bytes("v"), map.get(bytes("k")).orElseThrow());
                CallException full = assertThrows(CallException.class, () -> map.put(bytes("k"), bytes("w")));
                assertTrue(full.getMessage().endsWith("is nearly full"), full.getMessage());
                assertEquals(CallException.Outcome.NOT_DONE, full.outcome());
                assertArrayEquals(bytes("v"), map.get(bytes("k")).orElseThrow());
            }
        }
    }

    private static boolean isRefused(GodwitMap map) {
        try {
            for (int i = 0; i < 20; i++) {
                map.put(bytes("k" + i), bytes("v"));
            }
            return false;
        } catch (CallException e) {
            return e.getMessage().endsWith("is nearly full");
        }
    }

    /** Nobody hears that there is room again from who is gone. */
    @Test
    void departedFullMemberDoesNotHoldSessions(@TempDir Path directory) throws Exception {
        try (TestCluster cluster = new TestCluster(CONFIG.withSessionExpiry(1)).durable(directory)) {
            cluster.found(3);
            try (GodwitClient client = cluster.client()) {
                GodwitMap map = client.map("m");
                cluster.member(2).diskReserve(Integer.MAX_VALUE);
                cluster.await("writes are refused", () -> isRefused(map));
                int gone = cluster.member(2).number();
                cluster.member(2).close();
                cluster.awaitTable("nobody counts on its copies", c -> !c.isParticipant(gone));
                assertFalse(isRefused(map));
                cluster.await("there are sessions", () -> sessions(cluster) > 0);
            }
            cluster.await("nobody is remembered", () -> sessions(cluster) == 0);
        }
    }

    /** Sessions of clients in all copies. */
    private static int sessions(TestCluster cluster) {
        int[] count = {0};
        for (Member member : cluster.running()) {
            QuorumState state = member.state().orElseThrow();
            for (int p = 0; p < state.setup().partitions(); p++) {
                state.data()
                        .replica(p)
                        .log()
                        .content()
                        .forEachExecuted((session, last) -> count[0] += session == 0 ? 0 : 1);
            }
        }
        return count[0];
    }

    private static boolean run(String... command) throws IOException, InterruptedException {
        return new ProcessBuilder(command).redirectErrorStream(true).start().waitFor() == 0;
    }

    /** On a small disk of its own, which needs the right to mount one. */
    @Test
    void smallDiskFillsUpAndIsEmptied(@TempDir Path directory) throws Exception {
        onSmallDisk(directory, FullDiskTest::fill);
    }

    /** Nothing is answered that is not durable, and with room the store takes up its work again. */
    @Test
    void diskThatIsFullToTheLastByteIsEmptied(@TempDir Path directory) throws Exception {
        onSmallDisk(directory, FullDiskTest::fillToTheLastByte);
    }

    /** What is done on a disk. */
    private interface Deed {
        void on(Path disk) throws Exception;
    }

    private static void onSmallDisk(Path directory, Deed deed) throws Exception {
        Path disk = Files.createDirectory(directory.resolve("disk"));
        boolean mounted = Files.isExecutable(Path.of("/bin/mount"))
                && run("/bin/mount", "-t", "tmpfs", "-o", "size=96m", "godwit-test", disk.toString());
        assumeTrue(mounted, "not run: a small tmpfs cannot be mounted here, which takes Linux and root");
        try {
            deed.on(disk);
        } finally {
            run("/bin/umount", "-l", disk.toString());
        }
    }

    private static void fillToTheLastByte(Path disk) throws Exception {
        try (TestCluster cluster = new TestCluster(CONFIG.withDiskReserve(0)).durable(disk)) {
            cluster.found(1);
            byte[] value = new byte[MIB];
            int[] done = {0};
            try (GodwitClient client = GodwitClient.connect(
                    ClientConfig.of("test", cluster.addresses()).withTimeout(Duration.ofSeconds(3)))) {
                GodwitMap map = client.map("m");
                CallException full = assertThrows(CallException.class, () -> {
                    // Nothing that could be compressed.
                    for (Random random = new Random(1); done[0] < 200; done[0]++) {
                        random.nextBytes(value);
                        map.put(bytes("k" + done[0]), value);
                    }
                });
                assertEquals(CallException.Outcome.UNKNOWN, full.outcome());
                assertTrue(cluster.lines().stream().anyMatch(line -> line.startsWith("writing to disk fails")));
            }
            assertTrue(run("/bin/mount", "-o", "remount,size=512m", disk.toString()));
            try (GodwitClient client = cluster.client()) {
                GodwitMap map = client.map("m");
                map.put(bytes("l"), bytes("again"));
                assertTrue(cluster.lines().contains("the disk takes writes again"));
                cluster.restartAll();
                assertArrayEquals(bytes("again"), map.get(bytes("l")).orElseThrow());
                Random random = new Random(1);
                for (int i = 0; i < done[0]; i++) {
                    random.nextBytes(value);
                    assertArrayEquals(value, map.get(bytes("k" + i)).orElseThrow());
                }
            }
        }
    }

    private static void fill(Path disk) throws Exception {
        Path ballast = disk.resolve("ballast");
        try (TestCluster cluster = new TestCluster(CONFIG.withDiskReserve(24)).durable(disk)) {
            cluster.found(2);
            try (GodwitClient client = cluster.client()) {
                GodwitMap map = client.map("m");
                byte[] value = new byte[MIB];
                map.put(bytes("first"), bytes("v"));
                CallException full = assertThrows(CallException.class, () -> {
                    for (int i = 0; i < 100; i++) {
                        value[0] = (byte) i;
                        map.put(bytes("k"), value);
                    }
                });
                assertTrue(full.getMessage().endsWith("is nearly full"), full.getMessage());
                assertEquals(CallException.Outcome.NOT_DONE, full.outcome());
                assertArrayEquals(bytes("v"), map.get(bytes("first")).orElseThrow());
                int last = value[0];
                assertEquals(last - 1, map.get(bytes("k")).orElseThrow()[0]);

                // Somebody else takes most of the rest, or all of it where the store has taken more before it noticed.
                try (var out = Files.newOutputStream(ballast)) {
                    out.write(new byte[12 * MIB]);
                } catch (IOException e) {
                    assertEquals("No space left on device", e.getMessage());
                }
                assertArrayEquals(bytes("v"), map.get(bytes("first")).orElseThrow());
                Files.delete(ballast);

                assertTrue(run("/bin/mount", "-o", "remount,size=256m", disk.toString()));
                cluster.await("there are writes again", () -> {
                    try {
                        map.put(bytes("k"), bytes("again"));
                        return true;
                    } catch (CallException e) {
                        return false;
                    }
                });
                cluster.restartAll();
                assertArrayEquals(bytes("v"), map.get(bytes("first")).orElseThrow());
                assertArrayEquals(bytes("again"), map.get(bytes("k")).orElseThrow());
            }
        }
    }
}
