package io.godwit.simulation.classic;

import io.godwit.protocol.MemberSet;
import io.godwit.protocol.classic.ClassicState;
import io.godwit.protocol.classic.ProcessStatus;
import io.godwit.protocol.classic.data.Migration;
import io.godwit.protocol.classic.data.MigrationProgress;
import io.godwit.protocol.classic.data.PartitionEntry;
import io.godwit.simulation.Cluster;
import io.godwit.simulation.RunResult.Violation;
import io.godwit.simulation.Same;
import io.godwit.simulation.classic.ClassicInvariants.LiveMembers;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Migrations and what members make of them. Properties of {@code ParallelMigration} and {@code GracefulShutdown} in {@code
 * spec/classic}; what the specification keeps as ghosts ({@code finalised}, {@code decisions}) is kept here.
 */
final class ClassicMigrationCheck {
    private final Map<Name, Map<Integer, Migration.Status>> finalised = new HashMap<>();
    private final Set<Name> succeeded = new HashSet<>();

    /** A master numbers its migrations. */
    private record Name(int master, int number) {
        static Name of(Migration migration) {
            return new Name(migration.master(), migration.number());
        }
    }

    Violation stepped(Cluster<ClassicState> cluster, ClassicState before, ClassicState after) {
        if (after.life() == ProcessStatus.LEFT && before.up()) {
            return left(cluster, after.self());
        }
        Violation found = null;
        if (after.up() && !Same.object(before.completed(), after.completed())) {
            for (Migration migration : after.completed()) {
                if (found == null && !before.completed().knows(migration)) {
                    found = ended(cluster, before, after, migration);
                }
            }
        }
        return found == null && after.up() && before.leads() && !Same.object(before.inflight(), after.inflight())
                ? copies(before, after)
                : found;
    }

    private Violation ended(
            Cluster<ClassicState> cluster, ClassicState before, ClassicState after, Migration migration) {
        int self = after.self();
        if (after.master() == self && migration.succeeded()) {
            succeeded.add(Name.of(migration));
        }
        if (!before.takesPartIn(migration)) {
            return null;
        }
        Map<Integer, Migration.Status> outcomes =
                finalised.computeIfAbsent(Name.of(migration), name -> new HashMap<>());
        outcomes.put(self, migration.status());
        for (Map.Entry<Integer, Migration.Status> other : outcomes.entrySet()) {
            if (other.getValue() != migration.status()
                    && cluster.member(other.getKey()).up()) {
                return new Violation(
                        "Agreement",
                        "member " + self + " carries out " + migration + ", for member " + other.getKey() + " it is "
                                + other.getValue());
            }
        }
        boolean drops = migration.source() == self && migration.succeeded();
        return drops && !succeeded.contains(Name.of(migration))
                ? new Violation("SourceDropsOnlyAfterDecision", "member " + self + " gives up its part in " + migration)
                : null;
    }

    /**
     * A migration that ends takes no replica away that is wanted: among those who stay there may be room for fewer. Who is dead
     * may be repaired away in the same step.
     */
    private static Violation copies(ClassicState before, ClassicState after) {
        int room = Math.min(
                after.settings().copies(), before.view().minus(before.leaving()).size());
        for (MigrationProgress flight : before.inflight().values()) {
            int p = flight.migration().partition();
            int had = holders(before.table().get(p), after.view());
            int has = holders(after.table().get(p), after.view());
            if (!after.inflight().has(p) && has < Math.min(had, room)) {
                return new Violation(
                        "CopiesNonDecreasing",
                        "partition " + p + ": " + before.table().get(p) + " becomes "
                                + after.table().get(p) + " with " + flight.migration());
            }
        }
        return null;
    }

    private static int holders(PartitionEntry entry, MemberSet living) {
        return entry.backups().with(entry.owner()).intersect(living).size();
    }

    /** No partition's newest entry, as far as anybody who stays has it, names a member that leaves. */
    private static Violation left(Cluster<ClassicState> cluster, int leaver) {
        List<ClassicState> staying = LiveMembers.states(cluster);
        for (int p = 0; p < cluster.setup().partitions(); p++) {
            int partition = p;
            int newest = staying.stream()
                    .mapToInt(state -> state.version(partition))
                    .max()
                    .orElse(0);
            for (ClassicState state : staying) {
                PartitionEntry entry = state.table().get(p);
                if (state.self() != leaver
                        && entry.version() == newest
                        && (entry.owner() == leaver || entry.backups().contains(leaver))) {
                    return new Violation(
                            "ShutdownOnlyWhenEmpty",
                            "member " + leaver + " stops, and member " + state.self() + " has partition " + p + " as "
                                    + entry);
                }
            }
        }
        return null;
    }
}
