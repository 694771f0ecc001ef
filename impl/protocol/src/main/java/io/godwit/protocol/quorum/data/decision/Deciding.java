package io.godwit.protocol.quorum.data.decision;

import io.godwit.protocol.Guards;
import io.godwit.protocol.Handler;
import io.godwit.protocol.Step;
import io.godwit.protocol.quorum.QuorumRule;
import io.godwit.protocol.quorum.table.Configuration;
import io.godwit.protocol.quorum.table.Entry;
import io.godwit.protocol.quorum.table.Version;

/**
 * What the decisions share. A handler says whether a decision is allowed; any that is allowed is safe at any time, also when
 * nobody is dead. Whether there is a reason for it is another question ({@code isDue}), which the specification puts as a
 * budget of decisions without one.
 *
 * @param <E> the request
 */
abstract class Deciding<E> implements Handler<MasterView, E> {
    final Guards guards;

    Deciding(Guards guards) {
        this.guards = guards;
    }

    /** Does the decision replace the configuration from which it was computed? {@code OnTop} */
    final boolean isOnTop(MasterView state, Entry base) {
        return guards.pass(QuorumRule.DECISION_COMPARES_BASE, base.equals(state.decided()));
    }

    /** May the member be added on top of the base: somebody who knows has said so, of that very version? {@code Vouched} */
    final boolean isVouched(MasterView state, int member, Entry base) {
        Version told = state.vouched().of(member);
        return !told.equals(Version.NONE)
                && !told.newerThan(base.version())
                && guards.pass(QuorumRule.GROW_COMPARES_BASE, told.equals(base.version()));
    }

    /** {@code Decide}. */
    static Step<MasterView> decide(MasterView state, Configuration configuration) {
        return Step.to(state.proposing(configuration));
    }
}
