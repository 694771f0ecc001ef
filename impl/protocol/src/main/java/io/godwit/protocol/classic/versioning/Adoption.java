package io.godwit.protocol.classic.versioning;

import io.godwit.protocol.Guards;
import io.godwit.protocol.classic.ClassicEdit;
import io.godwit.protocol.classic.ClassicGuard;
import io.godwit.protocol.classic.ClassicState;
import io.godwit.protocol.classic.replication.Replica;
import io.godwit.protocol.classic.table.Migration;
import io.godwit.protocol.classic.table.MigrationSet;
import io.godwit.protocol.classic.table.PartitionTable;
import java.util.function.UnaryOperator;

/**
 * A member takes a new table, finalises migrations and remembers others. Finalising is one step with learning: every later
 * step on the partition has to wait for it.
 */
public final class Adoption {
    private final Guards guards;
    private final Versioning versioning;

    /** Adoption under these guards. */
    public Adoption(Guards guards) {
        this.guards = guards;
        this.versioning = new Versioning(guards);
    }

    /**
     * Takes a table.
     *
     * @param table the new table
     * @param finalised the migrations to finalise now
     * @param keep the completed migrations to remember
     * @param by on whose word: a master, or the member itself
     */
    public ClassicState adopt(
            ClassicState state, PartitionTable table, MigrationSet finalised, MigrationSet keep, int by) {
        return edit(state, table, finalised, keep, by).done();
    }

    /**
     * Takes a table and then takes part in a migration: its partition is frozen.
     *
     * @param migration the migration
     * @param copy what becomes of its copy of the partition
     */
    public ClassicState adoptAndJoin(
            ClassicState state,
            PartitionTable table,
            MigrationSet finalised,
            MigrationSet keep,
            int by,
            Migration migration,
            UnaryOperator<Replica> copy) {
        ClassicState adopted = adopt(state, table, finalised, keep, by);
        int p = migration.partition();
        return adopted.but()
                .active(adopted.active().with(p, migration))
                .frozen(p, true)
                .replica(p, copy.apply(adopted.replicas().get(p)))
                .done();
    }

    private ClassicEdit edit(
            ClassicState state, PartitionTable table, MigrationSet finalised, MigrationSet keep, int by) {
        ClassicEdit edit = state.but().table(table).completed(keep);
        if (by == state.self() || guards.has(ClassicGuard.STAMP_FOLLOWS_TABLE)) {
            edit.stamp(versioning.stampOf(table));
        }
        var active = state.active();
        for (Migration migration : finalised) {
            int p = migration.partition();
            if (state.takesPartIn(migration)) {
                active = active.without(p);
                edit.frozen(p, false);
            }
            if (givesUpCopy(state.self(), migration) && !table.get(p).holds(state.self())) {
                Replica replica = state.replicas().get(p);
                edit.replica(
                        p, guards.has(ClassicGuard.FINALISE_BEFORE_COPY) ? replica.dropped() : replica.condemned());
            }
        }
        return edit.active(active);
    }

    /** The source of a success and the destination of a failure drop what they hold no longer by their own new table. */
    private static boolean givesUpCopy(int self, Migration migration) {
        return migration.succeeded() ? migration.source() == self : migration.destination() == self;
    }
}
