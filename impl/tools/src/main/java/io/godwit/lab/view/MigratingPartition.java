package io.godwit.lab.view;

/**
 * A migrating partition.
 *
 * @param partition its number
 * @param version of its configuration
 * @param source name of the source
 * @param destination name of the destination
 * @param sent keys or entries sent so far
 * @param all total number of keys or entries, 0 if not known yet
 */
public record MigratingPartition(
        int partition, String version, String source, String destination, long sent, long all) {}
