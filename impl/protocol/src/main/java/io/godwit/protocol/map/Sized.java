package io.godwit.protocol.map;

/** Something in a {@link BytesMap} whose size counts. */
interface Sized {
    /** The bytes of what users have put into it, 0 or more. */
    long bytes();
}
