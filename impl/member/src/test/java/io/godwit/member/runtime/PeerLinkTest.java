package io.godwit.member.runtime;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.godwit.protocol.map.Bytes;
import io.godwit.transport.frame.Peer;
import io.godwit.transport.net.Recorded;
import org.junit.jupiter.api.Test;

class PeerLinkTest {
    private static final long HOUR = 3_600_000_000_000L;

    private final PeerLink link = new PeerLink(new Peer(2, Bytes.ofNumber(2), "h", 5702), 0);
    private final Recorded first = new Recorded(1);

    /** The loop may see that a connection is over before it hears so, and two that are dialled would be one too many. */
    @Test
    void whoIsDialledAlreadyIsNotDialledTwice() {
        link.opened(first.connection(), 0);
        assertFalse(link.isDue(HOUR));
        first.connection().close();
        assertTrue(link.isDue(HOUR));
        link.dialling();
        link.closed(first.connection(), HOUR);
        assertFalse(link.isDue(2 * HOUR));
        Recorded next = new Recorded(1);
        link.opened(next.connection(), 2 * HOUR);
        assertTrue(link.isOpen());
        next.connection().close();
        link.closed(next.connection(), 3 * HOUR);
        assertTrue(link.isDue(3 * HOUR));
    }

    @Test
    void theEndOfAnEarlierConnectionIsNoMatter() {
        link.opened(first.connection(), 0);
        Recorded next = new Recorded(1);
        link.opened(next.connection(), 0);
        link.closed(first.connection(), HOUR);
        assertTrue(link.isOpen());
        assertFalse(link.isDue(2 * HOUR));
    }
}
