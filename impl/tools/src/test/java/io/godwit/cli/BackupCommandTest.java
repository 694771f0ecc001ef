package io.godwit.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.godwit.client.ClientConfig;
import io.godwit.client.GodwitClient;
import io.godwit.client.GodwitMap;
import io.godwit.lab.LocalCluster;
import io.godwit.lab.LocalMember;
import io.godwit.member.backup.BackupWriter;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** Real processes: a backup under load, which is restored into a cluster of another size. */
@Timeout(300)
class BackupCommandTest {
    private static final int KEYS = 300;
    private static final Duration BOUND = Duration.ofMinutes(1);

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

    private String place(String name) {
        return directory.resolve(name).toString();
    }

    private LocalCluster cluster(String name) {
        return new LocalCluster(directory.resolve(name));
    }

    @AfterEach
    void stop() throws Exception {
        for (String name : List.of("from", "to")) {
            if (cluster(name).exists()) {
                cluster(name).stop();
            }
        }
    }

    private void start(String name, String... more) {
        List<String> all = new ArrayList<>(List.of("cluster", "start", "--dir", place(name)));
        all.addAll(List.of(more));
        assertEquals(0, run(all.toArray(String[]::new)), output::toString);
    }

    private GodwitClient client(String name) throws IOException {
        List<String> addresses =
                cluster(name).members().stream().map(LocalMember::address).toList();
        return GodwitClient.connect(ClientConfig.of("local", addresses).withTimeout(BOUND));
    }

    private static byte[] bytes(String text) {
        return text.getBytes(UTF_8);
    }

    private void assertFails(int status, String why, String... arguments) {
        assertEquals(status, run(arguments), output::toString);
        assertTrue(output.toString().contains(why), output.toString());
    }

    private String[] restore() {
        return new String[] {"restore", place("backup"), "--dir", place("to")};
    }

    @Test
    void backupOfARunningClusterIsRestored() throws Exception {
        start("from", "--members", "3", "--partitions", "7", "--durable", "--map", "lone=0");
        AtomicLong counted = new AtomicLong();
        AtomicBoolean over = new AtomicBoolean();
        long before;
        try (GodwitClient client = client("from")) {
            for (int i = 0; i < KEYS; i++) {
                client.map("m").put(bytes("k" + i), bytes("v" + i));
            }
            client.map("lone").put(bytes("one"), new byte[0]);
            client.map("timed").put(bytes("hour"), bytes("v"), Duration.ofHours(1));
            for (int i = 0; i < 20; i++) {
                client.map("lists").append(bytes("list"), bytes("item " + i));
                client.map("sets").add(bytes("set"), bytes("element " + i));
            }
            CompletableFuture<Void> load = CompletableFuture.runAsync(() -> {
                while (!over.get()) {
                    counted.set(client.map("counts").increment(bytes("n"), 1));
                }
            });
            while (counted.get() < 10) {
                Thread.sleep(1);
            }
            before = counted.get();
            assertEquals(0, run("backup", place("backup"), "--dir", place("from")), output::toString);
            assertTrue(output.toString().contains("14 partitions"), output.toString());
            over.set(true);
            load.join();
        }
        assertFails(2, "is not empty", "backup", place("backup"), "--dir", place("from"));
        cluster("from").stop();
        assertFails(2, "no running member", "backup", place("none"), "--dir", place("from"));

        start("to", "--members", "2", "--partitions", "3");
        damageIsRefused();
        assertEquals(0, run("restore", place("backup"), "--check"), output::toString);
        assertEquals(0, run(restore()), output::toString);
        try (GodwitClient client = client("to")) {
            GodwitMap map = client.map("m");
            assertEquals(KEYS, map.size());
            assertArrayEquals(bytes("v"), client.map("timed").get(bytes("hour")).orElseThrow());
            for (int i = 0; i < KEYS; i++) {
                assertArrayEquals(bytes("v" + i), map.get(bytes("k" + i)).orElseThrow());
            }
            assertArrayEquals(new byte[0], client.map("lone").get(bytes("one")).orElseThrow());
            List<byte[]> list = client.map("lists").getAll(bytes("list"));
            assertEquals(20, list.size());
            for (int i = 0; i < 20; i++) {
                assertArrayEquals(bytes("item " + i), list.get(i));
            }
            assertEquals(20, client.map("sets").getAll(bytes("set")).size());
            long restored = ByteBuffer.wrap(client.map("counts").get(bytes("n")).orElseThrow())
                    .getLong();
            assertTrue(before <= restored && restored <= counted.get(), before + " " + restored + " " + counted);
        }
        assertFails(2, "keys already", restore());
    }

