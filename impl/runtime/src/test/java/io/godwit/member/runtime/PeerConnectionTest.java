package io.godwit.member.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.godwit.protocol.map.Bytes;
import io.godwit.protocol.quorum.data.message.DataMessage.Released;
import io.godwit.protocol.quorum.table.Version;
import io.godwit.transport.connection.Recorded;
import io.godwit.transport.frame.Frame;
import io.godwit.transport.frame.Moment;
import io.godwit.transport.frame.Peer;
import io.godwit.transport.frame.Undo;
import java.util.List;
import org.junit.jupiter.api.Test;

class PeerConnectionTest {
    private static final long HOUR = 3_600_000_000_000L;

    private final PeerConnection connection = new PeerConnection(new Peer(2, Bytes.ofNumber(2), "h", 5702), 0);
    private final Recorded first = new Recorded(1);

    /** The event loop may notice the end of a connection before it is told, and must not connect twice. */
    @Test
    void connectsOnceIfTheEndIsNoticedBeforeItIsTold() {
        connection.opened(first.connection(), 0);
        assertFalse(connection.isDue(HOUR));
        first.connection().close();
        assertTrue(connection.isDue(HOUR));
        connection.connecting();
        connection.closed(first.connection(), HOUR);
        assertFalse(connection.isDue(2 * HOUR));
        Recorded second = new Recorded(1);
        connection.opened(second.connection(), 2 * HOUR);
        assertTrue(connection.isOpen());
        second.connection().close();
        connection.closed(second.connection(), 3 * HOUR);
        assertTrue(connection.isDue(3 * HOUR));
    }

    @Test
    void ignoresTheEndOfAnEarlierConnection() {
        connection.opened(first.connection(), 0);
        Recorded second = new Recorded(1);
        connection.opened(second.connection(), 0);
        connection.closed(first.connection(), HOUR);
        assertTrue(connection.isOpen());
        assertFalse(connection.isDue(2 * HOUR));
    }

    @Test
    void aFrameLeavesBehindTheMessagesThatWereAddedBefore() {
        connection.opened(first.connection(), 0);
        Frame want = new Frame.Want(7, 0, new Version(0, 0), Undo.NONE, false);
        connection.add(new Released(), 0, () -> Moment.NONE);
        connection.add(want, () -> Moment.NONE);
        connection.flush(() -> Moment.NONE);
        assertEquals(List.of(new Frame.Letter(List.of(new Released()), Moment.NONE), want), first.sent());
    }
}
