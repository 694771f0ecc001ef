package io.godwit.transport.connection;

import io.godwit.transport.codec.FrameCodec;
import io.godwit.transport.codec.MalformedFrameException;
import io.godwit.transport.frame.FileSlice;
import io.godwit.transport.frame.Frame;
import io.godwit.transport.frame.Frame.FileChunk;
import java.nio.ByteBuffer;
import java.util.zip.CRC32C;

/** Finds frames in chunks of bytes. Nothing is read behind the first error. For one thread. */
final class FrameDecoder {
    /**
     * First byte of a {@code Hello}, in the place of the complement in wire formats 1 and 2. No complement of a permitted
     * length begins with it.
     */
    private static final byte HELLO = 0x0A;

    private final FrameCodec codec;
    private final CRC32C checksum = new CRC32C();
    /** Bytes of a frame that is not complete, or that came in a buffer without an array. */
    private final Gathered incomplete = new Gathered();

    private int maxBytes;
    private boolean first = true;
    private boolean old;
    private boolean broken;
    /** The frame before bytes of a file, while some of these are missing; null otherwise. */
    private FileChunk part;

    private Gathered file;

    FrameDecoder(FrameCodec codec, int maxBytes) {
        this.codec = codec;
        this.maxBytes = maxBytes;
    }

    /** Sets the size of the largest payload for frames that have not begun. */
    void maxBytes(int bytes) {
        maxBytes = bytes;
    }

    /** Whether the first frame was in wire format 1 or 2, which had no checksum. */
    boolean isOld() {
        return old;
    }

    /**
     * Takes the next frame, or what there is of it, out of a chunk.
     *
     * @return null if the chunk is empty now
     * @throws MalformedFrameException if the bytes are not a permitted frame
     */
    Frame next(ByteBuffer chunk) {
        if (broken) {
            chunk.position(chunk.limit());
            return null;
        }
        try {
            Frame frame = part == null ? frame(chunk) : null;
            if (frame instanceof FileChunk announced && announced.data() instanceof FileSlice.Following bytes) {
                check(bytes.length());
                part = announced;
                file = new Gathered();
            }
            return part == null ? frame : fileBytes(chunk);
        } catch (MalformedFrameException e) {
            broken = true;
            throw e;
        }
    }

    private FileChunk fileBytes(ByteBuffer chunk) {
        if (!file.gather(chunk, part.data().length())) {
            return null;
        }
        FileSlice bytes = new FileSlice.Held(file.taken());
        FileChunk complete = new FileChunk(part.transfer(), part.index(), part.last(), bytes);
        part = null;
        file = null;
        return complete;
    }

    private Frame frame(ByteBuffer chunk) {
        // Other buffers are not decoded where they are: the codec reads from an array.
        if (chunk.hasArray() && incomplete.size() == 0 && chunk.remaining() >= Framing.HEADER_BYTES) {
            int length = length(chunk, chunk.position());
            if (!old && length <= chunk.remaining() - Framing.HEADER_BYTES) {
                int start = chunk.position();
                chunk.position(start + Framing.HEADER_BYTES + length);
                first = false;
                return decode(chunk, start, length);
            }
        }
        if (!incomplete.gather(chunk, Framing.HEADER_BYTES)) {
            return null;
        }
        int length = length(incomplete.bytes(), 0);
        int header = old ? Framing.OLD_HEADER_BYTES : Framing.HEADER_BYTES;
        if (!incomplete.gather(chunk, header + length)) {
            return null;
        }
        Frame frame = old
                ? codec.decode(Framing.part(incomplete.bytes(), header, length))
                : decode(incomplete.bytes(), 0, length);
        incomplete.clear();
        first = false;
        return frame;
    }

    /** The length of the payload in a header. */
    private int length(ByteBuffer bytes, int at) {
        int length = bytes.getInt(at);
        old = first && bytes.get(at + Integer.BYTES) == HELLO;
        if (!old && bytes.getInt(at + Integer.BYTES) != ~length) {
            throw new MalformedFrameException("the length of a frame and its complement do not fit together");
        }
        check(length);
        if (old && length < Framing.HEADER_BYTES) {
            throw new MalformedFrameException("a frame of wire format 1 or 2 that is no Hello");
        }
        return length;
    }

    private void check(int length) {
        if (length <= 0 || length > maxBytes) {
            throw new MalformedFrameException(
                    "a frame of " + Integer.toUnsignedString(length) + " bytes; the limit is " + maxBytes);
        }
    }

    /** Compares the checksum, and decodes the payload. A frame with another checksum ends the connection. */
    private Frame decode(ByteBuffer bytes, int at, int length) {
        ByteBuffer payload = Framing.part(bytes, at + Framing.HEADER_BYTES, length);
        int expected = bytes.getInt(at + 2 * Integer.BYTES);
        int actual = Framing.checksum(payload.duplicate(), checksum);
        if (expected != actual) {
            throw new MalformedFrameException("a frame of " + length + " bytes has the checksum "
                    + Integer.toHexString(actual) + "; it says " + Integer.toHexString(expected));
        }
        return codec.decode(payload);
    }

    /** Bytes that came in several chunks. It grows with them: an announced length alone takes no memory. */
    private static final class Gathered {
        private static final int MIN_CAPACITY = 1 << 10;
        private static final int MAX_CAPACITY_KEPT = 64 << 10;

        private ByteBuffer bytes = ByteBuffer.allocate(0);

        int size() {
            return bytes.position();
        }

        ByteBuffer bytes() {
            return bytes;
        }

        /** Takes bytes until there are so many. */
        boolean gather(ByteBuffer chunk, int size) {
            int count = Math.min(chunk.remaining(), size - bytes.position());
            if (count > bytes.remaining()) {
                int least = bytes.position() + count;
                int capacity = Math.max(least, Math.min(size, Math.max(MIN_CAPACITY, 2 * least)));
                bytes = ByteBuffer.allocate(capacity).put(bytes.flip());
            }
            // TeaVM's WebAssembly takes the position of the source for that of the target where one buffer is put into
            // another.
            if (count > 0) {
                chunk.get(bytes.array(), bytes.position(), count);
                bytes.position(bytes.position() + count);
            }
            return bytes.position() >= size;
        }

        /** All bytes, which are not needed here any more. */
        ByteBuffer taken() {
            return bytes.flip();
        }

        void clear() {
            bytes = bytes.capacity() > MAX_CAPACITY_KEPT ? ByteBuffer.allocate(0) : bytes.clear();
        }
    }
}
