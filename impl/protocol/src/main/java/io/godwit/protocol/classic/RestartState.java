package io.godwit.protocol.classic;

import io.godwit.protocol.MemberSet;
import io.godwit.protocol.SpecVariable;
import io.godwit.protocol.classic.data.PartitionTable;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * The tables of a cluster that stops, member by member, and starts again from its disks. Immutable.
 *
 * @param newest the master's table
 * @param stored the table on the disk of each member; that of member 1 first
 * @param stopped the members that have stopped
 * @param chosen the members that start with their data; empty before the restart
 * @param restored the table with which they start; before the restart, the one of the beginning
 */
public record RestartState(
        @SpecVariable("classic/PartialRestart!newest") PartitionTable newest,
        @SpecVariable("classic/PartialRestart!stored") List<PartitionTable> stored,
        @SpecVariable("classic/PartialRestart!stopped") MemberSet stopped,
        @SpecVariable("classic/PartialRestart!chosen") MemberSet chosen,
        @SpecVariable("classic/PartialRestart!restored") PartitionTable restored) {
    /** Copies the list. */
    public RestartState {
        stored = List.copyOf(stored);
    }

    /**
     * A cluster that runs, and has stored its table everywhere. {@code Init}.
     *
     * @param members number of members, which have the numbers from 1
     */
    public static RestartState running(PartitionTable table, int members) {
        return new RestartState(table, Collections.nCopies(members, table), MemberSet.of(), MemberSet.of(), table);
    }

    /** The table on the disk of a member. */
    public PartitionTable storedBy(int member) {
        return stored.get(member - 1);
    }

    /** Have all members stopped? */
    public boolean allStopped() {
        return stopped.size() == stored.size();
    }

    /** With another table of the master. */
    public RestartState withNewest(PartitionTable table) {
        return new RestartState(table, stored, stopped, chosen, restored);
    }

    /** With another table on the disk of a member. */
    public RestartState withStored(int member, PartitionTable table) {
        List<PartitionTable> tables = new ArrayList<>(stored);
        tables.set(member - 1, table);
        return new RestartState(newest, tables, stopped, chosen, restored);
    }

    /** With one more member that has stopped. */
    public RestartState withStopped(int member) {
        return new RestartState(newest, stored, stopped.with(member), chosen, restored);
    }

    /** After the restart of these members with this table. */
    public RestartState started(MemberSet members, PartitionTable table) {
        return new RestartState(newest, stored, stopped, members, table);
    }
}
