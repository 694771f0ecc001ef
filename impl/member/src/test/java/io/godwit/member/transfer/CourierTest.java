package io.godwit.member.transfer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.godwit.protocol.MemberSet;
import io.godwit.protocol.Members;
import io.godwit.protocol.map.Bytes;
import io.godwit.protocol.map.Operation.OnMap;
import io.godwit.protocol.map.Operation.Verb;
import io.godwit.protocol.quorum.data.Lead;
import io.godwit.protocol.quorum.data.Replica;
import io.godwit.protocol.quorum.data.View;
import io.godwit.protocol.quorum.data.log.Log;
import io.godwit.protocol.quorum.data.log.LogEntry;
import io.godwit.protocol.quorum.data.message.DataMessage.Sync;
import io.godwit.protocol.quorum.table.Configuration;
import io.godwit.protocol.quorum.table.Version;
import io.godwit.transport.frame.Frame;
import io.godwit.transport.frame.Mark;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Member 1 sends logs of partition 0 to member 2; the test is the thread of both loops. */
@Timeout(60)
class CourierTest {
    private static final Version V1 = new Version(1, 1);
    private static final Version V2 = new Version(1, 2);
    private static final Version V3 = new Version(3, 1);
    private static final Verb[] VERBS = {
        Verb.PUT, Verb.PUT_IF_ABSENT, Verb.REPLACE, Verb.REMOVE, Verb.INCREMENT, Verb.APPEND, Verb.ADD, Verb.ADD
    };
    private static final View VIEW = new View(V2, Configuration.settled(1, 2));

    private final BlockingQueue<Runnable> work = new LinkedBlockingQueue<>();
    private final List<Frame> carried = new ArrayList<>();
    private Replica held = Replica.NONE;
    private Sync got;
    /** Frames from 1 to 2 that are lost. */
    private int lost;

    private final Courier receiver = new Courier("two", p -> held, road(1), (from, sync) -> got = sync);
    private volatile boolean calls;
    private final Courier sender = new Courier(
            "one", p -> Replica.NONE, road(2), (from, sync) -> {}, null, Runnable::run, it -> {}, () -> calls);

    private Courier.Roads road(int end) {
        return new Courier.Roads() {
            @Override
            public long send(int member, Frame frame) {
                assertEquals(end, member);
                work.add(() -> {
                    if (end == 2 && lost > 0) {
                        lost--;
                        return;
                    }
                    carried.add(frame);
                    (end == 2 ? receiver : sender).received(3 - end, frame);
                });
                return 1;
            }

            @Override
            public void post(int member, Frame frame) {
                send(member, frame);
            }

            @Override
            public boolean isOpen(int member) {
                return true;
            }
        };
    }

    @AfterEach
    void close() {
        sender.close();
        receiver.close();
    }

    private static OnMap on(Verb verb, String key, Bytes value) {
        return new OnMap(
                verb,
                Bytes.ofNumber(1),
                Bytes.owning(key.getBytes(java.nio.charset.StandardCharsets.UTF_8)),
                value,
                Bytes.EMPTY);
    }

    private static Log log(int writes) {
        Log log = Log.EMPTY;
        for (int i = 1; i <= writes; i++) {
            Bytes value = Bytes.owning(new byte[1_000]);
            OnMap operation =
                    switch (i % 4) {
                        case 0 -> on(Verb.APPEND, "list", value);
                        case 1 -> on(Verb.ADD, "set", Bytes.ofNumber(i));
                        default -> on(Verb.PUT, "k" + i, value);
                    };
            log = log.append(new LogEntry(V1, i % 5, i, operation));
        }
        return log;
    }

    private void holds(Log log) {
        held = new Replica(new View(V1, Configuration.settled(1)), log, MemberSet.of(), Lead.NONE);
    }

    private void pump() throws InterruptedException {
        while (got == null) {
            Runnable next = work.poll(30, TimeUnit.SECONDS);
            assertNotNull(next, "nothing happens any more");
            next.run();
        }
    }

    private long parts() {
        return carried.stream().filter(Frame.Part.class::isInstance).count();
    }

    @Test
    void whoHoldsNothingGetsEverything() throws InterruptedException {
        Log log = log(4_000);
        sender.send(2, new Sync(0, VIEW, log));
        pump();
        assertEquals(VIEW, got.view());
        assertEquals(log, got.log());
        assertEquals(log.content(), got.log().content());
        assertEquals(4_000, got.log().firstKept());
        assertTrue(parts() > 10, "parts: " + parts());
    }

    @Test
    void anEmptyLogNeedsNoParts() throws InterruptedException {
        sender.send(2, new Sync(0, VIEW, Log.EMPTY));
        pump();
        assertEquals(Log.EMPTY, got.log());
        assertEquals(0, parts());
    }

