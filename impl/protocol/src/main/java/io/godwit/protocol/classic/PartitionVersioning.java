package io.godwit.protocol.classic;

import io.godwit.protocol.Command;
import io.godwit.protocol.MemberSet;
import io.godwit.protocol.Rules;
import io.godwit.protocol.SpecAction;
import io.godwit.protocol.Step;
import io.godwit.protocol.classic.ControlMessage.PartitionState;
import io.godwit.protocol.classic.ControlMessage.PublishReply;
import io.godwit.protocol.classic.data.Migration;
import io.godwit.protocol.classic.data.Migration.Status;
import io.godwit.protocol.classic.data.MigrationSet;
import io.godwit.protocol.classic.data.PartitionMap;
import io.godwit.protocol.classic.data.PartitionTable;
import io.godwit.protocol.classic.data.Publication;
import io.godwit.protocol.classic.data.Replica;
import io.godwit.protocol.classic.data.TableStamp;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/**
 * How a table travels: as a whole (rule T), as a list of completed migrations (rule C), in publications and their answers.
 * {@code spec/classic/PartitionVersioning.tla}, with the operators on tables of {@code ClassicState.tla}.
 */
public class PartitionVersioning extends ClassicModule {
    /** The module under these rules. */
    public PartitionVersioning(Rules rules) {
        super(rules);
    }

    // Versions

    /** {@code Bump}: a greater version of the partition; of all partitions in the generation with one version for all. */
    public PartitionTable bump(PartitionTable table, int partition, int k) {
        if (rules.has(ClassicRule.VERSION_PER_PARTITION)) {
            return table.with(partition, table.get(partition).raised(k));
        }
        return table.map(p -> table.get(p).raised(k));
    }

    /**
     * {@code Final}: the version after a migration. A failure adds one more than a success, so that a destination that did
     * apply the success is below the master and has to take its table.
     */
    public int finalVersion(Migration migration) {
        return migration.from() + migration.increment() + (migration.status() == Status.FAILED ? 1 : 0);
    }

    /** {@code Decide}: a migration's outcome at its master; versions move by the difference. */
    public final PartitionTable decide(PartitionTable table, Migration migration) {
        PartitionTable raised = bump(table, migration.partition(), finalVersion(migration) - migration.from());
        return migration.succeeded() ? shift(raised, migration) : raised;
    }

    private static PartitionTable shift(PartitionTable table, Migration migration) {
        int p = migration.partition();
        return table.with(p, migration.shift(table.get(p)));
    }

    /**
     * What a change adds to a version.
     *
     * @param own the number of slots that change in the partition itself
     * @param all the number of slots that change in all partitions together
     */
    final int added(int own, int all) {
        return rules.has(ClassicRule.VERSION_PER_PARTITION) ? own : all;
    }

    /** {@code StampOf}: the stamp of a table. */
    public final TableStamp stampOf(PartitionTable table) {
        return TableStamp.of(table, rules.has(ClassicRule.STAMP_HASHES_REPLICAS));
    }

    // Rule C

    private boolean applicable(PartitionTable table, Migration migration) {
        int version = table.version(migration.partition());
        return rules.holds(ClassicRule.GAP_GUARD, migration.from() == version) && finalVersion(migration) > version;
    }

    /** {@code Replay}: a migration's outcome at somebody who hears of it; the partition gets the final version. */
    public final PartitionTable replay(PartitionTable table, Migration migration) {
        int p = migration.partition();
        int version = finalVersion(migration);
        PartitionTable moved = rules.has(ClassicRule.VERSION_PER_PARTITION)
                ? table.with(p, table.get(p).at(version))
                : table.map(q -> table.get(q).at(version));
        return migration.succeeded() ? shift(moved, migration) : moved;
    }

    /**
     * {@code ReplayAll}: walks through the list in order and applies what starts at the version that was reached. One walk is
     * enough, since the list is ordered by that and versions only grow.
     */
    public final PartitionTable replayAll(PartitionTable table, MigrationSet list) {
        PartitionTable reached = table;
        for (Migration migration : list) {
            if (applicable(reached, migration)) {
                reached = replay(reached, migration);
            }
        }
        return reached;
    }

