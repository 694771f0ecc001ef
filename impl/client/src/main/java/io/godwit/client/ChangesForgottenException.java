package io.godwit.client;

import java.util.Collections;
import java.util.Set;
import java.util.TreeSet;

/**
 * The members do not have the changes any more that come next: the reader was too slow, or it had read changes that were lost with all
 * their copies. {@link ChangeReader#restart} reads what the partitions have now, and goes on from there.
 */
public final class ChangesForgottenException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final transient Set<Integer> partitions;

    ChangesForgottenException(Set<Integer> partitions) {
        super("the changes that come next are forgotten in partitions " + partitions
                + "; restart() reads what they have now");
        this.partitions = Collections.unmodifiableSet(new TreeSet<>(partitions));
    }

    /** The partitions in which changes are missing, counted from 0 among those of the map. */
    public Set<Integer> partitions() {
        return partitions;
    }
}
