package io.godwit.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.godwit.lab.LocalCluster;
import io.godwit.lab.LocalMember;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** {@code cluster stop --graceful} and {@code cluster restart --all}, with real processes. */
@Timeout(300)
class GracefulStopCommandTest {
    private static final long BOUND = 120;

    @TempDir
    private Path directory;

    private LocalCluster cluster;
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    private int run(String group, String... arguments) {
        out.getBuffer().setLength(0);
        err.getBuffer().setLength(0);
        List<String> all = new ArrayList<>(List.of(group));
        all.addAll(List.of(arguments));
        all.addAll(List.of("--dir", directory.resolve("c").toString()));
        CommandLine line = Main.commandLine();
        line.setOut(new PrintWriter(out, true));
        line.setErr(new PrintWriter(err, true));
        return line.execute(all.toArray(String[]::new));
    }

    private void done(String group, String... arguments) {
        assertEquals(0, run(group, arguments), () -> out + "" + err);
    }

    private void says(String words) {
        assertTrue((out + "" + err).contains(words), () -> out + "" + err);
    }

    @BeforeEach
    void name() {
        cluster = new LocalCluster(directory.resolve("c"));
    }

    @AfterEach
    void stop() throws Exception {
        cluster.stop();
    }

    /** Primary, replicas and in-sync set of each partition, without versions. */
    private String replicas() throws Exception {
        return cluster.ask(cluster.member(1), "/partitions")
                .orElseThrow()
                .replaceAll("\"(member|version|stamp)\"\\s*:\\s*(\"[^\"]*\"|\\d+)", "");
    }

    private void awaitCopies() throws Exception {
        long end = System.nanoTime() + Duration.ofSeconds(BOUND).toNanos();
        while (replicas().split("\"inSync\":\\[\\d+,\\d+\\]", -1).length != 8) {
            assertTrue(System.nanoTime() < end, replicas());
            Thread.sleep(100);
        }
    }

    /** No copy was sent since the processes started. */
    private void assertNothingCopied() throws Exception {
        for (LocalMember member : cluster.members()) {
            List<String> counted = cluster.ask(member, "/metrics")
                    .orElseThrow()
                    .lines()
                    .filter(line -> line.matches(
                            "\\w*transfer(s_whole|s_file|s_difference|_bytes|_file_bytes)\\w*(\\{.*\\})? .*"))
                    .toList();
            assertTrue(counted.size() >= 5, counted::toString);
            counted.forEach(line -> assertTrue(line.matches(".* 0(\\.0)?"), line));
        }
    }

    @Test
    void memberIsKilledInTheMiddleOfTheStop() throws Exception {
        done("cluster", "start", "--members", "3", "--partitions", "7", "--durable");
        done("client", "put", "capital", "Oslo");
        assertEquals(1, run("cluster", "stop", "--graceful"));
        says("cluster version 6 has no STOPPING; raise it first");
        done("cluster", "version", "7");
        awaitCopies();
        assertEquals(1, run("cluster", "stop", "--graceful", "--timeout", "1ms"));
        says("asked for STOPPING within 1 ms");
        says("nothing was stopped");
        says("the cluster is ACTIVE");
        done("cluster", "state", "STOPPING");
        String before = replicas();
        done("cluster", "kill", "2");
        // Longer than the time after which a silent member is taken to be dead.
        Thread.sleep(4_000);
        assertEquals(before, replicas());
        // Another master may ask all primaries once more; what was acknowledged holds.
        done("cluster", "stop");
        says("stopped 2 processes");
        // Two of three are not the whole cluster.
        done("cluster", "restart", "1");
        done("cluster", "restart", "3");
        long end = System.nanoTime() + Duration.ofSeconds(BOUND).toNanos();
        while (cluster.ask(cluster.member(1), "/ready").isEmpty()) {
            assertTrue(System.nanoTime() < end);
            Thread.sleep(100);
        }
        assertEquals(1, run("cluster", "stop", "--graceful", "--timeout", "3s"), () -> out + "" + err);
        says("the cluster is STOPPING, not yet acknowledged");
        says("nothing was stopped");
        done("cluster", "stop");
        done("cluster", "restart", "--all");
        assertEquals(
                List.of("started 3 processes", "ACTIVE"), out.toString().lines().toList());
        assertEquals(before, replicas());
        assertNothingCopied();
        done("client", "get", "capital");
        assertEquals("Oslo", out.toString().strip());
    }

    @Test
    void clusterWithoutDataIsNotStoppedGracefully() {
        done("cluster", "start", "--members", "1", "--partitions", "1");
        assertEquals(2, run("cluster", "stop", "--graceful"));
        says("it cannot be stopped gracefully; start it with --durable");
        for (String[] wrong : new String[][] {{"restart"}, {"restart", "1", "--all"}}) {
            assertEquals(2, run("cluster", wrong));
            says("give the index of a member, or --all, and not both");
        }
    }
}
