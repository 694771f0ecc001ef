package io.godwit.member;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.godwit.client.GodwitClient;
import io.godwit.client.invocation.Address;
import io.godwit.member.config.MemberConfig;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The examples of {@code docs/operate/embedded.md}, as they stand there, and members that do not start. */
@Timeout(300)
class EmbeddedMemberTest {
    @Test
    void exampleOfTheDocumentation() throws Exception {
        MemberConfig config = MemberConfig.of("dev", "app-1").withPartitions(271, 1);
        try (Member first = Member.start(config)) {
            MemberConfig next = config.withMembers(List.of(first.address()));
            try (Member second = Member.start(next);
                    GodwitClient client = second.client()) {
                client.map("capitals").put("no".getBytes(UTF_8), "Oslo".getBytes(UTF_8));
                second.leave().get();
            }
            try (GodwitClient client = first.client()) {
                assertArrayEquals(
                        "Oslo".getBytes(UTF_8),
                        client.map("capitals").get("no".getBytes(UTF_8)).orElseThrow());
                assertEquals(1, client.map("capitals").size());
            }
        }
    }

    @Test
    void documentationHasThisExample() throws Exception {
        assertTrue(ClientExamplesTest.linesOfExamples("embedded.md", "EmbeddedMemberTest") > 8);
    }

    @Test
    void refusedMemberSaysWhyAndIsClosed() throws Exception {
        MemberConfig config = MemberConfig.of("dev", "a").withPartitions(7, 1);
        List<String> log = new CopyOnWriteArrayList<>();
        try (Member first = Member.start(config, log::add)) {
            assertTrue(log.stream().anyMatch(line -> line.contains("founds dev of 7 partitions")), log.toString());
            MemberConfig other = config.withPartitions(8, 1).withMembers(List.of(first.address()));
            IOException refused = assertThrows(IOException.class, () -> Member.start(other));
            assertTrue(refused.getMessage().startsWith("the member has not started: "), refused.getMessage());
            MemberConfig taken = config.withPorts(Address.parse(first.address()).port(), -1);
            assertThrows(IOException.class, () -> Member.start(taken));
        }
    }

    @Test
    void interruptedStartClosesTheMember() throws Exception {
        MemberConfig config =
                MemberConfig.of("dev", "a").withPartitions(7, 1).withMembers(List.of("127.0.0.1:1", "127.0.0.1:2"));
        CompletableFuture<Throwable> thrown = new CompletableFuture<>();
        Thread starter = new Thread(() -> {
            try (Member member = Member.start(config)) {
                thrown.complete(new AssertionError("it belongs to a cluster: " + member.address()));
            } catch (IOException | InterruptedException e) {
                thrown.complete(e);
            }
        });
        starter.start();
        starter.interrupt();
        assertEquals(InterruptedException.class, thrown.get().getClass());
        starter.join();
    }

    @Test
    void directoryThatCannotBeMadeIsAnError() {
        MemberConfig config = MemberConfig.of("dev", "a").withDataDir(Path.of("/dev/null/data"));
        assertThrows(IOException.class, () -> Member.start(config));
    }
}
