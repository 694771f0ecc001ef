package io.godwit.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.godwit.lab.LocalCluster;
import io.godwit.lab.LocalMember;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** {@code cluster restart N --port P}, with real processes. */
@Timeout(300)
class RestartAtPortTest {
    @TempDir
    private Path directory;

    private ClusterCommands commands;

    @BeforeEach
    void name() {
        commands = new ClusterCommands(directory.resolve("c"));
    }

    private void refused(String words, String... arguments) {
        commands.fails(2, "cluster", arguments);
        commands.says(words);
    }

    @AfterEach
    void stop() throws Exception {
        commands.cluster().stop();
    }

    private static String freePort() throws Exception {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return Integer.toString(socket.getLocalPort());
        }
    }

    @Test
    void memberComesBackAtThatPort() throws Exception {
        commands.done("cluster", "start", "--members", "3", "--partitions", "7", "--durable");
        commands.done("client", "put", "capital", "Oslo");
        commands.done("cluster", "version", "7");
        LocalCluster cluster = commands.cluster();
        LocalMember before = cluster.member(2);
        String port = freePort();
        refused("member-2 is running", "restart", "2", "--port", port);
        commands.done("cluster", "kill", "2");
        refused("--port must be from 1 to 65535", "restart", "2", "--port", "0");
        refused("--port must be from 1 to 65535", "restart", "2", "--port", "65536");
        refused("--port is for one member", "restart", "--all", "--port", port);
        String other = Integer.toString(cluster.member(3).port());
        refused("port " + other + " is that of member-3", "restart", "2", "--port", other);
        assertEquals(before.port(), cluster.member(2).port());
        commands.done("cluster", "restart", "2", "--port", port);
        assertTrue(cluster.awaitReady(Duration.ofMinutes(2)));
        assertEquals(port, Integer.toString(cluster.member(2).port()));
        assertEquals(3, cluster.members().size());
        commands.done("client", "put", "capital", "Bergen");
        commands.done("client", "get", "capital");
        assertEquals("Bergen", commands.output().strip());
        // It is there again without the option.
        commands.done("cluster", "kill", "2");
        commands.done("cluster", "restart", "2");
        assertTrue(cluster.awaitReady(Duration.ofMinutes(2)));
        assertEquals(port, Integer.toString(cluster.member(2).port()));
    }
}
