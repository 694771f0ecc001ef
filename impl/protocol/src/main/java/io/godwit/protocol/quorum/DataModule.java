package io.godwit.protocol.quorum;

import static io.godwit.protocol.quorum.QuorumRule.DECISION_COMPARES_BASE;
import static io.godwit.protocol.quorum.QuorumRule.FROM_PRIMARY;
import static io.godwit.protocol.quorum.QuorumRule.IS_PRIMARY;
import static io.godwit.protocol.quorum.QuorumRule.MEMBER_UP;
import static io.godwit.protocol.quorum.QuorumRule.NEW_VERSION_AFTER_RESTART;
import static io.godwit.protocol.quorum.QuorumRule.OF_THIS_VERSION;
import static io.godwit.protocol.quorum.QuorumRule.RETIRES_LEAVERS_FIRST;

import io.godwit.protocol.Command;
import io.godwit.protocol.Command.Answer;
import io.godwit.protocol.Command.Basis;
import io.godwit.protocol.Command.Send;
import io.godwit.protocol.MemberSet;
import io.godwit.protocol.Message;
import io.godwit.protocol.Rules;
import io.godwit.protocol.Step;
import io.godwit.protocol.map.Result;
import io.godwit.protocol.quorum.data.DataState;
import io.godwit.protocol.quorum.data.PendingCall;
import io.godwit.protocol.quorum.data.PrimaryState;
import io.godwit.protocol.quorum.data.Replica;
import io.godwit.protocol.quorum.data.decision.MasterView;
import io.godwit.protocol.quorum.table.Configuration;
import io.godwit.protocol.quorum.table.Entry;
import io.godwit.protocol.quorum.table.Version;
import java.util.List;

/**
 * What the modules of the data plane share: {@code spec/quorum/DataState.tla}.
 *
 * <p>A decision of a master says whether it is allowed; any that is allowed is safe at any time, also when nobody is dead. Whether
 * there is a reason for it is another question ({@code isDue}), which the specification puts as a budget of decisions without one.
 */
abstract class DataModule extends QuorumModule {
    /** The members for which a primary waits. */
    final WaitSet waits;

    DataModule(Rules rules) {
        super(rules);
        waits = new WaitSet(rules);
    }

    final void requireUp(DataState state) {
        rules.require(MEMBER_UP, state.isUp(), "{}", state.status());
    }

    final void requirePrimary(DataState state, Replica replica) {
        rules.require(
                IS_PRIMARY, replica.isPrimary(state.self()), "the primary is that of {}", replica.configuration());
    }

    /** A primary of others that has started again does nothing as a primary until it has activated a new version. */
    final void requireLeads(DataState state, Replica replica) {
        requirePrimary(state, replica);
        requireNotResumed(replica);
    }

    final void requireNotResumed(Replica replica) {
        rules.require(NEW_VERSION_AFTER_RESTART, !replica.resumed(), "started again under {}", replica.epoch());
    }

    /** Everyone for whom the primary waits holds so many entries of its log. */
    final void requireHeld(QuorumRule rule, DataState state, Replica replica, int entries) {
        rules.require(
                rule,
                waits.isHeld(state.self(), replica, entries),
                "of {} entries are acknowledged {}",
                entries,
                replica.primaryState().acks());
    }

    /** {@code OnTop}: does the decision replace the configuration from which it was computed? */
    final boolean isOnTop(MasterView view, Entry base) {
        return rules.holds(DECISION_COMPARES_BASE, base.equals(view.decided()));
    }

    final void requireOnTop(MasterView view, Entry base) {
        rules.require(
                DECISION_COMPARES_BASE, isOnTop(view, base), "planned for {}, decided is {}", base, view.decided());
    }

    /** A master takes reports only from the primary of the decided version. */
    final void requireOfPrimary(Entry decided, int from, Version version) {
        rules.require(OF_THIS_VERSION, version.equals(decided.version()), "{} is not of {}", version, decided);
        requireFromPrimary(decided.configuration(), from);
    }

    final void requireFromPrimary(Configuration c, int from) {
        rules.require(FROM_PRIMARY, c.primary() == from, "{} is not the primary of {}", from, c);
    }

    static void toOthers(List<Command> commands, int self, Configuration c, Message message) {
        c.participants().without(self).forEach(member -> commands.add(new Send(member, message)));
    }

    /** A primary answers a call with what it has found in the first entries of its log. */
    static Step<DataState> answer(
            DataState state, int partition, long client, PendingCall call, Result result, int length) {
        PrimaryState primaryState = state.replica(partition).primaryState();
        return Step.to(
                state.withPrimaryState(partition, primaryState.answered(client)),
                new Answer(client, call.call(), result, new Basis(partition, length)));
    }

    /**
     * {@code Surplus}: is the backup one more than wanted, such as the source of a finished migration? Of several, one that is
     * leaving goes first: otherwise the other would be dropped and copied again, for ever.
     */
    final boolean isSurplus(MasterView view, Configuration c, int backup) {
        MemberSet leaving = view.cluster().leaving();
        return c.inSync().without(backup).size() >= view.copies()
                && rules.holds(
                        RETIRES_LEAVERS_FIRST,
                        leaving.contains(backup)
                                || MemberSet.of(c.backups()).intersect(leaving).isEmpty());
    }

    /** {@code Decide}. */
    final Step<MasterView> decide(MasterView view, Configuration configuration) {
        assert holds(configuration.isValid()) : configuration;
        return Step.to(view.proposing(configuration));
    }
}
