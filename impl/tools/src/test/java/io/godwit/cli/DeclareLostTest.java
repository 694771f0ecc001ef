package io.godwit.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.godwit.client.CallException;
import io.godwit.client.ClientConfig;
import io.godwit.client.GodwitClient;
import io.godwit.client.GodwitMap;
import io.godwit.lab.LocalCluster;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Real processes with a map without backups, of which one dies with the only copies of some keys. */
@Timeout(400)
class DeclareLostTest {
    private static final int KEYS = 50;
    /** Longer than 28 heartbeats. */
    private static final long DOWN_MILLIS = 6_000;

    @TempDir
    private Path directory;

    private ClusterCommands commands;

    @BeforeEach
    void name() {
        commands = new ClusterCommands(directory.resolve("c"));
    }

    private void awaitStatus(boolean served) throws InterruptedException {
        do {
            Thread.sleep(200);
            commands.run("cluster", "status");
        } while (commands.output().contains("not served") == served);
    }

    @AfterEach
    void stop() throws Exception {
        commands.cluster().stop();
    }

    private GodwitClient connect() throws IOException {
        List<String> addresses = commands.cluster().members().stream()
                .map(member -> member.host() + ":" + member.port())
                .toList();
        return GodwitClient.connect(ClientConfig.of("local", addresses).withTimeout(Duration.ofSeconds(40)));
    }

    /** Writes all keys to a map. */
    private static void put(GodwitMap map, String value) {
        for (int i = 0; i < KEYS; i++) {
            map.put(bytes("k" + i), bytes(value));
        }
    }

    private static byte[] bytes(String text) {
        return text.getBytes(UTF_8);
    }

    private static Set<Integer> present(GodwitMap map) {
        Set<Integer> present = new TreeSet<>();
        for (int i = 0; i < KEYS; i++) {
            if (map.get(bytes("k" + i)).isPresent()) {
                present.add(i);
            }
        }
        return present;
    }

    @Test
    void operatorLetsTheClusterGoOnWithoutTheCopiesOfADeadMember() throws Exception {
        String[] start = {"start", "--members", "3", "--partitions", "7", "--durable", "--map", "cache=0"};
        commands.done("cluster", start);
        LocalCluster cluster = commands.cluster();
        try (GodwitClient client = connect()) {
            GodwitMap map = client.map("cache");
            GodwitMap safe = client.map("safe");
            put(map, "old");
            put(safe, "old");
            commands.done("cluster", "declare-lost", "--all");
            commands.says("all partitions are served");
            commands.fails(1, "cluster", "declare-lost", "--partition", "0,14");
            commands.says("partition 0 is not lost: member");
            commands.says("there is no partition 14; the last one is 13");
            commands.done("cluster", "kill", "2");
            awaitStatus(false);
            CallException failed = assertThrows(CallException.class, () -> present(map));
            assertTrue(
                    failed.getMessage().contains("is not served: its current copies are at members that do not answer"),
                    failed::getMessage);
            commands.done("cluster", "declare-lost", "--all");
            commands.says(", declared lost: member ");
            awaitStatus(true);
            Set<Integer> kept = present(map);
            assertTrue(!kept.isEmpty() && kept.size() < KEYS, kept::toString);
            assertEquals(KEYS, present(safe).size());
            map.put(bytes("k0"), bytes("new"));
            kept.add(0);
            commands.done("cluster", "restart", "2");
            assertTrue(cluster.awaitReady(Duration.ofMinutes(2)));
            assertEquals(kept, present(map), "the old copies have come back");
            assertArrayEquals(bytes("new"), map.get(bytes("k0")).orElseThrow());
            put(map, "new");
            assertEquals(KEYS, map.size());
        }
    }

    /** With {@code on-loss: empty} nobody has to declare anything. */
    @Test
    void cacheGoesOnByItselfWithoutTheCopiesOfADeadMember() throws Exception {
        commands.done("cluster", "start", "--members", "3", "--partitions", "7", "--map", "cache=0", "--on-loss-empty");
        try (GodwitClient client = connect()) {
            GodwitMap map = client.map("cache");
            GodwitMap safe = client.map("safe");
            put(map, "old");
            put(safe, "old");
            commands.done("cluster", "kill", "2");
            Set<Integer> kept = present(map);
            assertTrue(!kept.isEmpty() && kept.size() < KEYS, kept::toString);
            assertEquals(KEYS, present(safe).size());
            awaitStatus(true);
            put(map, "new");
            commands.done("cluster", "restart", "2");
            assertTrue(commands.cluster().awaitReady(Duration.ofMinutes(2)));
            assertEquals(KEYS, map.size());
            assertArrayEquals(bytes("new"), map.get(bytes("k0")).orElseThrow());
        }
    }

    /** A member with a disk that is down for longer than it takes to be removed, and not for {@code on-loss-delay}. */
    @Test
    void restartedMemberLosesNothing() throws Exception {
        commands.done(
                "cluster",
                "start",
                "--members",
                "3",
                "--partitions",
                "7",
                "--durable",
                "--map",
                "cache=0",
                "--on-loss-empty");
        try (GodwitClient client = connect()) {
            GodwitMap map = client.map("cache");
            put(map, "old");
            commands.done("cluster", "kill", "2");
            awaitStatus(false);
            Thread.sleep(DOWN_MILLIS);
            commands.done("cluster", "restart", "2");
            assertTrue(commands.cluster().awaitReady(Duration.ofMinutes(2)));
            assertEquals(KEYS, present(map).size());
        }
    }

    @Test
    void wrongUse() {
        commands.fails(2, "cluster", "start", "--on-loss-empty");
        commands.says("--on-loss-empty requires maps with 0 backups (--backups 0, --map NAME=0)");
        commands.fails(2, "cluster", "declare-lost");
        commands.says("give --partition P,... or --all, and not both");
        commands.fails(2, "cluster", "declare-lost", "--all", "--partition", "1");
        commands.fails(2, "cluster", "declare-lost", "--partition", "x");
        commands.fails(2, "cluster", "declare-lost", "--all");
        commands.says("no cluster");
    }
}