    @Test
    void whoHoldsTheSameIsToldSo() throws InterruptedException {
        Log log = log(100);
        holds(log.keeping(10));
        sender.send(2, new Sync(0, VIEW, log));
        pump();
        assertEquals(log, got.log());
        assertEquals(0, parts());
    }

    @Test
    void whoHoldsTheBeginningGetsTheRest() throws InterruptedException {
        Log log = log(100);
        holds(log.append(new LogEntry(V1, 1, 200, on(Verb.PUT, "x", Bytes.EMPTY))));
        Log longer = held.log();
        for (int i = 0; i < 3; i++) {
            longer = longer.append(new LogEntry(V2, 2, 300 + i, on(Verb.PUT, "y", Bytes.ofNumber(i))));
        }
        sender.send(2, new Sync(0, VIEW, longer));
        pump();
        assertEquals(longer, got.log());
        assertEquals(1, parts());
        Frame.Part part = (Frame.Part) carried.stream()
                .filter(Frame.Part.class::isInstance)
                .findFirst()
                .orElseThrow();
        assertTrue(part.difference());
        assertEquals(3, part.entries().size());
    }

    @Test
    void whoHoldsSomethingElseGetsEverything() throws InterruptedException {
        holds(Log.EMPTY.append(new LogEntry(V2, 1, 1, on(Verb.PUT, "other", Bytes.EMPTY))));
        Log log = log(10);
        sender.send(2, new Sync(0, VIEW, log));
        pump();
        assertEquals(log, got.log());
        assertEquals(log.content(), got.log().content());
    }

    @Test
    void whatTheSenderHasForgottenIsNotAsked() throws InterruptedException {
        Log log = log(100);
        holds(Log.of(log.entries(1, 50)));
        sender.send(2, new Sync(0, VIEW, log.keeping(10)));
        pump();
        assertEquals(log, got.log());
    }

    @Test
    void anOfferThatIsLostIsMadeAgain() throws InterruptedException {
        lost = 1;
        Sync sync = new Sync(0, VIEW, log(10));
        sender.send(2, sync);
        work.remove().run();
        assertNull(got);
        sender.send(2, sync);
        pump();
        assertEquals(sync.log(), got.log());
    }

    @Test
    void aRepetitionIsNoReasonToBeginAgain() throws InterruptedException {
        Sync sync = new Sync(0, VIEW, log(4_000));
        sender.send(2, sync);
        work.remove().run();
        work.remove().run();
        sender.send(2, sync);
        pump();
        assertEquals(1, begun());
        assertEquals(sync.log(), got.log());
    }

    /** How many logs were begun to be sent. */
    private long begun() {
        return carried.stream()
                .filter(frame -> frame instanceof Frame.Part part && part.index() == 0)
                .count();
    }

    private long offers(int partition) {
        return carried.stream()
                .filter(frame -> frame instanceof Frame.Offer offer && offer.partition() == partition)
                .count();
    }

    @Test
    void aSmallLogPassesThoseThatAreMany() throws InterruptedException {
        Log log = log(4_000);
        occupy(log);
        // From now on they stand still: what they have on their way is lost.
        for (Runnable next = work.take(); next != null; next = work.poll(300, TimeUnit.MILLISECONDS)) {
            carried.clear();
        }
        got = null;
        holds(log(90));
        sender.send(2, new Sync(Lane.LOGS, VIEW, log(100)));
        while (got == null) {
            Runnable next = work.poll(30, TimeUnit.SECONDS);
            assertNotNull(next, "nothing happens any more");
            next.run();
        }
        assertEquals(Lane.LOGS, got.partition());
    }

    @Test
    void whoWaitsInLineIsNotForgottenAndComesInItsTurn() throws InterruptedException {
        Log log = log(4_000);
        occupy(log);
        Sync sync = new Sync(Lane.LOGS, VIEW, log);
        sender.send(2, sync);
        while (offers(Lane.LOGS) < 1) {
            work.take().run();
        }
        sender.send(2, sync);
        while (got == null || got.partition() != Lane.LOGS) {
            Runnable next = work.poll(30, TimeUnit.SECONDS);
            assertNotNull(next, "nothing happens any more");
            next.run();
        }
        assertEquals(2, offers(Lane.LOGS));
        assertEquals(Lane.LOGS + 1, begun());
        assertEquals(log, got.log());
    }

    /** Begins to send the logs of as many partitions as are sent at once. */
    private void occupy(Log log) throws InterruptedException {
        for (int p = 0; p < Lane.LOGS; p++) {
            sender.send(2, new Sync(p, VIEW, log));
            while (begun() < p + 1) {
                work.take().run();
            }
        }
    }

