package io.godwit.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.godwit.client.ClientConfig;
import io.godwit.client.GodwitClient;
import io.godwit.client.GodwitMap;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A lone member in a process of its own, whose files are changed while it is dead. */
@Timeout(200)
class DamagedStoreTest {
    private static final int KEYS = 40;
    private static final long BOUND = 60;
    private static final int BLOCK = 32 << 10;
    private static final int HEAD = 7;
    private static final int TORN = 300;

    @TempDir
    private Path directory;

    private SingleMember member;

    private Path store() {
        return directory.resolve("store");
    }

    @BeforeEach
    void writeSomething() throws Exception {
        member = new SingleMember(directory, "damaged", store());
        try (GodwitClient client = client(member.start())) {
            Random random = new Random(1);
            byte[] value = new byte[3_000];
            for (int i = 0; i < KEYS; i++) {
                random.nextBytes(value);
                client.map("m").put(("k" + i).getBytes(UTF_8), value);
            }
        }
        kill();
    }

    @AfterEach
    void kill() throws InterruptedException {
        member.kill();
    }

    private String output() throws IOException {
        return member.output();
    }

    private GodwitClient client(String address) {
        return GodwitClient.connect(
                ClientConfig.of("damaged", List.of(address)).withTimeout(Duration.ofSeconds(BOUND)));
    }

    private Path largest(String ending) throws IOException {
        try (Stream<Path> files = Files.list(store())) {
            return files.filter(file -> file.toString().endsWith(ending))
                    .max(Comparator.comparingLong(file -> file.toFile().length()))
                    .orElseThrow();
        }
    }

    /** Changes one bit in the middle of a file. */
    private static void flip(Path file) throws IOException {
        try (RandomAccessFile bytes = new RandomAccessFile(file.toFile(), "rw")) {
            long middle = bytes.length() / 2;
            bytes.seek(middle);
            int before = bytes.read();
            bytes.seek(middle);
            bytes.write(before ^ 1);
        }
    }

    /** It says what is wrong, where, and what to do, ends with status 5, and has listened to nobody. */
    private void assertRefused(String where) throws Exception {
        Process process = member.launch();
        assertTrue(process.waitFor(BOUND, TimeUnit.SECONDS), "it runs on what is damaged: " + output());
        assertEquals(ExitStatus.DAMAGED, process.exitValue(), output());
        assertTrue(output().contains(where), output());
        assertTrue(output().contains(store().toString()), output());
        assertTrue(output().contains("start without that directory, as a new member"), output());
        assertTrue(!output().contains("listening at"), output());
    }

    private void assertServesAll() throws Exception {
        try (GodwitClient client = client(member.start())) {
            GodwitMap map = client.map("m");
            Random random = new Random(1);
            byte[] value = new byte[3_000];
            for (int i = 0; i < KEYS; i++) {
                random.nextBytes(value);
                assertArrayEquals(value, map.get(("k" + i).getBytes(UTF_8)).orElseThrow());
            }
        }
    }

    @Test
    void flippedBitInTheLogIsReported() throws Exception {
        Path log = largest(".log");
        byte[] whole = Files.readAllBytes(log);
        flip(log);
        assertRefused(log.getFileName().toString());
        Files.write(log, whole);
        assertServesAll();
    }

    /** Whatever it ends with: the end of a record, or a part of one. */
    @Test
    void missingEndOfTheLogIsReported() throws Exception {
        Path log = largest(".log");
        Files.write(log, java.util.Arrays.copyOf(Files.readAllBytes(log), (int) Files.size(log) / 2));
        assertRefused("was synced");
        assertRefused("was synced");
    }

    @Test
    void damagedTableIsReported() throws Exception {
        // Opening a store writes what is in the log into tables.
        member.start();
        kill();
        Path table = largest(".sst");
        byte[] whole = Files.readAllBytes(table);
        flip(table);
        assertRefused(table.getFileName().toString());
        Files.write(table, java.util.Arrays.copyOf(whole, whole.length / 2));
        assertRefused(table.getFileName().toString());
        Files.delete(table);
        assertRefused(table.getFileName().toString());
        Files.write(table, whole);
        assertServesAll();
    }

    @Test
    void missingHeadIsReported() throws Exception {
        Path head = store().resolve("CURRENT");
        byte[] whole = Files.readAllBytes(head);
        Files.delete(head);
        assertRefused("CURRENT");
        Files.write(head, new byte[0]);
        assertRefused("CURRENT");
        Files.write(head, whole);
        flip(head);
        assertRefused("CURRENT");
        Files.write(head, whole);
        assertServesAll();
    }

    /** What a power failure in the middle of the last write leaves behind: nobody was answered for it. */
    @Test
    void tornTailIsNoDamage() throws Exception {
        Path log = largest(".log");
        byte[] whole = Files.readAllBytes(log);
        // A record does not cross a block of the log. One of 600 bytes is announced, and only half of it is there.
        int left = BLOCK - whole.length % BLOCK;
        int begin = whole.length + (left < 2 * TORN + HEAD ? left : 0);
        byte[] torn = java.util.Arrays.copyOf(whole, begin + HEAD + TORN);
        torn[begin + 4] = (byte) (2 * TORN);
        torn[begin + 5] = (byte) ((2 * TORN) >> 8);
        torn[begin + 6] = 1;
        Files.write(log, torn);
        assertServesAll();
    }
}
