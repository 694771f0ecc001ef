package io.godwit.member.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.godwit.protocol.Event;
import io.godwit.protocol.Zones;
import io.godwit.protocol.map.Bytes;
import io.godwit.transport.frame.Peer;
import io.godwit.transport.frame.Run;
import io.godwit.transport.frame.Versions;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PeerRegistryTest {
    private static Peer peer(int number, int incarnation, int port) {
        return new Peer(number, Bytes.ofNumber(incarnation), "h", port);
    }

    private final Peer self = peer(1, 11, 1);
    private final PeerRegistry registry = new PeerRegistry(self);

    @Test
    void numberBelongsToOneIncarnation() {
        assertTrue(registry.learn(peer(2, 22, 2)));
        assertFalse(registry.learn(peer(2, 23, 3)));
        assertEquals(peer(2, 22, 2), registry.get(2));
        assertTrue(registry.allows(2, Bytes.ofNumber(22)));
        assertFalse(registry.allows(2, Bytes.ofNumber(23)));
        assertTrue(registry.allows(3, Bytes.ofNumber(23)));
    }

    @Test
    void laterMemberReplacesEarlierAtItsAddress() {
        registry.learn(peer(2, 22, 2));
        assertTrue(registry.learn(peer(5, 55, 2)));
        assertNull(registry.get(2));
        assertFalse(registry.learn(peer(2, 22, 2)));
        assertEquals(List.of(self, peer(5, 55, 2)), registry.all());
        assertEquals(List.of(peer(5, 55, 2)), registry.others());
    }

    private Zones zones() {
        List<Event> news = registry.news(new Zones(Map.of(9, "unknown")), Map.of());
        return ((Event.ZonesKnown) news.get(0)).zones();
    }

    @Test
    void engineIsToldWhatItDoesNotKnow() {
        registry.greeted(peer(2, 22, 2).withZone("a"), new Versions(6, 7));
        assertEquals(
                List.of(new Event.ZonesKnown(zones()), new Event.VersionsKnown(Map.of(2, 7))),
                registry.news(new Zones(Map.of()), Map.of()));
        assertEquals(List.of(), registry.news(zones(), Map.of(2, 7)));
        registry.greeted(peer(3, 33, 2), new Versions(6, 6));
        assertEquals(
                List.of(new Event.ZonesKnown(zones()), new Event.VersionsKnown(Map.of(3, 6))),
                registry.news(new Zones(Map.of(2, "a")), Map.of(2, 7)));
    }

    @Test
    void zoneIsWhatTheMemberItselfSaysLast() {
        Peer two = peer(2, 22, 2);
        registry.learn(two.withZone("a"));
        registry.learn(two.withZone("b"));
        assertEquals(new Zones(Map.of(2, "a")), zones());
        registry.locate(two.withZone("b"));
        assertEquals(new Zones(Map.of(2, "b")), zones());
        registry.locate(peer(2, 23, 2).withZone("c"));
        assertEquals(List.of(self, two.withZone("b")), registry.all());
        registry.locate(peer(3, 33, 3).withZone("c"));
        assertEquals(List.of(self, two.withZone("b")), registry.all());
        registry.learn(peer(3, 33, 3).withZone("c"));
        assertEquals(new Zones(Map.of(2, "b", 3, "c")), zones());
        registry.learn(peer(4, 44, 2).withZone("d"));
        assertEquals(new Zones(Map.of(3, "c", 4, "d")), zones());
    }

    @Test
    void memberIsNotReplacedAtItsOwnAddress() {
        assertFalse(registry.learn(peer(7, 77, 1)));
        assertFalse(registry.learn(peer(0, 77, 3)));
        assertFalse(registry.learn(Peer.NOBODY.withNumber(4)));
        assertEquals(List.of(self), registry.all());
    }

    private static Peer peer(int number, int port, Run run) {
        return peer(number, number, port).withRun(run);
    }

    @Test
    void memberIsWhereItsLaterRunIs() {
        registry.learn(peer(2, 2, new Run(4, 7, 0)));
        assertFalse(registry.learn(peer(2, 5, new Run(5, 8, 8))));
        assertEquals(5, registry.get(2).port());
        registry.learn(peer(2, 2, new Run(4, 7, 0)));
        registry.learn(peer(2, 9, new Run(5, 9, 9)));
        registry.learn(peer(2, 22, 9).withRun(new Run(6, 9, 9)));
        assertEquals(5, registry.get(2).port());
        registry.learn(peer(1, 9, new Run(6, 9, 9)));
        assertEquals(self, registry.get(1));
    }

    @Test
    void membersThatChangePlacesSaySoThemselves() {
        Peer two = peer(2, 2, new Run(1, 7, 0));
        Peer three = peer(3, 3, new Run(1, 8, 0));
        registry.learn(two);
        registry.learn(three);
        Peer moved = peer(2, 3, new Run(2, 9, 9));
        registry.learn(moved);
        assertEquals(List.of(self, moved, three), registry.all(), "which of them is there is not known");
        assertFalse(registry.hear(moved));
        assertEquals(List.of(self, moved), registry.all());
        assertTrue(registry.hear(peer(3, 2, new Run(2, 10, 10))));
        assertEquals(2, registry.get(3).port());
    }
}