    /** What is to be sent was found out for what the receiver held when it asked first. */
    @Test
    void whoHoldsSomethingElseMeanwhileIsSentWhatItLacksThen() throws InterruptedException {
        Log log = log(4_000);
        occupy(log);
        holds(Log.of(log.entries(1, 100)));
        Sync sync = new Sync(Lane.LOGS, VIEW, log);
        sender.send(2, sync);
        while (offers(Lane.LOGS) < 1) {
            work.take().run();
        }
        // It stands in line. Meanwhile the receiver gets another log, and has lost what it knew of this one.
        Frame.Offer offer = carried.stream()
                .filter(frame -> frame instanceof Frame.Offer it && it.partition() == Lane.LOGS)
                .map(Frame.Offer.class::cast)
                .findFirst()
                .orElseThrow();
        receiver.received(1, new Frame.Part(offer.transfer(), 7, false, false, List.of(), List.of(), List.of()));
        Log other = Log.EMPTY;
        for (int i = 1; i <= 200; i++) {
            other = other.append(new LogEntry(new Version(1, 0), 9, i, on(Verb.PUT, "other" + i, Bytes.EMPTY)));
        }
        holds(other);
        while (got == null || got.partition() != Lane.LOGS) {
            sender.send(2, sync);
            for (Runnable next = work.poll(20, TimeUnit.MILLISECONDS);
                    next != null;
                    next = work.poll(20, TimeUnit.MILLISECONDS)) {
                next.run();
            }
        }
        assertEquals(log, got.log());
        assertEquals(log.content(), got.log().content());
    }

    /** The sender has not heard yet that the receiver holds something else, and sends what was lacking before. */
    @Test
    void partsThatWereAskedForBeforeCompleteNothingElse() {
        Log log = log(110);
        holds(Log.of(log.entries(1, 100)));
        Frame.Offer offer =
                new Frame.Offer(9, 0, VIEW, log.length(), log.lastEpoch(), List.of(new Mark(log.length(), V1)));
        receiver.received(1, offer);
        receiver.received(1, new Frame.Part(9, 7, false, true, List.of(), List.of(), List.of()));
        Log other = Log.EMPTY;
        for (int i = 1; i <= 100; i++) {
            other = other.append(new LogEntry(new Version(1, 0), 9, i, on(Verb.PUT, "other" + i, Bytes.EMPTY)));
        }
        holds(other);
        receiver.received(1, offer);
        receiver.received(1, new Frame.Part(9, 0, true, true, List.of(), List.of(), log.entries(101, 110)));
        assertNull(got);
        // With a new offer it begins anew.
        receiver.received(
                1, new Frame.Offer(10, 0, VIEW, log.length(), log.lastEpoch(), List.of(new Mark(log.length(), V1))));
        receiver.received(1, new Frame.Part(10, 0, true, true, List.of(), List.of(), log.entries(101, 110)));
        assertEquals(110, got.log().length());
    }

    @Test
    void afterTheEndItIsOfferedAgainToWhoHasNotAnswered() throws InterruptedException {
        Sync sync = new Sync(0, VIEW, log(10));
        sender.send(2, sync);
        pump();
        got = null;
        held = new Replica(VIEW, sync.log(), MemberSet.of(), Lead.NONE);
        for (int i = 0; i < 3 && got == null; i++) {
            sender.send(2, sync);
            for (Runnable next = work.poll(1, TimeUnit.SECONDS);
                    next != null;
                    next = work.poll(100, TimeUnit.MILLISECONDS)) {
                next.run();
            }
        }
        assertEquals(sync.log(), got.log());
    }

    private static LogEntry write(Random random, Version epoch, int call) {
        Verb verb = random.nextInt(60) == 0
                ? Verb.CLEAR
                : random.nextInt(60) == 0 ? Verb.EXPIRE : VERBS[random.nextInt(VERBS.length)];
        Bytes value = verb == Verb.INCREMENT || verb == Verb.EXPIRE || random.nextBoolean()
                ? Bytes.ofNumber(random.nextInt(20))
                : Bytes.owning(new byte[random.nextInt(500)]);
        String key = verb == Verb.CLEAR || verb == Verb.EXPIRE ? "" : "k" + random.nextInt(12);
        OnMap any = on(verb, key, value);
        Bytes map = Bytes.ofNumber(random.nextInt(2));
        return new LogEntry(
                epoch,
                random.nextInt(9),
                call,
                new OnMap(verb, map, any.entry(), value, Bytes.ofNumber(random.nextInt(3))));
    }

    private static Log grow(Random random, Log log, Version epoch, int writes) {
        Log longer = log;
        for (int i = 0; i < writes; i++) {
            longer = longer.append(write(random, epoch, longer.length() + 1));
        }
        return longer;
    }

