package io.godwit.protocol.classic.migration;

import io.godwit.protocol.Command;
import io.godwit.protocol.Guards;
import io.godwit.protocol.MemberSet;
import io.godwit.protocol.Step;
import io.godwit.protocol.classic.ClassicGuard;
import io.godwit.protocol.classic.ClassicHandler;
import io.godwit.protocol.classic.ClassicState;
import io.godwit.protocol.classic.table.Flight;
import io.godwit.protocol.classic.table.Migration;
import io.godwit.protocol.classic.table.Migration.Status;
import io.godwit.protocol.classic.table.MigrationSet;
import io.godwit.protocol.classic.table.PartitionTable;
import java.util.List;

/**
 * The master's decision on a migration.
 *
 * @param <E> the event
 */
abstract class DecisionHandler<E> extends ClassicHandler<E> {
    DecisionHandler(Guards guards) {
        super(guards);
    }

    /** Does the master wait for this migration in this stage? */
    static boolean awaits(ClassicState state, Migration migration, Flight.Stage stage) {
        Flight flight = state.inflight().get(migration.partition());
        return state.leads()
                && flight != null
                && flight.stage() == stage
                && flight.migration().is(migration);
    }

    /**
     * The destination has it, so the table changes. The source is not told now but with the next publication; with
     * {@code SERVE_AFTER_DECISION} the destination is.
     */
    Step<ClassicState> decideSuccess(ClassicState state, int partition) {
        Migration m = state.inflight().get(partition).migration().with(Status.SUCCESS);
        boolean wait = guards.has(ClassicGuard.SELF_COMMIT_WAITS)
                && m.destination() == state.self()
                && state.view().contains(m.feeder());
        ClassicState decided = decide(state, m, wait ? MigrationSet.EMPTY : MigrationSet.of(m));
        List<Command> commands = guards.has(ClassicGuard.SERVE_AFTER_DECISION)
                ? tableTo(state, MemberSet.of(m.destination()), decided.table(), decided.completed())
                : List.of();
        return Step.to(decided, commands);
    }

    /**
     * At any stage: a version above everything that the destination may have, and the table to owner and destination
     * (seed 001 section 2.2).
     */
    Step<ClassicState> decideFailure(ClassicState state, int partition) {
        Migration m = state.inflight().get(partition).migration().with(Status.FAILED);
        ClassicState decided = decide(state, m, MigrationSet.of(m));
        return Step.to(
                decided,
                tableTo(state, MemberSet.of(m.feeder(), m.destination()), decided.table(), decided.completed()));
    }

    private ClassicState decide(ClassicState state, Migration m, MigrationSet finalised) {
        PartitionTable table = versioning.decide(state.table(), m);
        return adoption.adopt(state, table, finalised, state.completed().with(m), state.self())
                .but()
                .inflight(state.inflight().without(m.partition()))
                .done();
    }
}
