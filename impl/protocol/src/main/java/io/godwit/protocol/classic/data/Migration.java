package io.godwit.protocol.classic.data;

import io.godwit.protocol.Members;

/**
 * One step of a plan, carried out by one master. Immutable. It is named by its master and that master's number for it;
 * members compare names, never the status. It has a component for each field of the specification's record.
 *
 * @param number the master's number for it, 1 or more
 * @param partition the partition, from 0
 * @param source who gives a slot to the destination, or {@link Members#NONE}
 * @param destination who gets the copy
 * @param feeder the owner, who sends the copy
 * @param master who started it
 * @param sourceCurrent the source's slot before, or {@link #NO_SLOT}
 * @param sourceNew the source's slot after, or {@link #NO_SLOT}
 * @param destinationCurrent the destination's slot before, or {@link #NO_SLOT}
 * @param destinationNew the destination's slot after
 * @param from the partition's version before
 * @param increment what a success adds to the version: one per changed slot
 * @param status what came of it
 */
public record Migration(
        int number,
        int partition,
        int source,
        int destination,
        int feeder,
        int master,
        int sourceCurrent,
        int sourceNew,
        int destinationCurrent,
        int destinationNew,
        int from,
        int increment,
        Status status) {
    /** No slot. */
    public static final int NO_SLOT = -1;

    /** What came of a migration. */
    public enum Status {
        /** Nothing is decided. */
        ACTIVE,
        /** The destination has it. */
        SUCCESS,
        /** It was given up. */
        FAILED
    }

    /** Is it the same migration, whatever came of it? */
    public boolean is(Migration other) {
        return number == other.number && master == other.master;
    }

    /** Did it succeed? */
    public boolean succeeded() {
        return status == Status.SUCCESS;
    }

    /** The same migration with another outcome. */
    public Migration with(Status outcome) {
        return new Migration(
                number,
                partition,
                source,
                destination,
                feeder,
                master,
                sourceCurrent,
                sourceNew,
                destinationCurrent,
                destinationNew,
                from,
                increment,
                outcome);
    }

    /**
     * The partition's replicas after it: the destination takes its new slot and leaves its old one, the source takes its
     * new slot if it has one. The version stays.
     */
    public PartitionEntry shift(PartitionEntry entry) {
        PartitionEntry shifted = entry;
        if (destinationCurrent != NO_SLOT) {
            shifted = shifted.with(destinationCurrent, Members.NONE);
        }
        if (sourceNew != NO_SLOT) {
            shifted = shifted.with(sourceNew, source);
        }
        return shifted.with(destinationNew, destination);
    }
}
