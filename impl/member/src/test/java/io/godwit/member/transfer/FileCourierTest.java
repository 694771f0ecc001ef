package io.godwit.member.transfer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.godwit.protocol.MemberSet;
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
import io.godwit.storage.MemberStore;
import io.godwit.transport.codec.FrameCodec;
import io.godwit.transport.frame.FileSlice;
import io.godwit.transport.frame.Frame;
import io.godwit.transport.frame.Frame.Welcome;
import io.godwit.transport.frame.Maps;
import io.godwit.transport.frame.Peer;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Durable member 1 sends partition 0 to durable member 2; the test is the thread of both loops, and what is between them. */
@Timeout(120)
class FileCourierTest {
    private static final Version V1 = new Version(1, 1);
    private static final View VIEW = new View(new Version(1, 2), Configuration.settled(1, 2));
    private static final int VALUES = 40;

    @TempDir
    private Path directory;

    private final BlockingQueue<Runnable> work = new LinkedBlockingQueue<>();
    private final List<String> lines = new ArrayList<>();
    private final FrameCodec codec = new FrameCodec(1);
    private MemberStore one;
    private MemberStore two;
    private Courier sender;
    private Courier receiver;
    private Replica held = Replica.NONE;
    private Sync got;
    private boolean taken = true;
    /** Which part of a file is changed on its way; -1 for none. */
    private int damaged = -1;
    /** Which part of a file is lost on its way; -1 for none. */
    private int lost = -1;

    private MemberStore open(String name, int number) throws IOException {
        MemberStore store = MemberStore.open(directory.resolve(name));
        Peer self = new Peer(number, Bytes.of(new byte[16]), "h", 1);
        store.identify(new Welcome(self, Bytes.of(new byte[16]), 1, Maps.all(1), 1, List.of(self), List.of(self)));
        return store;
    }

    @BeforeEach
    void open() throws IOException {
        one = open("one", 1);
        two = open("two", 2);
        sender = new Courier(
                "one",
                p -> Replica.NONE,
                road(2),
                (from, sync) -> {},
                new CopyStore(one, () -> false),
                work::add,
                this::say,
                () -> false);
        receiver = new Courier(
                "two",
                p -> held,
                road(1),
                this::take,
                new CopyStore(two, () -> false),
                work::add,
                this::say,
                () -> false);
    }

    private void take(int from, Sync sync) {
        got = sync;
        if (taken) {
            held = new Replica(VIEW, sync.log(), MemberSet.of(), Lead.NONE);
        }
    }

    private synchronized void say(String line) {
        lines.add(line);
    }

    private synchronized List<String> lines() {
        return List.copyOf(lines);
    }

    private Courier.Roads road(int end) {
        return new Courier.Roads() {
            @Override
            public long send(int member, Frame frame) {
                FrameCodec.Encoded encoded = codec.encode(frame);
                ByteBuffer bytes = ByteBuffer.allocate(encoded.size());
                encoded.write(bytes);
                assertEquals(0, bytes.remaining());
                if (frame instanceof Frame.FilePart part) {
                    assertTrue(part.data() instanceof FileSlice.OfFile);
                    if (part.index() == damaged) {
                        bytes.put(bytes.capacity() / 2, (byte) ~bytes.get(bytes.capacity() / 2));
                        damaged = -1;
                    } else if (part.index() == lost) {
                        lost = -1;
                        return encoded.size();
                    }
                }
                work.add(() -> (end == 2 ? receiver : sender).received(3 - end, codec.decode(bytes.flip())));
                return encoded.size();
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

    /** Lets the engine ask again until the message is there. */
    private void pump(Sync sync) throws InterruptedException {
        while (got == null) {
            sender.send(2, sync);
            Runnable next = work.poll(200, TimeUnit.MILLISECONDS);
            while (next != null) {
                next.run();
                next = got == null ? work.poll(200, TimeUnit.MILLISECONDS) : null;
            }
        }
    }

    private void settle() throws InterruptedException {
        for (Runnable next = work.poll(500, TimeUnit.MILLISECONDS);
                next != null;
                next = work.poll(500, TimeUnit.MILLISECONDS)) {
            next.run();
        }
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

    /** Whoever has sent or read a file removes it. */
    private void assertNoFiles() throws IOException, InterruptedException {
        for (int i = 0; i < 1_000 && !files().isEmpty(); i++) {
            Thread.sleep(10);
        }
        assertEquals(List.of(), files());
    }

    private void assertCame(Log log) throws Exception {
        assertNotNull(got);
        assertEquals(VIEW, got.view());
        assertEquals(log, got.log());
        assertEquals(log.content(), got.log().content());
        settle();
        assertNoFiles();
        Traffic traffic = sender.traffic();
        assertEquals(0, traffic.whole(), traffic.toString());
        assertTrue(traffic.fileBytes() > VALUES * (64L << 10), traffic.toString());
    }

    @Test
    void everythingComesAsAFile() throws Exception {
        pump(new Sync(0, VIEW, log()));
        assertCame(log());
        assertEquals(List.of(), lines());
    }

    @Test
    void aDamagedFileIsRefusedAndComesAgain() throws Exception {
        damaged = 4;
        pump(new Sync(0, VIEW, log()));
        assertCame(log());
        assertEquals(1, lines().size(), lines().toString());
        assertTrue(lines().get(0).startsWith("a copy of partition 0 from member 1 came as a file that is of no use"));
        assertTrue(sender.traffic().files() <= 2);
    }

    @Test
    void aFileOfWhichAPartIsMissingComesAgain() throws Exception {
        lost = 3;
        pump(new Sync(0, VIEW, log()));
        assertCame(log());
    }

    @Test
    void whatTheEngineDoesNotTakeGoes() throws Exception {
        taken = false;
        pump(new Sync(0, VIEW, log()));
        assertCame(log());
        assertEquals(List.of(), lines());
    }

    @Test
    void whatIsSmallComesInParts() throws Exception {
        Log small = Log.of(log().entries(1, 3));
        pump(new Sync(0, VIEW, small));
        assertEquals(small.content(), got.log().content());
        assertEquals(0, sender.traffic().fileBytes());
    }
}
