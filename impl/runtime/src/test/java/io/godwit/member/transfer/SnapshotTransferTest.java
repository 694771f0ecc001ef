package io.godwit.member.transfer;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.godwit.protocol.MemberSet;
import io.godwit.protocol.Members;
import io.godwit.protocol.map.Bytes;
import io.godwit.protocol.map.Operation.OnMap;
import io.godwit.protocol.map.Operation.Verb;
import io.godwit.protocol.quorum.data.PrimaryState;
import io.godwit.protocol.quorum.data.Replica;
import io.godwit.protocol.quorum.data.log.Log;
import io.godwit.protocol.quorum.data.log.LogEntry;
import io.godwit.protocol.quorum.data.message.DataMessage.Sync;
import io.godwit.protocol.quorum.table.Configuration;
import io.godwit.protocol.quorum.table.Version;
import io.godwit.protocol.quorum.table.View;
import io.godwit.transport.frame.Frame;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import java.util.function.BiConsumer;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Test;

/** Member 1 sends logs to member 2. The test carries the frames and runs all tasks. */
class SnapshotTransferTest {
    private static final long MS = 1_000_000;
    private static final Version V1 = new Version(1, 1);
    private static final Version V2 = new Version(1, 2);
    private static final Version V3 = new Version(3, 1);
    private static final Verb[] VERBS = {
        Verb.PUT,
        Verb.PUT_UNTIL,
        Verb.PUT_IF_ABSENT,
        Verb.REPLACE,
        Verb.REMOVE,
        Verb.REMOVE_EXPIRED,
        Verb.TOUCH,
        Verb.INCREMENT,
        Verb.APPEND,
        Verb.ADD,
        Verb.ADD
    };
    private static final View VIEW = new View(V2, Configuration.settled(1, 2));

    private final ManualScheduler scheduler = new ManualScheduler(1);
    /** Frames on their way, as tasks that deliver them. */
    private final Deque<Runnable> network = new ArrayDeque<>();

    private final List<Frame> carried = new ArrayList<>();
    private Replica held = Replica.NONE;
    private Sync got;
    /** Frames from 1 to 2 that are lost. */
    private int lost;
    /** Frames from 1 to 2 that are not taken, because the connection has no room. */
    private int refused;

    private boolean open = true;
    private boolean calls;
    private final SnapshotTransfer receiver = transfer(p -> held, 1, (from, sync) -> got = sync);
    private final SnapshotTransfer sender = transfer(p -> Replica.NONE, 2, (from, sync) -> {});

    private SnapshotTransfer transfer(IntFunction<Replica> replicas, int other, BiConsumer<Integer, Sync> complete) {
        return new SnapshotTransfer(
                member(other, replicas, complete),
                null,
                scheduler,
                new SnapshotTransfer.Executors(
                        scheduler.newExecutor(), scheduler.newExecutor(), scheduler.newExecutor()),
                limit -> {},
                it -> {});
    }

