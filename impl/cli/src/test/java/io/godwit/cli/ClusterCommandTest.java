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
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** Real processes. */
@Timeout(300)
class ClusterCommandTest {
    private static final long BOUND = 120;

    @TempDir
    private Path directory;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    private int run(String... arguments) {
        out.getBuffer().setLength(0);
        err.getBuffer().setLength(0);
        CommandLine line = Main.commandLine();
        line.setOut(new PrintWriter(out, true));
        line.setErr(new PrintWriter(err, true));
        return line.execute(arguments);
    }

    private int cluster(String... arguments) {
        List<String> all = new java.util.ArrayList<>(List.of("cluster"));
        all.addAll(List.of(arguments));
        all.addAll(List.of("--dir", directory.resolve("c").toString()));
        return run(all.toArray(String[]::new));
    }

    @AfterEach
    void stop() throws Exception {
        new LocalCluster(directory.resolve("c")).stop();
    }

    @Test
    void processesStartServeDieAndStop() throws Exception {
        assertEquals(0, cluster("start", "--members", "3", "--partitions", "7", "--durable"), () -> out + "" + err);
        LocalCluster cluster = new LocalCluster(directory.resolve("c"));
        List<String> addresses = cluster.members().stream()
                .map(member -> member.host() + ":" + member.port())
                .toList();
        ClientConfig config = ClientConfig.of("local", addresses).withTimeout(Duration.ofSeconds(60));
        try (GodwitClient client = GodwitClient.connect(config)) {
            GodwitMap map = client.map("m");
            for (int i = 0; i < 50; i++) {
                map.put(("k" + i).getBytes(UTF_8), ("v" + i).getBytes(UTF_8));
            }
            assertEquals(0, cluster("kill", "2"));
            assertEquals(1, cluster("kill", "2"));
            for (int i = 0; i < 50; i++) {
                assertArrayEquals(
                        ("v" + i).getBytes(UTF_8),
                        map.get(("k" + i).getBytes(UTF_8)).orElseThrow());
            }
            assertEquals(0, cluster("status"));
            assertTrue(out.toString().contains("member-2   gone"), out.toString());
            assertEquals(0, cluster("restart", "2"));
            assertTrue(cluster.awaitReady(Duration.ofSeconds(BOUND)));
            for (LocalMember member : cluster.members()) {
                assertEquals(0, cluster("kill", Integer.toString(member.index())));
            }
            for (LocalMember member : cluster.members()) {
                assertEquals(0, cluster("restart", Integer.toString(member.index())), () -> out + "" + err);
            }
            assertEquals(50, map.size());
        }
        assertEquals(0, cluster("add"));
        assertTrue(cluster.awaitReady(Duration.ofSeconds(BOUND)));
        assertEquals(0, cluster("status"));
        assertTrue(out.toString().contains("member-4"), out.toString());
        assertEquals(0, cluster("leave", "1"));
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(BOUND);
        while (cluster.member(1).process().isPresent() && System.nanoTime() < end) {
            Thread.sleep(50);
        }
        assertFalse(cluster.member(1).process().isPresent(), "it has not left");
        assertEquals(0, cluster("stop"));
        assertTrue(out.toString().contains("stopped 3 processes"), out.toString());
        assertEquals(1, cluster("status"));
    }

    @Test
    void wrongUseIsExplained() {
        assertEquals(2, run("cluster"));
        assertEquals(2, cluster("start", "--members", "0"));
        assertEquals(2, cluster("kill", "7"));
        assertTrue(err.toString().contains("there is no member 7"), err.toString());
        assertEquals(2, cluster("add"));
        assertTrue(err.toString().contains("there is no cluster in"), err.toString());
    }

    @Test
    void aBrokenConfigurationNamesItsLine() throws Exception {
        Path file = Files.writeString(directory.resolve("m.yaml"), "cluster: c\nprot: 1\n");
        assertEquals(2, run("member", "--config", file.toString()));
        assertTrue(err.toString().startsWith(file + ":2: unknown key prot"), err.toString());
    }
}
