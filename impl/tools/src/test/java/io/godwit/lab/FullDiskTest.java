package io.godwit.lab;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.godwit.client.CallException;
import io.godwit.client.ClientConfig;
import io.godwit.client.GodwitClient;
import io.godwit.client.GodwitMap;
import io.godwit.member.http.MemberStatus;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Durable members in processes of their own whose disks fill up, and have room again later. */
@Timeout(300)
class FullDiskTest {
    private static final Duration BOUND = Duration.ofMinutes(2);
    private static final int PARTITIONS = 3;
    private static final int MOST = 999_999_999;

    /** What makes disks full, or gives them room again. */
    private interface Deed {
        void on(LocalMember member) throws IOException, InterruptedException;
    }

    private static byte[] key(int i) {
        return ("k" + i).getBytes(UTF_8);
    }

    private static Lab start(Path directory, int disk) throws Exception {
        ClusterPlan plan = ClusterPlan.of("full", 2, TestMember.command())
                .withPartitions(PARTITIONS, 1)
                .withDurable(disk);
        Lab lab = Lab.start(new LocalCluster(directory.resolve("c")), plan);
        assertTrue(lab.cluster().awaitReady(BOUND), "the members do not start");
        return lab;
    }

    private static void await(String what, Callable<Boolean> question) throws Exception {
        long end = System.nanoTime() + BOUND.toNanos();
        while (!question.call()) {
            if (System.nanoTime() > end) {
                fail("never: " + what);
            }
            Thread.sleep(20);
        }
    }

    private static boolean isFull(Lab lab, LocalMember member) throws IOException, InterruptedException {
        Optional<String> answer = lab.cluster().ask(member, "/status");
        return answer.isPresent()
                && new ObjectMapper()
                        .readValue(answer.get(), MemberStatus.class)
                        .full();
    }

    private static void assertAllRead(GodwitMap map) {
        for (int i = 0; i < PARTITIONS * 4; i++) {
            assertArrayEquals(key(i), map.get(key(i)).orElseThrow());
        }
    }

    /** One member is enough: each partition has a copy there. */
    private static void fillAndFree(Lab lab, List<LocalMember> whose, Deed fill, Deed free) throws Exception {
        List<String> addresses =
                lab.cluster().members().stream().map(LocalMember::address).toList();
        ClientConfig config = ClientConfig.of("full", addresses)
                .withVia(lab.cluster().clientVia())
                .withTimeout(BOUND);
        try (GodwitClient client = GodwitClient.connect(config)) {
            GodwitMap map = client.map("m");
            for (int i = 0; i < PARTITIONS * 4; i++) {
                map.put(key(i), key(i));
            }
            for (LocalMember member : whose) {
                fill.on(member);
            }
            await("the members notice", () -> {
                for (LocalMember member : whose) {
                    if (!isFull(lab, member)) {
                        return false;
                    }
                }
                return true;
            });
            int[] refused = {0};
            await("all writes are refused", () -> {
                // The other member hears of it with the next sign of life.
                try {
                    map.put(key(refused[0]), key(refused[0]));
                    refused[0] = 0;
                } catch (CallException e) {
                    assertEquals(CallException.Outcome.NOT_DONE, e.outcome());
                    assertTrue(e.getMessage().endsWith("is nearly full"), e.getMessage());
                    refused[0]++;
                }
                assertAllRead(map);
                return refused[0] == PARTITIONS * 4;
            });
            for (LocalMember member : whose) {
                free.on(member);
            }
            await("there are writes again", () -> {
                try {
                    for (int i = 0; i < PARTITIONS * 4; i++) {
                        map.put(key(i), key(i));
                    }
                    return true;
                } catch (CallException e) {
                    assertEquals(CallException.Outcome.NOT_DONE, e.outcome());
                    return false;
                }
            });
            map.put(key(999), key(999));
            for (LocalMember member : lab.cluster().members()) {
                lab.cluster().kill(member);
            }
            for (LocalMember member : lab.cluster().members()) {
                lab.restart(member);
            }
            assertAllRead(map);
            assertArrayEquals(key(999), map.get(key(999)).orElseThrow());
        }
    }

    /** Works everywhere: a member that is to keep more free than there is behaves as with a full disk. */
    @Test
    void oneDiskWithoutRoom(@TempDir Path directory) throws Exception {
        try (Lab lab = start(directory, 0)) {
            fillAndFree(
                    lab,
                    List.of(lab.cluster().member(2)),
                    member -> assertTrue(lab.cluster().tell(member, "/disk-reserve/" + MOST)),
                    member -> assertTrue(lab.cluster().tell(member, "/disk-reserve/0")));
        }
    }

    private static boolean canMount(Path directory) throws IOException, InterruptedException {
        Path probe = directory.resolve("probe");
        try {
            Disk.mount(probe, 1);
        } catch (IOException e) {
            return false;
        }
        Disk.unmount(probe);
        return true;
    }

    /** Small disks of their own, filled to the last byte by somebody else. */
    @Test
    void disksThatAreFullToTheLastByte(@TempDir Path directory) throws Exception {
        assumeTrue(canMount(directory), "not run: a small tmpfs cannot be mounted here, which takes Linux and root");
        try (Lab lab = start(directory, 96)) {
            LocalCluster cluster = lab.cluster();
            fillAndFree(lab, cluster.members(), cluster::fillDisk, cluster::freeDisk);
        }
    }
}
