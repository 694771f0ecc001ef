package io.godwit.lab;

import java.util.List;

/**
 * The plan of a new cluster.
 *
 * @param name the cluster's name
 * @param members how many processes, 1 or more
 * @param spare number of additional members that links are prepared for
 * @param partitions how many partitions
 * @param backups backups of each partition, in addition to the primary
 * @param durable whether members store their data on disk
 * @param disk size of a disk for each member in MiB, or 0 for none of its own; needs Linux and root
 * @param disks the directory that has the directories of the members' data, named by their indexes; empty if they are in the members' own
 * @param zones number of zones that members are divided into in turn, or 0 for none
 * @param more additional lines of each member's configuration
 * @param command the command that starts a member; the path of its configuration is appended
 */
public record ClusterPlan(
        String name,
        int members,
        int spare,
        int partitions,
        int backups,
        boolean durable,
        int disk,
        String disks,
        int zones,
        List<String> more,
        List<String> command) {
    /** Copies the lists. */
    public ClusterPlan {
        more = List.copyOf(more);
        command = List.copyOf(command);
    }

    /** The default plan: 271 partitions, one backup, no links, in memory only. */
    public static ClusterPlan of(String name, int members, List<String> command) {
        return new ClusterPlan(name, members, 0, 271, 1, false, 0, "", 0, List.of(), command);
    }

    /** The same with other numbers of partitions and backups. */
    public ClusterPlan withPartitions(int newPartitions, int newBackups) {
        return new ClusterPlan(
                name, members, spare, newPartitions, newBackups, durable, disk, disks, zones, more, command);
    }

    /** The same with room for more members on links. */
    public ClusterPlan withSpare(int newSpare) {
        return new ClusterPlan(
                name, members, newSpare, partitions, backups, durable, disk, disks, zones, more, command);
    }

    /** The same with members that keep what survives a restart, on a disk of that many MiB, or 0 for none of its own. */
    public ClusterPlan withDurable(int newDisk) {
        return new ClusterPlan(name, members, spare, partitions, backups, true, newDisk, disks, zones, more, command);
    }

    /** The same with members whose data are in another place, in directories that exist and are named by the members' indexes. */
    public ClusterPlan withDisks(String directory) {
        return new ClusterPlan(
                name, members, spare, partitions, backups, durable, disk, directory, zones, more, command);
    }

    /** The same with members in that many zones, in turn, or 0 for none. */
    public ClusterPlan withZones(int number) {
        return new ClusterPlan(name, members, spare, partitions, backups, durable, disk, disks, number, more, command);
    }

    /** The same with members that are started in another way. */
    public ClusterPlan withCommand(List<String> other) {
        return new ClusterPlan(name, members, spare, partitions, backups, durable, disk, disks, zones, more, other);
    }

    /** The same with more lines in each member's configuration. */
    public ClusterPlan withMore(List<String> lines) {
        return new ClusterPlan(name, members, spare, partitions, backups, durable, disk, disks, zones, lines, command);
    }
}
