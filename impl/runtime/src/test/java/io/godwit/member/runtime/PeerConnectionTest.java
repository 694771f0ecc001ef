package io.godwit.member.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.godwit.member.limit.Limit;
import io.godwit.protocol.map.Bytes;
import io.godwit.protocol.quorum.data.message.DataMessage.Released;
import io.godwit.protocol.quorum.table.Version;
import io.godwit.transport.connection.Limits;
import io.godwit.transport.connection.RecordedConnection;
import io.godwit.transport.frame.Frame;
import io.godwit.transport.frame.Peer;
import io.godwit.transport.frame.UndoneWrites;
import io.godwit.transport.frame.VectorTime;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class PeerConnectionTest {
    private static final long HOUR = 3_600_000_000_000L;

    private final List<Limit> limits = new ArrayList<>();
    private final PeerConnection connection =
            new PeerConnection(new Peer(2, Bytes.ofNumber(2), "h", 5702), 0, limits::add);
    private final RecordedConnection first = new RecordedConnection(1);

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
        RecordedConnection second = new RecordedConnection(1);
        connection.opened(second.connection(), 2 * HOUR);
        assertTrue(connection.isOpen());
        second.connection().close();
        connection.closed(second.connection(), 3 * HOUR);
        assertTrue(connection.isDue(3 * HOUR));
    }

    @Test
    void ignoresTheEndOfAnEarlierConnection() {
        connection.opened(first.connection(), 0);
        RecordedConnection second = new RecordedConnection(1);
        connection.opened(second.connection(), 0);
        connection.closed(first.connection(), HOUR);
        assertTrue(connection.isOpen());
        assertFalse(connection.isDue(2 * HOUR));
    }

    @Test
    void frameLeavesBehindTheMessagesThatWereAddedBefore() {
        connection.opened(first.connection(), 0);
        Frame want = new Frame.SnapshotRequest(7, 0, new Version(0, 0), UndoneWrites.NONE, false);
        connection.add(new Released(), 0, () -> VectorTime.NONE);
        connection.add(want, () -> VectorTime.NONE);
        connection.flush(() -> VectorTime.NONE);
        assertEquals(List.of(new Frame.MessageBatch(List.of(new Released()), VectorTime.NONE), want), first.sent());
    }

    private static final long MS = 1_000_000;

    /** Attempts that fail are made less and less often, up to one each second. */
    @Test
    void pausesBetweenAttemptsDouble() {
        assertTrue(connection.isDue(0));
        long now = 0;
        for (long pause : List.of(50, 100, 200, 400, 800, 1_000, 1_000)) {
            connection.connecting();
            assertFalse(connection.isDue(now + HOUR));
            connection.closed(now);
            assertFalse(connection.isDue(now + pause * MS - 1));
            now += pause * MS;
            assertTrue(connection.isDue(now));
        }
        connection.opened(first.connection(), now);
        connection.closed(now);
        assertFalse(connection.isDue(now + 50 * MS - 1));
        assertTrue(connection.isDue(now + 50 * MS));
    }

    @Test
    void connectionThatDidNotLastIsNotReplacedAtOnce() {
        connection.opened(first.connection(), 0);
        first.connection().close();
        connection.closed(first.connection(), 1_000 * MS);
        assertFalse(connection.isDue(1_049 * MS));
        assertTrue(connection.isDue(1_050 * MS));
        RecordedConnection second = new RecordedConnection(1);
        connection.opened(second.connection(), 0);
        second.connection().close();
        connection.closed(second.connection(), 1_000 * MS + 1);
        assertTrue(connection.isDue(1_000 * MS + 1));
    }

    @Test
    void somethingAtTheOtherEndMakesAnAttemptWorthWhile() {
        connection.closed(0);
        assertFalse(connection.isDue(0));
        connection.retryNow(0);
        assertTrue(connection.isDue(0));
    }

    /** What is dropped while much waits is told once, and that there is room again, too. */
    @Test
    void tellsThatFramesAreDroppedAndThatThereIsRoomAgain() {
        RecordedConnection narrow = new RecordedConnection(1, Limits.DEFAULT.withQueue(1_024));
        connection.opened(narrow.connection(), 0);
        Frame frame = new Frame.Opaque(Bytes.owning(new byte[1_000]));
        assertTrue(connection.send(frame) > 0);
        assertEquals(-1, connection.send(frame));
        assertEquals(-1, connection.send(frame));
        assertEquals(List.of(Limit.QUEUE_FULL), limits);
        assertEquals(1, narrow.sent().size());
        assertTrue(connection.send(frame) > 0);
        assertEquals(List.of(Limit.QUEUE_FULL, Limit.QUEUE_CONTINUES), limits);
    }

    @Test
    void messageWithoutConnectionIsLost() {
        assertEquals(-1, connection.send(new Frame.KeepAlive()));
        connection.add(new Released(), 0, () -> VectorTime.NONE);
        connection.flush(() -> VectorTime.NONE);
        connection.opened(first.connection(), 0);
        connection.flush(() -> VectorTime.NONE);
        assertEquals(List.of(), first.sent());
        assertTrue(connection.send(new Frame.KeepAlive()) > 0);
        assertEquals(List.of(new Frame.KeepAlive()), first.sent());
        connection.close();
        assertFalse(first.connection().isOpen());
        assertFalse(connection.isOpen());
    }

    /** 64 bytes are added for each message. */
    @Test
    void batchIsCompleteWithAQuarterOfAMebibyte() {
        connection.opened(first.connection(), 0);
        VectorTime moment = VectorTime.of(1, 2);
        connection.add(new Released(), (256 << 10) - 2 * 64 - 1, () -> moment);
        connection.add(new Released(), 0, () -> moment);
        connection.add(new Released(), 0, () -> moment);
        connection.add(new Released(), 1, () -> moment);
        connection.flush(() -> VectorTime.NONE);
        Released one = new Released();
        assertEquals(
                List.of(
                        new Frame.MessageBatch(List.of(one, one, one), moment),
                        new Frame.MessageBatch(List.of(one), VectorTime.NONE)),
                first.sent());
        connection.flush(() -> moment);
        assertEquals(List.of(), first.sent());
    }

    @Test
    void ageOfAConnectionIsThatSinceItWasOpened() {
        long opened = 10 * HOUR;
        connection.opened(first.connection(), opened);
        assertEquals(500 * MS, connection.age(opened + 500 * MS));
        first.connection().close();
        connection.closed(first.connection(), opened + 500 * MS);
        assertFalse(connection.isDue(opened + 549 * MS));
    }

    @Test
    void batchOfExactlyThatSizeIsComplete() {
        connection.opened(first.connection(), 0);
        VectorTime moment = VectorTime.of(3);
        connection.add(new Released(), (256 << 10) - 64, () -> moment);
        connection.flush(() -> VectorTime.NONE);
        assertEquals(List.of(new Frame.MessageBatch(List.of(new Released()), moment)), first.sent());
    }
}
