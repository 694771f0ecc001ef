package io.godwit.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.godwit.client.ClientConfig;
import io.godwit.client.GodwitClient;
import io.godwit.lab.TestMember;
import io.godwit.member.Member;
import io.godwit.member.config.MemberConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What SIGTERM does to a member in a process of its own. No map has a backup. */
@Timeout(200)
class SigtermTest {
    private static final int TERMINATED = 128 + 15;
    private static final int KEYS = 40;

    @TempDir
    private Path directory;

    private Path output;
    private Process process;
    /** The member has to come back at the port that others know. */
    private String port = "0";

    @BeforeEach
    void chooseOutput() {
        output = directory.resolve("output");
    }

    @AfterEach
    void kill() throws InterruptedException {
        process.destroyForcibly().waitFor();
    }

    private String start(String settings) throws Exception {
        Path config = directory.resolve("m.yaml");
        Files.writeString(
                config,
                "cluster: sigterm\nport: " + port + "\npartitions: 3\nbackups: 0\ndisk-reserve: 0\n" + settings);
        List<String> command = new ArrayList<>(TestMember.command());
        command.add(config.toString());
        process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        Pattern listening = Pattern.compile("listening at (\\S+)");
        while (true) {
            Matcher found = listening.matcher(output());
            if (found.find()) {
                port = found.group(1).substring(found.group(1).lastIndexOf(':') + 1);
                return found.group(1);
            }
            assertTrue(process.isAlive(), output());
            Thread.sleep(20);
        }
    }

    private String output() throws IOException {
        return Files.readString(output);
    }

    private static GodwitClient client(String address) {
        return GodwitClient.connect(ClientConfig.of("sigterm", List.of(address)).withTimeout(Duration.ofSeconds(60)));
    }

    private static byte[] key(int number) {
        return ("k" + number).getBytes(UTF_8);
    }

    private static void fill(String address) {
        try (GodwitClient client = client(address)) {
            for (int i = 0; i < KEYS; i++) {
                client.map("m").put(key(i), key(i));
            }
        }
    }

    private static void assertComplete(String address) {
        try (GodwitClient client = client(address)) {
            for (int i = 0; i < KEYS; i++) {
                assertArrayEquals(key(i), client.map("m").get(key(i)).orElseThrow());
            }
        }
    }

    private void terminate() throws Exception {
        process.destroy();
        assertEquals(TERMINATED, process.waitFor(), output());
    }

    @Test
    void leaverTakesNothingWithIt() throws Exception {
        String address = start("on-sigterm: leave\nleave-timeout: 100\n");
        fill(address);
        MemberConfig config =
                MemberConfig.of("sigterm", "b").withPartitions(3, 0).withMembers(List.of(address));
        try (Member other = Member.start(config)) {
            terminate();
            assertTrue(output().contains("has left"), output());
            assertComplete(other.address());
        }
    }

    @Test
    void leaverThatCannotLeaveStopsInTimeAndKeepsItsDisk() throws Exception {
        String settings = "on-sigterm: leave\nleave-timeout: 1\ndata-dir: " + directory.resolve("store") + "\n";
        fill(start(settings));
        terminate();
        String said = output();
        assertTrue(
                said.contains("has not left within 1 s: others rely on its copies of 3 partitions,"
                        + " and it is the primary of 3 of them; it is still a voter; it stops"),
                said);
        assertComplete(start(settings));
    }

    @Test
    void memberStopsAtOnceByDefault() throws Exception {
        String settings = "data-dir: " + directory.resolve("store") + "\n";
        fill(start(settings));
        terminate();
        assertFalse(output().contains("leave"), output());
        assertComplete(start(settings));
    }
}
