package io.godwit.protocol.classic.migration;

import io.godwit.protocol.Guards;
import io.godwit.protocol.Members;
import io.godwit.protocol.SpecAction;
import io.godwit.protocol.Step;
import io.godwit.protocol.classic.ClassicGuard;
import io.godwit.protocol.classic.ClassicHandler;
import io.godwit.protocol.classic.ClassicState;
import io.godwit.protocol.classic.ControlMessage.MigrationRequest;
import io.godwit.protocol.classic.Duty;
import io.godwit.protocol.classic.table.Entry;
import io.godwit.protocol.classic.table.Flight;
import io.godwit.protocol.classic.table.Migration;

/**
 * The master starts one step of a plan: it asks the owner to send the copy (seed 001 section 2.2). Which step, and why, is
 * the planner's business; {@code STEP_FITS} and {@code DESTINATION_IS_NEW} refuse a step that was planned for another
 * arrangement.
 *
 * <p>Guards, from {@code StartMigration} in {@code spec/classic/ParallelMigration.tla}: {@code LEADS}, {@code READY},
 * {@code NOT_IN_FLIGHT}, {@code VERSION_PER_PARTITION}, {@code GLOBAL_IS_SERIAL}, {@code REPAIRED},
 * {@code DESTINATION_IS_MEMBER}, {@code DESTINATION_STAYS}, {@code STEP_FITS}, {@code DESTINATION_IS_NEW},
 * {@code PARALLEL_CAP}, {@code CAP_COUNTS_SOURCE}, {@code CAP_COUNTS_DESTINATION}.
 */
@SpecAction("classic/ParallelMigration!StartMigration")
public class StartMigration extends ClassicHandler<StartMigration.Order> {
    /** The action under these guards. */
    public StartMigration(Guards guards) {
        super(guards);
    }

    /**
     * A step of a plan.
     *
     * @param partition the partition, from 0
     * @param kind what is done
     * @param slot the slot that the destination takes, from 0
     * @param other the slot that the destination leaves (SHIFT UP) or the source takes (SHIFT DOWN); else {@code slot}
     * @param down the slot that the source takes when the destination leaves one as well; else {@link Migration#NO_SLOT}
     * @param destination who gets the copy
     */
    public record Order(int partition, StepKind kind, int slot, int other, int down, int destination) {
        /** A step of the kinds that {@code Classic} has. */
        public Order(int partition, StepKind kind, int slot, int other, int destination) {
            this(partition, kind, slot, other, Migration.NO_SLOT, destination);
        }

        int sourceNew() {
            return kind == StepKind.SHIFT_DOWN ? other : down;
        }
    }

    @Override
    public Step<ClassicState> handle(ClassicState state, Order order) {
        if (!state.leads()) {
            return Step.refuse(state, ClassicGuard.LEADS);
        }
        if (state.duty() != Duty.READY) {
            return Step.refuse(state, ClassicGuard.READY);
        }
        if (state.inflight().has(order.partition())) {
            return Step.refuse(state, ClassicGuard.NOT_IN_FLIGHT);
        }
        if (!guards.has(ClassicGuard.VERSION_PER_PARTITION)
                && !guards.pass(ClassicGuard.GLOBAL_IS_SERIAL, state.nothingInFlight())) {
            return Step.refuse(state, ClassicGuard.GLOBAL_IS_SERIAL);
        }
        if (needsRepair(state)) {
            return Step.refuse(state, ClassicGuard.REPAIRED);
        }
        if (!state.view().contains(order.destination())) {
            return Step.refuse(state, ClassicGuard.DESTINATION_IS_MEMBER);
        }
        if (state.leaving().contains(order.destination())) {
            return Step.refuse(state, ClassicGuard.DESTINATION_STAYS);
        }
        Entry entry = state.table().get(order.partition());
        if (!fits(entry, order)) {
            return Step.refuse(state, ClassicGuard.STEP_FITS);
        }
        if (!order.kind().movesUp()
                && !guards.pass(ClassicGuard.DESTINATION_IS_NEW, !entry.holds(order.destination()))) {
            return Step.refuse(state, ClassicGuard.DESTINATION_IS_NEW);
        }
        int cap = state.settings().parallel();
        if (load(state, entry.owner()) >= cap || load(state, order.destination()) >= cap) {
            return Step.refuse(state, ClassicGuard.PARALLEL_CAP);
        }
        Migration migration = migration(state, entry, order);
        ClassicState started = state.but()
                .inflight(state.inflight().with(order.partition(), new Flight(Flight.Stage.COPY, migration)))
                .migCount(migration.number())
                .done();
        return sending(
                started,
                migration.feeder(),
                new MigrationRequest(migration, versioning.completedFor(state, order.partition()), state.table()));
    }

    private static boolean needsRepair(ClassicState state) {
        return state.table().any(p -> {
            Entry entry = state.table().get(p);
            return entry.owner() == Members.NONE || !entry.heldWithin(state.view());
        });
    }

    private static boolean fits(Entry r, Order order) {
        int i = order.slot();
        int j = order.other();
        int d = order.destination();
        boolean leaves = r.replica(i) != Members.NONE && r.replica(i) != d;
        return switch (order.kind()) {
            case MOVE -> i == 0 && j == 0 && leaves;
            case MOVE_BACKUP -> i > 0 && j == i && leaves;
            case COPY -> i > 0 && j == i && r.replica(i) == Members.NONE;
            case SHIFT_UP -> 0 < i && i < j && r.replica(i) == Members.NONE && r.replica(j) == d;
            case SHIFT_DOWN -> i < j && leaves && r.replica(j) == Members.NONE;
            case SHIFT_UP_OVER -> i < j && leaves && r.replica(j) == d;
            case SHIFT_UP_AND_DOWN -> i < j
                    && leaves
                    && r.replica(j) == d
                    && i < order.down()
                    && r.replica(order.down()) == Members.NONE;
        };
    }

    /** How many migrations in flight involve a member, as the master counts them. */
    private int load(ClassicState state, int member) {
        int load = 0;
        for (Flight flight : state.inflight().values()) {
            Migration m = flight.migration();
            boolean sends = guards.has(ClassicGuard.CAP_COUNTS_SOURCE) && m.feeder() == member;
            boolean receives = guards.has(ClassicGuard.CAP_COUNTS_DESTINATION) && m.destination() == member;
            if (sends || receives) {
                load++;
            }
        }
        return load;
    }

    private static Migration migration(ClassicState state, Entry entry, Order order) {
        boolean source = order.kind().hasSource();
        return new Migration(
                state.migCount() + 1,
                order.partition(),
                source ? entry.replica(order.slot()) : Members.NONE,
                order.destination(),
                entry.owner(),
                state.self(),
                source ? order.slot() : Migration.NO_SLOT,
                order.sourceNew(),
                order.kind().movesUp() ? order.other() : Migration.NO_SLOT,
                order.slot(),
                entry.version(),
                order.kind().increment(),
                Migration.Status.ACTIVE);
    }
}