    /** Whatever the receiver holds, it holds the sender's log in the end, with all that it has answered to clients. */
    @Test
    void logsThatHavePartedAreTheSameAgain() throws InterruptedException {
        for (int seed = 0; seed < 300; seed++) {
            Random random = new Random(seed);
            Log shared = grow(random, grow(random, Log.EMPTY, V1, 150), new Version(1, 3), random.nextInt(40));
            Log mine = grow(random, shared, new Version(2, 1), random.nextInt(12));
            // Sometimes the sender has seen some of it.
            Log log =
                    grow(random, Log.of(mine.entries(1, shared.length() + random.nextInt(3))), V3, random.nextInt(12));
            int forgets = random.nextInt(3);
            holds(forgets == 1 ? mine.keeping(1 + random.nextInt(30)) : mine);
            got = null;
            View view = new View(new Version(4, 1 + seed), Configuration.settled(1, 2));
            sender.send(2, new Sync(0, view, forgets == 2 ? log.keeping(20) : log));
            pump();
            for (Runnable next = work.poll(); next != null; next = work.poll()) {
                next.run();
            }
            assertEquals(log.length(), got.log().length(), "seed " + seed);
            assertEquals(log.content(), got.log().content(), "seed " + seed);
            int kept = Math.max(got.log().firstKept(), log.firstKept());
            assertEquals(log.entries(kept, log.length()), got.log().entries(kept, log.length()), "seed " + seed);
        }
        assertTrue(sender.traffic().rollbacks() > 100, sender.traffic().toString());
        assertTrue(sender.traffic().whole() > 10, sender.traffic().toString());
    }

    /** Many writes to one key are more than what it holds in the end. */
    @Test
    void aDifferenceThatIsLargerThanTheWholeIsNotSent() throws InterruptedException {
        Log log = Log.EMPTY;
        for (int i = 1; i <= 100; i++) {
            log = log.append(new LogEntry(V1, 1, i, on(Verb.PUT, "k", Bytes.owning(new byte[1_000]))));
        }
        holds(Log.of(log.entries(1, 10)));
        sender.send(2, new Sync(0, VIEW, log));
        pump();
        assertEquals(log, got.log());
        while (sender.traffic().whole() == 0) {
            // The thread that has sent the last part counts it.
            Thread.sleep(1);
        }
        assertEquals(0, sender.traffic().differences());
    }

    /** Partitions that were offered, in their order. */
    private List<Integer> offered() {
        for (Runnable next = work.poll(); next != null; next = work.poll()) {
            next.run();
        }
        return carried.stream()
                .filter(Frame.Offer.class::isInstance)
                .map(frame -> ((Frame.Offer) frame).partition())
                .toList();
    }

    /** A log is to go to somebody who is not in sync. */
    private void sendNew(int partition) {
        View view = new View(V2, Configuration.settled(1).withMigration(Members.NONE, 2));
        sender.send(2, new Sync(partition, view, Log.EMPTY));
    }

    @Test
    void whileClientsCallAFewLogsAreOfferedInEachTick() {
        calls = true;
        for (int p = 0; p < 5; p++) {
            sendNew(p);
        }
        assertEquals(List.of(0, 1), offered());
        // The engine asks again for what it has no answer to.
        sendNew(3);
        assertEquals(List.of(0, 1), offered());
        sender.tick();
        assertEquals(List.of(0, 1, 2, 3), offered());
        sender.tick();
        sender.tick();
        assertEquals(List.of(0, 1, 2, 3, 4), offered());
    }

    @Test
    void whoIsInSyncDoesNotWait() {
        calls = true;
        for (int p = 0; p < 5; p++) {
            sender.send(2, new Sync(p, VIEW, Log.EMPTY));
        }
        assertEquals(List.of(0, 1, 2, 3, 4), offered());
    }

    @Test
    void withoutCallsNothingWaits() {
        calls = true;
        for (int p = 0; p < 5; p++) {
            sendNew(p);
        }
        calls = false;
        sendNew(5);
        // The engine asks again for what would have had to wait, and it goes once.
        sendNew(4);
        assertEquals(List.of(0, 1, 5, 4), offered());
        sender.tick();
        assertEquals(List.of(0, 1, 5, 4, 2, 3), offered());
    }

    @Test
    void whileClientsCallNoPartFollowsBeforeTheFirstHasArrived() throws InterruptedException {
        calls = true;
        sender.send(2, new Sync(0, VIEW, log(4_000)));
        work.take().run();
        work.take().run();
        assertNotNull(work.poll(30, TimeUnit.SECONDS), "no part comes");
        assertNull(work.poll(300, TimeUnit.MILLISECONDS));
    }
}
