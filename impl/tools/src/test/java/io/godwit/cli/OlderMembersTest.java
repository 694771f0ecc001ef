package io.godwit.cli;

import static org.junit.jupiter.api.Assertions.assertFalse;

import com.sun.net.httpserver.HttpServer;
import io.godwit.lab.LocalMember;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A cluster whose only member runs a program of before cluster versions: it has a page {@code /status}, and none {@code /version}. */
@Timeout(120)
class OlderMembersTest {
    @Test
    void versionThatOlderProgramsCannotReach(@TempDir Path directory) throws Exception {
        ClusterCommands commands = new ClusterCommands(directory.resolve("c"));
        commands.done("cluster", "start", "--members", "1", "--partitions", "1");
        commands.done("cluster", "stop");
        LocalMember member = commands.cluster().member(1);
        HttpServer server =
                HttpServer.create(new InetSocketAddress(InetAddress.getByName(member.host()), member.httpPort()), 0);
        server.createContext("/", exchange -> {
            boolean known = exchange.getRequestURI().getPath().equals("/status");
            exchange.sendResponseHeaders(known ? 200 : 404, 0);
            exchange.getResponseBody().write((known ? "{}" : "").getBytes(StandardCharsets.UTF_8));
            exchange.close();
        });
        server.start();
        // The process of a member is one that has its configuration in its command.
        Process process = new ProcessBuilder("tail", "-f", member.config().toString())
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        try {
            Files.writeString(member.directory().resolve("pid"), Long.toString(process.pid()));
            commands.fails(1, "cluster", "version", "7", "--timeout", "300ms");
            commands.says("the cluster version is 6, and the members that answer run programs that know no other");
            assertFalse(commands.output().contains("no member answers"), commands::output);
        } finally {
            process.destroy();
            server.stop(0);
        }
    }
}
