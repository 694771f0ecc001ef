package io.godwit.protocol.classic.run;

import io.godwit.protocol.Guards;
import io.godwit.protocol.MemberSet;
import io.godwit.protocol.Step;
import io.godwit.protocol.classic.Act;
import io.godwit.protocol.classic.ClassicState;
import io.godwit.protocol.classic.failover.Claim;
import io.godwit.protocol.classic.failover.FinishFetch;
import io.godwit.protocol.classic.membership.Join;
import io.godwit.protocol.classic.migration.AbortMigration;
import io.godwit.protocol.classic.promotion.AbortPromotion;
import io.godwit.protocol.classic.promotion.AssignLost;
import io.godwit.protocol.classic.promotion.Repair;
import io.godwit.protocol.classic.shutdown.Release;
import io.godwit.protocol.classic.table.Flight;
import io.godwit.protocol.classic.versioning.PublishCompleted;

/**
 * What a member does by itself as soon as it can, in the order of urgency: become master, decide what is open, repair, let
 * newcomers in, publish, go on with the plan, leave.
 */
final class Agenda {
    private final Claim claim;
    private final FinishFetch finishFetch;
    private final AbortMigration abortMigration;
    private final AbortPromotion abortPromotion;
    private final Repair repair;
    private final AssignLost assignLost;
    private final Join join;
    private final PublishCompleted publish;
    private final Release release;
    private final Planner planner;

    Agenda(Guards guards, Planning planning) {
        claim = guards.make(Claim.class, Claim::new);
        finishFetch = guards.make(FinishFetch.class, FinishFetch::new);
        abortMigration = guards.make(AbortMigration.class, AbortMigration::new);
        abortPromotion = guards.make(AbortPromotion.class, AbortPromotion::new);
        repair = guards.make(Repair.class, Repair::new);
        assignLost = guards.make(AssignLost.class, AssignLost::new);
        join = guards.make(Join.class, Join::new);
        publish = guards.make(PublishCompleted.class, PublishCompleted::new);
        release = guards.make(Release.class, Release::new);
        planner = new Planner(guards, planning);
    }

    /** Takes the first step that is possible. */
    boolean advance(Turn turn) {
        return turn.take(claim.handle(turn.state(), Act.NOW))
                || turn.take(finishFetch.handle(turn.state(), Act.NOW))
                || (turn.state().leads() && lead(turn));
    }

    private boolean lead(Turn turn) {
        return abort(turn)
                || turn.take(abortPromotion.handle(turn.state(), Act.NOW))
                || turn.take(repair.handle(turn.state(), Act.NOW))
                || assign(turn)
                || letIn(turn)
                || turn.take(publish.handle(turn.state(), Act.NOW))
                || planner.advance(turn)
                || turn.take(release.handle(turn.state(), turn.state().self()));
    }

    private boolean abort(Turn turn) {
        for (Flight flight : turn.state().inflight().values()) {
            if (turn.take(abortMigration.handle(turn.state(), flight.migration().partition()))) {
                return true;
            }
        }
        return false;
    }

    /** A partition that is lost goes to one of those who stay, each in its turn. */
    private boolean assign(Turn turn) {
        ClassicState state = turn.state();
        MemberSet stayers = state.view().minus(state.leaving());
        for (int p = 0; p < state.table().size() && !stayers.isEmpty(); p++) {
            if (state.table().get(p).isLost()) {
                int owner = stayers.get(p % stayers.size());
                return turn.take(assignLost.handle(state, new AssignLost.Choice(p, owner)));
            }
        }
        return false;
    }

    private boolean letIn(Turn turn) {
        MemberSet newcomers = turn.errands().newcomers();
        if (newcomers.isEmpty()) {
            return false;
        }
        int newcomer = newcomers.oldest();
        Step<ClassicState> joined = join.handle(turn.state(), newcomer);
        if (joined.accepted() || turn.state().view().contains(newcomer)) {
            turn.take(joined);
            turn.errands(turn.errands().withNewcomers(newcomers.without(newcomer)));
            return true;
        }
        return false;
    }
}
