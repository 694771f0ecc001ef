package io.godwit.protocol.classic.run;

import io.godwit.protocol.Guard;
import io.godwit.protocol.MemberSet;
import io.godwit.protocol.Step;
import io.godwit.protocol.classic.Classic;
import io.godwit.protocol.classic.ClassicRule;
import io.godwit.protocol.classic.ClassicState;
import io.godwit.protocol.classic.MasterPhase;
import io.godwit.protocol.classic.ParallelMigration.Kind;
import io.godwit.protocol.classic.ParallelMigration.Order;
import io.godwit.protocol.scheduler.Job;
import io.godwit.protocol.scheduler.Schedule;

/**
 * Makes plans and goes on with them (seed 001 section 2). A plan is made when nothing is in flight and members or table are
 * others than at the last plan; it is dropped when members change, when a step fails, or when one does not fit any more. What
 * may run at the same time, and what comes first, is the {@link Schedule}'s business.
 */
public class ClassicPlanner {
    /** No plan is made for this long after a failure, in microseconds; 3 s in the product. */
    static final long REST_MICROS = 300_000;

    private final Classic classic;
    private final Planning planning;

    /** Plans for these modules, with plans from somebody. */
    public ClassicPlanner(Classic classic, Planning planning) {
        this.classic = classic;
        this.planning = planning;
    }

    /** Takes the next steps of a plan, if there are some that may start. */
    final boolean advance(ClassicStepContext context) {
        ClassicState state = context.state();
        MemberSet stayers = state.view().minus(state.leaving());
        boolean busy = state.duty() != MasterPhase.READY
                || !context.timers().newcomers().isEmpty()
                || stayers.isEmpty();
        if (busy || context.timers().now() < context.timers().rest()) {
            return false;
        }
        Planned plan = plan(context, stayers);
        return plan != null && begin(context, plan);
    }

    /** The plan in progress, or a new one; null while an old one runs out. */
    private Planned plan(ClassicStepContext context, MemberSet stayers) {
        ClassicState state = context.state();
        Planned last = context.timers()
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

    /** Most migrations that a plan lets a member take part in at once; {@code StartMigration} has the last word. */
    protected int cap(ClassicState state) {
        return state.settings().parallel();
    }

    /** Begins whatever may begin; a plan with work that does not fit is dropped. */
    private boolean begin(ClassicStepContext context, Planned plan) {
        Schedule.Started<PlannedWork> started = plan.schedule().start();
        Planned next = plan.with(started.schedule());
        boolean begun = false;
        for (Job<PlannedWork> job : started.jobs()) {
            Step<ClassicState> step = Step.of(context.state(), s -> begin(s, job.work()));
            if (step.accepted()) {
                context.tell(action(context.state(), job.work()), step);
                context.take(step);
                begun = true;
                next = next.having(job);
            } else if (comesLater(step.refusal())) {
                next = next.with(next.schedule().postpone(job.partition()));
            } else {
                context.timers(context.timers().resting(context.timers().now() + REST_MICROS));
                return begun;
            }
        }
        context.timers(context.timers().withPlanned(next));
        return begun;
    }

    private static boolean comesLater(Guard refusal) {
        return refusal == ClassicRule.PARALLEL_CAP || refusal == ClassicRule.GLOBAL_IS_SERIAL;
    }

    private Step<ClassicState> begin(ClassicState state, PlannedWork work) {
        int p = work.partition();
        if (work.order() == null) {
            return classic.promotion().clearSurplus(state, p, work.slot());
        }
        Order order = work.order();
        return isDrain(state, order)
                ? classic.shutdown().drainMove(state, p, order.slot(), order.destination())
                : classic.migration().startMigration(state, order);
    }

    private static boolean isDrain(ClassicState state, Order order) {
        boolean replaces = order.kind() == Kind.MOVE || order.kind() == Kind.MOVE_BACKUP;
        int holder = state.table().get(order.partition()).replica(order.slot());
        return replaces && state.leaving().contains(holder);
    }

    /** The name of the action that begins some work; the specification has no action for a slot that is cleared. */
    private static String action(ClassicState state, PlannedWork work) {
        if (work.order() == null) {
            return "clearSurplus";
        }
        return isDrain(state, work.order()) ? "DrainMove" : "StartMigration";
    }
}
