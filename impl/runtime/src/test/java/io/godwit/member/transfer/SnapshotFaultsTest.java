package io.godwit.member.transfer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.godwit.environment.Executor;
import io.godwit.protocol.MemberSet;
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
import io.godwit.transport.frame.LogPosition;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.IntFunction;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

/** Frames between member 1, which sends, and member 2 are lost, come twice, come late, or are not taken by the connection. */
class SnapshotFaultsTest {
    private static final long MS = 1_000_000;
    private static final Version V1 = new Version(1, 1);

    private ManualScheduler scheduler = new ManualScheduler(0);
    private Random random = new Random(0);
    private SnapshotTransfer sender;
    private SnapshotTransfer receiver;
    private Executor network;
    /** One frame of this many is lost, comes twice, comes late, or is refused; 0 for none. */
    private int faults;

    private boolean open;
    private final Map<Integer, Replica> held = new HashMap<>();
    private final List<Sync> arrived = new ArrayList<>();
    /** Frames that member 1 has given to the connection, and those of member 2. */
    private final List<Frame> fromSender = new ArrayList<>();

    private final List<Frame> fromReceiver = new ArrayList<>();
    /** Frames that are not delivered. */
    private Predicate<Frame> blocked = frame -> false;

    private void start(long seed) {
        scheduler = new ManualScheduler(seed);
        random = new Random(seed);
        network = scheduler.newExecutor();
        open = true;
        held.clear();
        arrived.clear();
        fromSender.clear();
        fromReceiver.clear();
        blocked = frame -> false;
        sender = transfer(p -> Replica.NONE, 2);
        receiver = transfer(p -> held.getOrDefault(p, Replica.NONE), 1);
    }

    private SnapshotTransfer transfer(IntFunction<Replica> replicas, int other) {
        Executor engine = scheduler.newExecutor();
        SnapshotTransfer made = new SnapshotTransfer(
                member(other, replicas),
                null,
                scheduler,
                new SnapshotTransfer.Executors(engine, scheduler.newExecutor(), scheduler.newExecutor()),
                limit -> {},
                line -> {});
        return made;
    }

    private boolean happens() {
        return faults > 0 && random.nextInt(faults) == 0;
    }

