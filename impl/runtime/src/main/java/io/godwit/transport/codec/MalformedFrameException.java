package io.godwit.transport.codec;

/** A frame that does not conform to the wire format. It ends the connection, and nothing else. */
public final class MalformedFrameException extends RuntimeException {
    private static final long serialVersionUID = 1;

    /** What is wrong. */
    public MalformedFrameException(String message) {
        super(message);
    }

    /** What is wrong, as somebody else has found. */
    public MalformedFrameException(String message, Throwable cause) {
        super(message, cause);
    }

    static void unless(boolean holds, String otherwise) {
        if (!holds) {
            throw new MalformedFrameException(otherwise);
        }
    }
}
