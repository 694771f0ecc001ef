package io.godwit.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.godwit.member.config.LeavePolicy;
import io.godwit.member.config.MemberConfig;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

class MemberFlagsTest {
    @Command(name = "member")
    private static final class Holder {
        @Mixin
        private MemberFlags flags;
    }

    private static MemberConfig config(String... arguments) {
        Holder holder = new Holder();
        CommandLine line = new CommandLine(holder);
        line.parseArgs(arguments);
        return holder.flags.config(line);
    }

    @Test
    void nameSufficesToFormACluster() {
        assertEquals(MemberConfig.of("godwit", "a").withPorts(5701, 0), config("--name", "a"));
    }

    @Test
    void optionsCount() {
        assertEquals(
                MemberConfig.of("prod", "b")
                        .withHost("10.0.0.2")
                        .withZone("north-1")
                        .withPorts(6000, -1)
                        .withTokenFile(Path.of("/etc/token"))
                        .withMembers(List.of("10.0.0.1:6000", "10.0.0.2:6000"))
                        .withDataDir(Path.of("/data/b"))
                        .withLeaving(new LeavePolicy(LeavePolicy.OnSigterm.LEAVE, 25, LeavePolicy.OnTimeout.CONTINUE)),
                config(
                        "--name=b",
                        "--cluster=prod",
                        "--host=10.0.0.2",
                        "--zone=north-1",
                        "--port=6000",
                        "--http-port=-1",
                        "--token-file=/etc/token",
                        "--join=10.0.0.1:6000,10.0.0.2:6000",
                        "--data-dir=/data/b",
                        "--on-sigterm=leave",
                        "--leave-timeout=25",
                        "--on-leave-timeout=continue"));
    }

    @Test
    void invalidOptionIsRefusedByName() {
        refused("--config FILE or --name NAME is required");
        refused("--config FILE or --name NAME is required", "--port=5702");
        refused("--name must not be empty", "--name=");
        refused("--cluster must not be empty", "--name=a", "--cluster= ");
        refused("--host must be a host name or an IPv4 address, not 'a:b'", "--name=a", "--host=a:b");
        refused(
                "--zone must be at most 64 letters, digits, dots, hyphens and underscores, not 'a b'",
                "--name=a",
                "--zone=a b");
        refused("--port must be 0 to 65535, not 65536", "--name=a", "--port=65536");
        refused("Invalid value for option '--port': 'x' is not an int", "--name=a", "--port=x");
        refused("--http-port must be -1 to 65535, not -2", "--name=a", "--http-port=-2");
        refused("--join: not host:port: somewhere", "--name=a", "--join=somewhere");
        refused("--join: not host:port: ''", "--name=a", "--join=a:1,,b:2");
        refused("--join: not a port from 1 to 65535: a:0", "--name=a", "--join=b:1,a:0");
        refused("--on-sigterm must be one of stop, leave, not ''", "--name=a", "--on-sigterm=");
        refused("--leave-timeout must be 1 or more seconds, not 0", "--name=a", "--leave-timeout=0");
        refused(
                "--on-leave-timeout must be one of continue, stop, stop-after-sigterm, not 'die'",
                "--name=a",
                "--on-leave-timeout=die");
        refused("--port cannot be combined with --config; set it in the file", "--config=m.yaml", "--port=1");
    }

    private static void refused(String why, String... arguments) {
        List<String> all = new ArrayList<>(List.of("member"));
        all.addAll(List.of(arguments));
        StringWriter err = new StringWriter();
        CommandLine line = Main.commandLine();
        line.setErr(new PrintWriter(err, true));
        assertEquals(2, line.execute(all.toArray(String[]::new)));
        assertTrue(err.toString().startsWith(why), err::toString);
    }
}
