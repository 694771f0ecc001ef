package io.godwit.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.godwit.lab.LocalCluster;
import io.godwit.lab.LocalMember;
import io.godwit.protocol.ClusterState;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** {@code cluster stop --graceful} and {@code cluster restart --all}, with real processes. */
@Timeout(300)
class GracefulStopCommandTest {
    private static final long BOUND = 120;

    @TempDir
    private Path directory;

    private ClusterCommands commands;
    private LocalCluster cluster;

    @BeforeEach
    void name() {
        commands = new ClusterCommands(directory.resolve("c"));
        cluster = commands.cluster();
    }

    @AfterEach
    void stop() throws Exception {
        cluster.stop();
    }

    /** Primary, replicas and in-sync set of each partition, without versions. */
    private String replicas(int index) throws Exception {
        return cluster.ask(cluster.member(index), "/partitions")
                .orElseThrow()
                .replaceAll("\"(member|version|stamp)\"\\s*:\\s*(\"[^\"]*\"|\\d+)", "");
    }

    private void awaitCopies() throws Exception {
        long end = System.nanoTime() + Duration.ofSeconds(BOUND).toNanos();
        while (replicas(1).split("\"inSync\":\\[\\d+,\\d+\\]", -1).length != 8) {
            assertTrue(System.nanoTime() < end, replicas(1));
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

    /** The index of the member that is master. */
    private int master() throws Exception {
        long end = System.nanoTime() + Duration.ofSeconds(BOUND).toNanos();
        while (true) {
            for (LocalMember member : cluster.members()) {
                if (cluster.ask(member, "/status").orElse("").matches("(?s).*\"role\"\\s*:\\s*\"master\".*")) {
                    return member.index();
                }
            }
            assertTrue(System.nanoTime() < end);
            Thread.sleep(100);
        }
    }

    @Test
    void memberIsKilledInTheMiddleOfTheStop() throws Exception {
        commands.done("cluster", "start", "--members", "3", "--partitions", "7", "--durable");
        commands.done("client", "put", "capital", "Oslo");
        commands.fails(1, "cluster", "stop", "--graceful");
        commands.says("cluster version 6 has no STOPPING; raise it first");
        commands.done("cluster", "version", "7");
        awaitCopies();
        commands.fails(1, "cluster", "stop", "--graceful", "--timeout", "1ms");
        commands.says("asked for STOPPING within 1 ms");
        commands.says("nothing was stopped");
        commands.says("the cluster is ACTIVE");
        commands.done("cluster", "state", "STOPPING");
        String before = replicas(1);
        int killed = master();
        commands.done("cluster", "kill", String.valueOf(killed));
        // Longer than the time after which a silent member is taken to be dead.
        Thread.sleep(4_000);
        int next = master();
        assertEquals(before, replicas(next));
        // The next master asks all primaries once more, and one is dead; what was acknowledged holds.
        commands.done("cluster", "state");
        commands.says("STOPPING, not yet acknowledged");
        commands.done("cluster", "stop", "--graceful", "--timeout", "5s");
        commands.says("stopped 2 processes");
        // Two of three are not the whole cluster.
        for (int index = 1; index <= 3; index++) {
            if (index != killed) {
                commands.done("cluster", "restart", String.valueOf(index));
            }
        }
        long end = System.nanoTime() + Duration.ofSeconds(BOUND).toNanos();
        while (cluster.ask(cluster.member(next), "/ready").isEmpty()) {
            assertTrue(System.nanoTime() < end);
            Thread.sleep(100);
        }
        commands.fails(1, "cluster", "stop", "--graceful", "--timeout", "3s");
        commands.says("the cluster is STOPPING, not yet acknowledged");
        commands.says("nothing was stopped");
        commands.done("cluster", "stop");
        commands.done("cluster", "restart", "--all");
        assertEquals(
                List.of("started 3 processes", "ACTIVE"),
                commands.output().lines().toList());
        assertEquals(before, replicas(1));
        assertNothingCopied();
        commands.done("client", "get", "capital");
        assertEquals("Oslo", commands.output().strip());
    }

    private String note() throws Exception {
        Path file = cluster.file(AcknowledgedStop.NAME);
        return Files.exists(file) ? Files.readString(file) : "";
    }

    @Test
    void noteOfAnAcknowledgedStopEndsWithIt() throws Exception {
        commands.done("cluster", "start", "--members", "1", "--partitions", "1", "--durable");
        commands.done("cluster", "version", "7");
        commands.done("cluster", "state", "STOPPING");
        String noted = note();
        assertFalse(noted.isEmpty());
        commands.fails(2, "cluster", "restart", "9");
        commands.says("there is no member 9");
        assertEquals(noted, note(), "nothing has started");
        // Not with a command, which would delete the note.
        ClusterOperator.of(cluster).changeState(ClusterState.ACTIVE);
        commands.run("cluster", "state", "STOPPING", "--timeout", "1ms");
        assertNotEquals(noted, note(), "STOPPING is asked for anew");
        ClusterOperator.of(cluster).changeState(ClusterState.ACTIVE);
        commands.done("cluster", "state", "STOPPING");
        noted = note();
        ClusterOperator.of(cluster).changeState(ClusterState.ACTIVE);
        commands.run("cluster", "stop", "--graceful", "--timeout", "1ms");
        assertNotEquals(noted, note(), "STOPPING is asked for anew");
    }

    @Test
    void noteEndsWhenAMemberIsAdded() throws Exception {
        commands.done("cluster", "start", "--members", "1", "--partitions", "1", "--durable");
        commands.done("cluster", "version", "7");
        commands.done("cluster", "state", "STOPPING");
        assertFalse(note().isEmpty());
        commands.done("cluster", "add");
        assertEquals("", note());
    }

    @Test
    void timeLimitsThatMakeNoSenseAreWrongUse() {
        for (String[] wrong :
                new String[][] {{"version", "7"}, {"version"}, {"state", "ACTIVE"}, {"stop"}, {"restart", "--all"}}) {
            String[] all = Arrays.copyOf(wrong, wrong.length + 2);
            all[wrong.length] = "--timeout";
            all[wrong.length + 1] = "15m";
            commands.fails(2, "cluster", all);
            commands.says("--timeout must be more than 0 and at most 10m");
        }
    }

    @Test
    void clusterWithoutDataIsNotStoppedGracefully() {
        commands.done("cluster", "start", "--members", "1", "--partitions", "1");
        commands.fails(2, "cluster", "stop", "--graceful");
        commands.says("it cannot be stopped gracefully; start it with --durable");
        for (String[] wrong : new String[][] {{"restart"}, {"restart", "1", "--all"}}) {
            commands.fails(2, "cluster", wrong);
            commands.says("give the index of a member, or --all, and not both");
        }
    }
}
