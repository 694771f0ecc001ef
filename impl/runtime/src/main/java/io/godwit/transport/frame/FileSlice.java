package io.godwit.transport.frame;

import io.godwit.environment.Storage;
import java.nio.ByteBuffer;

/** A piece of a file. */
public sealed interface FileSlice {
    /** How many bytes it has. */
    int length();

    /**
     * A piece that was received.
     *
     * @param bytes its content
     */
    record Held(ByteBuffer bytes) implements FileSlice {
        @Override
        public int length() {
            return bytes.remaining();
        }
    }

    /**
     * A piece that is to be sent.
     *
     * @param file contains it
     * @param offset of its first byte
     * @param length number of bytes
     */
    record OfFile(Storage.CopyFile file, long offset, int length) implements FileSlice {}

    /**
     * A piece whose bytes come behind the frame.
     *
     * @param length number of bytes
     */
    record Following(int length) implements FileSlice {}
}
