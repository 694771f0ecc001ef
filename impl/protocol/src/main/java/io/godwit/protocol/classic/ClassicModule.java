package io.godwit.protocol.classic;

import io.godwit.protocol.Command;
import io.godwit.protocol.MemberSet;
import io.godwit.protocol.Message;
import io.godwit.protocol.Rules;
import io.godwit.protocol.Step;
import io.godwit.protocol.classic.ControlMessage.PartitionState;
import io.godwit.protocol.classic.data.MigrationSet;
import io.godwit.protocol.classic.data.PartitionTable;
import java.util.ArrayList;
import java.util.List;

/**
 * A module of the specification: a method for each action, with its preconditions first and in the order of the specification.
 * An action is given the state of one member and returns the state after it with the commands; when a precondition does not
 * hold it ends in a refusal, see {@link Step#of}. Stateless.
 */
abstract class ClassicModule {
    /** The rules in force. */
    protected final Rules rules;

    /** The module under these rules. */
    protected ClassicModule(Rules rules) {
        this.rules = rules;
    }

    /** {@code Leads(n)}. */
    final void requireLeads(ClassicState state) {
        rules.require(ClassicRule.LEADS, state.leads(), "the master is {}, the duty {}", state.master(), state.duty());
    }

    /** {@code Leads(n) /\ duty[n] = "ready"}. */
    final void requireReady(ClassicState state) {
        requireLeads(state);
        rules.require(
                ClassicRule.READY,
                state.duty() == MasterPhase.READY,
                "a promotion is under way: {}",
                state.promotion());
    }

    /** The table may be repaired in this state of the cluster. */
    final void requireRepairAllowed(ClassicState state) {
        rules.require(ClassicRule.REPAIR_CHECKS_STATE, state.transition().allowsRepair(), "{}", state.transition());
    }

    /** {@code NothingInFlight(n)}, by this rule. */
    final void requireNothingInFlight(ClassicRule rule, ClassicState state) {
        rules.require(rule, state.nothingInFlight(), "in flight: {}", state.inflight());
    }

    /** A step that sends one message. */
    static Step<ClassicState> sending(ClassicState state, int to, Message message) {
        return Step.to(state, new Command.Send(to, message));
    }

    /** One message to each of the members. */
    static List<Command> toEach(MemberSet members, Message message) {
        List<Command> commands = new ArrayList<>();
        members.forEach(m -> commands.add(new Command.Send(m, message)));
        return commands;
    }

    /** {@code TableTo}: a table to those of the members that are in the view, the sender left out. */
    static List<Command> tableTo(ClassicState state, MemberSet members, PartitionTable table, MigrationSet done) {
        return toEach(members.intersect(state.others()), new PartitionState(table, done));
    }

    /** {@code TableToAll}: the member's table to all others in its view. */
    static List<Command> tableToAll(ClassicState state) {
        return tableTo(state, state.view(), state.table(), state.completed());
    }
}
