package io.godwit.protocol.map;

import java.util.Objects;

/**
 * A client's last write, and what came of it.
 *
 * @param call the client's number for the call
 * @param position how many writes had been applied when this one had been, itself included: 1 or more
 * @param result the answer
 */
public record Executed(long call, int position, Result result) {
    /** Refuses a missing result. */
    public Executed {
        Objects.requireNonNull(result, "result");
    }
}
