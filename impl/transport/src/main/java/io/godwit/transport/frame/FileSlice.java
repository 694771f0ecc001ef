package io.godwit.transport.frame;

import java.nio.ByteBuffer;

/** A piece of a file. */
public sealed interface FileSlice {
    /** How many bytes it has. */
    int length();

    /**
     * A piece that has come in.
     *
     * @param bytes what it holds
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
     * @param file where it is
     * @param offset of its first byte
     * @param length how many bytes
     */
    record OfFile(SharedFile file, long offset, int length) implements FileSlice {}
}
