package io.godwit.protocol.classic.versioning;

import io.godwit.protocol.Guards;
import io.godwit.protocol.classic.ClassicGuard;
import io.godwit.protocol.classic.ClassicState;
import io.godwit.protocol.classic.table.Migration;
import io.godwit.protocol.classic.table.Migration.Status;
import io.godwit.protocol.classic.table.MigrationSet;
import io.godwit.protocol.classic.table.PartitionTable;
import io.godwit.protocol.classic.table.TableStamp;
import java.util.function.IntUnaryOperator;

/**
 * The arithmetic of versions: what a migration makes of a table, and what a receiver makes of a list of them. Operators of
 * {@code ClassicState} and {@code PartitionVersioning} with the same names.
 */
public final class Versioning {
    private final Guards guards;

    /** The arithmetic under these guards. */
    public Versioning(Guards guards) {
        this.guards = guards;
    }

    /** The table with a greater version of the partition; of all partitions in the generation with one version for all. */
    public PartitionTable bump(PartitionTable table, int partition, int k) {
        if (guards.has(ClassicGuard.VERSION_PER_PARTITION)) {
            return table.with(partition, table.get(partition).raised(k));
        }
        return table.map(p -> table.get(p).raised(k));
    }

    /**
     * The version after a migration. A failure adds one more than a success, so that a destination that did apply the
     * success is below the master and has to take its table.
     */
    public int finalVersion(Migration migration) {
        boolean fenced = migration.status() == Status.FAILED && guards.has(ClassicGuard.FAILURE_FENCE);
        return migration.from() + migration.increment() + (fenced ? 1 : 0);
    }

    /** A migration's outcome at its master: versions move by the difference. */
    public PartitionTable decide(PartitionTable table, Migration migration) {
        PartitionTable raised = bump(table, migration.partition(), finalVersion(migration) - migration.from());
        return migration.succeeded() ? shift(raised, migration) : raised;
    }

    private static PartitionTable shift(PartitionTable table, Migration migration) {
        int p = migration.partition();
        return table.with(p, migration.shift(table.get(p)));
    }

    private boolean applicable(PartitionTable table, Migration migration) {
        int version = table.version(migration.partition());
        return guards.pass(ClassicGuard.GAP_GUARD, migration.from() == version) && finalVersion(migration) > version;
    }

    /** A migration's outcome at somebody who hears of it: the partition gets the final version. */
    public PartitionTable replay(PartitionTable table, Migration migration) {
        int p = migration.partition();
        int version = finalVersion(migration);
        PartitionTable moved = guards.has(ClassicGuard.VERSION_PER_PARTITION)
                ? table.with(p, table.get(p).at(version))
                : table.map(q -> table.get(q).at(version));
        return migration.succeeded() ? shift(moved, migration) : moved;
    }

    /**
     * Rule C: walks through the list in order and applies what starts at the version that was reached. One walk is enough,
     * since the list is ordered by that and versions only grow.
     */
    public PartitionTable replayAll(PartitionTable table, MigrationSet list) {
        PartitionTable reached = table;
        for (Migration migration : list) {
            if (applicable(reached, migration)) {
                reached = replay(reached, migration);
            }
        }
        return reached;
    }

    /** Is everything of the list contained in the table, applied now or earlier? */
    public boolean covers(PartitionTable table, MigrationSet list) {
        return !list.any(m -> finalVersion(m) > table.version(m.partition()));
    }

    /**
     * What a member finalises when rule C takes it to a table: what it applies now, and what it took part in and was told
     * to wait for.
     */
    public MigrationSet finalisedBy(ClassicState state, PartitionTable reached, MigrationSet list) {
        return list.filter(m -> finalVersion(m) <= reached.version(m.partition())
                && (finalVersion(m) > state.version(m.partition()) || waitsForDecision(state, m)));
    }

    private boolean waitsForDecision(ClassicState state, Migration migration) {
        return guards.has(ClassicGuard.SERVE_AFTER_DECISION) && state.takesPartIn(migration);
    }

    /** The records of the list that a member has not carried out yet. */
    public MigrationSet unknown(ClassicState state, MigrationSet list) {
        return list.filter(m -> !state.completed().knows(m) || waitsForDecision(state, m));
    }

    /**
     * What a member remembers after a message. As published exactly the records of the message (finding N2). The repair
     * keeps a record until the sender is known to have it in its table.
     *
     * @param list the message's list
     * @param fresh what was carried out now
     * @param told the versions that the sender has, by partition
     */
    public MigrationSet retained(ClassicState state, MigrationSet list, MigrationSet fresh, IntUnaryOperator told) {
        boolean careful = guards.has(ClassicGuard.RETAIN_CHECKS_VERSION);
        return state.completed()
                .learn(fresh)
                .filter(m -> list.knows(m) || (careful && told.applyAsInt(m.partition()) < finalVersion(m)));
    }

    /** The completed migrations that travel with an operation on a partition: its own. */
    public MigrationSet completedFor(ClassicState state, int partition) {
        return guards.has(ClassicGuard.VERSION_PER_PARTITION)
                ? state.completed().filter(m -> m.partition() == partition)
                : state.completed();
    }

    /**
     * What a change adds to a version.
     *
     * @param own the number of slots that change in the partition itself
     * @param all the number of slots that change in all partitions together
     */
    public int added(int own, int all) {
        return guards.has(ClassicGuard.VERSION_PER_PARTITION) ? own : all;
    }

    /** The stamp of a table. */
    public TableStamp stampOf(PartitionTable table) {
        return TableStamp.of(table, guards.has(ClassicGuard.STAMP_HASHES_REPLICAS));
    }
}
