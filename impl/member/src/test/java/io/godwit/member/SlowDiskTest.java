package io.godwit.member;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;

import io.godwit.client.GodwitClient;
import io.godwit.client.GodwitMap;
import io.godwit.member.config.MemberConfig;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Disks that take longer for a write than a candidate waits before it asks around again. */
@Timeout(300)
class SlowDiskTest {
    private static final MemberConfig CONFIG =
            MemberConfig.of("test", "m").withPartitions(3, 1).withDiskDelay(700);

    private static byte[] bytes(String text) {
        return text.getBytes(UTF_8);
    }

    @Test
    void membersElectAndServe(@TempDir Path directory) throws Exception {
        try (TestCluster cluster = new TestCluster(CONFIG).durable(directory)) {
            cluster.found(3);
            try (GodwitClient client = cluster.client()) {
                GodwitMap map = client.map("m");
                map.put(bytes("k"), bytes("v"));
                cluster.restartAll();
                cluster.await("a master", () -> cluster.master() != null);
                assertArrayEquals(bytes("v"), map.get(bytes("k")).orElseThrow());
                Member first = cluster.master();
                first.close();
                cluster.await("another master", () -> cluster.master() != null);
                assertNotSame(first, cluster.master());
                map.put(bytes("k"), bytes("w"));
                assertArrayEquals(bytes("w"), map.get(bytes("k")).orElseThrow());
            }
        }
    }
}
