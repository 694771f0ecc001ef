package io.godwit.member.transfer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.godwit.environment.Executor;
import io.godwit.environment.threads.SystemClock;
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
import io.godwit.storage.MemberStore;
import io.godwit.storage.rocksdb.RocksStorage;
import io.godwit.transport.codec.FrameCodec;
import io.godwit.transport.frame.FileSlice;
import io.godwit.transport.frame.Frame;
import io.godwit.transport.frame.Frame.Welcome;
import io.godwit.transport.frame.Maps;
import io.godwit.transport.frame.Peer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.BiConsumer;
import java.util.function.IntFunction;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Durable member 1 sends partition 0 to durable member 2. The test carries the frames and runs all tasks. */
class FileSnapshotTest {
    private static final long MS = 1_000_000;
    private static final Version V1 = new Version(1, 1);
    private static final View VIEW = new View(new Version(1, 2), Configuration.settled(1, 2));
    private static final int VALUES = 40;

    @TempDir
    private Path directory;

    private final ManualScheduler scheduler = new ManualScheduler(1);
    /** Delivers frames. */
    private final Executor network = scheduler.newExecutor();

    private final List<String> lines = new ArrayList<>();
    private final FrameCodec codec = new FrameCodec(1);
    private MemberStore one;
    private MemberStore two;
    private SnapshotTransfer sender;
    private SnapshotTransfer receiver;
    private Replica held = Replica.NONE;
    private Sync got;
    private boolean taken = true;
    /** Which part of a file is changed on its way; -1 for none. */
    private int damaged = -1;
    /** Nanoseconds until a log has arrived. */
    private long waited;
    /** Which part of a file is lost on its way; -1 for none. */
    private int lost = -1;

    private MemberStore open(String name, int number) throws IOException {
        MemberStore store = new MemberStore(RocksStorage.open(directory.resolve(name)), new SystemClock());
        Peer self = new Peer(number, Bytes.of(new byte[16]), "h", 1);
        store.identify(new Welcome(self, Bytes.of(new byte[16]), 1, Maps.all(1), 1, List.of(self), List.of(self)));
        return store;
    }

    @BeforeEach
    void open() throws IOException {
        one = open("one", 1);
        two = open("two", 2);
        sender = transfer(p -> Replica.NONE, 2, (from, sync) -> {}, one);
        receiver = transfer(p -> held, 1, this::take, two);
    }

    private SnapshotTransfer transfer(
            IntFunction<Replica> replicas, int other, BiConsumer<Integer, Sync> complete, MemberStore store) {
        return new SnapshotTransfer(
                member(other, replicas, complete),
                new CopyStore(store, () -> false),
                scheduler,
                new SnapshotTransfer.Executors(
                        scheduler.newExecutor(), scheduler.newExecutor(), scheduler.newExecutor()),
                limit -> {},
                lines::add);
    }

    private void take(int from, Sync sync) {
        got = sync;
        if (taken) {
            held = new Replica(VIEW, sync.log(), MemberSet.of(), PrimaryState.NONE);
        }
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
                return false;
            }

            @Override
            public long send(int member, Frame frame) {
                if (frame instanceof Frame.FileChunk part) {
                    return send(part);
                }
                FrameCodec.Encoded encoded = codec.encode(frame);
                ByteBuffer bytes = ByteBuffer.allocate(encoded.size());
                encoded.write(bytes);
                assertEquals(0, bytes.remaining());
                deliver(codec.decode(bytes.flip()));
                return encoded.size();
            }

