package io.godwit.baseline;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.godwit.baseline.ClassicMember.Generation;
import io.godwit.baseline.ClassicRuntime.ClassicConfig;
import io.godwit.client.ClientConfig;
import io.godwit.client.GodwitClient;
import io.godwit.protocol.MemberSet;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Real processes of the classic protocol, but within one. */
class ClassicMemberTest {
    private static final ClassicConfig.Pace PACE = new ClassicConfig.Pace(50, 2_000, 500);

    @TempDir
    private Path directory;

    private final List<ClassicMember> running = new ArrayList<>();
    private List<String> addresses;

    @AfterEach
    void stop() {
        running.forEach(ClassicMember::close);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static String address() throws IOException {
        try (ServerSocket free = new ServerSocket(0)) {
            return "127.0.0.1:" + free.getLocalPort();
        }
    }

    private ClassicMember start(int place) throws IOException {
        Generation generation = new Generation(directory.resolve("generation-" + place));
        ClassicMember node =
                new ClassicMember(new ClassicAddresses(addresses, place), 7, 2, PACE, generation, it -> {});
        running.add(node);
        return node;
    }

    private static void await(BooleanSupplier condition) throws InterruptedException {
        while (!condition.getAsBoolean()) {
            Thread.sleep(20);
        }
    }

    @Test
    void clientsAreServedAlsoWhenAMemberDiesAndComesBack() throws Exception {
        addresses = List.of(address(), address(), address());
        start(0);
        ClassicMember second = start(1);
        ClassicMember third = start(2);
        try (GodwitClient client = GodwitClient.connect(ClientConfig.of("jepsen", List.of(addresses.get(0))))) {
            for (int i = 0; i < 20; i++) {
                client.map("m").put(bytes("k" + i), bytes("v" + i));
            }
            third.close();
            running.remove(third);
            await(() -> second.state().view().equals(MemberSet.of(1, 2)));
            for (int i = 0; i < 20; i++) {
                assertEquals(
                        "v" + i, new String(client.map("m").get(bytes("k" + i)).orElseThrow(), StandardCharsets.UTF_8));
            }
            start(2);
            await(() -> second.state().view().equals(MemberSet.of(1, 2, 6)));
            await(() -> second.state().table().any(p -> second.state().table().owner(p) == 6));
            client.map("m").append(bytes("list"), bytes("item"));
            assertEquals(1, client.map("m").getAll(bytes("list")).size());
            assertTrue(client.map("m").size() > 20);
        }
    }

    @Test
    void memberThatLeavesHandsOverItsCopiesFirst() throws Exception {
        addresses = List.of(address(), address(), address());
        ClassicMember first = start(0);
        ClassicMember second = start(1);
        ClassicMember third = start(2);
        try (GodwitClient client = GodwitClient.connect(ClientConfig.of("jepsen", List.of(addresses.get(1))))) {
            for (int i = 0; i < 20; i++) {
                client.map("m").put(bytes("k" + i), bytes("v" + i));
            }
            assertTrue(third.leave(15));
            await(() -> !second.state().table().names(3));
            third.close();
            running.remove(third);
            await(() -> second.state().view().equals(MemberSet.of(1, 2)));
            // Also the master.
            assertTrue(first.leave(15));
            first.close();
            running.remove(first);
            for (int i = 0; i < 20; i++) {
                assertEquals(
                        "v" + i, new String(client.map("m").get(bytes("k" + i)).orElseThrow(), StandardCharsets.UTF_8));
            }
        }
        assertFalse(second.leave(1), "nobody is left to take what it has");
    }

    @Test
    void sigtermLetsTheProcessLeave() throws Exception {
        addresses = List.of(address(), address());
        ClassicMember first = start(0);
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        ClassicMember.class.getName(),
                        "1",
                        String.join(",", addresses),
                        "7",
                        "1",
                        "100")
                .directory(directory.toFile())
                .start();
        try (BufferedReader said = process.inputReader();
                GodwitClient client = GodwitClient.connect(ClientConfig.of("jepsen", List.of(addresses.get(0))))) {
            assertEquals("member 2 founds the cluster", said.readLine());
            for (int i = 0; i < 20; i++) {
                client.map("m").put(bytes("k" + i), bytes("v" + i));
            }
            assertFalse(process.waitFor(2, TimeUnit.SECONDS), "it runs until it is asked to end");
            assertTrue(first.state().leaving().isEmpty());
            // Not its own destroy, which closes its output.
            process.toHandle().destroy();
            List<String> lines = said.lines().toList();
            assertTrue(lines.contains("has left"), () -> lines.toString());
            assertTrue(process.waitFor(20, TimeUnit.SECONDS));
            assertFalse(first.state().table().names(2));
            for (int i = 0; i < 20; i++) {
                assertEquals(
                        "v" + i, new String(client.map("m").get(bytes("k" + i)).orElseThrow(), StandardCharsets.UTF_8));
            }
        } finally {
            process.destroyForcibly();
        }
    }
}
