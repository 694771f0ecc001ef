package io.godwit.member.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.godwit.environment.ManualEnvironment;
import io.godwit.member.limit.Limit;
import io.godwit.protocol.map.Bytes;
import io.godwit.protocol.map.Operation.OnMap;
import io.godwit.protocol.map.Operation.Verb;
import io.godwit.protocol.quorum.data.log.LogEntry;
import io.godwit.protocol.quorum.data.message.DataMessage.Append;
import io.godwit.protocol.quorum.data.message.DataMessage.Released;
import io.godwit.protocol.quorum.table.Version;
import io.godwit.transport.connection.RecordedConnection;
import io.godwit.transport.frame.Frame;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class BacklogTest {
    private static final Version V = new Version(1, 1);

    private final ManualEnvironment environment = new ManualEnvironment(1, 0);
    private final EventLoop loop = new EventLoop(environment, environment);
    private final List<Limit> reached = new ArrayList<>();
    private final List<String> done = new ArrayList<>();
    private final RecordedConnection one = new RecordedConnection(1);
    private final RecordedConnection other = new RecordedConnection(1);
    private final Backlog backlog = new Backlog(loop, 5, 1_000, reached::add);

    @BeforeEach
    void start() {
        loop.start();
        environment.run();
    }

    private static OnMap put(int bytes) {
        return new OnMap(Verb.PUT, Bytes.EMPTY, Bytes.EMPTY, Bytes.owning(new byte[bytes]), Bytes.EMPTY);
    }

    private void call(RecordedConnection from, int bytes) {
        backlog.add(from.connection(), new Frame.Call(1, 1, 0, put(bytes), false), () -> done.add("call " + bytes));
    }

    private void entries(RecordedConnection from, int first, int second) {
        Append one = new Append(0, V, 1, new LogEntry(V, 1, 1, put(first)));
        Append two = new Append(0, V, 2, new LogEntry(V, 1, 2, put(second)));
        Frame batch = new Frame.MessageBatch(List.of(one, new Released(), two));
        backlog.add(from.connection(), batch, () -> done.add("batch " + first + " " + second));
    }

    @Test
    void connectionIsNotReadWhileTooManyBytesWait() {
        call(one, 1_000);
        assertTrue(one.isRead());
        entries(other, 1, 0);
        assertFalse(other.isRead());
        assertTrue(one.isRead());
        call(one, 0);
        assertFalse(one.isRead());
        assertEquals(List.of(Limit.BACKLOG, Limit.BACKLOG), reached);
    }

    @Test
    void whatHasComeIsCountedWithItsObjects() {
        call(one, 100);
        entries(one, 20, 3);
        assertEquals(0, backlog.received());
        environment.run();
        assertEquals(100 + 20 + 3 + 4 * 256, backlog.received());
    }

    @Test
    void callsOfAFrameRunTogether() {
        Frame.CallBatch calls = new Frame.CallBatch(
                List.of(new Frame.Call(1, 1, 0, put(700), false), new Frame.Call(2, 1, 0, put(400), false)));
        backlog.add(one.connection(), calls, () -> done.add("calls"));
        assertEquals(List.of(Limit.BACKLOG), reached);
        environment.run();
        assertEquals(List.of("calls"), done);
        assertEquals(700 + 400 + 2 * 256, backlog.received());
    }

    /** The bound is one on calls, in however many frames they come. */
    @Test
    void connectionIsNotReadWhileTooManyCallsOfFramesWait() {
        Backlog many = new Backlog(loop, 20_000, Long.MAX_VALUE, reached::add);
        Frame.Call get =
                new Frame.Call(1, 1, 0, new OnMap(Verb.GET, Bytes.EMPTY, Bytes.EMPTY, Bytes.EMPTY, Bytes.EMPTY), false);
        Frame.CallBatch calls = new Frame.CallBatch(Collections.nCopies(256, get));
        int batches = 0;
        while (one.isRead() && batches < 100) {
            many.add(one.connection(), calls, () -> done.add("calls"));
            batches++;
        }
        assertEquals(20_000 / 256 + 2, batches);
        environment.run();
        assertTrue(one.isRead());
        assertEquals(batches, done.size());
        assertEquals(0, loop.backlog());
    }

    @Test
    void connectionIsReadAgainWhenTheLoopHasReachedTheFrame() {
        entries(one, 600, 600);
        call(one, 700);
        assertFalse(one.isRead());
        environment.run();
        assertTrue(one.isRead());
        assertEquals(List.of("batch 600 600", "call 700"), done);
        call(one, 1_000);
        assertTrue(one.isRead());
        assertEquals(List.of(Limit.BACKLOG, Limit.BACKLOG, Limit.BACKLOG_OVER, Limit.BACKLOG_OVER), reached);
    }

    @Test
    void connectionIsNotReadWhileTooManyTasksWait() {
        for (int i = 0; i < 6; i++) {
            call(one, 0);
        }
        assertTrue(one.isRead());
        call(one, 0);
        assertFalse(one.isRead());
        environment.run();
        assertTrue(one.isRead());
        assertEquals(7, done.size());
    }
}
