package io.godwit.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.godwit.client.CallException.Outcome;
import io.godwit.protocol.map.Bytes;
import io.godwit.protocol.map.Result.Done;
import io.godwit.protocol.map.Result.Found;
import io.godwit.protocol.map.Result.NotHere;
import io.godwit.protocol.map.Result.Refused;
import io.godwit.protocol.quorum.table.Version;
import io.godwit.transport.frame.Frame;
import io.godwit.transport.frame.Frame.Route;
import io.godwit.transport.frame.Frame.Table;
import io.godwit.transport.frame.Peer;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * A member tells a caller that another one is the primary now, while a write waits there. An attempt has as much time as the
 * whole call, so that nothing is repeated because of silence.
 */
@Timeout(60)
class MovedTest {
    private static final Duration LONG = Duration.ofMinutes(5);
    private static final byte[] KEY = {1};

    private FakeMember one;
    private FakeMember two;
    private GodwitClient client;

    private List<Peer> both() {
        return List.of(one.peer(), two.peer());
    }

    private Table table(int version, int primary) {
        return new Table(0, List.of(new Route(0, new Version(1, version), primary)), both());
    }

    private static Frame.Answer answer(Frame.Call call) {
        return new Frame.Answer(call.client(), call.number(), new Done(List.of(0L)));
    }

    @BeforeEach
    void connect() throws IOException {
        one = new FakeMember(1);
        two = new FakeMember(2);
        client = GodwitClient.connect(new ClientConfig("c", List.of(one.address()), null, LONG, LONG, 10, Map.of()));
    }

    @AfterEach
    void close() {
        client.close();
        one.close();
        two.close();
    }

    /** A write that has come to the one who was the primary. */
    private CompletableFuture<Void> write() {
        return client.map("m").putAsync(KEY, KEY);
    }

    @Test
    void whatWaitsAtAFormerPrimaryIsRepeatedAtTheNewOne() throws Exception {
        CompletableFuture<Void> put = write();
        Frame.Call first = one.next();
        one.say(table(2, 2));
        Frame.Call again = two.next();
        assertEquals(first, again, "the same call under the same number");
        two.say(answer(again));
        put.get(30, TimeUnit.SECONDS);
    }

    @Test
    void theFormerPrimaryMayStillAnswer() throws Exception {
        CompletableFuture<Void> put = write();
        Frame.Call first = one.next();
        one.say(table(2, 2));
        two.next();
        one.say(answer(first));
        put.get(30, TimeUnit.SECONDS);
    }

    @Test
    void nothingIsRepeatedWithoutAnotherPrimary() throws Exception {
        CompletableFuture<Void> put = write();
        Frame.Call first = one.next();
        // A newer version with the same primary, and an older one with another.
        one.say(table(3, 1));
        one.say(table(2, 2));
        one.say(answer(first));
        put.get(30, TimeUnit.SECONDS);
        assertTrue(one.isIdle() && two.isIdle());
    }

    @Test
    void whatWasSentBeforeMayHaveBeenCarriedOut() throws Exception {
        CompletableFuture<Void> put = write();
        one.next();
        one.say(table(2, 2));
        Frame.Call again = two.next();
        two.say(new Frame.Answer(again.client(), again.number(), new Refused("no room is left")));
        CompletionException failure = assertThrows(CompletionException.class, put::join);
        assertEquals(Outcome.UNKNOWN, ((CallException) failure.getCause()).outcome());
    }

    /** Whoever waits until it may ask again asks the new primary, and not whom it was told to ask before. */
    @Test
    void whoPausesAsksTheNewPrimaryInstead() throws Exception {
        CompletableFuture<Void> put = write();
        Frame.Call first = one.next();
        // The first one who is named is asked at once, and names itself once more: then there is a pause.
        Frame.Answer itself = new Frame.Answer(first.client(), first.number(), new NotHere(1));
        one.say(itself);
        assertEquals(first, one.next());
        one.say(itself);
        one.say(table(2, 2));
        Frame.Call again = two.next();
        assertEquals(first, again, "the same call under the same number");
        two.say(answer(again));
        put.get(30, TimeUnit.SECONDS);
    }

    private static Frame.Answer part(Frame.Call call, int value, int index, boolean more) {
        return new Frame.Answer(call.client(), call.number(), new Found(List.of(Bytes.ofNumber(value))), index, more);
    }

    /** What is in a list may have changed between two attempts. */
    @Test
    void partsOfAnswersToTwoAttemptsAreNotPutTogether() throws Exception {
        CompletableFuture<List<byte[]>> list = client.map("m").getAllAsync(KEY);
        Frame.Call call = one.next();
        one.say(part(call, 1, 0, true));
        one.say(table(2, 2));
        two.next();
        two.say(part(call, 2, 0, true));
        two.say(part(call, 2, 1, true));
        two.say(table(3, 1));
        one.next();
        // It goes on with its first answer, and then begins the second one.
        one.say(part(call, 1, 1, true));
        one.say(part(call, 1, 2, false));
        one.say(part(call, 3, 0, true));
        one.say(part(call, 3, 1, false));
        List<byte[]> found = list.get(30, TimeUnit.SECONDS);
        assertEquals(
                List.of(3L, 3L),
                found.stream().map(value -> Bytes.owning(value).number()).toList());
    }
}
