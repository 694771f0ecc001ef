package io.godwit.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.godwit.lab.LocalCluster;
import io.godwit.lab.LocalMember;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** {@code cluster restart N --port P}, with real processes. */
@Timeout(300)
class RestartAtPortTest {
    @TempDir
    private Path directory;

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

    private void refused(String words, String... arguments) {
        assertEquals(2, run("cluster", arguments), () -> out + "" + err);
        assertTrue(err.toString().contains(words), err.toString());
    }

    @AfterEach
    void stop() throws Exception {
        new LocalCluster(directory.resolve("c")).stop();
    }

    private static String freePort() throws Exception {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return Integer.toString(socket.getLocalPort());
        }
    }

    @Test
    void memberComesBackAtThatPort() throws Exception {
        done("cluster", "start", "--members", "3", "--partitions", "7", "--durable");
        done("client", "put", "capital", "Oslo");
        done("cluster", "version", "7");
        LocalCluster cluster = new LocalCluster(directory.resolve("c"));
        LocalMember before = cluster.member(2);
        String port = freePort();
        refused("member-2 is running", "restart", "2", "--port", port);
        done("cluster", "kill", "2");
        refused("--port must be from 1 to 65535", "restart", "2", "--port", "0");
        refused("--port must be from 1 to 65535", "restart", "2", "--port", "65536");
        refused("--port is for one member", "restart", "--all", "--port", port);
        String other = Integer.toString(cluster.member(3).port());
        refused("port " + other + " is that of member-3", "restart", "2", "--port", other);
        assertEquals(before.port(), cluster.member(2).port());
        done("cluster", "restart", "2", "--port", port);
        assertTrue(cluster.awaitReady(Duration.ofMinutes(2)), () -> out + "" + err);
        assertEquals(port, Integer.toString(cluster.member(2).port()));
        assertEquals(3, cluster.members().size());
        done("client", "put", "capital", "Bergen");
        done("client", "get", "capital");
        assertEquals("Bergen", out.toString().strip());
        // It is there again without the option.
        done("cluster", "kill", "2");
        done("cluster", "restart", "2");
        assertTrue(cluster.awaitReady(Duration.ofMinutes(2)), () -> out + "" + err);
        assertEquals(port, Integer.toString(cluster.member(2).port()));
    }
}