    private SnapshotTransfer.Member member(int other, IntFunction<Replica> replicas) {
        return new SnapshotTransfer.Member() {
            @Override
            public Replica replica(int partition) {
                return replicas.apply(partition);
            }

            @Override
            public void arrived(int from, Sync sync) {
                arrived.add(sync);
            }

            @Override
            public boolean isCalled() {
                return false;
            }

            @Override
            public long send(int member, Frame frame) {
                if (!open || happens()) {
                    return -1;
                }
                (other == 2 ? fromSender : fromReceiver).add(frame);
                int copies = happens() ? 0 : happens() ? 2 : 1;
                for (int i = 0; i < copies; i++) {
                    long delay = happens() ? random.nextInt(4_000) * MS : MS / 10;
                    scheduler.schedule(network, delay, () -> deliver(other, frame));
                }
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

    private void deliver(int to, Frame frame) {
        if (!blocked.test(frame)) {
            (to == 2 ? receiver : sender).received(3 - to, frame);
        }
    }

    private static LogEntry write(Random random, Version version, int call) {
        Verb[] verbs = {Verb.PUT, Verb.INCREMENT, Verb.APPEND, Verb.APPEND, Verb.ADD, Verb.REMOVE};
        Verb verb = verbs[random.nextInt(verbs.length)];
        Bytes value = verb == Verb.INCREMENT ? Bytes.ofNumber(1) : Bytes.owning(new byte[random.nextInt(30_000)]);
        Bytes key = Bytes.ofNumber(verb.name().hashCode() * 100L + random.nextInt(12));
        return new LogEntry(version, random.nextInt(9), call, new OnMap(verb, Bytes.EMPTY, key, value, Bytes.EMPTY));
    }

    private static Log grow(Random random, Log log, Version version, int writes) {
        Log longer = log;
        for (int i = 0; i < writes; i++) {
            longer = longer.append(write(random, version, longer.length() + 1));
        }
        return longer;
    }

    private static View view(int number) {
        return new View(new Version(2, number), Configuration.settled(1, 2));
    }

    private static Replica replica(Log log) {
        return new Replica(new View(V1, Configuration.settled(1)), log, MemberSet.of(), PrimaryState.NONE);
    }

    /** The engine repeats what it has no answer to, and looks after its transfers. */
    private void pass(List<Sync> syncs) {
        for (int i = 0; i < 10; i++) {
            syncs.stream()
                    .filter(sync -> arrived.stream().noneMatch(it -> it.partition() == sync.partition()))
                    .forEach(sync -> sender.send(2, sync));
            sender.tick();
            scheduler.pass(100 * MS);
        }
        sender.tidy();
        receiver.tidy();
    }

    private boolean haveArrived(List<Sync> syncs) {
        return syncs.stream().allMatch(sync -> arrived.stream().anyMatch(it -> it.partition() == sync.partition()));
    }

    @Test
    void logsThatArriveAreTheSendersWhateverHappensToFrames() {
        TransferStatistics sent = TransferStatistics.NONE;
        long offers = 0;
        for (int seed = 0; seed < 60; seed++) {
            faults = 4 + seed % 30;
            start(seed);
            List<Sync> syncs = new ArrayList<>();
            for (int p = 0; p < 7; p++) {
                Log shared = grow(random, Log.EMPTY, V1, random.nextInt(60));
                Log mine = grow(random, shared, new Version(1, 2), random.nextInt(3));
                held.put(p, replica(random.nextBoolean() ? mine : Log.EMPTY));
                syncs.add(new Sync(p, view(p + 1), grow(random, shared, new Version(1, 3), random.nextInt(200))));
            }
            for (int second = 0; second < 60 && !haveArrived(syncs); second++) {
                pass(syncs);
                int p = random.nextInt(syncs.size());
                if (random.nextInt(4) == 0) {
                    // The receiver has taken another log meanwhile.
                    held.put(p, replica(grow(random, Log.EMPTY, new Version(1, 4 + second), random.nextInt(40))));
                }
                open = random.nextInt(8) > 0;
            }
            faults = 0;
            open = true;
            for (int second = 0; second < 60 && !haveArrived(syncs); second++) {
                pass(syncs);
            }
            assertTrue(haveArrived(syncs), "seed " + seed + ": " + arrived.size() + " of " + syncs.size());
            for (Sync sync : arrived) {
                Log log = syncs.get(sync.partition()).log();
                assertEquals(log.length(), sync.log().length(), "seed " + seed);
                assertEquals(log.lastEpoch(), sync.log().lastEpoch(), "seed " + seed);
                assertEquals(log.content(), sync.log().content(), "seed " + seed);
            }
            sent = sent.plus(sender.traffic());
            offers += fromSender.stream()
                    .filter(Frame.SnapshotManifest.class::isInstance)
                    .count();
        }
        assertTrue(
                sent.whole() > 50 && sent.rollbacks() > 10 && sent.differences() > sent.rollbacks(), sent.toString());
        assertTrue(offers > 2_000, offers + " offers");
    }

    private long chunksSent() {
        return fromSender.stream().filter(Frame.SnapshotChunk.class::isInstance).count();
    }

    private Frame.SnapshotManifest manifest() {
        return (Frame.SnapshotManifest) fromSender.stream()
                .filter(Frame.SnapshotManifest.class::isInstance)
                .findFirst()
                .orElseThrow();
    }

    /** Begins to send 20 parts of which none is acknowledged. */
    private void sendWithoutAcknowledgements() {
        start(1);
        blocked = frame -> frame instanceof Frame.SnapshotChunk;
        sender.send(2, new Sync(0, view(1), grow(random, Log.EMPTY, V1, 700)));
        scheduler.pass(100 * MS);
    }

    @Test
    void sendingGoesOnAfterAsManyPartsAsMayBeOnTheirWay() {
        start(1);
        Log log = grow(random, Log.EMPTY, V1, 3_000);
        sender.send(2, new Sync(0, view(1), log));
        scheduler.pass(1_000 * MS);
        assertEquals(1, arrived.size());
        assertEquals(log.content(), arrived.get(0).log().content());
        assertEquals(
                1,
                fromSender.stream()
                        .filter(Frame.SnapshotManifest.class::isInstance)
                        .count());
    }

    @Test
    void acknowledgementThatComesTwiceDoesNotCountTwice() {
        sendWithoutAcknowledgements();
        long before = chunksSent();
        Frame.ChunkAck first = new Frame.ChunkAck(manifest().transfer(), 0);
        sender.received(2, first);
        scheduler.pass(100 * MS);
        long after = chunksSent();
        assertTrue(after > before);
        for (int i = 0; i < 20; i++) {
            sender.received(2, first);
            scheduler.pass(100 * MS);
        }
        assertEquals(after, chunksSent());
    }

    @Test
    void acknowledgementOfPartsThatWereNotSentIsIgnored() {
        sendWithoutAcknowledgements();
        long before = chunksSent();
        sender.received(2, new Frame.ChunkAck(manifest().transfer(), 15));
        sender.received(2, new Frame.ChunkAck(manifest().transfer(), -1));
        scheduler.pass(100 * MS);
        assertEquals(before, chunksSent());
    }

    @Test
    void acknowledgementCountsForAllPartsBeforeIt() {
        sendWithoutAcknowledgements();
        int next = 0;
        while (chunksSent() > next) {
            // Those between are lost, and each of them comes late.
            int last = (int) chunksSent() - 1;
            sender.received(2, new Frame.ChunkAck(manifest().transfer(), last));
            for (int i = next; i < last; i++) {
                sender.received(2, new Frame.ChunkAck(manifest().transfer(), i));
            }
            next = last + 1;
            scheduler.pass(100 * MS);
            assertTrue(chunksSent() - next <= 8, "more parts than one window");
        }
        assertEquals(1, sender.traffic().whole());
    }

    @Test
    void partThatTheConnectionHasNoRoomForIsSentLater() {
        sendWithoutAcknowledgements();
        long before = chunksSent();
        faults = 1;
        sender.received(2, new Frame.ChunkAck(manifest().transfer(), 0));
        scheduler.pass(100 * MS);
        assertEquals(before, chunksSent());
        faults = 0;
        scheduler.pass(100 * MS);
        assertTrue(chunksSent() > before);
    }

    @Test
    void closedConnectionEndsATransfer() {
        sendWithoutAcknowledgements();
        sender.tick();
        assertEquals(1, sender.transfers().size());
        open = false;
        sender.received(2, new Frame.ChunkAck(manifest().transfer(), 0));
        scheduler.pass(100 * MS);
        sender.tick();
        assertEquals(List.of(), sender.transfers());
        assertFalse(scheduler.hasTimers(), "it is still tried");
    }

    private static Frame.SnapshotManifest manifest(long transfer, View view, Log log) {
        return new Frame.SnapshotManifest(
                transfer,
                0,
                view,
                log.length(),
                log.lastEpoch(),
                List.of(new LogPosition(log.length(), log.lastEpoch())));
    }

    private static Frame.SnapshotChunk part(long transfer, int index, boolean last, List<LogEntry> entries) {
        return new Frame.SnapshotChunk(transfer, index, last, true, List.of(), List.of(), entries);
    }

    @Test
    void partThatComesTwiceIsTakenOnce() {
        start(1);
        Log log = grow(random, Log.EMPTY, V1, 110);
        held.put(0, replica(Log.of(log.entries(1, 100))));
        receiver.received(1, manifest(9, view(1), log));
        receiver.received(1, part(9, 0, false, log.entries(101, 105)));
        receiver.received(1, part(9, 0, false, log.entries(101, 105)));
        receiver.received(1, part(9, 1, true, log.entries(106, 110)));
        receiver.received(1, part(9, 1, true, log.entries(106, 110)));
        assertEquals(1, arrived.size());
        assertEquals(log.content(), arrived.get(0).log().content());
    }

    /** The sender does not know yet that the receiver holds another log, and sends what was lacking before. */
    @Test
    void partsOfAnEarlierRequestAreNotAppliedToAnotherLog() {
        start(1);
        Log log = grow(random, Log.EMPTY, V1, 110);
        held.put(0, replica(Log.of(log.entries(1, 100))));
        receiver.received(1, manifest(9, view(1), log));
        receiver.received(1, part(9, 7, false, List.of()));
        held.put(0, replica(grow(random, Log.EMPTY, new Version(1, 0), 100)));
        receiver.received(1, manifest(9, view(1), log));
        receiver.received(1, part(9, 0, true, log.entries(101, 110)));
        assertEquals(List.of(), arrived);
        // With a new offer it begins again.
        receiver.received(1, manifest(10, view(1), log));
        receiver.received(1, part(10, 0, true, log.entries(101, 110)));
        assertEquals(110, arrived.get(0).log().length());
    }

    /** Parts of a transfer that was complete complete nothing else, although it is offered again by a late frame. */
    @Test
    void latePartsOfACompleteTransferAreNotAppliedToAnotherLog() {
        start(1);
        Log log = grow(random, Log.EMPTY, V1, 110);
        Frame.SnapshotChunk part = part(9, 0, true, log.entries(101, 110));
        held.put(0, replica(Log.of(log.entries(1, 100))));
        receiver.received(1, manifest(9, view(1), log));
        receiver.received(1, part);
        assertEquals(1, arrived.size());
        // The engine has not taken it, and another transfer was offered meanwhile.
        held.put(0, replica(grow(random, Log.EMPTY, new Version(1, 0), 100)));
        receiver.received(1, manifest(10, view(1), log));
        receiver.received(1, manifest(9, view(1), log));
        receiver.received(1, part);
        assertEquals(1, arrived.size());
    }

    @Test
    void olderOfferDoesNotReplaceANewerOne() {
        start(1);
        Log log = grow(random, Log.EMPTY, V1, 110);
        held.put(0, replica(Log.of(log.entries(1, 100))));
        receiver.received(1, manifest(9, view(5), log));
        receiver.received(1, manifest(8, view(4), log));
        receiver.received(1, part(9, 0, true, log.entries(101, 110)));
        assertEquals(1, arrived.size());
        assertEquals(view(5), arrived.get(0).view());
    }

    /** Frames of the last process of a member that has the same number must not be taken for this one's. */
    @Test
    void numbersOfTransfersAreOthersAfterARestart() {
        start(1);
        sender.send(2, new Sync(0, view(1), Log.EMPTY));
        long first = manifest().transfer();
        start(2);
        sender.send(2, new Sync(0, view(1), Log.EMPTY));
        assertTrue(Math.abs(manifest().transfer() - first) > 1_000_000);
    }
}
