package io.godwit.member;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.godwit.member.config.MemberConfig;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(300)
class ClusterBootstrapTest {
    private static final MemberConfig CONFIG = MemberConfig.of("test", "m").withPartitions(7, 1);

    private static Member bind(Path directory, int port) throws Exception {
        return Member.bind(CONFIG.withDataDir(directory).withPorts(port, -1), line -> {});
    }

    private static int port(Member member) {
        return Integer.parseInt(member.address().substring(member.address().lastIndexOf(':') + 1));
    }

    @Test
    void storedStateBelongsToOneCluster(@TempDir Path directory) throws Exception {
        MemberConfig config = MemberConfig.of("one", "m").withPartitions(3, 0).withDataDir(directory);
        int port;
        try (Member member = Member.bind(config, line -> {})) {
            member.start(List.of(member.address())).get(120, TimeUnit.SECONDS);
            port = port(member);
        }
        IOException wrong = assertThrows(IOException.class, () -> Member.bind(
                        MemberConfig.of("two", "m")
                                .withPartitions(3, 0)
                                .withPorts(port, -1)
                                .withDataDir(directory),
                        line -> {})
                .close());
        assertEquals(directory + " is of cluster \"one\"; the configuration says \"two\"", wrong.getMessage());
    }

    /** The founders have counted on it: had it become somebody else, two such deaths would leave no majority. */
    @Test
    void founderThatDiesBeforeItHasHeardOfTheFoundingIsAFounder(@TempDir Path directory) throws Exception {
        try (Member one = bind(directory.resolve("1"), 0);
                Member two = bind(directory.resolve("2"), 0)) {
            Member three = bind(directory.resolve("3"), 0);
            List<String> list = List.of(one.address(), two.address(), three.address());
            boolean founds = three.address().compareTo(one.address()) < 0
                    && three.address().compareTo(two.address()) < 0;
            CompletableFuture<Void> third = founds ? three.start(list) : CompletableFuture.completedFuture(null);
            CompletableFuture<Void> first = one.start(list);
            CompletableFuture<Void> second = two.start(list);
            first.get(120, TimeUnit.SECONDS);
            second.get(120, TimeUnit.SECONDS);
            third.get(120, TimeUnit.SECONDS);
            three.close();
            long place = list.stream()
                    .filter(it -> it.compareTo(three.address()) <= 0)
                    .count();
            try (Member again = bind(directory.resolve("3"), port(three))) {
                again.start(list).get(120, TimeUnit.SECONDS);
                assertEquals(place, again.number());
            }
        }
    }
}
