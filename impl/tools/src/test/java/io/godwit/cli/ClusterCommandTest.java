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
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
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
        assertEquals(
                0,
                cluster(
                        "start", "--members", "3", "--partitions", "7", "--durable", "--map", "cache-*=0",
                        "--max-idle", "cache-*=60", "--max-idle", "idle=60"),
                () -> out + "" + err);
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
            assertEquals(0, cluster("pause", "2"));
            assertEquals(LocalMember.Condition.PAUSED, cluster.member(2).condition());
            assertEquals(0, cluster("resume", "2"));
            assertEquals(LocalMember.Condition.RUNNING, cluster.member(2).condition());
            assertEquals(2, cluster("restart", "2"));
            assertEquals(0, cluster("kill", "2"));
            assertEquals(1, cluster("kill", "2"));
            assertEquals(1, cluster("pause", "2"));
            assertEquals(LocalMember.Condition.GONE, cluster.member(2).condition());
            for (int i = 0; i < 50; i++) {
                assertArrayEquals(
                        ("v" + i).getBytes(UTF_8),
                        map.get(("k" + i).getBytes(UTF_8)).orElseThrow());
            }
            assertEquals(0, cluster("status"));
            assertTrue(out.toString().contains("member-2   gone"), out.toString());
            assertTrue(out.toString().contains("14 partitions (7 with 1, 7 with 0 backups)"), out.toString());
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
        clientsCallAndWatch();
        assertEquals(0, cluster("add"));
        assertTrue(cluster.awaitReady(Duration.ofSeconds(BOUND)));
        assertEquals(0, cluster("status"));
        assertTrue(out.toString().contains("member-4"), out.toString());
        assertEquals(0, cluster("leave", "1"));
        assertTrue(out.toString().contains("member-1 has left"), out.toString());
        assertFalse(cluster.member(1).process().isPresent(), "it has not left");
        memberThatCannotLeaveIsReported();
        assertEquals(0, cluster("stop"));
        assertTrue(out.toString().contains("stopped 3 processes"), out.toString());
        assertEquals(0, cluster("stop"));
        assertTrue(out.toString().contains("stopped 0 processes"), out.toString());
        assertEquals(1, cluster("status"));
        assertEquals(2, cluster("add"));
        assertTrue(err.toString().contains("is running, so there is nothing to join"), err.toString());
    }

    /** Of four members, the first has left. */
    private void memberThatCannotLeaveIsReported() {
        assertEquals(2, cluster("start"));
        assertTrue(err.toString().contains("a cluster is already running in"), err.toString());
        assertEquals(1, cluster("leave", "1"));
        assertTrue(out.toString().contains("member-1 is not running"), out.toString());
        assertEquals(0, cluster("pause", "2"));
        assertEquals(1, cluster("leave", "2"));
        assertTrue(out.toString().contains("member-2 is paused; resume it first"), out.toString());
        assertEquals(0, cluster("pause", "3"));
        assertEquals(1, cluster("leave", "4"));
        assertTrue(out.toString().contains("member-4 cannot leave: no other running member"), out.toString());
        assertEquals(2, cluster("leave", "9"));
        assertTrue(err.toString().contains("there is no member 9 in"), err.toString());
    }

    @Test
    void backupsThatMakeNoSenseAreWrongUse() {
        wrong("--map a is 0 to 6, not 7", "a=7");
        wrong("a pattern has one *, at its end: a*b", "a*b=1");
        wrong("the backups of all other maps are said by backups", "*=1");
        wrong("are the members' own: godwit.members", "godwit.members=1");
        wrong("", "a");
        wrong("", "a=many");
        assertEquals(2, cluster("start", "--max-idle", "a=0"));
        assertTrue(err.toString().contains("--max-idle a must be 1 to 10000 seconds, not 0"), err::toString);
        assertEquals(2, cluster("start", "--max-idle", "a*b=1"));
        assertTrue(err.toString().contains("--max-idle: a pattern has one *, at its end: a*b"), err::toString);
        assertEquals(2, cluster("start", "--partitions", "30000", "--map", "a=0"));
        assertTrue(
                err.toString().contains("--partitions must be 1 to 25010 with 2 numbers of backups, not 30000"),
                err::toString);
    }

    private void wrong(String why, String map) {
        assertEquals(2, cluster("start", "--map", map));
        assertTrue(err.toString().contains(why) && err.toString().contains("--map"), err::toString);
    }

    private int client(String command, String... arguments) {
        List<String> all = new java.util.ArrayList<>(List.of("client", command));
        all.addAll(List.of("--dir", directory.resolve("c").toString(), "--timeout", "60s"));
        all.addAll(List.of(arguments));
        return run(all.toArray(String[]::new));
    }

    /** What comes behind the positions that an earlier call has printed. */
    private void clientFollows() {
        assertEquals(0, client("follow", "--for", "1ms"), () -> out + "" + err);
        String positions = out.toString().strip().replaceFirst("^positions ", "");
        assertEquals(0, client("put", "followed", "Oslo"));
        assertEquals(0, client("increment", "n", "7"));
        assertEquals(0, client("remove", "followed"));
        assertEquals(0, client("remove", "n"));
        assertEquals(0, client("follow", "--from", positions, "--for", "1ms"), () -> out + "" + err);
        String changes = out.toString();
        for (String change :
                List.of("PUT followed Oslo", "REMOVE followed", "INCREMENT n 7", "REMOVE n", "positions ")) {
            assertTrue(changes.contains(change), changes);
        }
        assertEquals(2, client("follow", "--from", "here"));
        assertTrue(err.toString().contains("no positions: \"here\""), err.toString());
        assertEquals(0, client("put", "spaces", " x "));
        assertEquals(0, client("increment", "n", "7"));
        // Places that the logs never had.
        String never = positions.replaceAll("[0-9]+[.][0-9]+[.][0-9]+", "1000000.1.1");
        assertEquals(0, client("follow", "--number", "--from", never, "--for", "1ms"), () -> out + "" + err);
        List<String> found = out.toString().lines().toList();
        assertTrue(found.containsAll(List.of("PUT spaces  x ", "PUT n 7")), found::toString);
        assertTrue(err.toString().contains("changes are missing in partitions"), err.toString());
        String later = positions.replaceAll("[0-9]+[.][0-9]+[.][0-9]+", "1.99999999999.99999999999");
        String dir = directory.resolve("c").toString();
        int late = run("client", "follow", "--dir", dir, "--timeout", "500ms", "--from", later);
        assertEquals(3, late, () -> out + "" + err);
        assertEquals("positions " + later, out.toString().strip());
        assertEquals(0, client("remove", "spaces"));
        assertEquals(0, client("remove", "n"));
    }

    private void clientsCallAndWatch() throws Exception {
        clientFollows();
        assertEquals(1, client("get", "capital"));
        assertTrue(err.toString().contains("no key capital in map default"), err.toString());
        assertEquals(0, client("put", "capital", "Oslo"), () -> out + "" + err);
        assertEquals(1, client("put-if-absent", "capital", "Bergen"));
        assertEquals(1, client("cas", "capital", "Bergen", "Oslo"));
        assertEquals(0, client("cas", "capital", "Oslo", "Bergen"));
        assertEquals(0, client("get", "capital"));
        assertEquals("Bergen", out.toString().strip());
        assertEquals(1, client("increment", "capital"));
        assertTrue(err.toString().contains("nothing was changed"), err.toString());
        assertTrue(err.toString().contains("key \"capital\""), err.toString());
        assertEquals(0, client("increment", "visits", "41"));
        assertEquals(0, client("increment", "visits"));
        assertEquals("42", out.toString().strip());
        assertEquals(0, client("get", "--number", "visits"));
        assertEquals("42", out.toString().strip());
        assertEquals(0, client("append", "log", "a"));
        assertEquals(0, client("append", "log", "b"));
        assertEquals(0, client("get", "--all", "log"));
        assertEquals(List.of("a", "b"), out.toString().lines().toList());
        assertEquals(0, client("add", "tags", "x"));
        assertEquals(1, client("add", "tags", "x"));
        assertEquals(0, client("remove", "tags"));
        assertEquals(1, client("remove", "tags"));
        assertEquals(0, client("size"));
        assertEquals("3", out.toString().strip());
        assertEquals(0, client("load", "--duration", "1s", "--keys", "10", "--map", "load"), () -> out + "" + err);
        assertTrue(out.toString().contains("p99.9 ms"), out.toString());
        assertEquals(0, client("clear"));
        assertEquals("3", out.toString().strip());
        assertEquals(0, cluster("watch", "--times", "1"));
        assertTrue(out.toString().contains("3 of 3 members run"), out.toString());
        String page = new LocalCluster(directory.resolve("c")).page().orElseThrow();
        assertTrue(page.matches("http://127.0.0.1:(\\d+)/#members=127.0.0.1:\\1,127.0.0.1:\\d+,127.0.0.1:\\d+"), page);
    }

    @Test
    void wrongUseIsExplained() {
        assertEquals(2, run("cluster"));
        assertEquals(2, run("cluster", "frob"));
        assertTrue(err.toString().startsWith("unknown command 'frob'"), err.toString());
        assertEquals(2, run("trace", directory.resolve("none").toString()));
        assertEquals(
                directory.resolve("none") + ": no such file", err.toString().strip());
        assertEquals(2, run("trace", "check", directory.resolve("none").toString()));
        assertTrue(err.toString().startsWith("no such directory"), err.toString());
        assertEquals(2, cluster("start", "--members", "0"));
        assertTrue(err.toString().startsWith("--members must be 1 or more, not 0"), err.toString());
        assertTrue(err.toString().contains("Usage: godwit cluster start"), err.toString());
        for (String command : List.of("status", "stop", "add")) {
            assertEquals(2, cluster(command));
            assertTrue(err.toString().contains("no cluster in"), err.toString());
        }
        for (String command : List.of("kill", "pause", "resume", "restart", "leave")) {
            assertEquals(2, cluster(command, "7"));
            assertTrue(err.toString().contains("no cluster in"), err.toString());
            assertEquals(2, cluster(command, "seven"));
            assertTrue(err.toString().contains("'seven' is not an int"), err.toString());
        }
    }

    @Test
    void wrongUseOfTheClientIsExplained() {
        assertEquals(2, run("client"));
        assertEquals(2, client("get", "k"));
        assertTrue(err.toString().contains("no cluster in"), err.toString());
        assertEquals(2, client("load"));
        assertTrue(err.toString().contains("no cluster in"), err.toString());
        assertEquals(2, run("client", "put", "k"));
        assertTrue(err.toString().contains("Missing required parameter: 'VALUE'"), err.toString());
        assertEquals(2, run("client", "get", "--cluster", "c", "k"));
        assertTrue(err.toString().contains("--members"), err.toString());
        assertEquals(2, run("client", "get", "--cluster", "c", "--members", "somewhere", "k"));
        assertTrue(err.toString().contains("not host:port: somewhere"), err.toString());
        assertEquals(2, run("client", "get", "--timeout", "soon", "--cluster", "c", "--members", "a:1", "k"));
        assertTrue(err.toString().contains("'--timeout': 'soon' is not a duration"), err.toString());
        assertTrue(err.toString().contains("Usage: godwit client get"), err.toString());
        assertEquals(2, run("client", "get", "--timeout", "11m", "--cluster", "c", "--members", "a:1", "k"));
        assertTrue(err.toString().startsWith("--timeout: a call takes at most 10 minutes"), err.toString());
        assertEquals(2, run("client", "get", "--timeout", "0s", "--cluster", "c", "--members", "a:1", "k"));
        assertTrue(err.toString().startsWith("--timeout: a call needs more time than 0 ms"), err.toString());
        assertEquals(3, run("client", "get", "--timeout", "100ms", "--cluster", "c", "--members", "127.0.0.1:1", "k"));
        assertTrue(err.toString().contains("not carried out: no member was reached"), err.toString());
        assertEquals(2, run("client", "load", "--reads", "101"));
        assertEquals(2, run("client", "load", "--size", "16777217"));
        assertTrue(err.toString().contains("the size is 0 to 16777216 bytes"), err.toString());
        assertEquals(2, run("client", "load", "--duration", "x"));
        assertEquals(2, cluster("watch", "--every", "x"));
        assertEquals(2, cluster("watch", "--times", "-1"));
        assertTrue(err.toString().startsWith("--times must be 0 or more, not -1"), err.toString());
        assertEquals(2, cluster("watch"));
        assertEquals(2, cluster("leave", "1", "--timeout", "x"));
        assertTrue(err.toString().contains("'--timeout': 'x' is not a duration"), err.toString());
        assertTrue(err.toString().contains("Usage: godwit cluster leave"), err.toString());
    }

    @Test
    void memberWhosePortIsTakenSaysSo() throws Exception {
        try (java.net.ServerSocket taken = new java.net.ServerSocket(0, 1, java.net.InetAddress.getLoopbackAddress())) {
            String host = "127.0.0.1:" + taken.getLocalPort();
            Path file = directory.resolve("m.yaml");
            Files.writeString(file, "cluster: c\nport: " + taken.getLocalPort() + "\n");
            assertEquals(3, run("member", "--config", file.toString()));
            assertTrue(err.toString().contains("cannot listen at " + host), err.toString());
            Files.writeString(file, "cluster: c\nport: 0\nhttp-port: " + taken.getLocalPort() + "\n");
            assertEquals(3, run("member", "--config", file.toString()));
            assertTrue(err.toString().contains("cannot listen for HTTP at " + host), err.toString());
            String port = Integer.toString(taken.getLocalPort());
            assertEquals(
                    2,
                    run(
                            "lab",
                            "--members",
                            "1",
                            "--port",
                            port,
                            "--dir",
                            directory.resolve("c").toString()));
            assertTrue(err.toString().contains("port " + port + " is taken"), err.toString());
        }
    }

    @Test
    void memberWhoseTokenFileIsBadNamesIt() throws Exception {
        Path token = directory.resolve("token");
        assertEquals(2, run("member", "--name", "a", "--port", "0", "--token-file", token.toString()));
        assertTrue(err.toString().startsWith(token + ": there is no such token file"), err.toString());
        Files.writeString(token, "\n");
        Path file = directory.resolve("m.yaml");
        Files.writeString(file, "cluster: c\nport: 0\nhttp-port: 0\ntoken-file: " + token + "\n");
        assertEquals(2, run("member", "--config", file.toString()));
        assertTrue(err.toString().startsWith(token + ": the token file is empty"), err.toString());
    }

    @Test
    void mutantMustBeOneOfTheMembersProtocol() throws Exception {
        Path file = directory.resolve("m.yaml");
        Files.writeString(file, "cluster: c\nport: 0\n");
        assertEquals(2, run("member", "--config", file.toString(), "--mutant", "classic/CommitByNumber"));
        assertTrue(err.toString().contains("no mutant classic/CommitByNumber of the quorum protocol"), err.toString());
        assertEquals(
                2, run("lab", "--mutant", "x", "--dir", directory.resolve("c").toString()));
        assertTrue(err.toString().contains("no mutant x of the quorum protocol"), err.toString());
    }

    @Test
    void brokenFilesAreNamed() throws Exception {
        Path settings = directory.resolve("c/cluster.properties");
        Files.createDirectories(settings.getParent());
        Files.writeString(settings, "name=c\n");
        assertEquals(2, cluster("status"));
        assertTrue(err.toString().contains(settings + " has no entry ports"), err.toString());
        Files.writeString(settings, "name=c\nports=1/x\n");
        assertEquals(2, cluster("status"));
        assertTrue(err.toString().contains("'1/x' where two ports are expected"), err.toString());
        Files.writeString(settings, "name=c\nports=5701/8701\n");
        assertEquals(2, cluster("kill", "1"));
        assertTrue(err.toString().contains("there is no member 1 in"), err.toString());
        Path member = Files.createDirectories(directory.resolve("c/member-1"));
        Files.writeString(member.resolve("godwit.yaml"), "cluster: c\n");
        Files.writeString(member.resolve("pid"), "many");
        assertEquals(2, cluster("kill", "1"));
        assertTrue(err.toString().contains(member.resolve("pid") + " holds 'many'"), err.toString());
        Files.delete(member.resolve("pid"));
    }

    @Test
    void memberThatExitsBeforeItIsReadyIsShownWithItsLastOutput() throws Exception {
        Path member = Files.createDirectories(directory.resolve("c/member-1"));
        Files.writeString(directory.resolve("c/cluster.properties"), "name=c\nports=5701/8701\n");
        Files.writeString(member.resolve("godwit.yaml"), "cluster: c\n");
        Path output = Files.writeString(member.resolve("output.log"), "looks around\ncannot listen\n");
        assertEquals(
                List.of("not all members are ready; their output:", "  " + output + " ends with: cannot listen"),
                ClusterCommand.notReady(new LocalCluster(directory.resolve("c")))
                        .lines()
                        .toList());
    }

    @Test
    void memberThatIsNotReadyInTimeKeepsRunning() throws Exception {
        assertEquals(1, cluster("start", "--members", "1", "--partitions", "7", "--wait", "0s"));
        LocalCluster cluster = new LocalCluster(directory.resolve("c"));
        assertTrue(out.toString().contains("not all members are ready; their output:"), out.toString());
        assertTrue(cluster.member(1).process().isPresent());
        assertTrue(cluster.awaitReady(Duration.ofSeconds(BOUND)));
        assertEquals(0, cluster("stop"));
        assertEquals(2, cluster("start", "--wait", "long"));
        assertTrue(err.toString().contains("'long' is not a duration"), err.toString());
    }

    /** However long the others may take. */
    @Test
    void forWhoHasEndedNobodyWaits() throws Exception {
        Files.createDirectories(directory.resolve("c"));
        Files.writeString(directory.resolve("c/cluster.properties"), "name=c\nports=5701/8701,5702/8702\n");
        for (String name : List.of("member-1", "member-2")) {
            Files.createDirectories(directory.resolve("c").resolve(name));
            Files.writeString(directory.resolve("c").resolve(name).resolve("godwit.yaml"), "cluster: c\n");
        }
        // Something that lives, and has the name of the member's configuration among its arguments.
        Process first = new ProcessBuilder(
                        "tail",
                        "-f",
                        directory.resolve("c/member-1/godwit.yaml").toString())
                .start();
        try {
            Files.writeString(directory.resolve("c/member-1/pid"), Long.toString(first.pid()));
            assertFalse(new LocalCluster(directory.resolve("c")).awaitReady(Duration.ofHours(1)));
        } finally {
            first.destroyForcibly();
        }
    }

    @Test
    void labPortIsValidated() {
        assertEquals(
                2, run("lab", "--port", "65536", "--dir", directory.resolve("c").toString()));
        assertTrue(err.toString().startsWith("--port must be 0 to 65535, not 65536"), err.toString());
    }

    @Test
    void placesThatCannotBeUsedAreNamed() throws Exception {
        Path file = Files.writeString(directory.resolve("file"), "");
        Path below = file.resolve("c");
        assertEquals(3, run("cluster", "start", "--members", "1", "--dir", below.toString()));
        assertTrue(err.toString().startsWith(below + " cannot be used: "), err.toString());
        Path config = Files.writeString(
                directory.resolve("m.yaml"), "cluster: c\nport: 0\nmembers: []\ntrace-dir: " + below + "\n");
        assertEquals(3, run("member", "--config", config.toString()));
        assertTrue(
                err.toString().startsWith("cannot begin an event log in " + below + ": " + below + " cannot be used: "),
                err.toString());
    }

    @Test
    void directoriesMayHaveAnyName() throws Exception {
        Path odd = directory.resolve("a: b #\"c\"");
        try {
            assertEquals(
                    0,
                    run(
                            "cluster",
                            "start",
                            "--members",
                            "1",
                            "--partitions",
                            "1",
                            "--durable",
                            "--dir",
                            odd.toString()),
                    () -> out + "" + err);
        } finally {
            assertEquals(0, run("cluster", "stop", "--dir", odd.toString()));
        }
    }

    @Test
    void fileSystemFailuresNameTheirReason() {
        ExceptionHandler failures = new ExceptionHandler();
        CommandLine line = Main.commandLine();
        line.setErr(new PrintWriter(err, true));
        assertEquals(3, failures.handleExecutionException(new IOException("No space left on device"), line, null));
        assertEquals("No space left on device", err.toString().strip());
        err.getBuffer().setLength(0);
        assertEquals(
                3,
                failures.handleExecutionException(
                        new UncheckedIOException(new AccessDeniedException("/a/b")), line, null));
        assertEquals("/a/b cannot be used: permission denied", err.toString().strip());
    }

    @Test
    void brokenConfigurationNamesItsLine() throws Exception {
        Path file = Files.writeString(directory.resolve("m.yaml"), "cluster: c\nprot: 1\n");
        assertEquals(2, run("member", "--config", file.toString()));
        assertTrue(err.toString().startsWith(file + ":2: unknown key prot"), err.toString());
    }

    @Test
    void filesForEncryptionThatCannotBeUsedAreNamed() throws Exception {
        Path none = directory.resolve("none.pem");
        Path config = Files.writeString(
                directory.resolve("m.yaml"),
                "cluster: c\nport: 0\ntls: {certificate: %1$s, key: %1$s, authorities: %1$s}\n".formatted(none));
        String missing = "TLS: there is no file " + none + " that can be read";
        assertEquals(2, run("member", "--config", config.toString()));
        assertEquals(missing, err.toString().strip());
        String file = none.toString();
        String[] call = {
            "client",
            "size",
            "--cluster=c",
            "--members=a:1",
            "--certificate",
            file,
            "--key",
            file,
            "--authorities",
            file
        };
        assertEquals(2, run(call));
        assertEquals(missing, err.toString().strip());
        Files.writeString(none, "hello");
        assertEquals(2, run("member", "--config", config.toString()));
        assertTrue(err.toString().startsWith("TLS: " + none + " holds no certificate"), err.toString());
    }

    @Test
    void missingFileIsNamed() {
        Path file = directory.resolve("none.yaml");
        assertEquals(2, run("member", "--config", file.toString()));
        assertEquals(file + ": there is no such file", err.toString().strip());
        assertEquals(3, run("member", "--name", "a", "--host", "nowhere.invalid"));
        assertEquals(
                "cannot listen at nowhere.invalid:5701: unknown host",
                err.toString().strip());
    }
}
