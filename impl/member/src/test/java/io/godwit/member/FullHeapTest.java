package io.godwit.member;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.godwit.client.CallException;
import io.godwit.client.GodwitClient;
import io.godwit.client.GodwitMap;
import io.godwit.member.config.MemberConfig;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Members with less heap than is to stay free. {@code FullHeapTest} of the command line fills heaps. */
@Timeout(300)
class FullHeapTest {
    private static final byte[] KEY = "k".getBytes(UTF_8);

    @Test
    void writesThatAddDataAreRefused() throws Exception {
        MemberConfig config = MemberConfig.of("test", "m").withPartitions(3, 1).withHeapReserve(Integer.MAX_VALUE);
        try (TestCluster cluster = new TestCluster(config)) {
            cluster.found(2);
            try (GodwitClient client = cluster.client()) {
                GodwitMap map = client.map("m");
                CallException full = assertThrows(CallException.class, () -> map.put(KEY, KEY));
                assertEquals(CallException.Outcome.NOT_DONE, full.outcome());
                assertTrue(full.getMessage().endsWith(" is nearly full"), full.getMessage());
                assertThrows(CallException.class, () -> map.append(KEY, KEY));
                assertThrows(CallException.class, () -> map.increment(KEY, 1));
                assertTrue(map.get(KEY).isEmpty());
                assertFalse(map.remove(KEY));
                assertEquals(0, map.clear());
                assertTrue(cluster.member(1).isHeapFull());
                assertFalse(cluster.member(1).isDiskFull());
            }
            // A new member gets its number by a write.
            cluster.join();
        }
    }
}
