package io.godwit.member.runtime;

import io.godwit.protocol.map.Bytes;
import io.godwit.protocol.map.Result.Found;
import io.godwit.transport.connection.Connection;
import io.godwit.transport.frame.Frame.Answer;
import io.godwit.transport.frame.Frame.AnswerBatch;
import io.godwit.transport.frame.Frame.Call;
import io.godwit.transport.frame.Frame.CallBatch;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Answers to calls that came in common frames: those that are there together are sent together. For tasks of the event loop. */
final class AnswerBatches {
    /** A frame has no more bytes of values, unless it has one answer. */
    private static final int MAX_BATCH_BYTES = 256 << 10;

    /** Calls without an answer, by session. */
    private final Map<Long, Expected> expected = new LinkedHashMap<>();

    private final Map<Connection, Gathered> gathered = new LinkedHashMap<>();
    private final Runnable hurry;

    /** A call that came in a common frame. */
    private record Expected(Connection connection, long number) {}

    /** Answers that are not sent yet. */
    private static final class Gathered {
        private final List<Answer> answers = new ArrayList<>();
        private long bytes;
    }

    /**
     * Expects no calls.
     *
     * @param hurry is called when an answer waits for {@link #flush}
     */
    AnswerBatches(Runnable hurry) {
        this.hurry = hurry;
    }

    /** The calls of this frame have common answers. */
    void expect(Connection connection, CallBatch batch) {
        for (Call call : batch.calls()) {
            expected.put(call.client(), new Expected(connection, call.number()));
        }
    }

    /** Takes an answer if its call came in a common frame; returns whether it did. */
    boolean take(Connection connection, Answer answer) {
        if (!ends(connection, answer.client(), answer.number())) {
            return false;
        }
        hurry.run();
        Gathered together = gathered.computeIfAbsent(connection, none -> new Gathered());
        long size = size(answer);
        if (together.bytes + size > MAX_BATCH_BYTES) {
            send(connection, together);
        }
        together.answers.add(answer);
        together.bytes += size;
        return true;
    }

    /** A call has a result, which need not be taken; returns whether the call came in a common frame. */
    boolean ends(Connection connection, long client, long number) {
        Expected call = expected.get(client);
        if (call == null || call.connection() != connection || call.number() != number) {
            return false;
        }
        expected.remove(client);
        return true;
    }

    private static long size(Answer answer) {
        long size = 0;
        if (answer.result() instanceof Found found) {
            for (Bytes value : found.values()) {
                size += value.length();
            }
        }
        return size;
    }

    /** Sends what was taken. */
    void flush() {
        gathered.forEach(AnswerBatches::send);
        gathered.clear();
    }

    private static void send(Connection connection, Gathered together) {
        List<Answer> answers = together.answers;
        if (!answers.isEmpty()) {
            connection.send(answers.size() == 1 ? answers.get(0) : new AnswerBatch(answers));
        }
        answers.clear();
        together.bytes = 0;
    }

    /** A client's connection is closed. */
    void closed(Connection connection) {
        expected.values().removeIf(call -> call.connection() == connection);
        gathered.remove(connection);
    }
}
