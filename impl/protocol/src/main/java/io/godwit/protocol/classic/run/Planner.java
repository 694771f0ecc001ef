package io.godwit.protocol.classic.run;

import io.godwit.protocol.Guards;
import io.godwit.protocol.MemberSet;
import io.godwit.protocol.Step;
import io.godwit.protocol.classic.ClassicGuard;
import io.godwit.protocol.classic.ClassicState;
import io.godwit.protocol.classic.Duty;
import io.godwit.protocol.classic.migration.StartMigration;
import io.godwit.protocol.classic.migration.StepKind;
import io.godwit.protocol.classic.promotion.ClearSurplus;
import io.godwit.protocol.classic.shutdown.DrainMove;
import java.util.Optional;

/**
 * Makes plans and goes on with them (seed 001 section 2). A plan is made when nothing is in flight and members or table are
 * others than at the last plan; it is dropped when members change, when a step fails, or when one does not fit any more. The
 * steps of a partition run strictly in order, those of different partitions as parallel as the cap allows; those that add
 * replicas start before those that only balance.
 */
final class Planner {
    /** No plan is made for so many microseconds after a failure; 3 s in the product. */
    static final long REST = 300_000;

    private final Planning planning;
    private final StartMigration start;
    private final DrainMove drain;
    private final ClearSurplus clear;

    Planner(Guards guards, Planning planning) {
        this.planning = planning;
        start = guards.make(StartMigration.class, StartMigration::new);
        drain = guards.make(DrainMove.class, DrainMove::new);
        clear = guards.make(ClearSurplus.class, ClearSurplus::new);
    }

    /** Takes the next step of a plan, if there is one that may start. */
    boolean advance(Turn turn) {
        ClassicState state = turn.state();
        MemberSet stayers = state.view().minus(state.leaving());
        boolean busy = state.duty() != Duty.READY || !turn.errands().newcomers().isEmpty() || stayers.isEmpty();
        if (busy || turn.errands().now() < turn.errands().rest()) {
            return false;
        }
        Planned plan = plan(turn, stayers);
        return plan != null && begin(turn, plan);
    }

    /** The plan in progress, or a new one; null while an old one runs out. */
    private Planned plan(Turn turn, MemberSet stayers) {
        ClassicState state = turn.state();
        Optional<Planned> last =
                turn.errands().planned().filter(p -> p.stayers().equals(stayers));
        if (last.isPresent()
                && (!last.get().lanes().isEmpty() || last.get().table().equals(state.table()))) {
            return last.get();
        }
        if (!state.nothingInFlight()) {
            return null;
        }
        Planned plan = new Planned(stayers, state.table(), planning.plan(state.table(), stayers));
        turn.errands(turn.errands().withPlanned(plan));
        return plan;
    }

    /** Begins the first work that may begin; a plan with work that does not fit is dropped. */
    private boolean begin(Turn turn, Planned plan) {
        for (int p : plan.order()) {
            Step<ClassicState> step = begin(turn.state(), plan.first(p));
            if (turn.take(step)) {
                turn.errands(turn.errands().withPlanned(plan.begun(p)));
                return true;
            }
            if (step.refusal() != ClassicGuard.PARALLEL_CAP
                    && step.refusal() != ClassicGuard.NOT_IN_FLIGHT
                    && step.refusal() != ClassicGuard.GLOBAL_IS_SERIAL) {
                turn.errands(turn.errands().resting(turn.errands().now() + REST));
                return false;
            }
        }
        return false;
    }

    private Step<ClassicState> begin(ClassicState state, Work work) {
        if (work.clear() != null) {
            return clear.handle(state, work.clear());
        }
        StartMigration.Order order = work.move();
        boolean replaces = order.kind() == StepKind.MOVE || order.kind() == StepKind.MOVE_BACKUP;
        int holder = state.table().get(order.partition()).replica(order.slot());
        if (replaces && state.leaving().contains(holder)) {
            return drain.handle(state, new DrainMove.Order(order.partition(), order.slot(), order.destination()));
        }
        return start.handle(state, order);
    }
}
