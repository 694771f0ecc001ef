package io.godwit.protocol.classic.run;

import io.godwit.protocol.Guard;
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
import io.godwit.protocol.scheduler.Job;
import io.godwit.protocol.scheduler.Schedule;

/**
 * Makes plans and goes on with them (seed 001 section 2). A plan is made when nothing is in flight and members or table are
 * others than at the last plan; it is dropped when members change, when a step fails, or when one does not fit any more. What
 * may run at the same time, and what comes first, is the {@link Schedule}'s business.
 */
final class Planner {
    /** No plan is made for so many microseconds after a failure; 3 s in the product. */
    static final long REST = 300_000;

    private final Guards guards;
    private final Planning planning;
    private final StartMigration start;
    private final DrainMove drain;
    private final ClearSurplus clear;

    Planner(Guards guards, Planning planning) {
        this.guards = guards;
        this.planning = planning;
        start = guards.make(StartMigration.class, StartMigration::new);
        drain = guards.make(DrainMove.class, DrainMove::new);
        clear = guards.make(ClearSurplus.class, ClearSurplus::new);
    }

    /** Takes the next steps of a plan, if there are some that may start. */
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
        Planned last = turn.errands()
                .planned()
                .filter(p -> p.stayers().equals(stayers))
                .map(p -> p.settled(state.inflight()))
                .orElse(null);
        if (last != null && (!last.isOver() || last.table().equals(state.table()))) {
            return last;
        }
        return state.nothingInFlight()
                ? Planned.of(stayers, state.table(), cap(state), planning.plan(state.table(), stayers))
                : null;
    }

    /** The handler has the last word on the cap: without its guards nothing here does their work. */
    private int cap(ClassicState state) {
        boolean counts = guards.has(ClassicGuard.CAP_COUNTS_SOURCE) && guards.has(ClassicGuard.CAP_COUNTS_DESTINATION);
        return counts ? state.settings().parallel() : Integer.MAX_VALUE;
    }

    /** Begins whatever may begin; a plan with work that does not fit is dropped. */
    private boolean begin(Turn turn, Planned plan) {
        Schedule.Started<Work> started = plan.schedule().start();
        Planned next = plan.with(started.schedule());
        boolean begun = false;
        for (Job<Work> job : started.jobs()) {
            Step<ClassicState> step = begin(turn.state(), job.work());
            if (turn.take(step)) {
                begun = true;
                next = next.having(job);
            } else if (comesLater(step.refusal())) {
                next = next.with(next.schedule().postpone(job.partition()));
            } else {
                turn.errands(turn.errands().resting(turn.errands().now() + REST));
                return begun;
            }
        }
        turn.errands(turn.errands().withPlanned(next));
        return begun;
    }

    private static boolean comesLater(Guard refusal) {
        return refusal == ClassicGuard.PARALLEL_CAP || refusal == ClassicGuard.GLOBAL_IS_SERIAL;
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
