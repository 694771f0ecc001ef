package io.godwit.protocol.quorum.plan;

/** What the master is to decide next about a partition. */
public sealed interface NextStep {
    /**
     * Start a migration.
     *
     * @param source the primary, if the destination is to take its place; a backup, if it is to be dropped afterwards; {@code
     *     NONE} for an additional backup
     * @param destination the newcomer
     * @param urgent does the partition have fewer replicas than wanted?
     */
    record Migrate(int source, int destination, boolean urgent) implements NextStep {}

    /**
     * Let an in-sync backup and the primary change places.
     *
     * @param member the backup
     */
    record Switch(int member) implements NextStep {}

    /**
     * Drop a backup that is not wanted any more.
     *
     * @param member the backup
     */
    record Drop(int member) implements NextStep {}
}
