package io.godwit.protocol.classic;

import io.godwit.protocol.Command;
import io.godwit.protocol.Rules;
import io.godwit.protocol.SpecAction;
import io.godwit.protocol.Step;
import io.godwit.protocol.classic.ControlMessage.ShutdownRequest;
import io.godwit.protocol.classic.ControlMessage.ShutdownResponse;
import io.godwit.protocol.classic.ParallelMigration.Kind;
import io.godwit.protocol.classic.ParallelMigration.Order;
import io.godwit.protocol.classic.data.PartitionEntry;

/**
 * A member leaves without losing anything: it asks the master, the master moves everything off it, and releases it when no
 * entry of the table names it any more. {@code spec/classic/GracefulShutdown.tla}.
 */
public class GracefulShutdown extends ClassicModule {
    private final ParallelMigration migration;

    /** The module under these rules. */
    public GracefulShutdown(Rules rules, ParallelMigration migration) {
        super(rules);
        this.migration = migration;
    }

    /** A member wants to leave: it asks its master, or knows it as the master itself. */
    @SpecAction("classic/GracefulShutdown!AskToLeave")
    public Step<ClassicState> askToLeave(ClassicState state) {
        rules.require(ClassicRule.UP, state.up(), "{}", state.life());
        rules.require(ClassicRule.STAYS, !state.leaving().contains(state.self()));
        rules.require(ClassicRule.NOT_ALONE, !state.alone());
        ClassicState asking =
                state.but().leaving(state.leaving().with(state.self())).done();
        return state.master() == state.self()
                ? Step.to(asking)
                : sending(asking, state.master(), new ShutdownRequest(state.self()));
    }

    /** The master notes that a member wants to leave; other members forget it, since the request comes again. */
    @SpecAction("classic/GracefulShutdown!HandleShutdownRequest")
    public Step<ClassicState> handleShutdownRequest(ClassicState state, int from, ShutdownRequest m) {
        requireLeads(state);
        return Step.to(state.but().leaving(state.leaving().with(m.member())).done());
    }

    /** A member that wants to leave asks again, once a second, until it is answered. That covers a master that changes or forgets. */
    @SpecAction("classic/GracefulShutdown!RepeatShutdownRequest")
    public Step<ClassicState> repeatShutdownRequest(ClassicState state) {
        rules.require(ClassicRule.LEAVES, state.leaving().contains(state.self()));
        rules.require(ClassicRule.HAS_MASTER, state.master() != state.self());
        return sending(state, state.master(), new ShutdownRequest(state.self()));
    }

    /** A slot of a member that wants to leave goes to one that stays. */
    @SpecAction("classic/GracefulShutdown!DrainMove")
    public Step<ClassicState> drainMove(ClassicState state, int partition, int slot, int destination) {
        PartitionEntry entry = state.table().get(partition);
        rules.require(
                ClassicRule.LEAVERS_SLOT,
                state.leaving().contains(entry.replica(slot)),
                "slot {} of {} is no leaver's",
                slot,
                entry);
        Kind kind = slot == 0 ? Kind.MOVE : Kind.MOVE_BACKUP;
        return migration.startMigration(state, new Order(partition, kind, slot, slot, destination));
    }

    /**
     * The master lets a member go. Repeated as long as it is a member. Before that the migrations that emptied it have been
     * published: if they moved a partition to the master itself, nobody else knows of them, and the master may crash. A master
     * that leaves releases itself. The answer goes to an address, see {@link #handleShutdownResponse}.
     */
    @SpecAction("classic/GracefulShutdown!Release")
    public Step<ClassicState> release(ClassicState state, int member) {
        requireReady(state);
        rules.require(ClassicRule.LEAVES, state.leaving().contains(member), "{} stays", member);
        rules.require(ClassicRule.IS_MEMBER, state.view().contains(member), "{} is not in {}", member, state.view());
        rules.require(
                ClassicRule.RELEASE_WHEN_EMPTY,
                state.nothingInFlight() && !state.table().names(member),
                "{} in {}",
                member,
                state.table());
        rules.require(
                ClassicRule.RELEASE_AFTER_PUBLISH,
                state.completed().isEmpty() && state.publication().isEmpty(),
                "unpublished: {}",
                state.completed());
        return member == state.self()
                ? Step.to(state.left(), new Command.Stop())
                : sending(state, member, new ShutdownResponse(member));
    }

    /**
     * A member that was released stops. An answer that was late may reach another process on the same address (hazelcast issue
     * 20220), hence {@code LEAVER_CHECKS_INCARNATION}.
     */
    @SpecAction("classic/GracefulShutdown!HandleShutdownResponse")
    public Step<ClassicState> handleShutdownResponse(ClassicState state, int from, ShutdownResponse m) {
        rules.require(ClassicRule.LEAVES, state.leaving().contains(state.self()));
        rules.require(
                ClassicRule.LEAVER_CHECKS_INCARNATION,
                m.member() == state.self(),
                "an answer for {}, this is {}",
                m.member(),
                state.self());
        return Step.to(state.left(), new Command.Stop());
    }
}