    @Test
    void onlyWhatHasChangedIsSentAgain() throws Exception {
        start("from", "--members", "3", "--partitions", "7", "--durable");
        try (GodwitClient client = client("from")) {
            for (int i = 0; i < KEYS; i++) {
                client.map("m").put(bytes("k" + i), bytes("v" + i));
            }
            backup("first", "7 partitions, " + KEYS + " keys");
            client.map("m").put(bytes("k0"), bytes("new"));
            backup("second", "7 partitions (6 unchanged), " + KEYS + " keys", "--since", place("first"));
            client.map("m").remove(bytes("k0"));
            LocalMember dead = cluster("from").members().get(0);
            cluster("from").kill(dead);
            backup("backup", "7 partitions (6 unchanged), " + (KEYS - 1) + " keys", "--since", place("second"));
            backup("same", "7 partitions (7 unchanged), " + (KEYS - 1) + " keys", "--since", place("backup"));
        }
        assertFails(2, "is not empty", "backup", place("same"), "--dir", place("from"), "--since", place("first"));
        assertFails(2, "there is no directory", "backup", place("x"), "--dir", place("from"), "--since", place("none"));
        asFormat1(directory.resolve("first"));
        assertEquals(0, run("restore", place("first"), "--check"), output::toString);
        backup("again", "7 partitions (0 unchanged), " + (KEYS - 1) + " keys", "--since", place("first"));
        Path manifest = directory.resolve("second").resolve(BackupManifest.NAME);
        String text = Files.readString(manifest);
        write(manifest, text.replaceFirst("\"partition\" : 1,", "\"partition\" : 0,"));
        assertFails(
                5, "names partition 0 twice", "backup", place("x"), "--dir", place("from"), "--since", place("second"));
        int copies = text.indexOf("\"copies\"");
        write(
                manifest,
                text.substring(0, copies)
                        + text.substring(copies)
                                .replaceFirst("\"sha256\" : \"[0-9a-f]*\"", "\"sha256\" : \"" + "0".repeat(64) + '"'));
        assertFails(
                5, "has another checksum", "backup", place("x"), "--dir", place("from"), "--since", place("second"));
        for (String name : List.of("first", "second")) {
            delete(directory.resolve(name));
        }
        start("to", "--members", "2", "--partitions", "3");
        assertFails(
                2,
                "is a backup of another cluster",
                "backup",
                place("x"),
                "--dir",
                place("to"),
                "--since",
                place("same"));
        assertEquals(0, run("restore", place("same"), "--check"), output::toString);
        assertEquals(0, run(restore()), output::toString);
        try (GodwitClient client = client("to")) {
            GodwitMap map = client.map("m");
            assertEquals(KEYS - 1, map.size());
            for (int i = 1; i < KEYS; i++) {
                assertArrayEquals(bytes("v" + i), map.get(bytes("k" + i)).orElseThrow());
            }
        }
        Path file = files("same").stream()
                .filter(each -> each.toString().endsWith(".backup"))
                .findFirst()
                .orElseThrow();
        Files.write(file, new byte[1]);
        assertFails(5, "is damaged", "backup", place("y"), "--dir", place("from"), "--since", place("same"));
    }

    /** As programs wrote it that knew no increments. */
    private static void asFormat1(Path backup) throws IOException {
        Path manifest = backup.resolve(BackupManifest.NAME);
        String text = Files.readString(manifest);
        String copies = text.substring(text.indexOf("\"copies\""));
        write(
                manifest,
                text.substring(0, text.length() - copies.length()).replace("\"format\" : 2", "\"format\" : 1")
                        + copies.replaceAll(",\\s*\"sha256\" : \"[0-9a-f]*\"", ""));
    }

    private static void write(Path manifest, String text) throws IOException {
        Files.writeString(manifest, text);
        Files.writeString(
                manifest.resolveSibling(BackupManifest.CHECKSUM),
                HexFormat.of().formatHex(BackupWriter.digest().digest(text.getBytes(UTF_8))));
    }

    private void backup(String name, String says, String... more) {
        List<String> all = new ArrayList<>(List.of("backup", place(name), "--dir", place("from")));
        all.addAll(List.of(more));
        assertEquals(0, run(all.toArray(String[]::new)), output::toString);
        assertTrue(output.toString().contains(says), output.toString());
    }

    private List<Path> files(String name) throws IOException {
        try (Stream<Path> files = Files.list(directory.resolve(name))) {
            return files.toList();
        }
    }

    private void delete(Path backup) throws IOException {
        for (Path file : files(backup.getFileName().toString())) {
            Files.delete(file);
        }
        Files.delete(backup);
    }

    private void damageIsRefused() throws IOException {
        for (Path file : files("backup")) {
            byte[] whole = Files.readAllBytes(file);
            String name = file.getFileName().toString();
            boolean manifest = name.equals(BackupManifest.NAME);
            Files.delete(file);
            assertFails(manifest ? 2 : 5, name, restore());
            byte[] damaged = whole.clone();
            damaged[whole.length / 2] ^= 1;
            Files.write(file, damaged);
            assertFails(5, name, restore());
            Files.write(file, java.util.Arrays.copyOf(whole, whole.length - 1));
            assertFails(5, name, restore());
            if (manifest) {
                Files.writeString(file, new String(whole, UTF_8).replaceFirst("\"format\" : 2", "\"format\" : 3"));
                assertFails(2, "has format 3", restore());
            }
            Files.write(file, whole);
        }
    }
}