    /** {@code Covers}: is everything of the list contained in the table, applied now or earlier? */
    public final boolean covers(PartitionTable table, MigrationSet list) {
        return !list.any(m -> finalVersion(m) > table.version(m.partition()));
    }

    /**
     * {@code FinalisedBy}: what a member finalises when rule C takes it to a table; what it applies now, and what it took part
     * in and was told to wait for.
     */
    public final MigrationSet finalisedBy(ClassicState state, PartitionTable reached, MigrationSet list) {
        return list.filter(m -> finalVersion(m) <= reached.version(m.partition())
                && (finalVersion(m) > state.version(m.partition()) || waitsForDecision(state, m)));
    }

    private boolean waitsForDecision(ClassicState state, Migration migration) {
        return rules.has(ClassicRule.SERVE_AFTER_DECISION) && state.takesPartIn(migration);
    }

    /** {@code Unknown}: the records of the list that a member has not carried out yet. */
    public final MigrationSet unknown(ClassicState state, MigrationSet list) {
        return list.filter(m -> !state.completed().knows(m) || waitsForDecision(state, m));
    }

    /**
     * {@code Retained}: what a member remembers after a message. As published exactly the records of the message (finding N2).
     * The repair keeps a record until the sender is known to have it in its table and to have forgotten it.
     *
     * @param list the message's list
     * @param fresh what was carried out now
     * @param untold which records the message does not tell that of
     */
    public final MigrationSet retained(
            ClassicState state, MigrationSet list, MigrationSet fresh, Predicate<Migration> untold) {
        boolean careful = rules.has(ClassicRule.RETAIN_CHECKS_VERSION);
        return state.completed().learn(fresh).filter(m -> list.knows(m) || (careful && untold.test(m)));
    }

    /** {@code UntoldByTable}: a table has the sender's versions. */
    final Predicate<Migration> untoldByTable(PartitionTable table) {
        return m -> table.version(m.partition()) < finalVersion(m);
    }

    /**
     * {@code UntoldByList}: a list of all that the sender remembers comes with what it has in flight, which starts at its version
     * of the partition. It has every other record in its table.
     */
    final Predicate<Migration> untoldByList(MigrationSet inflight) {
        return m -> inflight.any(f -> f.partition() == m.partition() && f.from() < finalVersion(m));
    }

    /**
     * {@code UntoldByPartition}: a list about one partition tells nothing of the others.
     *
     * @param version the sender's version of the partition
     */
    final Predicate<Migration> untoldByPartition(int partition, int version) {
        boolean scoped = rules.has(ClassicRule.RETAIN_CHECKS_SCOPE);
        return m -> m.partition() == partition ? version < finalVersion(m) : scoped;
    }

    /** {@code CompletedFor}: of these completed migrations, those that travel with an operation on a partition are its own. */
    public final MigrationSet completedFor(MigrationSet completed, int partition) {
        return rules.has(ClassicRule.VERSION_PER_PARTITION)
                ? completed.filter(m -> m.partition() == partition)
                : completed;
    }

    // A member takes a table

    /**
     * {@code Adopt}: a member takes a new table, finalises migrations and remembers others. Finalising is one step with
     * learning: every later step on the partition has to wait for it.
     *
     * @param table the new table
     * @param finalised the migrations to finalise now
     * @param keep the completed migrations to remember
     * @param by on whose word: a master, or the member itself
     */
    public ClassicState adopt(
            ClassicState state, PartitionTable table, MigrationSet finalised, MigrationSet keep, int by) {
        ClassicEdit edit = state.but().table(table).stamp(stampOf(table)).completed(keep);
        PartitionMap<Migration> active = state.active();
        for (Migration migration : finalised) {
            int p = migration.partition();
            if (state.takesPartIn(migration)) {
                active = active.without(p);
                edit.frozen(p, false);
            }
            if (givesUpCopy(state.self(), migration, table)) {
                Replica replica = state.replicas().get(p);
                edit.replica(p, rules.has(ClassicRule.FINALISE_BEFORE_COPY) ? replica.dropped() : replica.condemned());
            }
        }
        return edit.active(active).done();
    }

