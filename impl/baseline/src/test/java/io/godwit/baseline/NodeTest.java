package io.godwit.baseline;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.godwit.client.ClientConfig;
import io.godwit.client.GodwitClient;
import io.godwit.protocol.MemberSet;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Real processes of the classic protocol, but within one. */
class NodeTest {
    private static final Node.Pace PACE = new Node.Pace(50, 500, 500);

    @TempDir
    private Path directory;

    private final List<Node> running = new ArrayList<>();
    private List<String> addresses;

    @AfterEach
    void stop() throws IOException {
        for (Node node : running) {
            node.close();
        }
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static String address() throws IOException {
        // The port after it is wanted, too.
        while (true) {
            try (ServerSocket one = new ServerSocket(0);
                    ServerSocket two = new ServerSocket(one.getLocalPort() + 1)) {
                return "127.0.0.1:" + (two.getLocalPort() - 1);
            } catch (IOException e) {
                // Taken: the next one.
            }
        }
    }

    private Node start(int place) throws IOException {
        Generation generation = new Generation(directory.resolve("generation-" + place));
        Node node = new Node(new Nodes(addresses, place), 7, 2, PACE, generation, it -> {});
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
        Node second = start(1);
        Node third = start(2);
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
}
