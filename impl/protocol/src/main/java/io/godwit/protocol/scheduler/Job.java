package io.godwit.protocol.scheduler;

import io.godwit.protocol.Members;
import java.util.Objects;

/**
 * A step that waits for its turn.
 *
 * @param partition the partition, from 0
 * @param urgency how urgent it is
 * @param source who sends the data, or {@link Members#NONE} when none are sent: what copies nothing is held up by no copy
 * @param destination who receives the data, or {@link Members#NONE}
 * @param work what is to be done; the scheduler does not look at it
 * @param <T> what is to be done, an immutable value
 */
public record Job<T>(int partition, Urgency urgency, int source, int destination, T work) {
    /** Checks the parts. */
    public Job {
        Objects.requireNonNull(urgency, "urgency");
        Objects.requireNonNull(work, "work");
        if (source == destination && source != Members.NONE) {
            throw new IllegalArgumentException("from " + source + " to itself");
        }
    }
}