            private long send(Frame.FileChunk part) {
                FileSlice.OfFile slice = assertInstanceOf(FileSlice.OfFile.class, part.data());
                ByteBuffer bytes = ByteBuffer.allocate(slice.length());
                try {
                    slice.file().read(bytes, slice.offset());
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
                if (part.index() == lost) {
                    lost = -1;
                    return slice.length();
                } else if (part.index() == damaged) {
                    bytes.put(slice.length() / 2, (byte) ~bytes.get(slice.length() / 2));
                    damaged = -1;
                }
                FileSlice held = new FileSlice.Held(bytes.flip());
                deliver(new Frame.FileChunk(part.transfer(), part.index(), part.last(), held));
                return slice.length();
            }

            private void deliver(Frame frame) {
                network.execute(() -> (end == 2 ? receiver : sender).received(3 - end, frame));
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
        one.close();
        two.close();
    }

    /** Some MiB that cannot be compressed. */
    private static Log log() {
        Random random = new Random(7);
        Log log = Log.EMPTY;
        for (int i = 1; i <= VALUES; i++) {
            byte[] value = new byte[64 << 10];
            random.nextBytes(value);
            Verb verb = i % 3 == 0 ? Verb.APPEND : i % 3 == 1 ? Verb.ADD : Verb.PUT;
            Bytes key = i % 3 == 2 ? Bytes.ofNumber(i) : Bytes.ofNumber(i % 3);
            log = log.append(
                    new LogEntry(V1, i % 5, i, new OnMap(verb, Bytes.EMPTY, key, Bytes.owning(value), Bytes.EMPTY)));
        }
        return log;
    }

    /** Lets the engine repeat the message until it has arrived. */
    private void pump(Sync sync) {
        for (int i = 0; i < 1_000 && got == null; i++) {
            sender.send(2, sync);
            scheduler.pass(200 * MS);
            waited += 200 * MS;
        }
        scheduler.pass(500 * MS);
    }

    private List<String> files() throws IOException {
        List<String> found = new ArrayList<>();
        for (String name : List.of("one", "two")) {
            try (Stream<Path> files = Files.list(directory.resolve(name).resolve("transfer"))) {
                files.forEach(file -> found.add(name + "/" + file.getFileName()));
            }
        }
        return found;
    }

    /** A file is removed when it was sent or read. */
    private void assertNoFiles() throws IOException {
        assertEquals(List.of(), files());
    }

    private void assertArrived(Log log) throws Exception {
        assertNotNull(got);
        assertEquals(VIEW, got.view());
        assertEquals(log, got.log());
        assertEquals(log.content(), got.log().content());
        assertNoFiles();
        TransferStatistics traffic = sender.traffic();
        assertEquals(0, traffic.whole(), traffic.toString());
        assertTrue(traffic.fileBytes() > VALUES * (64L << 10), traffic.toString());
    }

    @Test
    void wholeLogArrivesAsAFile() throws Exception {
        pump(new Sync(0, VIEW, log()));
        assertArrived(log());
        assertEquals(List.of(), lines);
    }

    @Test
    void damagedFileIsRefusedAndSentAgain() throws Exception {
        damaged = 4;
        pump(new Sync(0, VIEW, log()));
        assertArrived(log());
        assertEquals(1, lines.size(), lines.toString());
        assertTrue(lines.get(0).startsWith("a copy of partition 0 from member 1 came as a file that is of no use"));
        assertTrue(sender.traffic().files() <= 2);
        assertTrue(waited < SnapshotTransfer.STUCK_NANOS, "the sender waits for an answer: " + waited);
    }

    @Test
    void fileWithAMissingPartIsSentAgain() throws Exception {
        lost = 3;
        pump(new Sync(0, VIEW, log()));
        assertArrived(log());
    }

    @Test
    void copyThatTheEngineDoesNotTakeIsRemoved() throws Exception {
        taken = false;
        pump(new Sync(0, VIEW, log()));
        assertArrived(log());
        assertEquals(List.of(), lines);
    }

    @Test
    void smallLogArrivesInParts() throws Exception {
        Log small = Log.of(log().entries(1, 3));
        pump(new Sync(0, VIEW, small));
        assertEquals(small.content(), got.log().content());
        assertEquals(0, sender.traffic().fileBytes());
    }
}
