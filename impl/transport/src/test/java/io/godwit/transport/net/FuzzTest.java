package io.godwit.transport.net;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.godwit.protocol.map.Bytes;
import io.godwit.transport.codec.FrameCodec;
import io.godwit.transport.codec.Samples;
import io.godwit.transport.frame.Frame;
import io.godwit.transport.frame.Peer;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.channel.embedded.EmbeddedChannel;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * Random frames, and good frames that were changed at random, come in after a good greeting. Each is either a frame or ends
 * that connection; memory comes back. How many: system property {@code godwit.fuzz}.
 */
class FuzzTest {
    private static final int COUNT = Integer.getInteger("godwit.fuzz", 20_000);
    private static final long SEED = Long.getLong("godwit.fuzz.seed", 20_261_121);
    private static final int PER_CONNECTION = 64;
    private static final int LONGEST = 1 << 16;

    private final FrameCodec codec = new FrameCodec(Samples.PARTITIONS);
    private final Limits limits = new Limits(LONGEST, 4_096, 1 << 20, 60_000);
    private final Random random = new Random(SEED);
    private final UnpooledByteBufAllocator memory = new UnpooledByteBufAllocator(false);
    private final List<byte[]> good = new ArrayList<>();
    private long received;
    private long refused;
    private long ended;

    private final Door door = new Door() {
        @Override
        public Decision greet(Connection connection, Frame.Hello hello) {
            Frame.Welcome welcome = new Frame.Welcome(
                    Samples.PEER, Samples.IDENTITY, Samples.PARTITIONS, Samples.MAPS, 1, List.of(), List.of());
            return new Open(welcome, new Receiver() {
                @Override
                public void received(Connection from, Frame frame) {
                    received++;
                }

                @Override
                public void closed(Connection from) {
                    ended++;
                }
            });
        }

        @Override
        public void refused(java.net.SocketAddress remote, String why) {
            refused++;
        }
    };

    private byte[] bytes(Frame frame) {
        FrameCodec.Encoded encoded = codec.encode(frame);
        ByteBuffer buffer = ByteBuffer.allocate(Integer.BYTES + encoded.size());
        buffer.putInt(encoded.size());
        encoded.write(buffer);
        return buffer.array();
    }

    private EmbeddedChannel greeted() {
        EmbeddedChannel channel = new EmbeddedChannel();
        channel.config().setAllocator(memory);
        Network.serve(channel, codec, limits, door);
        channel.pipeline().fireChannelActive();
        Frame.Hello hello = new Frame.Hello(
                Frame.WIRE_VERSION,
                Frame.Role.CLIENT,
                "c",
                "quorum",
                1,
                0,
                null,
                Bytes.EMPTY,
                Peer.NOBODY,
                Bytes.EMPTY);
        write(channel, bytes(hello));
        ByteBuf welcome = channel.readOutbound();
        welcome.release();
        return channel;
    }

    private void write(EmbeddedChannel channel, byte[] bytes) {
        ByteBuf buffer = memory.heapBuffer(Math.max(1, bytes.length));
        buffer.writeBytes(bytes);
        channel.writeInbound(buffer);
    }

    /** Random bytes, with and without a length that fits; or a good frame with some bytes changed, cut or added. */
    private byte[] hostile() {
        byte[] bytes;
        if (random.nextInt(4) == 0) {
            bytes = new byte[4 + random.nextInt(64)];
            random.nextBytes(bytes);
            if (random.nextBoolean()) {
                ByteBuffer.wrap(bytes).putInt(bytes.length - 4);
            }
            return bytes;
        }
        bytes = good.get(random.nextInt(good.size())).clone();
        int changes = 1 + random.nextInt(4);
        for (int i = 0; i < changes; i++) {
            // Mostly behind the length, so that the change reaches the message.
            int from = random.nextInt(8) == 0 ? 0 : Math.min(4, bytes.length - 1);
            int at = from + random.nextInt(bytes.length - from);
            bytes[at] = random.nextBoolean() ? (byte) random.nextInt() : (byte) (bytes[at] ^ 1 << random.nextInt(8));
        }
        if (random.nextInt(8) == 0) {
            int length = random.nextInt(bytes.length);
            byte[] cut = java.util.Arrays.copyOf(bytes, Math.max(4, length));
            ByteBuffer.wrap(cut).putInt(cut.length - 4);
            return cut;
        }
        return bytes;
    }

    @Test
    void everyFrameIsTakenOrEndsItsConnection() {
        Samples.frames().forEach(frame -> good.add(bytes(frame)));
        long connections = 0;
        for (int sent = 0; sent < COUNT; ) {
            EmbeddedChannel channel = greeted();
            connections++;
            for (int i = 0; i < PER_CONNECTION && channel.isActive() && sent < COUNT; i++) {
                write(channel, hostile());
                sent++;
            }
            channel.checkException();
            channel.finishAndReleaseAll();
            assertFalse(channel.isActive());
        }
        assertEquals(connections, ended, "each connection has ended once");
        assertTrue(received > 0, "some frames stay good");
        assertTrue(refused > 0, "some do not");
        assertEquals(0, memory.metric().usedHeapMemory(), "bytes that were not given back");
        assertEquals(0, memory.metric().usedDirectMemory(), "bytes that were not given back");
    }
}
