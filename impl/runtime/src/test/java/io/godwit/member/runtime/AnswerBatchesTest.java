package io.godwit.member.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.godwit.protocol.map.Bytes;
import io.godwit.protocol.map.Operation.OnMap;
import io.godwit.protocol.map.Operation.Verb;
import io.godwit.protocol.map.Result;
import io.godwit.protocol.map.Result.Done;
import io.godwit.protocol.map.Result.Found;
import io.godwit.transport.connection.RecordedConnection;
import io.godwit.transport.frame.Frame;
import io.godwit.transport.frame.Frame.Answer;
import io.godwit.transport.frame.Frame.AnswerBatch;
import io.godwit.transport.frame.Frame.Call;
import io.godwit.transport.frame.Frame.CallBatch;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class AnswerBatchesTest {
    private static final OnMap GET = new OnMap(Verb.GET, Bytes.EMPTY, Bytes.EMPTY, Bytes.EMPTY, Bytes.EMPTY);
    private static final int HALF = 128 << 10;

    private int hurries;
    private final AnswerBatches batches = new AnswerBatches(() -> hurries++);
    private final RecordedConnection client = new RecordedConnection(1);
    private final RecordedConnection other = new RecordedConnection(1);

    /** Sessions 1, 2, ..., each with its call number 5. */
    private void expect(int sessions) {
        batches.expect(
                client.connection(),
                new CallBatch(LongStream.rangeClosed(1, sessions)
                        .mapToObj(session -> new Call(session, 5, 0, GET, false))
                        .toList()));
    }

    private static Answer answer(long session) {
        return new Answer(session, 5, new Done(List.of(session)));
    }

    private boolean take(Answer answer) {
        return batches.take(client.connection(), answer);
    }

    private List<Frame> flushed() {
        batches.flush();
        return client.sent();
    }

    @Test
    void answersThatAreThereTogetherAreOneFrame() {
        expect(3);
        assertTrue(take(answer(2)));
        assertEquals(1, hurries);
        assertTrue(take(answer(1)));
        assertEquals(List.of(), client.sent());
        assertEquals(2, hurries);
        assertEquals(List.of(new AnswerBatch(List.of(answer(2), answer(1)))), flushed());
        assertEquals(List.of(), flushed());
        assertTrue(take(answer(3)));
        assertEquals(List.of(answer(3)), flushed());
    }

    @Test
    void otherAnswersAreNotTaken() {
        expect(1);
        assertFalse(take(answer(2)));
        assertFalse(take(new Answer(1, 4, new Done(List.of()))));
        assertFalse(batches.take(other.connection(), answer(1)));
        assertEquals(0, hurries);
        assertTrue(take(answer(1)));
        // The call has its answer.
        assertFalse(take(answer(1)));
        assertEquals(List.of(answer(1)), flushed());
    }

    @Test
    void frameHasNoMoreThanSomeBytes() {
        expect(4);
        Result large = new Found(List.of(Bytes.owning(new byte[HALF])));
        for (long session = 1; session <= 4; session++) {
            take(new Answer(session, 5, large));
        }
        assertEquals(
                List.of(
                        new AnswerBatch(List.of(new Answer(1, 5, large), new Answer(2, 5, large))),
                        new AnswerBatch(List.of(new Answer(3, 5, large), new Answer(4, 5, large)))),
                flushed());
    }

    /** An answer in pages is sent by itself. */
    @Test
    void callWithAnAnswerInPagesIsNotExpectedAnyMore() {
        expect(1);
        Found large = new Found(List.of(Bytes.owning(new byte[1 << 20]), Bytes.EMPTY));
        new AnswerPages(limit -> {}, batches).send(client.connection(), 1, 5, large);
        assertEquals(2, client.sent().size());
        assertFalse(batches.ends(client.connection(), 1, 5));
    }

    @Test
    void nothingIsKeptForAClosedConnection() {
        expect(2);
        take(answer(1));
        batches.closed(client.connection());
        assertEquals(List.of(), flushed());
        assertFalse(take(answer(2)));
    }
}
