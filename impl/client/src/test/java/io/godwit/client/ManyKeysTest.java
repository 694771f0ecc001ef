package io.godwit.client;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.godwit.client.CallException.Outcome;
import io.godwit.protocol.map.Bytes;
import io.godwit.protocol.map.Operation.Verb;
import io.godwit.protocol.map.Result;
import io.godwit.protocol.map.Result.Done;
import io.godwit.protocol.map.Result.Found;
import io.godwit.protocol.map.Result.Refused;
import io.godwit.protocol.map.Result.WrongKind;
import io.godwit.transport.frame.Frame;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class ManyKeysTest {
    private static final Duration LONG = Duration.ofMinutes(5);
    private static final int AT_ONCE = 8;

    private FakeMember member;
    private GodwitClient client;
    private GodwitMap map;

    @BeforeEach
    void open() throws IOException {
        member = new FakeMember(1, 3);
        client = GodwitClient.connect(
                new ClientConfig("c", List.of(member.address()), null, LONG, LONG, AT_ONCE, Map.of()));
        map = client.map("m");
    }

    @AfterEach
    void close() {
        client.close();
        member.close();
    }

    private static byte[] key(int i) {
        return ("k" + i).getBytes(UTF_8);
    }

    private static List<byte[]> keys(int count) {
        return IntStream.range(0, count).mapToObj(ManyKeysTest::key).toList();
    }

    /** One key is absent, one has a list, and for one there is no room. */
    private static Result answer(Frame.Call call) {
        return switch (new String(call.operation().keyBytes().toArray(), UTF_8)) {
            case "k1" -> call.operation().verb() == Verb.REMOVE ? new Done(List.of(0L)) : new Found(List.of());
            case "k2" -> new WrongKind();
            case "k3" -> new Refused("full");
            default -> call.operation().verb() == Verb.GET
                    ? new Found(List.of(call.operation().keyBytes()))
                    : new Done(List.of(1L));
        };
    }

    @Test
    void eachKeyHasItsResult() {
        member.answer(ManyKeysTest::answer);
        List<KeyResult<Optional<byte[]>>> got = map.getMany(keys(100));
        assertEquals(100, got.size());
        assertArrayEquals(key(0), got.get(0).get().orElseThrow());
        assertEquals(Optional.empty(), got.get(1).get());
        assertFalse(got.get(2).isDone());
        assertThrows(WrongKindException.class, got.get(2)::get);
        CallException refused = assertThrows(CallException.class, got.get(3)::get);
        assertEquals(Outcome.NOT_DONE, refused.outcome());
        assertEquals(Optional.of(refused), got.get(3).failure());
        for (int i = 4; i < 100; i++) {
            assertTrue(got.get(i).isDone());
            assertArrayEquals(key(i), got.get(i).get().orElseThrow());
        }
    }

    @Test
    void removeManySaysWhatWasThere() {
        member.answer(ManyKeysTest::answer);
        List<KeyResult<Boolean>> removed = map.removeMany(keys(5));
        assertEquals(
                List.of(true, false, true),
                List.of(
                        removed.get(0).get(),
                        removed.get(1).get(),
                        removed.get(4).get()));
        assertFalse(removed.get(3).isDone());
    }

    @Test
    void fewCallsAreUnderWayAtATime() throws Exception {
        List<Map.Entry<byte[], byte[]>> entries = new ArrayList<>();
        keys(3 * AT_ONCE).forEach(key -> entries.add(Map.entry(key, key)));
        CompletableFuture<List<KeyResult<Void>>> put = map.putManyAsync(entries);
        for (int i = 0; i < 3 * AT_ONCE; i++) {
            assertFalse(put.isDone());
            Frame.Call call = member.next();
            assertEquals(Bytes.of(key(i)), call.operation().keyBytes());
            if (i >= AT_ONCE - 1) {
                // This many calls have no answer yet.
                assertTrue(member.isIdle());
            }
            if (i >= AT_ONCE - 1 && i < 3 * AT_ONCE - 1) {
                member.say(new Frame.Answer(call.client(), call.number(), new Done(List.of())));
            }
        }
        client.close();
        List<KeyResult<Void>> results = put.get(60, TimeUnit.SECONDS);
        assertEquals(AT_ONCE, results.stream().filter(it -> !it.isDone()).count());
    }

    @Test
    void closedClientFailsEachKey() {
        client.close();
        List<KeyResult<Boolean>> removed = map.removeMany(keys(20_000));
        assertEquals(20_000, removed.stream().filter(it -> !it.isDone()).count());
        assertEquals(List.of(), map.getMany(List.of()));
    }

    @Test
    void allKeysAreCheckedFirst() {
        byte[] longer = new byte[GodwitMap.MAX_BYTES + 1];
        assertThrows(IllegalArgumentException.class, () -> map.getMany(List.of(key(0), longer)));
        assertThrows(
                IllegalArgumentException.class,
                () -> map.putMany(List.of(Map.entry(key(0), key(0)), Map.entry(key(1), longer))));
        assertTrue(member.isIdle());
    }
}