    private SnapshotTransfer.Member member(int end, IntFunction<Replica> replicas, BiConsumer<Integer, Sync> complete) {
        return new SnapshotTransfer.Member() {
            @Override
            public Replica replica(int partition) {
                return replicas.apply(partition);
            }

            @Override
            public void arrived(int from, Sync sync) {
                complete.accept(from, sync);
            }

            @Override
            public boolean isCalled() {
                return calls;
            }

            @Override
            public long send(int member, Frame frame) {
                assertEquals(end, member);
                if (end == 2 && refused > 0) {
                    refused--;
                    return -1;
                }
                network.add(() -> {
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
                return open;
            }
        };
    }

    /** The next frame on its way; null if none comes without the passage of time. */
    private Runnable next() {
        scheduler.run();
        return network.poll();
    }

    /** Delivers one frame. */
    private void deliver() {
        Runnable next = next();
        assertNotNull(next, "no frame is on its way");
        next.run();
    }

    /** Delivers all frames that come without the passage of time. */
    private void deliverAll() {
        for (Runnable next = next(); next != null; next = next()) {
            next.run();
        }
    }

    /** Delivers frames until a log has arrived. */
    private void pump() {
        while (got == null) {
            deliver();
        }
    }

    private static OnMap on(Verb verb, String key, Bytes value) {
        return new OnMap(verb, Bytes.ofNumber(1), Bytes.owning(key.getBytes(UTF_8)), value, Bytes.ofNumber(0));
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
        held = new Replica(new View(V1, Configuration.settled(1)), log, MemberSet.of(), PrimaryState.NONE);
    }

    private long parts() {
        return carried.stream().filter(Frame.SnapshotChunk.class::isInstance).count();
    }

    @Test
    void emptyReceiverGetsEverything() {
        Log log = log(4_000);
        sender.send(2, new Sync(0, VIEW, log));
        pump();
        assertEquals(VIEW, got.view());
        assertEquals(log, got.log());
        assertEquals(log.content(), got.log().content());
        assertEquals(4_000 - log.lastWithin(64 << 10) + 1, got.log().firstKept());
        assertTrue(parts() > 10, "parts: " + parts());
    }

    @Test
    void emptyLogNeedsNoParts() {
        sender.send(2, new Sync(0, VIEW, Log.EMPTY));
        pump();
        assertEquals(Log.EMPTY, got.log());
        assertEquals(0, parts());
    }

    @Test
    void receiverWithTheSameLogGetsNoParts() {
        Log log = log(100);
        holds(log.keeping(10));
        sender.send(2, new Sync(0, VIEW, log));
        pump();
        assertEquals(log, got.log());
        assertEquals(0, parts());
    }

    @Test
    void receiverWithTheBeginningGetsTheRest() {
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
        Frame.SnapshotChunk part = (Frame.SnapshotChunk) carried.stream()
                .filter(Frame.SnapshotChunk.class::isInstance)
                .findFirst()
                .orElseThrow();
        assertTrue(part.difference());
        assertEquals(3, part.entries().size());
    }

    @Test
    void receiverWithAnotherLogGetsEverything() {
        holds(Log.EMPTY.append(new LogEntry(V2, 1, 1, on(Verb.PUT, "other", Bytes.EMPTY))));
        Log log = log(10);
        sender.send(2, new Sync(0, VIEW, log));
        pump();
        assertEquals(log, got.log());
        assertEquals(log.content(), got.log().content());
    }

    @Test
    void entriesThatTheSenderHasForgottenAreNotNeeded() {
        Log log = log(100);
        holds(Log.of(log.entries(1, 50)));
        sender.send(2, new Sync(0, VIEW, log.keeping(10)));
        pump();
        assertEquals(log, got.log());
    }

    @Test
    void lostOfferIsRepeated() {
        lost = 1;
        Sync sync = new Sync(0, VIEW, log(10));
        sender.send(2, sync);
        deliver();
        assertNull(got);
        sender.send(2, sync);
        pump();
        assertEquals(sync.log(), got.log());
    }

    @Test
    void repeatedSyncDoesNotBeginAgain() {
        Sync sync = new Sync(0, VIEW, log(4_000));
        sender.send(2, sync);
        deliver();
        deliver();
        sender.send(2, sync);
        pump();
        assertEquals(1, begun());
        assertEquals(sync.log(), got.log());
    }

    /** Number of snapshots of which a part was sent. */
    private long begun() {
        return carried.stream()
                .filter(frame -> frame instanceof Frame.SnapshotChunk part && part.index() == 0)
                .count();
    }

    private long offers(int partition) {
        return carried.stream()
                .filter(frame -> frame instanceof Frame.SnapshotManifest manifest && manifest.partition() == partition)
                .count();
    }

    @Test
    void smallSnapshotPassesLargeOnes() {
        Log log = log(4_000);
        occupy(log);
        // From now on they make no progress, because their parts are lost.
        while (next() != null) {
            carried.clear();
        }
        got = null;
        holds(log(90));
        sender.send(2, new Sync(SendQueue.MAX_ACTIVE, VIEW, log(100)));
        pump();
        assertEquals(SendQueue.MAX_ACTIVE, got.partition());
    }

    @Test
    void snapshotInLineIsOfferedAgainAndSentInItsTurn() {
        Log log = log(4_000);
        occupy(log);
        Sync sync = new Sync(SendQueue.MAX_ACTIVE, VIEW, log);
        sender.send(2, sync);
        while (offers(SendQueue.MAX_ACTIVE) < 1) {
            deliver();
        }
        sender.send(2, sync);
        while (got == null || got.partition() != SendQueue.MAX_ACTIVE) {
            deliver();
        }
        assertEquals(2, offers(SendQueue.MAX_ACTIVE));
        assertEquals(SendQueue.MAX_ACTIVE + 1, begun());
        assertEquals(log, got.log());
    }

    /** Begins to send as many snapshots as are sent at the same time. */
    private void occupy(Log log) {
        for (int p = 0; p < SendQueue.MAX_ACTIVE; p++) {
            sender.send(2, new Sync(p, VIEW, log));
            while (begun() < p + 1) {
                deliver();
            }
        }
    }

    /** What has to be sent was computed for the log that the receiver held when it first asked. */
    @Test
    void receiverWhoseLogHasChangedInLineGetsWhatItLacksNow() {
        Log log = log(4_000);
        occupy(log);
        holds(Log.of(log.entries(1, 100)));
        Sync sync = new Sync(SendQueue.MAX_ACTIVE, VIEW, log);
        sender.send(2, sync);
        while (offers(SendQueue.MAX_ACTIVE) < 1) {
            deliver();
        }
        // It waits in line. Meanwhile the receiver gets another log, and drops its transfer because of a gap.
        Frame.SnapshotManifest manifest = carried.stream()
                .filter(frame -> frame instanceof Frame.SnapshotManifest it && it.partition() == SendQueue.MAX_ACTIVE)
                .map(Frame.SnapshotManifest.class::cast)
                .findFirst()
                .orElseThrow();
        receiver.received(
                1, new Frame.SnapshotChunk(manifest.transfer(), 7, false, false, List.of(), List.of(), List.of()));
        Log other = Log.EMPTY;
        for (int i = 1; i <= 200; i++) {
            other = other.append(new LogEntry(new Version(1, 0), 9, i, on(Verb.PUT, "other" + i, Bytes.EMPTY)));
        }
        holds(other);
        while (got == null || got.partition() != SendQueue.MAX_ACTIVE) {
            sender.send(2, sync);
            deliverAll();
            scheduler.pass(20 * MS);
        }
        assertEquals(log, got.log());
        assertEquals(log.content(), got.log().content());
    }

    @Test
    void logIsOfferedAgainAfterItsEndWithoutAnAnswer() {
        Sync sync = new Sync(0, VIEW, log(10));
        sender.send(2, sync);
        pump();
        got = null;
        held = new Replica(VIEW, sync.log(), MemberSet.of(), PrimaryState.NONE);
        for (int i = 0; i < 3 && got == null; i++) {
            sender.send(2, sync);
            deliverAll();
            scheduler.pass(1_000 * MS);
        }
        assertEquals(sync.log(), got.log());
    }

    private static LogEntry write(Random random, Version epoch, int call) {
        Verb verb = random.nextInt(60) == 0
                ? Verb.CLEAR
                : random.nextInt(60) == 0 ? Verb.EXPIRE_SESSIONS : VERBS[random.nextInt(VERBS.length)];
        Bytes value = verb == Verb.INCREMENT
                        || verb == Verb.REMOVE_EXPIRED
                        || verb == Verb.TOUCH
                        || verb == Verb.EXPIRE_SESSIONS
                        || random.nextBoolean()
                ? Bytes.ofNumber(random.nextInt(20))
                : Bytes.owning(new byte[random.nextInt(500)]);
        String key = verb == Verb.CLEAR || verb == Verb.EXPIRE_SESSIONS ? "" : "k" + random.nextInt(12);
        OnMap any = on(verb, key, value);
        Bytes map = Bytes.ofNumber(random.nextInt(2));
        return new LogEntry(
                epoch,
                random.nextInt(9),
                call,
                new OnMap(verb, map, any.keyBytes(), value, Bytes.ofNumber(random.nextInt(3))));
    }

    private static Log grow(Random random, Log log, Version epoch, int writes) {
        Log longer = log;
        for (int i = 0; i < writes; i++) {
            longer = longer.append(write(random, epoch, longer.length() + 1));
        }
        return longer;
    }

    /** The receiver ends with the sender's log and its table of last writes, whatever it held before. */
    @Test
    void divergedLogsBecomeTheSame() {
        for (int seed = 0; seed < 300; seed++) {
            Random random = new Random(seed);
            Log shared = grow(random, grow(random, Log.EMPTY, V1, 150), new Version(1, 3), random.nextInt(40));
            Log mine = grow(random, shared, new Version(2, 1), random.nextInt(12));
            // Sometimes the sender has some of these writes.
            Log log =
                    grow(random, Log.of(mine.entries(1, shared.length() + random.nextInt(3))), V3, random.nextInt(12));
            int forgets = random.nextInt(3);
            holds(forgets == 1 ? mine.keeping(1 + random.nextInt(30)) : mine);
            got = null;
            View view = new View(new Version(4, 1 + seed), Configuration.settled(1, 2));
            sender.send(2, new Sync(0, view, forgets == 2 ? log.keeping(20) : log));
            pump();
            deliverAll();
            assertEquals(log.length(), got.log().length(), "seed " + seed);
            assertEquals(log.content(), got.log().content(), "seed " + seed);
            int kept = Math.max(got.log().firstKept(), log.firstKept());
            assertEquals(log.entries(kept, log.length()), got.log().entries(kept, log.length()), "seed " + seed);
        }
        assertTrue(sender.traffic().rollbacks() > 100, sender.traffic().toString());
        assertTrue(sender.traffic().whole() > 10, sender.traffic().toString());
    }

    /** Many writes to one key take more bytes than its last value. */
    @Test
    void differenceLargerThanTheWholeIsNotSent() {
        Log log = Log.EMPTY;
        for (int i = 1; i <= 100; i++) {
            log = log.append(new LogEntry(V1, 1, i, on(Verb.PUT, "k", Bytes.owning(new byte[1_000]))));
        }
        holds(Log.of(log.entries(1, 10)));
        sender.send(2, new Sync(0, VIEW, log));
        pump();
        assertEquals(log, got.log());
        assertEquals(1, sender.traffic().whole());
        assertEquals(0, sender.traffic().differences());
    }

    /** Partitions that were offered, in order. */
    private List<Integer> offered() {
        deliverAll();
        return carried.stream()
                .filter(Frame.SnapshotManifest.class::isInstance)
                .map(frame -> ((Frame.SnapshotManifest) frame).partition())
                .toList();
    }

    /** Sends logs to a member that is not in sync. */
    private void sendNew(int... partitions) {
        View view = new View(V2, Configuration.settled(1).withMigration(Members.NONE, 2));
        for (int partition : partitions) {
            sender.send(2, new Sync(partition, view, Log.EMPTY));
        }
    }

    @Test
    void fewLogsAreSentPerTickUnderLoad() {
        calls = true;
        sendNew(0, 1, 2, 3, 4);
        assertEquals(List.of(0, 1), offered());
        // The engine repeats what it has no answer to.
        sendNew(3);
        assertEquals(List.of(0, 1), offered());
        sender.tick();
        assertEquals(List.of(0, 1, 2, 3), offered());
        sender.tick();
        sender.tick();
        assertEquals(List.of(0, 1, 2, 3, 4), offered());
    }

    @Test
    void memberInSyncDoesNotWaitForATick() {
        calls = true;
        for (int p = 0; p < 5; p++) {
            sender.send(2, new Sync(p, VIEW, Log.EMPTY));
        }
        assertEquals(List.of(0, 1, 2, 3, 4), offered());
    }

    @Test
    void manifestDoesNotWaitWithoutCalls() {
        calls = true;
        sendNew(0, 1, 2, 3, 4);
        calls = false;
        sendNew(5);
        // The engine repeats what was postponed; it is offered once.
        sendNew(4);
        assertEquals(List.of(0, 1, 5, 4), offered());
        sender.tick();
        assertEquals(List.of(0, 1, 5, 4, 2, 3), offered());
    }

    @Test
    void chunksWaitForFirstAcknowledgementUnderLoad() {
        calls = true;
        sender.send(2, new Sync(0, VIEW, log(4_000)));
        deliver();
        deliver();
        assertNotNull(next(), "no part comes");
        scheduler.pass(300 * MS);
        assertNull(next());
    }
}
