package io.godwit.transport.connection;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.godwit.environment.ManualEnvironment;
import io.godwit.environment.Transport;
import io.godwit.transport.codec.Samples;
import io.godwit.transport.frame.Frame;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * Random frames, and good frames that were changed at random, come in after a good greeting. Each is either a frame or ends
 * that connection. How many: system property {@code godwit.fuzz}.
 */
class FuzzTest {
    private static final int COUNT = Integer.getInteger("godwit.fuzz", 20_000);
    private static final long SEED = Long.getLong("godwit.fuzz.seed", 20_261_121);
    private static final int PER_CONNECTION = 64;
    private static final int LONGEST = 1 << 16;

    private final Limits limits = new Limits(LONGEST, 4_096, 1 << 20, 60_000);
    private final Random random = new Random(SEED);
    private final List<byte[]> good = new ArrayList<>();
    private long received;
    private long refused;
    private long ended;

    private final HandshakeHandler handler = new HandshakeHandler() {
        @Override
        public Decision greet(Connection connection, Frame.Hello hello) {
            return new Accept(EncodedFrames.WELCOME, new Receiver() {
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
        public void refused(String remote, String why) {
            refused++;
        }
    };

    private final Transport.Handler silent = new Transport.Handler() {
        @Override
        public void opened(Transport.Connection connection) {}

        @Override
        public void failed(boolean nobodyListens, IOException cause) {}

        @Override
        public void received(ByteBuffer bytes) {}

        @Override
        public void closed(IOException cause) {}
    };

    private MemoryTransport.Side greeted() throws IOException {
        MemoryTransport transport = new MemoryTransport();
        transport.maxChunk = 1 + random.nextInt(128);
        new Connections(transport, new ManualClock(), limits).listen("a", 1, EncodedFrames.CODEC, handler);
        transport.connect("a", 1, silent);
        MemoryTransport.Side side = transport.sides.get(1);
        write(side, EncodedFrames.bytes(EncodedFrames.hello(Frame.WIRE_VERSION, "c")));
        return side;
    }

    private static void write(MemoryTransport.Side side, byte[] bytes) {
        side.arrive(bytes);
        ((ManualEnvironment) side.executor()).run();
    }

    /** A header that fits, in most cases: what is behind the checksum is to be reached, too. */
    private byte[] framed(byte[] payload) {
        byte[] framed = EncodedFrames.framed(payload);
        if (random.nextInt(8) == 0) {
            int at = random.nextInt(framed.length);
            framed[at] ^= (byte) (1 << random.nextInt(8));
        }
        return framed;
    }

    /** Random bytes, with and without a header; or a good payload with some bytes changed or cut. */
    private byte[] hostile() {
        byte[] bytes;
        if (random.nextInt(4) == 0) {
            bytes = new byte[1 + random.nextInt(64)];
            random.nextBytes(bytes);
            return random.nextBoolean() ? framed(bytes) : bytes;
        }
        bytes = good.get(random.nextInt(good.size())).clone();
        int changes = 1 + random.nextInt(4);
        for (int i = 0; i < changes; i++) {
            int at = random.nextInt(bytes.length);
            bytes[at] = random.nextBoolean() ? (byte) random.nextInt() : (byte) (bytes[at] ^ 1 << random.nextInt(8));
        }
        return framed(random.nextInt(8) == 0 ? Arrays.copyOf(bytes, 1 + random.nextInt(bytes.length)) : bytes);
    }

    @Test
    void frameIsTakenOrEndsItsConnection() throws IOException {
        Samples.frames().forEach(frame -> good.add(EncodedFrames.payload(frame)));
        long connections = 0;
        for (int sent = 0; sent < COUNT; ) {
            MemoryTransport.Side side = greeted();
            connections++;
            for (int i = 0; i < PER_CONNECTION && side.isOpen() && sent < COUNT; i++) {
                write(side, hostile());
                sent++;
            }
            side.close();
            ((ManualEnvironment) side.executor()).run();
        }
        assertEquals(connections, ended, "each connection has ended once");
        assertTrue(received > 0, "some frames stay good");
        assertTrue(refused > 0, "some do not");
    }
}
