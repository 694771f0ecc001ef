package io.godwit.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.godwit.transport.frame.Frame;
import io.godwit.transport.frame.Maps;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class LinksTest {
    private static final long MS = 1_000_000;

    private final Routes routes = new Routes(Maps.all(1), 1);
    private final Links links = new Links(ClientConfig.of("c", List.of("h:1", "h:2", "h:3")), new Links.Listener() {
        @Override
        public void received(Link from, Frame frame) {}

        @Override
        public void opened(Link link) {}

        @Override
        public void closed(Link link) {}
    });

    @AfterEach
    void close() {
        links.close();
    }

    private Link link(int port) {
        return links.to(new Address("h", port));
    }

    private Set<Link> some() {
        Set<Link> some = new HashSet<>();
        for (int i = 0; i < 200; i++) {
            some.add(links.any(routes));
        }
        return some;
    }

    @Test
    void whoWasNotThereIsGoneForAMoment() {
        Link link = link(1);
        assertFalse(link.isGone(0));
        link.closed(-10 * MS);
        assertTrue(link.isGone(-10 * MS));
        assertTrue(link.isGone(89 * MS));
        assertFalse(link.isGone(90 * MS));
        link.closed(100 * MS);
        link.opened(null);
        assertFalse(link.isGone(101 * MS));
    }

    /** Somebody may see that a connection is over before its end is told, and dial at once: two would be one too many. */
    @Test
    void whoIsDialledAlreadyIsNotDialledTwice() {
        Link link = link(1);
        link.opened(null);
        link.dialling();
        link.lost(0);
        assertTrue(link.isDialling());
        assertTrue(link.isGone(0));
        link.closed(0);
        assertFalse(link.isDialling());
    }

    @Test
    void anybodyIsWhoIsNotGone() {
        assertEquals(Set.of(link(1), link(2), link(3)), some());
        // Closed in a time that is still to come, so that the moment does not end meanwhile.
        link(1).closed(System.nanoTime() + 3_600_000 * MS);
        assertNotEquals(link(1), links.any(routes));
        assertEquals(Set.of(link(2), link(3)), some());
    }

    @Test
    void ifAllAreGoneAnybodyIsTried() {
        for (int port = 1; port <= 3; port++) {
            link(port).closed(System.nanoTime() + 3_600_000 * MS);
        }
        assertEquals(Set.of(link(1), link(2), link(3)), some());
    }
}
