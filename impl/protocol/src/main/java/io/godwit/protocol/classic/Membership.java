package io.godwit.protocol.classic;

import io.godwit.protocol.Command;
import io.godwit.protocol.MemberSet;
import io.godwit.protocol.Rules;
import io.godwit.protocol.SpecAction;
import io.godwit.protocol.SpecPart;
import io.godwit.protocol.SpecStutter;
import io.godwit.protocol.Step;
import io.godwit.protocol.classic.ControlMessage.FinalizeJoin;
import io.godwit.protocol.classic.ControlMessage.JoinRequest;
import io.godwit.protocol.classic.ControlMessage.MembersUpdate;
import io.godwit.protocol.classic.data.Acknowledged;
import io.godwit.protocol.classic.data.Migration;
import io.godwit.protocol.classic.data.MigrationSet;
import io.godwit.protocol.classic.data.Publication;
import io.godwit.protocol.classic.data.StateTransition;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * How members come to know of each other: joins, and suspicions that may be wrong. {@code spec/classic/Membership.tla}. The
 * specification puts three things into one step of a join: {@link #join} at the master, {@link #handleFinalizeJoin} at the
 * newcomer and {@link #handleMembersUpdate} at the others.
 */
public class Membership extends ClassicModule {
    private final PartitionVersioning versioning;
    private final ClusterStateChange stateChange;

    /** The module under these rules. */
    public Membership(Rules rules, PartitionVersioning versioning, ClusterStateChange stateChange) {
        super(rules);
        this.versioning = versioning;
        this.stateChange = stateChange;
    }

    /**
     * A member gives another one up: it takes it out of its view and waits for it no longer. The specification has two actions
     * for it, {@code Detect} of a member that is gone or cut off and {@code Suspect} of one that is not, which the member
     * cannot tell apart; that the connection is closed in the first case is the network's part.
     */
    @SpecAction({
        "classic/Membership!Suspect",
        "classic/Membership!Detect",
        "classic/ClusterStateChange!Suspect",
        "classic/ClusterStateChange!Detect"
    })
    public Step<ClassicState> suspect(ClassicState state, int other) {
        rules.require(ClassicRule.UP, state.up(), "{}", state.life());
        rules.require(ClassicRule.IS_MEMBER, state.others().contains(other), "{} is not in {}", other, state.others());
        Optional<Publication> left = state.publication()
                .map(p -> new Publication(p.list(), p.waiting().without(other), p.ok()));
        Optional<Publication> ended = left.filter(p -> p.waiting().isEmpty());
        MigrationSet keep = ended.filter(Publication::ok)
                .map(p -> state.completed().minus(p.list()))
                .orElse(state.completed());
        MigrationSet free = state.leads()
                ? PartitionVersioning.released(state, other, state.completed().filter(Migration::succeeded))
                : MigrationSet.EMPTY;
        Acknowledged rest = Acknowledged.without(state.pending(), other);
        ClassicState forgot = versioning
                .adopt(state, state.table(), free, keep, state.self())
                .but()
                .view(state.view().without(other))
                .fetch(state.fetch().map(f -> f.without(other)))
                .publication(ended.isPresent() ? Optional.empty() : left)
                .pending(rest.pending())
                .done();
        Step<ClassicState> changed = stateChange.forget(forgot, other);
        List<Command> commands = new ArrayList<>(rest.answers());
        commands.addAll(changed.commands());
        return Step.to(changed.state(), commands);
    }

    /** The master lets a process in and sends it its state. */
    @SpecAction("classic/Membership!Join")
    public Step<ClassicState> join(ClassicState state, int newcomer) {
        requireReady(state);
        requireNothingInFlight(ClassicRule.NOTHING_IN_FLIGHT, state);
        requireNewcomer(state, newcomer);
        rules.require(ClassicRule.JOIN_CHECKS_STATE, state.transition().allowsRepair(), "{}", state.transition());
        MemberSet view = state.view().with(newcomer);
        List<Command> commands = new ArrayList<>(toEach(state.others(), new MembersUpdate(newcomer)));
        commands.add(new Command.Send(
                newcomer,
                new FinalizeJoin(
                        view,
                        state.table(),
                        state.completed(),
                        state.transition().state())));
        return Step.to(state.but().view(view).done(), commands);
    }

    private void requireNewcomer(ClassicState state, int newcomer) {
        rules.require(ClassicRule.NEWCOMER, !state.view().contains(newcomer), "{} is in {}", newcomer, state.view());
    }

    /** A master notes that a process wants to join; it lets it in when nothing is in flight. Other members ignore it. */
    @SpecStutter("the specification does not say how the master comes to know of a process that has started")
    public Step<ClassicState> handleJoinRequest(ClassicState state, int from, JoinRequest m) {
        requireLeads(state);
        requireNewcomer(state, from);
        MemberSet newcomers = state.timers().newcomers().with(from);
        return Step.to(
                state.but().timers(state.timers().withNewcomers(newcomers)).done());
    }

    /** The newcomer is a member now and has the master's table. */
    @SpecPart(
            value = "classic/Membership!Join",
            why = "what the newcomer is told; it has nothing to do with anybody before it knows")
    public Step<ClassicState> handleFinalizeJoin(ClassicState state, int from, FinalizeJoin m) {
        rules.require(ClassicRule.NOT_JOINED, state.life() == ProcessStatus.OFF, "{}", state.life());
        return Step.to(state.but()
                .life(ProcessStatus.UP)
                .view(m.view())
                .master(from)
                .table(m.table())
                .stamp(versioning.stampOf(m.table()))
                .completed(m.completed())
                .transition(StateTransition.of(m.state()))
                .done());
    }

    /** A member hears of a newcomer from somebody in its view. */
    @SpecPart(
            value = "classic/Membership!Join",
            why = "the new view at the others; a member that does not know the newcomer yet has nothing to do with it")
    public Step<ClassicState> handleMembersUpdate(ClassicState state, int from, MembersUpdate m) {
        rules.require(ClassicRule.IS_MEMBER, state.view().contains(from), "{} is not in {}", from, state.view());
        return Step.to(state.but().view(state.view().with(m.joined())).done());
    }
}
