package io.godwit.protocol;

import java.util.Objects;

/**
 * A message of a known type that has arrived: what a handler of that type is given.
 *
 * @param <M> the type
 * @param from who sent it
 * @param message the message
 */
public record Received<M extends Message>(int from, M message) {
    /** Refuses a missing message. */
    public Received {
        Objects.requireNonNull(message, "message");
    }
}
