package io.godwit.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.godwit.client.ClientConfig;
import io.godwit.client.GodwitClient;
import io.godwit.client.GodwitMap;
import io.godwit.lab.LocalCluster;
import io.godwit.lab.LocalMember;
import io.godwit.lab.LocalMember.Condition;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** Real processes, of which most are lost. */
@Timeout(300)
class RecoverCommandTest {
    private static final int KEYS = 60;
    private static final Duration BOUND = Duration.ofMinutes(2);

    @TempDir
    private Path directory;

    private final StringWriter output = new StringWriter();

    private int run(String... arguments) {
        output.getBuffer().setLength(0);
        CommandLine line = Main.commandLine();
        line.setOut(new PrintWriter(output, true));
        line.setErr(new PrintWriter(output, true));
        return line.execute(arguments);
    }

    private int command(String name, String... arguments) {
        List<String> all = new ArrayList<>(List.of("cluster"));
        all.addAll(List.of(arguments));
        all.addAll(List.of("--dir", directory.resolve(name).toString()));
        return run(all.toArray(String[]::new));
    }

    private LocalCluster cluster(String name) {
        return new LocalCluster(directory.resolve(name));
    }

    private String data(String cluster, int member) throws IOException {
        return cluster(cluster).member(member).data().toString();
    }

    @AfterEach
    void stop() throws Exception {
        for (String name : List.of("c", "other")) {
            if (cluster(name).exists()) {
                cluster(name).stop();
            }
        }
    }

    private void start(String name, int members) throws Exception {
        assertEquals(
                0,
                command(name, "start", "--members", Integer.toString(members), "--partitions", "7", "--durable"),
                output::toString);
    }

    private GodwitClient client(LocalMember... members) {
        List<String> addresses = new ArrayList<>();
        for (LocalMember member : members) {
            addresses.add(member.address());
        }
        return GodwitClient.connect(ClientConfig.of("local", addresses).withTimeout(BOUND));
    }

    private static byte[] bytes(String text) {
        return text.getBytes(UTF_8);
    }

    private void assertRefused(int status, String why, String... directories) {
        List<String> all = new ArrayList<>(List.of("recover"));
        all.addAll(List.of(directories));
        all.add("--yes");
        assertEquals(status, run(all.toArray(String[]::new)), output::toString);
        assertTrue(output.toString().contains(why), output.toString());
    }

    @Test
    void oneOfThreeGoesOnAndRefusesTheOthers() throws Exception {
        start("c", 3);
        LocalCluster cluster = cluster("c");
        try (GodwitClient client = client(cluster.members().toArray(LocalMember[]::new))) {
            GodwitMap map = client.map("m");
            for (int i = 0; i < KEYS; i++) {
                map.put(bytes("k" + i), bytes("v" + i));
            }
        }
        assertRefused(2, "is in use already", data("c", 1));
        for (int i = 1; i <= 3; i++) {
            assertEquals(0, command("c", "kill", Integer.toString(i)));
        }
        badInputIsRefused();
        assertEquals(1, run("recover", data("c", 1)), output::toString);
        assertTrue(output.toString().contains("not here are {2, 3}"), output.toString());
        assertTrue(output.toString().contains("Nothing was written"), output.toString());
        assertEquals(0, run("recover", data("c", 1), "--yes"), output::toString);
        assertTrue(output.toString().contains("The voters will be {1}"), output.toString());

        assertEquals(0, command("c", "restart", "1"), output::toString);
        LocalMember left = cluster.member(1);
        try (GodwitClient client = client(left)) {
            GodwitMap map = client.map("m");
            int found = 0;
            for (int i = 0; i < KEYS; i++) {
                byte[] value = map.get(bytes("k" + i)).orElse(null);
                if (value != null) {
                    assertArrayEquals(bytes("v" + i), value);
                    found++;
                }
            }
            // One copy of two was there: of partitions that have none at this member, nothing can be left.
            assertTrue(found > 0 && found < KEYS, found + " of " + KEYS);
            map.put(bytes("later"), bytes("on"));

            othersAreRefused(cluster);
            assertArrayEquals(bytes("on"), map.get(bytes("later")).orElseThrow());
        }
        assertEquals(0, command("c", "add"), output::toString);
        try (GodwitClient client = client(cluster.member(4))) {
            assertArrayEquals(bytes("on"), client.map("m").get(bytes("later")).orElseThrow());
        }
    }

    /** The two others are a majority of the old voters, and come back. Each ends when the recovered member refuses it. */
    private void othersAreRefused(LocalCluster cluster) throws Exception {
        for (int i = 2; i <= 3; i++) {
            LocalMember dead = cluster.member(i);
            cluster.restart(dead, ClusterOptions.command());
            long end = System.nanoTime() + BOUND.toNanos();
            while (dead.condition() != Condition.GONE && System.nanoTime() < end) {
                Thread.sleep(50);
            }
            assertEquals(Condition.GONE, dead.condition());
            String log = Files.readString(dead.output());
            assertTrue(log.contains("the cluster was recovered without this member"), log);
        }
    }

    private void badInputIsRefused() throws Exception {
        start("other", 1);
        assertEquals(0, command("other", "kill", "1"));
        assertRefused(2, "is of another cluster", data("c", 1), data("other", 1));
        assertRefused(2, "is named twice", data("c", 1), data("c", 1));
        assertRefused(2, "there is no directory", directory.resolve("nothing").toString());
        assertFalse(Files.exists(directory.resolve("nothing")));
        Path empty = Files.createDirectory(directory.resolve("empty"));
        assertRefused(2, "is no data directory", empty.toString());
        Path copy = Files.createDirectory(directory.resolve("copy"));
        try (Stream<Path> files = Files.list(Path.of(data("c", 1)))) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Files.copy(file, copy.resolve(file.getFileName()));
            }
        }
        assertRefused(2, "are of the same member, 1", data("c", 1), copy.toString());
        Files.delete(copy.resolve("CURRENT"));
        assertRefused(5, "CURRENT is missing", data("c", 2), copy.toString());
    }
}
