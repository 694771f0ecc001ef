package io.godwit.member;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.godwit.client.GodwitClient;
import io.godwit.client.GodwitMap;
import io.godwit.member.config.MemberConfig;
import io.godwit.member.http.MemberStatus;
import io.godwit.member.runtime.CopyException;
import io.godwit.protocol.quorum.ClusterVersion;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Durable members that come back at other addresses, and copies of their directories. */
@Timeout(300)
class AnotherAddressTest {
    private static final int KEYS = 20;
    private static final int BOUND = 120;

    @TempDir
    private Path directory;

    private final List<Member> others = new ArrayList<>();
    private TestCluster cluster;

    @BeforeEach
    void found() throws Exception {
        cluster = new TestCluster(
                        MemberConfig.of("test", "m").withPartitions(5, 2).withHeartbeat(50, 1_000))
                .durable(directory);
        cluster.found(3);
        cluster.await("the version with runs", () -> {
            cluster.running().get(0).raiseVersion(ClusterVersion.RAISED);
            return cluster.running().stream()
                    .map(member -> MemberStatus.of(member).version())
                    .allMatch(it -> it.version() == ClusterVersion.RAISED && it.decided());
        });
        try (GodwitClient client = cluster.client()) {
            write(client.map("m"), 0);
        }
    }

    @AfterEach
    void close() {
        others.forEach(Member::close);
        cluster.close();
    }

    private static byte[] bytes(String text) {
        return text.getBytes(UTF_8);
    }

    private static void write(GodwitMap map, int value) {
        for (int i = 0; i < KEYS; i++) {
            map.put(bytes("k" + i), bytes("v" + value));
        }
    }

    private static void assertHolds(GodwitMap map, int value) {
        for (int i = 0; i < KEYS; i++) {
            assertArrayEquals(bytes("v" + value), map.get(bytes("k" + i)).orElseThrow());
        }
    }

    /** A process over a directory, at a port that is free. */
    private Member bind(Member before, Path store) throws IOException {
        Member member = Member.bind(before.config().withPorts(0, -1).withDataDir(store), line -> {});
        others.add(member);
        return member;
    }

    private static void await(CompletableFuture<Void> started) throws Exception {
        started.get(BOUND, TimeUnit.SECONDS);
    }

    private Path copy(Member of, String name) throws IOException {
        Path from = of.config().dataDir();
        Path to = directory.resolve(name);
        Files.createDirectory(to);
        try (Stream<Path> files = Files.list(from)) {
            for (Path file : files.toList()) {
                if (Files.isRegularFile(file)) {
                    Files.copy(file, to.resolve(file.getFileName()));
                }
            }
        }
        return to;
    }

    private static void assertCopy(CompletableFuture<Void> started) {
        ExecutionException failure = assertThrows(ExecutionException.class, () -> started.get(BOUND, TimeUnit.SECONDS));
        assertInstanceOf(CopyException.class, failure.getCause());
    }

    private static boolean knows(Member member, int number, String address) {
        return member.known().stream()
                .anyMatch(peer -> peer.number() == number && peer.address().equals(address));
    }

    @Test
    void memberComesBackAtAnotherPort() throws Exception {
        try (GodwitClient client = cluster.client()) {
            GodwitMap map = client.map("m");
            for (int place = 0; place < 3; place++) {
                Member before = cluster.member(place);
                before.close();
                Member moved = bind(before, before.config().dataDir());
                // Its directory need not have the addresses of the last second.
                await(moved.start(Stream.concat(cluster.running().stream(), others.stream())
                        .map(Member::address)
                        .toList()));
                int number = moved.number();
                List<Member> all = Stream.concat(cluster.running().stream(), others.stream())
                        .toList();
                cluster.await(
                        "all know where it is", () -> all.stream().allMatch(it -> knows(it, number, moved.address())));
                write(map, place + 1);
                assertHolds(map, place + 1);
            }
            assertEquals(List.of(), cluster.running(), "nobody is where it was, and the client goes on");
        }
    }

    @Test
    void wholeClusterComesBackAtOtherAddresses() throws Exception {
        List<Member> before = cluster.running();
        cluster.stopAll();
        List<Member> after = new ArrayList<>();
        for (Member each : before) {
            after.add(bind(each, each.config().dataDir()));
        }
        List<String> addresses = after.stream().map(Member::address).toList();
        for (CompletableFuture<Void> started :
                after.stream().map(it -> it.start(addresses)).toList()) {
            await(started);
        }
        try (GodwitClient client = after.get(0).client()) {
            assertHolds(client.map("m"), 0);
            write(client.map("m"), 1);
        }
    }

    @Test
    void oneOfTwoCopiesTakesPart() throws Exception {
        Member before = cluster.member(2);
        before.close();
        Path copied = copy(before, "copy");
        Member first = bind(before, before.config().dataDir());
        await(first.start(cluster.addresses()));
        assertCopy(bind(before, copied).start(cluster.addresses()));
        others.get(1).close();
        CopyException again = assertThrows(CopyException.class, () -> bind(before, copied));
        assertTrue(again.getMessage().contains("another process of member "), again.getMessage());
        assertTrue(
                again.getMessage().contains(" is a copy of its directory, or older: delete it."), again.getMessage());
        try (GodwitClient client = cluster.client()) {
            write(client.map("m"), 1);
            assertHolds(client.map("m"), 1);
        }
    }

    /** The number of its run is later than that of the process that runs. */
    @Test
    void copyOfAMemberThatRunsDoesNotTakePart() throws Exception {
        Member before = cluster.member(2);
        before.close();
        Path copied = copy(before, "copy");
        Member first = bind(before, before.config().dataDir());
        await(first.start(cluster.addresses()));
        // As if it had been copied later: it has been tried, without the others.
        for (int i = 0; i < 3; i++) {
            bind(before, copied).close();
        }
        assertCopy(bind(before, copied).start(cluster.addresses()));
        assertTrue(first.number() > 0 && !first.ended().isDone());
    }

    /** Its directory was used elsewhere since then. */
    @Test
    void olderDirectoryDoesNotTakePart() throws Exception {
        Member before = cluster.member(2);
        before.close();
        Path copied = copy(before, "copy");
        for (int i = 0; i < 2; i++) {
            Member moved = bind(before, before.config().dataDir());
            await(moved.start(cluster.addresses()));
            moved.close();
        }
        assertCopy(bind(before, copied).start(cluster.addresses()));
    }
}
