package io.godwit.transport.frame;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.godwit.protocol.Copies;
import io.godwit.protocol.map.Bytes;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class MapsTest {
    private static final Maps MAPS =
            Maps.of(1, Map.of("accounts", 2, "cache-*", 0, "cache-of-*", 1, "cache-of-prices", 2, "log", 1));

    private static Bytes name(String text) {
        return Bytes.owning(text.getBytes(UTF_8));
    }

    private static int backups(String map) {
        return MAPS.backups(name(map));
    }

    @Test
    void nameCountsMoreThanAPatternAndALongPatternMore() {
        assertEquals(1, backups("orders"));
        assertEquals(2, backups("accounts"));
        assertEquals(1, backups("accounts2"));
        assertEquals(1, backups("account"));
        assertEquals(0, backups("cache-x"));
        assertEquals(0, backups("cache-"));
        assertEquals(1, backups("cache"));
        assertEquals(1, backups("cache-of-x"));
        assertEquals(2, backups("cache-of-prices"));
        assertEquals(1, backups("log"));
        assertEquals(1, backups(""));
    }

    /** What members need for themselves must not be lost with somebody's cache. */
    @Test
    void ownMapHasMostBackups() {
        assertEquals(2, backups("godwit.members"));
        assertEquals(4, Maps.of(0, Map.of("g*", 4)).backups(name("godwit.members")));
        assertEquals(1, Maps.of(1, Map.of("g*", 0)).backups(name("godwit.members")));
        assertEquals(0, Maps.all(0).backups(name("godwit.members")));
    }

    /** The maps that are not named come first; then one range for each other number, the smallest first. */
    @Test
    void eachNumberHasItsRange() {
        assertEquals(3, MAPS.ranges());
        assertEquals(Copies.ranges(7, 2, 1, 3), MAPS.copies(7));
        assertEquals(0, MAPS.range(name("orders")));
        assertEquals(0, MAPS.range(name("log")));
        assertEquals(1, MAPS.range(name("cache-x")));
        assertEquals(2, MAPS.range(name("accounts")));
        assertEquals(Copies.all(3), Maps.all(2).copies(7));
        assertEquals(Copies.all(2), Maps.of(1, Map.of("a", 1)).copies(7));
        Bytes key = name("key");
        assertEquals(14 + key.partition(7), MAPS.partition(name("accounts"), key, 7));
        assertEquals(key.partition(7), MAPS.partition(name("orders"), key, 7));
    }

    @Test
    void saysWhatDiffers() {
        assertEquals("", MAPS.difference(MAPS));
        assertEquals("backups 2; this cluster has 1", Maps.all(2).difference(MAPS));
        assertEquals(
                "no backups for map accounts; this cluster has 2", Maps.all(1).difference(MAPS));
        assertEquals("backups 2 for map accounts; this cluster does not name that map", MAPS.difference(Maps.all(1)));
        assertEquals(
                "backups 2 for map accounts; this cluster has 3", MAPS.difference(Maps.of(1, Map.of("accounts", 3))));
        assertEquals(MAPS, Maps.of(1, MAPS.named()));
        assertEquals(MAPS.hashCode(), Maps.of(1, MAPS.named()).hashCode());
        assertNotEquals(MAPS, Maps.of(2, MAPS.named()));
        assertNotEquals(MAPS, Maps.all(1));
        assertEquals("1 {a=2}", Maps.of(1, Map.of("a", 2)).toString());
    }

    @Test
    void meaninglessMessageIsRefused() {
        for (String name : new String[] {"", "*", "a*b", "a**", "godwit.x", "godwit.*", "x".repeat(257)}) {
            assertThrows(IllegalArgumentException.class, () -> Maps.of(1, Map.of(name, 1)), name);
        }
        assertThrows(IllegalArgumentException.class, () -> Maps.all(7));
        assertThrows(IllegalArgumentException.class, () -> Maps.all(-1));
        assertThrows(IllegalArgumentException.class, () -> Maps.of(1, Map.of("a", 7)));
        Map<String, Integer> many = new HashMap<>();
        for (int i = 0; i <= 1_000; i++) {
            many.put("map" + i, 1);
        }
        assertThrows(IllegalArgumentException.class, () -> Maps.of(1, many));
    }

    @Test
    void mostThatIsPossible() {
        Map<String, Integer> many = new HashMap<>();
        for (int i = 1; i < 1_000; i++) {
            many.put("map" + i, 1);
        }
        many.put("x".repeat(256), Maps.MOST_BACKUPS);
        assertEquals(3, Maps.of(0, many).ranges());
        assertEquals("", MapNames.fault("a*"));
        assertEquals("a pattern has one *, at its end: *a", MapNames.fault("*a"));
    }
}
