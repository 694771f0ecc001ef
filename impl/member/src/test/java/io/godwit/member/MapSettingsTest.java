package io.godwit.member;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.godwit.client.CallException;
import io.godwit.client.GodwitClient;
import io.godwit.client.GodwitMap;
import io.godwit.member.config.MemberConfig;
import io.godwit.member.runtime.MapSettings;
import io.godwit.member.runtime.MapSettings.EvictionPolicy;
import io.godwit.member.runtime.MapSettings.SizeLimit;
import java.nio.file.Path;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Lifetimes and limits of maps, as {@code docs/operate/configuration.md} says. */
@Timeout(300)
class MapSettingsTest {
    private static final int PARTITIONS = 7;
    private static final MemberConfig CONFIG = MemberConfig.of("test", "m").withPartitions(PARTITIONS, 1);
    private static final MapSettings SETTINGS = MapSettings.NONE
            .withTimesToLive(Map.of("cache-*", 1))
            .withIdleTimes(Map.of("unused", 1))
            .withBytes(Map.of("small", new SizeLimit(100 * PARTITIONS, EvictionPolicy.NONE)))
            .withEntries(Map.of(
                    "recent",
                    new SizeLimit(PARTITIONS, EvictionPolicy.RANDOM),
                    "few",
                    new SizeLimit(PARTITIONS, EvictionPolicy.NONE)));

    private static byte[] bytes(String text) {
        return text.getBytes(UTF_8);
    }

    private static void put(GodwitMap map, String key, int count) {
        for (int i = 0; i < count; i++) {
            map.put(bytes(key + i), bytes("v"));
        }
    }

    /** A member without the settings and one with them are in one cluster meanwhile. */
    @Test
    void settingsAreChangedByRestartingOneMemberAfterTheOther(@TempDir Path directory) throws Exception {
        try (TestCluster cluster = new TestCluster(CONFIG).durable(directory)) {
            cluster.found(2);
            try (GodwitClient client = cluster.client()) {
                GodwitMap cache = client.map("cache-a");
                GodwitMap unused = client.map("unused");
                put(cache, "before", 10);
                put(unused, "before", 10);
                for (Member member : List.copyOf(cluster.running())) {
                    member.close();
                    cluster.restart(member, config -> config.withMapSettings(SETTINGS));
                }
                put(cache, "after", 10);
                cache.put(bytes("kept"), bytes("v"), ChronoUnit.FOREVER.getDuration());
                assertTrue(cache.replace(bytes("before0"), bytes("v"), bytes("w")));
                cluster.await("what is due is removed", () -> cache.size() == 10);
                assertTrue(cache.get(bytes("before1")).isPresent());
                assertTrue(cache.get(bytes("kept")).isPresent());

                put(unused, "after", 10);
                unused.increment(bytes("number"), 1);
                unused.append(bytes("list"), bytes("v"));
                cluster.await("what nobody uses is removed", () -> unused.size() == 1);

                GodwitMap small = client.map("small");
                small.put(bytes("k"), new byte[99]);
                CallException large = assertThrows(CallException.class, () -> small.put(bytes("k"), new byte[100]));
                assertEquals(CallException.Outcome.NOT_DONE, large.outcome());
                assertTrue(large.getMessage().contains("would have 101 bytes"), large.getMessage());

                GodwitMap recent = client.map("recent");
                put(recent, "k", 50);
                assertEquals(PARTITIONS, recent.size());
                assertTrue(recent.get(bytes("k49")).isPresent());

                GodwitMap few = client.map("few");
                CallException full = assertThrows(CallException.class, () -> put(few, "k", PARTITIONS + 1));
                assertEquals(CallException.Outcome.NOT_DONE, full.outcome());
                assertTrue(full.getMessage().contains("its share of max-entries is 1"), full.getMessage());
                few.put(bytes("k0"), bytes("w"));
            }
        }
    }
}
