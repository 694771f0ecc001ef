package io.godwit.transport.connection;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.godwit.environment.Storage;
import io.godwit.protocol.map.Bytes;
import io.godwit.protocol.map.Result;
import io.godwit.transport.frame.FileSlice;
import io.godwit.transport.frame.Frame;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ConnectionTest {
    private final MemoryTransport transport = new MemoryTransport();
    private final List<Frame> received = new ArrayList<>();
    private final List<Connection> closed = new ArrayList<>();
    private Connection connection;
    private MemoryTransport.Side side;

    private final Receiver receiver = new Receiver() {
        @Override
        public void received(Connection from, Frame frame) {
            received.add(frame);
        }

        @Override
        public void closed(Connection from) {
            closed.add(from);
        }
    };

    private void connect(Limits limits) throws Exception {
        Connections connections = new Connections(transport, new ManualClock(), limits);
        connections.listen("a", 1, EncodedFrames.CODEC, new HandshakeHandler() {
            @Override
            public Decision greet(Connection from, Frame.Hello hello) {
                return new Accept(EncodedFrames.WELCOME, receiver);
            }

            @Override
            public void refused(String remote, String why) {
                throw new IllegalStateException(why);
            }
        });
        Frame.Hello hello = EncodedFrames.hello(Frame.WIRE_VERSION, "c");
        connections.connect("a", 1, hello, EncodedFrames.CODEC, receiver, new Connections.Outcome() {
            @Override
            public void welcomed(Connection opened, Frame.Welcome welcome) {
                connection = opened;
            }

            @Override
            public void failed(java.io.IOException cause, boolean nobodyListens) {
                throw new IllegalStateException(cause);
            }
        });
        transport.executor.run();
        side = transport.sides.get(0);
        side.writes.clear();
        side.flushes = 0;
    }

    private static Frame value(int size) {
        return new Frame.Answer(1, 1, new Result.Found(List.of(Bytes.owning(new byte[size]))));
    }

    private static int size(Frame frame) {
        return EncodedFrames.bytes(frame).length;
    }

    @Test
    void framesThatWaitAreWrittenTogetherByOneTask() throws Exception {
        connect(Limits.DEFAULT);
        List<Frame> frames = IntStream.range(0, 100)
                .mapToObj(i -> (Frame) new Frame.TableRequest(i))
                .toList();
        long all = 0;
        for (Frame frame : frames) {
            assertEquals(size(frame), connection.offer(frame));
            all += size(frame);
        }
        assertEquals(1, transport.executor.tasks());
        assertEquals(all, connection.waiting());
        transport.executor.run();
        assertEquals(List.of((int) all), side.writes);
        assertEquals(1, side.flushes);
        assertEquals(0, connection.waiting());
        assertEquals(frames, received);
    }

    @Test
    void buffersHaveUpTo64KiB() throws Exception {
        connect(Limits.DEFAULT);
        List<Frame> frames = List.of(value(40_000), value(20_000), value(10_000), value(100_000), value(5));
        frames.forEach(connection::send);
        transport.executor.run();
        List<Integer> sizes = frames.stream().map(ConnectionTest::size).toList();
        assertEquals(List.of(sizes.get(0) + sizes.get(1), sizes.get(2), sizes.get(3), sizes.get(4)), side.writes);
        assertEquals(frames, received);
    }

    /** A frame of so many bytes on the wire. */
    private static Frame ofSize(int size) {
        int length = size;
        while (size(value(length)) > size) {
            length--;
        }
        assertEquals(size, size(value(length)));
        return value(length);
    }

    @Test
    void noBufferIsEmpty() throws Exception {
        connect(Limits.DEFAULT);
        connection.send(ofSize(60_000));
        connection.send(ofSize(5_536));
        transport.executor.run();
        assertEquals(List.of(64 << 10), side.writes);
        connection.send(ofSize(65_537));
        transport.executor.run();
        assertEquals(List.of(64 << 10, 65_537), side.writes);
        Frame file = part(new FileSlice.Held(bytes(0, 9)));
        connection.send(file);
        transport.executor.run();
        assertEquals(List.of(64 << 10, 65_537, size(file) - 9, 9), side.writes);
    }

    @Test
    void queueAdmitsUpToLimitAndReportsRoomBelowHalf() throws Exception {
        connect(new Limits(1 << 20, 2_000, 4_000, 60_000));
        for (int sent = 1; sent <= 4; sent++) {
            assertTrue(connection.send(ofSize(1_000)));
            assertEquals(sent <= 2, connection.hasRoom());
        }
        assertFalse(connection.send(new Frame.KeepAlive()));
        assertEquals(4_000, connection.waiting());
    }

    @Test
    void connectionThatIsNotReadTakesNothing() throws Exception {
        connect(Limits.DEFAULT);
        assertEquals("connection with a:1", connection.toString());
        connection.reading(false);
        side.arrive(EncodedFrames.bytes(new Frame.KeepAlive()));
        transport.executor.run();
        assertEquals(List.of(), received);
        connection.reading(true);
        transport.executor.run();
        assertEquals(List.of(new Frame.KeepAlive()), received);
    }

    @Test
    void framesBeyondTheLimitAreDropped() throws Exception {
        connect(new Limits(1 << 20, 2_000, 4_096, 60_000));
        transport.sides.get(1).reading(false);
        Frame frame = value(1_000);
        long size = size(frame);
        int sent = 0;
        while (connection.send(frame)) {
            sent++;
            assertEquals(sent * size, connection.waiting());
            assertEquals(sent * size <= 2_048, connection.hasRoom());
        }
        assertEquals(4_096 / size, sent);
        transport.executor.run();
        assertEquals(List.of(), received);
        assertFalse(connection.hasRoom());
        assertFalse(connection.send(frame));
        transport.sides.get(1).reading(true);
        transport.executor.run();
        assertEquals(sent, received.size());
        assertEquals(0, connection.waiting());
        assertTrue(connection.send(frame));
    }

    @Test
    void frameAboveTheLimitIsSentWhenNothingWaits() throws Exception {
        connect(new Limits(1 << 20, 2_000, 4_096, 60_000));
        assertTrue(connection.send(value(10_000)));
        assertFalse(connection.send(new Frame.KeepAlive()));
        transport.executor.run();
        assertEquals(List.of(value(10_000)), received);
        assertTrue(connection.send(new Frame.KeepAlive()));
    }

    @Test
    void lastFrameClosesBehindItself() throws Exception {
        connect(Limits.DEFAULT);
        connection.send(new Frame.TableRequest(1));
        connection.sendLast(new Frame.TableRequest(2));
        assertFalse(connection.send(new Frame.TableRequest(3)));
        transport.executor.run();
        assertEquals(List.of(new Frame.TableRequest(1), new Frame.TableRequest(2)), received);
        assertEquals(2, closed.size());
        assertFalse(side.isOpen());
    }

    @Test
    void closedTransportNeitherSendsNorReceives() throws Exception {
        connect(Limits.DEFAULT);
        connection.send(new Frame.TableRequest(1));
        connection.close();
        assertFalse(connection.isOpen());
        assertEquals(-1, connection.offer(new Frame.KeepAlive()));
        side.arrive(EncodedFrames.bytes(new Frame.KeepAlive()));
        transport.executor.run();
        assertEquals(List.of(), received);
        assertEquals(2, closed.size());
    }

    /** Counts references, and has the bytes 0, 1, 2 and so on. */
    private static final class File implements Storage.CopyFile {
        private int references = 1;

        @Override
        public long size() {
            return 1_000;
        }

        @Override
        public void read(ByteBuffer to, long offset) {
            for (long i = offset; to.hasRemaining(); i++) {
                to.put((byte) i);
            }
        }

        @Override
        public void retain() {
            references++;
        }

        @Override
        public void release() {
            references--;
        }
    }

    private static Frame part(FileSlice data) {
        return new Frame.FileChunk(3, 4, true, data);
    }

    private static ByteBuffer bytes(int from, int to) {
        ByteBuffer bytes = ByteBuffer.allocate(to - from);
        new File().read(bytes, from);
        return bytes.flip();
    }

    @Test
    void bytesOfFilesFollowTheirFrames() throws Exception {
        connect(Limits.DEFAULT);
        File file = new File();
        connection.send(new Frame.TableRequest(1));
        Frame sent = part(new FileSlice.OfFile(file, 10, 70));
        Frame expected = part(new FileSlice.Held(bytes(10, 80)));
        assertEquals(size(expected), connection.offer(sent));
        connection.send(new Frame.TableRequest(2));
        assertEquals(2, file.references);
        transport.maxChunk = 7;
        transport.executor.run();
        assertEquals(List.of(new Frame.TableRequest(1), expected, new Frame.TableRequest(2)), received);
        assertEquals(1, file.references);
        assertEquals(0, connection.waiting());
        int header = size(expected) - 70;
        assertEquals(
                List.of(size(new Frame.TableRequest(1)) + header, 70, size(new Frame.TableRequest(2))), side.writes);
    }

    @Test
    void bytesThatWereReceivedCanBeSentOn() throws Exception {
        connect(Limits.DEFAULT);
        Frame sent = part(new FileSlice.Held(bytes(5, 9)));
        connection.send(sent);
        transport.executor.run();
        assertEquals(List.of(sent), received);
        assertEquals(0, connection.waiting());
    }

    @Test
    void fileIsReleasedWhenItsPieceIsDroppedOrTheConnectionCloses() throws Exception {
        connect(new Limits(1 << 20, 2_000, 4_096, 60_000));
        File file = new File();
        transport.sides.get(1).reading(false);
        assertTrue(connection.send(value(3_800)));
        assertFalse(connection.send(part(new FileSlice.OfFile(file, 0, 500))));
        assertEquals(1, file.references);
        assertTrue(connection.send(part(new FileSlice.OfFile(file, 0, 100))));
        transport.executor.run();
        assertEquals(2, file.references);
        connection.close();
        transport.executor.run();
        assertEquals(1, file.references);
    }
}
