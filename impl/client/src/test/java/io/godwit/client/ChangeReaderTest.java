package io.godwit.client;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.godwit.client.CallException.Outcome;
import io.godwit.protocol.map.Bytes;
import io.godwit.protocol.map.Operation.OnMap;
import io.godwit.protocol.map.Operation.Verb;
import io.godwit.protocol.map.Result;
import io.godwit.protocol.map.Result.Changes;
import io.godwit.protocol.map.Result.Done;
import io.godwit.protocol.map.Result.Written;
import io.godwit.protocol.map.StreamPosition;
import io.godwit.transport.frame.Frame;
import io.godwit.transport.frame.StreamCalls;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Readers of a member that answers what the test wants. */
@Timeout(120)
class ChangeReaderTest {
    private static final Bytes MAP = Bytes.of("m".getBytes(UTF_8));
    private static final Duration ATTEMPT = Duration.ofMinutes(1);

    private FakeMember member;
    private GodwitClient client;
    /** What comes next; the last answer comes again and again. */
    private final Deque<Result> answers = new ArrayDeque<>();

    private final List<String> given = new ArrayList<>();

    @BeforeEach
    void open() throws IOException {
        member = new FakeMember(1, 2);
        client = connect(Duration.ofMinutes(1));
        member.answer(this::answer);
    }

    private GodwitClient connect(Duration timeout) {
        return GodwitClient.connect(
                new ClientConfig("c", List.of(member.address()), null, timeout, ATTEMPT, 8, Map.of()));
    }

    @AfterEach
    void close() {
        client.close();
        member.close();
    }

    private synchronized Result answer(Frame.Call call) {
        if (call.partition() == 1) {
            return changes(0, 1, false);
        }
        return answers.size() > 1 ? answers.remove() : answers.element();
    }

    /** An answer that a place and a version show. */
    private static Result changes(int index, long shown, boolean more, Written... writes) {
        return StreamCalls.result(
                new Changes(List.of(writes), new StreamPosition(index, index == 0 ? 0 : 1, shown), more));
    }

    private static Written put(int index, String key, String value) {
        return new Written(
                index,
                new OnMap(Verb.PUT, MAP, Bytes.of(key.getBytes(UTF_8)), Bytes.of(value.getBytes(UTF_8)), Bytes.EMPTY));
    }

    private void take(Change change) {
        if (change.partition() == 0) {
            given.add(change.kind() + " " + new String(change.key(), UTF_8) + new String(change.value(), UTF_8));
        }
    }

    @Test
    void pagesOfTwoVersionsAreReadAgain() {
        answers.add(changes(9, 1, true, put(9, "a", "1")));
        answers.add(changes(3, 2, false, put(3, "b", "1")));
        answers.add(changes(4, 2, true, put(4, "a", "2")));
        answers.add(changes(6, 2, false, put(6, "b", "2")));
        answers.add(changes(5, 2, true, put(5, "a", "3")));
        answers.add(changes(6, 2, false, put(6, "b", "2")));
        ChangeReader reader = client.map("m").changes(this::take);
        assertEquals(List.of("CLEAR ", "PUT a1", "CLEAR ", "PUT a2", "PUT b2", "PUT a3"), given);
        assertTrue(reader.positions().toString().contains("6.1.2,"), reader.positions()::toString);
    }

    @Test
    void changesOfAnotherVersionThanTheScanAreNotTaken() {
        answers.add(changes(4, 1, true, put(4, "a", "1")));
        answers.add(changes(6, 1, false, put(6, "b", "1")));
        answers.add(changes(6, 2, false, put(5, "a", "2"), put(6, "a", "3")));
        answers.add(changes(7, 2, false, put(7, "a", "4")));
        client.map("m").changes(this::take);
        assertEquals(List.of("CLEAR ", "PUT a1", "PUT b1", "CLEAR ", "PUT a4"), given);
    }

    @Test
    void primaryThatNeverShowsWhatWasScannedIsNotAwaitedForever() {
        client.close();
        client = connect(Duration.ofSeconds(2));
        answers.add(changes(4, 1, true, put(4, "a", "1")));
        answers.add(changes(6, 1, false, put(6, "b", "1")));
        answers.add(changes(4, 1, false));
        GodwitMap map = client.map("m");
        CallException late = assertThrows(CallException.class, () -> map.changes(this::take));
        assertEquals(Outcome.NOT_DONE, late.outcome());
        assertTrue(late.getMessage().contains("partition 0 does not show"), late.getMessage());
        answers.clear();
        Thread.currentThread().interrupt();
        answers.add(changes(4, 1, true, put(4, "a", "1")));
        answers.add(changes(6, 1, false, put(6, "b", "1")));
        answers.add(changes(4, 1, false));
        assertThrows(CallException.class, () -> map.changes(this::take));
        assertTrue(Thread.interrupted());
    }

    @Test
    void answerThatIsNoneLosesNothingOfOtherPartitions() {
        answers.add(changes(0, 1, false));
        ChangeReader reader = client.map("m").changes();
        member.answer(call -> call.partition() == 1 ? new Done(List.of()) : changes(1, 1, false, put(1, "a", "1")));
        reader.poll(Duration.ZERO).forEach(this::take);
        assertEquals(List.of("PUT a1"), given);
        member.answer(call -> call.partition() == 1 ? new Done(List.of()) : changes(1, 1, false));
        assertThrows(IllegalArgumentException.class, () -> reader.poll(Duration.ZERO));
    }

    @Test
    void timeoutMayBeOfAnyLength() {
        answers.add(changes(0, 1, false));
        answers.add(changes(1, 1, false, put(1, "a", "1")));
        ChangeReader reader = client.map("m").changes();
        assertEquals(1, reader.poll(Duration.ofSeconds(Long.MAX_VALUE)).size());
        answers.add(changes(1, 1, false));
        answers.remove();
        assertEquals(List.of(), reader.poll(Duration.ofSeconds(Long.MIN_VALUE)));
    }
}
