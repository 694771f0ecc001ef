package io.godwit.transport.connection;

import io.godwit.transport.codec.FrameCodec.Encoded;
import java.nio.ByteBuffer;
import java.util.zip.CRC32C;

/**
 * Frames as bytes: length, complement of the length, CRC-32C of the payload, payload. A damaged length is found before anything
 * is read because of it: a receiver that waited for bytes that never come would keep a connection that is of no use.
 */
final class Framing {
    /** Bytes before the payload. */
    static final int HEADER_BYTES = 3 * Integer.BYTES;

    /** Bytes before the payload in wire format 1 and 2: the length. */
    static final int OLD_HEADER_BYTES = Integer.BYTES;

    private Framing() {}

    static void write(Encoded frame, ByteBuffer to, CRC32C checksum) {
        int size = frame.size();
        int start = to.position();
        to.position(start + HEADER_BYTES);
        frame.write(to);
        to.putInt(start, size);
        to.putInt(start + Integer.BYTES, ~size);
        to.putInt(start + 2 * Integer.BYTES, checksum(part(to, start + HEADER_BYTES, size), checksum));
    }

    /** Writes a frame as processes of wire format 1 and 2 understand it. */
    static void writeOld(Encoded frame, ByteBuffer to) {
        to.putInt(frame.size());
        frame.write(to);
    }

    /** Some bytes of a buffer, which stays as it is. */
    static ByteBuffer part(ByteBuffer bytes, int from, int length) {
        int position = bytes.position();
        int limit = bytes.limit();
        ByteBuffer part = bytes.limit(from + length).position(from).slice();
        bytes.limit(limit).position(position);
        return part;
    }

    static int checksum(ByteBuffer payload, CRC32C checksum) {
        checksum.reset();
        checksum.update(payload);
        return (int) checksum.getValue();
    }
}