    /**
     * {@code Cleanups}: does the member drop its copy? The source of a success and the destination of a failure drop what they
     * hold no longer by their own new table.
     */
    private static boolean givesUpCopy(int self, Migration migration, PartitionTable table) {
        int loser = migration.succeeded() ? migration.source() : migration.destination();
        return loser == self && !table.get(migration.partition()).holds(self);
    }

    /**
     * {@code AdoptAndJoin}: a member takes a table and then takes part in a migration, whose partition is frozen.
     *
     * @param migration the migration
     * @param copy what becomes of its copy of the partition
     */
    final ClassicState adoptAndJoin(
            ClassicState state,
            PartitionTable table,
            MigrationSet finalised,
            MigrationSet keep,
            Migration migration,
            UnaryOperator<Replica> copy) {
        ClassicState adopted = adopt(state, table, finalised, keep, migration.master());
        int p = migration.partition();
        return adopted.but()
                .active(adopted.active().with(p, migration))
                .frozen(p, true)
                .replica(p, copy.apply(adopted.replicas().get(p)))
                .done();
    }

    /** {@code Obeys}: does the member listen to the sender at all, as a member that does not lead itself? */
    final boolean obeys(ClassicState state, int from) {
        return rules.holds(ClassicRule.TABLE_CHECKS_SENDER, from == state.master()) && !state.leads();
    }

    // Actions

    /**
     * Rule T: of each partition the newer entry (seed 001 section 1.2). {@code NOT_DIVERGED} stands for the exception that the
     * product throws, so that nothing of the table is applied (finding N5).
     */
    @SpecAction("classic/PartitionVersioning!HandlePartitionState")
    public Step<ClassicState> handlePartitionState(ClassicState state, int from, PartitionState m) {
        requireObeys(state, "a table", from);
        requireNotDiverged(state, m.table());
        return Step.to(adoptNewer(state, from, m.table(), m.done()));
    }

    /** The same as {@link #obeys}, for a message that nobody answers. */
    final void requireObeys(ClassicState state, String what, int from) {
        rules.require(
                ClassicRule.TABLE_CHECKS_SENDER,
                from == state.master(),
                what + " from {}, the master is {}",
                from,
                state.master());
        rules.require(ClassicRule.NOT_LEADING, !state.leads(), what + " from {} for the master {}", from, state.self());
    }

    final void requireNotDiverged(ClassicState state, PartitionTable table) {
        rules.require(
                ClassicRule.NOT_DIVERGED,
                !state.table().divergesFrom(table),
                "{} and {} have other replicas at one version",
                state.table(),
                table);
    }

    /** A member takes what is newer in its master's table. */
    final ClassicState adoptNewer(ClassicState state, int master, PartitionTable table, MigrationSet done) {
        MigrationSet fresh = unknown(state, done);
        MigrationSet keep = retained(state, done, fresh, untoldByTable(table));
        return adopt(state, state.table().newerOf(table), fresh, keep, master);
    }

