package io.godwit.baseline;

/**
 * What the runtime of a classic member is told.
 *
 * @param nodes all places, and the own one
 * @param founders places, the first ones, whose first processes found the cluster
 * @param partitions number of partitions
 * @param copies of each partition, the owner's included
 * @param parallel migrations that a member takes part in at once
 * @param pace periods and time-outs
 * @param checksAddressee whether messages to an earlier process at this place are dropped, as they should be
 */
public record ClassicConfig(
        ClassicAddresses nodes,
        int founders,
        int partitions,
        int copies,
        int parallel,
        Pace pace,
        boolean checksAddressee) {
    /**
     * Periods and time-outs, in milliseconds.
     *
     * @param heartbeat between two signs of life
     * @param suspectAfter silence after which a member is given up
     * @param mergeAfter time after which two halves that have heard each other come together
     */
    public record Pace(long heartbeat, long suspectAfter, long mergeAfter) {}
}
