package io.godwit.protocol.classic.migration;

import io.godwit.protocol.Guards;
import io.godwit.protocol.classic.ClassicGuard;
import io.godwit.protocol.classic.ClassicHandler;
import io.godwit.protocol.classic.ClassicState;
import io.godwit.protocol.classic.table.Flight;
import io.godwit.protocol.classic.table.Migration;
import io.godwit.protocol.classic.table.MigrationSet;
import io.godwit.protocol.classic.table.PartitionTable;
import java.util.function.IntUnaryOperator;

/**
 * What owner and destination have in common when they are asked to take part. A refusal is an answer: the product repeats
 * some refusals until a timeout, which only delays the same answer.
 *
 * @param <E> the event
 */
abstract class ParticipantHandler<E> extends ClassicHandler<E> {
    ParticipantHandler(Guards guards) {
        super(guards);
    }

    /** What rule C makes of the member's table; a master is never told by itself. */
    PartitionTable tableFor(ClassicState state, Migration migration, MigrationSet done) {
        return deaf(state, migration) ? state.table() : versioning.replayAll(state.table(), done);
    }

    /** What the member finalises. */
    MigrationSet finalisedFor(ClassicState state, PartitionTable table, MigrationSet done) {
        return isMaster(state) ? MigrationSet.EMPTY : versioning.finalisedBy(state, table, done);
    }

    /** What the member remembers. */
    MigrationSet keptFor(
            ClassicState state, Migration migration, MigrationSet done, MigrationSet fresh, IntUnaryOperator told) {
        return deaf(state, migration) ? state.completed() : versioning.retained(state, done, fresh, told);
    }

    /**
     * May the member take part with this table? A master is not asked for its version, so that something else has to stop
     * it from joining a migration that it has failed meanwhile (compare finding N3).
     */
    boolean mayJoin(ClassicState state, PartitionTable table, Migration migration, MigrationSet done) {
        if (!guards.pass(ClassicGuard.PARTICIPANT_CHECKS_MASTER, migration.master() == state.master())) {
            return false;
        }
        boolean inTime = state.self() == migration.master()
                ? guards.pass(ClassicGuard.MASTER_CHECKS_FLIGHT, inFlight(state, migration))
                : versioning.covers(table, done)
                        && guards.pass(
                                ClassicGuard.PARTICIPANT_CHECKS_VERSION,
                                table.version(migration.partition()) == migration.from());
        return inTime && idle(state, table, migration.partition(), done);
    }

    private static boolean inFlight(ClassicState state, Migration migration) {
        Flight flight = state.inflight().get(migration.partition());
        return flight != null && flight.migration().is(migration);
    }

    /** Does the member take part in nothing on the partition, once it has finalised what it heard of? */
    private boolean idle(ClassicState state, PartitionTable table, int partition, MigrationSet done) {
        Migration other = state.active().get(partition);
        return other == null || versioning.finalisedBy(state, table, done).knows(other);
    }

    private boolean deaf(ClassicState state, Migration migration) {
        return isMaster(state)
                || (guards.has(ClassicGuard.PARTICIPANT_CHECKS_MASTER) && migration.master() != state.master());
    }

    private static boolean isMaster(ClassicState state) {
        return state.self() == state.master();
    }
}
