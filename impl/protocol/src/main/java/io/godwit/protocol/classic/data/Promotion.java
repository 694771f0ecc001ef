package io.godwit.protocol.classic.data;

import java.util.List;

/**
 * The promotion that a master waits for.
 *
 * @param destination who is promoted
 * @param partitions of what, ascending
 */
public record Promotion(int destination, List<Integer> partitions) {
    /** Copies the list. */
    public Promotion {
        partitions = List.copyOf(partitions);
    }
}