    /**
     * The master tells everybody of the completed migrations (seed 000 section 4): at any time when a batch is full, and always
     * when there is nothing else to do; one publication at a time.
     */
    @SpecAction("classic/PartitionVersioning!PublishCompleted")
    public Step<ClassicState> publishCompleted(ClassicState state) {
        MigrationSet list = state.completed();
        requireReady(state);
        rules.require(ClassicRule.SOMETHING_COMPLETED, !list.isEmpty());
        rules.require(ClassicRule.ONE_PUBLICATION, state.publication().isEmpty(), "{}", state.publication());
        rules.require(
                ClassicRule.BATCHED_PUBLISH,
                list.size() >= state.settings().batch() || state.nothingInFlight(),
                "{} of {} migrations",
                list.size(),
                state.settings().batch());
        if (state.alone()) {
            return Step.to(state.but().completed(MigrationSet.EMPTY).done());
        }
        ClassicState publishing = state.but()
                .publication(Optional.of(new Publication(list, state.others(), true)))
                .done();
        MigrationSet inflight = rules.has(ClassicRule.RETAIN_CHECKS_VERSION) ? state.inflightSet() : MigrationSet.EMPTY;
        ControlMessage.PublishCompleted message = rules.has(ClassicRule.PUBLISH_BY_DELTA)
                ? new ControlMessage.PublishCompleted(list, inflight)
                : new ControlMessage.PublishCompleted(list, state.table());
        return Step.to(publishing, toEach(state.others(), message));
    }

    /**
     * Rule C: what is published is applied without a gap, or answered with no (seed 000 section 4). A member that does not
     * follow the sender changes nothing and answers whether it is itself a master.
     */
    @SpecAction("classic/PartitionVersioning!HandlePublishCompleted")
    public Step<ClassicState> handlePublishCompleted(ClassicState state, int from, ControlMessage.PublishCompleted m) {
        if (!obeys(state, from)) {
            return sending(state, from, new PublishReply(state.self() == state.master(), m.done()));
        }
        if (!rules.has(ClassicRule.PUBLISH_BY_DELTA)) {
            ClassicState adopted = adoptNewer(state, from, m.table().orElseThrow(), m.done());
            return sending(adopted, from, new PublishReply(covers(adopted.table(), m.done()), m.done()));
        }
        ClassicState told = adoptList(state, from, m.done(), untoldByList(m.inflight()));
        return sending(told, from, new PublishReply(covers(told.table(), m.done()), m.done()));
    }

    /** A member takes what its master's list has, by rule C. */
    final ClassicState adoptList(ClassicState state, int master, MigrationSet done, Predicate<Migration> untold) {
        PartitionTable table = replayAll(state.table(), done);
        MigrationSet fresh = finalisedBy(state, table, done);
        return adopt(state, table, fresh, retained(state, done, fresh, untold), master);
    }

    /**
     * When everybody has the list, the master forgets exactly that list. A negative answer is a version gap: that member gets
     * the table, and nothing is forgotten. A positive answer of an old owner lets a master serve what it has moved to itself
     * ({@code SELF_COMMIT_WAITS}).
     */
    @SpecAction("classic/PartitionVersioning!HandlePublishReply")
    public Step<ClassicState> handlePublishReply(ClassicState state, int from, PublishReply m) {
        Optional<Publication> mine = state.publication()
                .filter(p -> p.list().equals(m.done()) && p.waiting().contains(from));
        rules.require(
                ClassicRule.ANSWER_EXPECTED,
                mine.isPresent(),
                "an answer of {} for {}",
                from,
                state.publication().isPresent() ? state.publication().get() : "nothing");
        MigrationSet list = m.done();
        MemberSet left = mine.orElseThrow().waiting().without(from);
        boolean good = mine.get().ok() && m.ok();
        MigrationSet free = m.ok() ? released(state, from, list) : MigrationSet.EMPTY;
        MigrationSet keep = left.isEmpty() && good ? state.completed().minus(list) : state.completed();
        ClassicState adopted = adopt(state, state.table(), free, keep, state.self())
                .but()
                .publication(left.isEmpty() ? Optional.empty() : Optional.of(new Publication(list, left, good)))
                .done();
        List<Command> commands =
                m.ok() ? List.of() : tableTo(state, MemberSet.of(from), state.table(), state.completed());
        return Step.to(adopted, commands);
    }

    /** {@code Released}: what a master has moved to itself from an old owner that knows of it now, or is gone. */
    static MigrationSet released(ClassicState state, int oldOwner, MigrationSet list) {
        return list.filter(m -> state.takesPartIn(m) && m.destination() == state.self() && m.feeder() == oldOwner);
    }
}
