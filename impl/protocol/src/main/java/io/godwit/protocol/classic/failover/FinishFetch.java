package io.godwit.protocol.classic.failover;

import io.godwit.protocol.Guards;
import io.godwit.protocol.SpecAction;
import io.godwit.protocol.Step;
import io.godwit.protocol.classic.Act;
import io.godwit.protocol.classic.ClassicGuard;
import io.godwit.protocol.classic.ClassicHandler;
import io.godwit.protocol.classic.ClassicState;
import io.godwit.protocol.classic.Duty;
import io.godwit.protocol.classic.table.Entry;
import io.godwit.protocol.classic.table.Fetch;
import io.godwit.protocol.classic.table.Migration;
import io.godwit.protocol.classic.table.Migration.Status;
import io.godwit.protocol.classic.table.MigrationSet;
import io.godwit.protocol.classic.table.PartitionTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Everybody has answered: what is active somewhere and completed nowhere has failed, and everybody gets the table. As
 * published every partition with a failed record gets that record's final version, however old the record (finding N1);
 * the repair takes the greater one, and only what is aborted now counts.
 *
 * <p>When the outcome has the version of the member's own table and other replicas, adopting it throws in the product, and
 * the fetch starts over with the same end: the event is refused for ever (finding N1, the livelock).
 *
 * <p>Guards, from {@code FinishFetch} in {@code spec/classic/MasterFailover.tla}: {@code UP}, {@code FETCHING},
 * {@code FETCH_WAITS_FOR_ALL}, {@code NOT_DIVERGED}, {@code FETCH_TAKES_MAX}, {@code VERSION_PER_PARTITION}.
 */
@SpecAction("classic/MasterFailover!FinishFetch")
public class FinishFetch extends ClassicHandler<Act> {
    /** The action under these guards. */
    public FinishFetch(Guards guards) {
        super(guards);
    }

    @Override
    public Step<ClassicState> handle(ClassicState state, Act event) {
        if (!state.up()) {
            return Step.refuse(state, ClassicGuard.UP);
        }
        if (state.fetch().isEmpty()) {
            return Step.refuse(state, ClassicGuard.FETCHING);
        }
        Fetch fetch = state.fetch().get();
        if (!guards.pass(ClassicGuard.FETCH_WAITS_FOR_ALL, fetch.waiting().isEmpty())) {
            return Step.refuse(state, ClassicGuard.FETCH_WAITS_FOR_ALL);
        }
        MigrationSet aborted = newlyAborted(fetch);
        PartitionTable decided = decided(fetch, aborted);
        if (state.table().divergesFrom(decided)) {
            return Step.refuse(state, ClassicGuard.NOT_DIVERGED);
        }
        MigrationSet done = fetch.done().union(aborted);
        ClassicState finished = adoption.adopt(
                        state, state.table().newerOf(decided), versioning.unknown(state, done), done, state.self())
                .but()
                .duty(Duty.READY)
                .fetch(Optional.empty())
                .done();
        return Step.to(finished, tableTo(finished, finished.view(), finished.table(), done));
    }

    private static MigrationSet newlyAborted(Fetch fetch) {
        List<Migration> aborted = new ArrayList<>();
        for (Migration migration : fetch.active()) {
            if (!fetch.done().knows(migration)) {
                aborted.add(migration.with(Status.FAILED));
            }
        }
        return MigrationSet.of(aborted);
    }

    private PartitionTable decided(Fetch fetch, MigrationSet aborted) {
        boolean max = guards.has(ClassicGuard.FETCH_TAKES_MAX);
        MigrationSet counted = max ? aborted : aborted.union(fetch.done().filter(m -> !m.succeeded()));
        return fetch.table().map(p -> {
            Entry entry = fetch.table().get(p);
            OptionalInt version = counted.stream()
                    .filter(m -> concerns(m, p))
                    .mapToInt(versioning::finalVersion)
                    .max();
            if (version.isEmpty()) {
                return entry;
            }
            return entry.at(max ? Math.max(version.getAsInt(), entry.version()) : version.getAsInt());
        });
    }

    private boolean concerns(Migration migration, int partition) {
        return migration.partition() == partition || !guards.has(ClassicGuard.VERSION_PER_PARTITION);
    }
}
