package io.godwit.transport.connection;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.godwit.transport.codec.MalformedFrameException;
import io.godwit.transport.codec.Samples;
import io.godwit.transport.frame.FileSlice;
import io.godwit.transport.frame.Frame;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FrameDecoderTest {
    private static final int LIMIT = 1 << 20;

    private static FrameDecoder decoder() {
        return new FrameDecoder(EncodedFrames.CODEC, LIMIT);
    }

    private static String malformed(FrameDecoder decoder, byte[] bytes) {
        return assertThrows(MalformedFrameException.class, () -> decoder.next(ByteBuffer.wrap(bytes)))
                .getMessage();
    }

    /** The layout in bytes, written down a second time. */
    @Test
    void frameIsLengthComplementChecksumAndPayload() {
        // The checksum of "123456789" is the one that every description of CRC-32C gives.
        byte[] framed = EncodedFrames.framed("123456789".getBytes(java.nio.charset.StandardCharsets.US_ASCII));
        byte[] header = {0, 0, 0, 9, -1, -1, -1, (byte) 0xF6, (byte) 0xE3, 0x06, (byte) 0x92, (byte) 0x83};
        assertArrayEquals(header, java.util.Arrays.copyOf(framed, 12));
        for (Frame frame : Samples.frames()) {
            byte[] bytes = EncodedFrames.bytes(frame);
            assertEquals(List.of(frame), EncodedFrames.read(decoder(), bytes, bytes.length));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 5, 11, 12, 13, 64, 1_000})
    void framesMayComeInChunksOfAnySize(int chunk) {
        List<Frame> frames = Samples.frames();
        assertEquals(frames, EncodedFrames.read(decoder(), EncodedFrames.bytes(frames), chunk));
    }

    @Test
    void framesMayBeSplitAtAnyByte() {
        List<Frame> frames = Samples.frames();
        byte[] bytes = EncodedFrames.bytes(frames);
        for (int split = 0; split <= bytes.length; split++) {
            FrameDecoder decoder = decoder();
            List<Frame> read = new ArrayList<>();
            ByteBuffer first = ByteBuffer.wrap(bytes, 0, split);
            ByteBuffer second = ByteBuffer.wrap(bytes, split, bytes.length - split);
            for (ByteBuffer chunk : new ByteBuffer[] {first, second}) {
                for (Frame next = decoder.next(chunk); next != null; next = decoder.next(chunk)) {
                    read.add(next);
                }
                assertFalse(chunk.hasRemaining());
            }
            assertEquals(frames, read, "split at " + split);
        }
    }

    /** Nothing of a chunk is kept: its memory is used again. */
    @Test
    void framesDoNotShareMemoryWithChunks() {
        for (Frame frame : Samples.frames()) {
            byte[] bytes = EncodedFrames.bytes(frame);
            Frame read = decoder().next(ByteBuffer.wrap(bytes));
            java.util.Arrays.fill(bytes, (byte) 77);
            assertEquals(frame, read);
        }
    }

    @Test
    void flippedBitAnywhereIsNoticed() {
        for (Frame frame : Samples.frames()) {
            byte[] good = EncodedFrames.framed(EncodedFrames.payload(frame));
            for (int bit = 0; bit < good.length * 8; bit++) {
                byte[] bad = good.clone();
                bad[bit / 8] ^= (byte) (1 << bit % 8);
                FrameDecoder decoder = decoder();
                String where = frame.getClass().getSimpleName() + " bit " + bit;
                assertThrows(MalformedFrameException.class, () -> decoder.next(ByteBuffer.wrap(bad)), where);
                // The frame behind it is good, but where it begins is not known.
                assertNull(decoder.next(ByteBuffer.wrap(good)), where);
            }
        }
    }

    /** A damaged length is noticed with the header: nobody waits for the bytes that it promises. */
    @Test
    void flippedBitOfTheLengthIsNoticedBeforeThePayloadComes() {
        byte[] header = java.util.Arrays.copyOf(EncodedFrames.bytes(new Frame.KeepAlive()), 12);
        for (int bit = 0; bit < 64; bit++) {
            byte[] bad = header.clone();
            bad[bit / 8] ^= (byte) (1 << bit % 8);
            assertEquals("the length of a frame and its complement do not fit together", malformed(decoder(), bad));
        }
    }

    @Test
    void wrongChecksumIsCalledSo() {
        byte[] bytes = EncodedFrames.bytes(new Frame.TableRequest(7));
        bytes[bytes.length - 1] ^= 1;
        String message = malformed(decoder(), bytes);
        assertTrue(message.matches("a frame of \\d+ bytes has the checksum [0-9a-f]+; it says [0-9a-f]+"), message);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, -1, Integer.MIN_VALUE, LIMIT + 1, Integer.MAX_VALUE})
    void lengthsBeyondTheLimitAreRefusedWithTheHeader(int length) {
        byte[] header =
                ByteBuffer.allocate(12).putInt(length).putInt(~length).putInt(0).array();
        assertEquals(
                "a frame of " + Integer.toUnsignedString(length) + " bytes; the limit is " + LIMIT,
                malformed(decoder(), header));
    }

    @Test
    void limitAppliesToFramesThatHaveNotBegun() {
        Frame large = new Frame.Refusal(Frame.Reason.NOT_READY, "x".repeat(2_000));
        FrameDecoder decoder = new FrameDecoder(EncodedFrames.CODEC, 1_024);
        ByteBuffer both = ByteBuffer.wrap(EncodedFrames.bytes(List.of(new Frame.KeepAlive(), large)));
        assertEquals(new Frame.KeepAlive(), decoder.next(both));
        decoder.maxBytes(4_096);
        assertEquals(large, decoder.next(both));
        assertTrue(malformed(new FrameDecoder(EncodedFrames.CODEC, 1_024), EncodedFrames.bytes(large))
                .endsWith("the limit is 1024"));
    }

    @Test
    void frameMayBeAsLongAsTheLimit() {
        byte[] payload = EncodedFrames.payload(new Frame.Refusal(Frame.Reason.NOT_READY, "x".repeat(2_000)));
        FrameDecoder exact = new FrameDecoder(EncodedFrames.CODEC, payload.length);
        assertNotNull(exact.next(ByteBuffer.wrap(EncodedFrames.framed(payload))));
        assertEquals(
                "a frame of " + payload.length + " bytes; the limit is " + (payload.length - 1),
                malformed(new FrameDecoder(EncodedFrames.CODEC, payload.length - 1), EncodedFrames.framed(payload)));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, LIMIT + 1, Integer.MAX_VALUE})
    void limitAppliesToBytesOfFiles(int length) {
        Frame part = new Frame.FileChunk(1, 0, true, new FileSlice.Following(length));
        assertEquals(
                "a frame of " + length + " bytes; the limit is " + LIMIT,
                malformed(decoder(), EncodedFrames.framed(EncodedFrames.payload(part))));
    }

    /** Whoever reads the file checks its blocks. */
    @Test
    void bytesOfFilesHaveNoChecksumHere() {
        Frame part = new Frame.FileChunk(1, 0, true, new FileSlice.Held(ByteBuffer.wrap(new byte[] {1, 2})));
        byte[] bytes = EncodedFrames.bytes(part);
        bytes[bytes.length - 1] ^= 8;
        Frame changed = new Frame.FileChunk(1, 0, true, new FileSlice.Held(ByteBuffer.wrap(new byte[] {1, 10})));
        assertEquals(changed, decoder().next(ByteBuffer.wrap(bytes)));
    }

    @Test
    void firstFrameMayBeAHelloOfAnOlderWireFormat() {
        Frame hello = EncodedFrames.hello(2, "c");
        byte[] bytes = EncodedFrames.old(EncodedFrames.payload(hello));
        for (int chunk = 1; chunk <= bytes.length; chunk++) {
            FrameDecoder decoder = decoder();
            assertEquals(List.of(hello), EncodedFrames.read(decoder, bytes, chunk));
            assertTrue(decoder.isOld());
        }
        FrameDecoder later = decoder();
        assertEquals(hello, later.next(ByteBuffer.wrap(EncodedFrames.bytes(hello))));
        assertFalse(later.isOld());
        malformed(later, bytes);
    }

    /** As long as a header of this wire format, within which it is found out. */
    @Test
    void shortestHelloOfAnOlderWireFormatHasTwelveBytes() {
        byte[] hello = {10, 10, 0x08, 2, 0x10, 2, 0x1A, 1, 'c', 0x22, 1, 'q'};
        FrameDecoder decoder = decoder();
        Frame.Hello read = (Frame.Hello) decoder.next(ByteBuffer.wrap(EncodedFrames.old(hello)));
        assertEquals("c", read.clusterName());
        assertEquals("q", read.protocol());
        assertTrue(decoder.isOld());
        assertEquals(
                "a frame of wire format 1 or 2 that is no Hello",
                malformed(decoder(), EncodedFrames.old(new byte[] {10, 9, 0, 0, 0, 0, 0, 0, 0, 0, 0})));
    }

    @Test
    void oldFrameThatIsTooShortOrTooLongIsMalformed() {
        malformed(decoder(), EncodedFrames.old(new byte[] {10, 1, 0, 0, 0, 0, 0, 0}));
        malformed(
                new FrameDecoder(EncodedFrames.CODEC, 1_024),
                EncodedFrames.old(EncodedFrames.payload(EncodedFrames.hello(2, "c".repeat(1_024)))));
    }
}
