package io.godwit.protocol.classic;

import io.godwit.protocol.MemberSet;
import io.godwit.protocol.Members;
import io.godwit.protocol.Rules;
import io.godwit.protocol.SpecAction;
import io.godwit.protocol.Step;
import io.godwit.protocol.classic.ControlMessage.CommitReply;
import io.godwit.protocol.classic.ControlMessage.MigrationCommit;
import io.godwit.protocol.classic.ControlMessage.MigrationDecision;
import io.godwit.protocol.classic.ControlMessage.MigrationReply;
import io.godwit.protocol.classic.ControlMessage.MigrationRequest;
import io.godwit.protocol.classic.DataMessage.MigrationData;
import io.godwit.protocol.classic.data.Migration;
import io.godwit.protocol.classic.data.Migration.Status;
import io.godwit.protocol.classic.data.MigrationProgress;
import io.godwit.protocol.classic.data.MigrationProgress.Stage;
import io.godwit.protocol.classic.data.MigrationSet;
import io.godwit.protocol.classic.data.PartitionEntry;
import io.godwit.protocol.classic.data.PartitionTable;
import io.godwit.protocol.classic.data.Replica;
import java.util.function.Predicate;

/**
 * One migration, seen by master, owner and destination; several of them at once, one per partition and a limited number per
 * member (seed 001 section 2.2). {@code spec/classic/ParallelMigration.tla}.
 */
public class ParallelMigration extends ClassicModule {
    private final PartitionVersioning versioning;

    /** The module under these rules. */
    public ParallelMigration(Rules rules, PartitionVersioning versioning) {
        super(rules);
        this.versioning = versioning;
    }

    /** What one step of a plan does to a partition's slots. */
    public enum Kind {
        /** The owner's slot changes hands. */
        MOVE(1),
        /** A backup's slot changes hands. */
        MOVE_BACKUP(1),
        /** An empty slot is filled with a newcomer. */
        COPY(1),
        /** A backup moves to an empty hotter slot. */
        SHIFT_UP(2),
        /** A newcomer takes a slot, and who was there moves to an empty colder one. */
        SHIFT_DOWN(2),
        /** A backup moves to a hotter slot, and who was there goes. In plans only ({@code PlanAndRun}). */
        SHIFT_UP_OVER(2),
        /** A backup moves to a hotter slot, and who was there moves to an empty colder one. In plans only. */
        SHIFT_UP_AND_DOWN(3);

        private final int increment;

        Kind(int increment) {
            this.increment = increment;
        }

        /** What a success adds to the version: one per changed slot. */
        public int increment() {
            return increment;
        }

        /** Is the destination a replica already? */
        public boolean movesUp() {
            return this == SHIFT_UP || this == SHIFT_UP_OVER || this == SHIFT_UP_AND_DOWN;
        }

        /** Does somebody give a slot to the destination? */
        public boolean hasSource() {
            return this != COPY && this != SHIFT_UP;
        }
    }

    /**
     * A step of a plan.
     *
     * @param partition the partition, from 0
     * @param kind what is done
     * @param slot the slot that the destination takes, from 0
     * @param other the slot that the destination leaves (SHIFT UP) or the source takes (SHIFT DOWN); else {@code slot}
     * @param down the slot that the source takes when the destination leaves one as well; else {@link Migration#NO_SLOT}
     * @param destination who gets the copy
     */
    public record Order(int partition, Kind kind, int slot, int other, int down, int destination) {
        /** A step of the kinds that {@code Classic} has. */
        public Order(int partition, Kind kind, int slot, int other, int destination) {
            this(partition, kind, slot, other, Migration.NO_SLOT, destination);
        }

        int sourceNew() {
            return kind == Kind.SHIFT_DOWN ? other : down;
        }
    }

    // The master starts

    /**
     * The master starts one step of a plan: it asks the owner to send the copy. Which step, and why, is the planner's business;
     * {@code STEP_FITS} and {@code DESTINATION_IS_NEW} refuse a step that was planned for another arrangement.
     */
    @SpecAction("classic/ParallelMigration!StartMigration")
    public Step<ClassicState> startMigration(ClassicState state, Order order) {
        int p = order.partition();
        int d = order.destination();
        PartitionEntry entry = state.table().get(p);
        int cap = state.settings().parallel();
        requireReady(state);
        rules.require(
                ClassicRule.MIGRATION_CHECKS_STATE, state.transition().allowsMigrations(), "{}", state.transition());
        rules.require(
                ClassicRule.NOT_IN_FLIGHT,
                !state.inflight().has(p),
                "{}",
                state.inflight().get(p));
        rules.require(
                ClassicRule.GLOBAL_IS_SERIAL,
                rules.has(ClassicRule.VERSION_PER_PARTITION) || state.nothingInFlight(),
                "in flight: {}",
                state.inflight());
        rules.require(ClassicRule.REPAIRED, !needsRepair(state), "{} for {}", state.table(), state.view());
        rules.require(ClassicRule.DESTINATION_IS_MEMBER, state.view().contains(d), "{} is not in {}", d, state.view());
        rules.require(ClassicRule.DESTINATION_STAYS, !state.leaving().contains(d), "{} wants to leave", d);
        rules.require(ClassicRule.STEP_FITS, fits(entry, order), "{} for {}", order, entry);
        rules.require(
                ClassicRule.DESTINATION_IS_NEW,
                order.kind().movesUp() || !entry.holds(d),
                "{} has a slot of {}",
                d,
                entry);
        requireRoom(state, entry.owner(), cap);
        requireRoom(state, d, cap);
        Migration migration = migration(state, entry, order);
        ClassicState started = state.but()
                .inflight(state.inflight().with(p, new MigrationProgress(Stage.COPY, migration)))
                .migCount(migration.number())
                .done();
        return sending(
                started,
                migration.feeder(),
                new MigrationRequest(migration, versioning.completedFor(state.completed(), p)));
    }

    /** {@code NeedsRepair}: the table names somebody who left, or a partition has no owner. */
    static boolean needsRepair(ClassicState state) {
        return state.table().any(p -> {
            PartitionEntry entry = state.table().get(p);
            return entry.owner() == Members.NONE || !entry.heldWithin(state.view());
        });
    }

    /** {@code StepFits}. */
    private static boolean fits(PartitionEntry r, Order order) {
        int i = order.slot();
        int j = order.other();
        int d = order.destination();
        boolean leaves = r.replica(i) != Members.NONE && r.replica(i) != d;
        return switch (order.kind()) {
            case MOVE -> i == 0 && j == 0 && leaves;
            case MOVE_BACKUP -> i > 0 && j == i && leaves;
            case COPY -> i > 0 && j == i && r.replica(i) == Members.NONE;
            case SHIFT_UP -> 0 < i && i < j && r.replica(i) == Members.NONE && r.replica(j) == d;
            case SHIFT_DOWN -> i < j && leaves && r.replica(j) == Members.NONE;
            case SHIFT_UP_OVER -> i < j && leaves && r.replica(j) == d;
            case SHIFT_UP_AND_DOWN -> i < j
                    && leaves
                    && r.replica(j) == d
                    && i < order.down()
                    && r.replica(order.down()) == Members.NONE;
        };
    }

    private void requireRoom(ClassicState state, int member, int cap) {
        rules.require(
                ClassicRule.PARALLEL_CAP,
                load(state, member) < cap,
                "{} takes part in {} migrations already",
                member,
                cap);
    }

    /** {@code Load}: how many migrations in flight involve a member, as the master counts them. */
    protected int load(ClassicState state, int member) {
        int load = 0;
        for (MigrationProgress flight : state.inflight().values()) {
            Migration m = flight.migration();
            load += m.feeder() == member || m.destination() == member ? 1 : 0;
        }
        return load;
    }

    /** {@code NewMig}. */
    private static Migration migration(ClassicState state, PartitionEntry entry, Order order) {
        boolean source = order.kind().hasSource();
        return new Migration(
                state.migCount() + 1,
                order.partition(),
                source ? entry.replica(order.slot()) : Members.NONE,
                order.destination(),
                entry.owner(),
                state.self(),
                source ? order.slot() : Migration.NO_SLOT,
                order.sourceNew(),
                order.kind().movesUp() ? order.other() : Migration.NO_SLOT,
                order.slot(),
                entry.version(),
                order.kind().increment(),
                Status.ACTIVE);
    }

    // Participants. A refusal is an answer: the product repeats some refusals until a timeout, which only delays
    // the same answer.

    /**
     * The owner freezes the partition and sends its copy, or answers no. While it serves a sync of the partition, the request
     * waits ({@code FLAG_IS_EXCLUSIVE}).
     */
    @SpecAction("classic/ParallelMigration!HandleMigrationRequest")
    public Step<ClassicState> handleMigrationRequest(ClassicState state, int from, MigrationRequest m) {
        Migration migration = m.migration();
        int p = migration.partition();
        rules.require(
                ClassicRule.FLAG_IS_EXCLUSIVE,
                !state.serving().has(p),
                "a sync is served: {}",
                state.serving().get(p));
        PartitionTable table = tableFor(state, migration, m.done());
        MigrationSet fresh = finalisedFor(state, table, m.done());
        MigrationSet keep =
                keptFor(state, migration, m.done(), fresh, versioning.untoldByPartition(p, migration.from()));
        if (!mayJoin(state, table, migration, m.done()) || table.owner(p) != state.self()) {
            return sending(
                    versioning.adopt(state, table, fresh, keep, migration.master()),
                    migration.master(),
                    new MigrationReply(migration, false));
        }
        Replica replica = state.replicas().get(p);
        return sending(
                versioning.adoptAndJoin(state, table, fresh, keep, migration, r -> r),
                migration.destination(),
                new MigrationData(migration, m.done(), replica.version(), replica.content()));
    }

    /** The destination loads the copy and freezes the partition, or refuses; either way it answers the master. */
    @SpecAction("classic/ParallelMigration!HandleMigrationData")
    public Step<ClassicState> handleMigrationData(ClassicState state, int from, MigrationData m) {
        Migration migration = m.migration();
        PartitionTable table = tableFor(state, migration, m.done());
        MigrationSet fresh = finalisedFor(state, table, m.done());
        MigrationSet keep = keptFor(state, migration, m.done(), fresh, x -> true);
        boolean ok = mayJoin(state, table, migration, m.done());
        ClassicState next = ok
                ? versioning.adoptAndJoin(state, table, fresh, keep, migration, r -> r.loaded(m.content(), m.version()))
                : versioning.adopt(state, table, fresh, keep, migration.master());
        return sending(next, migration.master(), new MigrationReply(migration, ok));
    }

    /**
     * The destination applies the migration first; everybody else learns later. As published it also serves at once (finding
     * N6a); with {@code SERVE_AFTER_DECISION} the partition stays frozen until the master's decision arrives. A commit that
     * was applied before is answered with yes.
     */
    @SpecAction("classic/ParallelMigration!HandleMigrationCommit")
    public Step<ClassicState> handleMigrationCommit(ClassicState state, int from, MigrationCommit m) {
        Migration migration = m.migration();
        int version = state.version(migration.partition());
        int after = versioning.finalVersion(migration);
        boolean heeds = rules.holds(ClassicRule.PARTICIPANT_CHECKS_MASTER, from == state.master());
        boolean fresh = heeds
                && version != after
                && rules.holds(ClassicRule.COMMIT_CHECKS_VERSION, version == migration.from());
        if (!fresh) {
            return sending(state, from, new CommitReply(migration, heeds && version == after));
        }
        ClassicState applied = versioning.adopt(
                state,
                versioning.replay(state.table(), migration),
                rules.has(ClassicRule.SERVE_AFTER_DECISION) ? MigrationSet.EMPTY : MigrationSet.of(migration),
                state.completed().filter(x -> !x.is(migration)).with(migration),
                from);
        return sending(applied, from, new CommitReply(migration, true));
    }

    /** {@code TableFor}: what rule C makes of the member's table; a master is never told by itself. */
    private PartitionTable tableFor(ClassicState state, Migration migration, MigrationSet done) {
        return deaf(state, migration) ? state.table() : versioning.replayAll(state.table(), done);
    }

    /** What the member finalises. */
    private MigrationSet finalisedFor(ClassicState state, PartitionTable table, MigrationSet done) {
        return isMaster(state) ? MigrationSet.EMPTY : versioning.finalisedBy(state, table, done);
    }

    /** {@code KeptFor}: what the member remembers. */
    private MigrationSet keptFor(
            ClassicState state,
            Migration migration,
            MigrationSet done,
            MigrationSet fresh,
            Predicate<Migration> untold) {
        return deaf(state, migration) ? state.completed() : versioning.retained(state, done, fresh, untold);
    }

    private boolean deaf(ClassicState state, Migration migration) {
        return isMaster(state)
                || !rules.holds(ClassicRule.PARTICIPANT_CHECKS_MASTER, migration.master() == state.master());
    }

    private static boolean isMaster(ClassicState state) {
        return state.self() == state.master();
    }

    /**
     * {@code MayJoin}: may the member take part with this table? A master is not asked for its version, so that something else
     * has to stop it from joining a migration that it has failed meanwhile (compare finding N3).
     */
    private boolean mayJoin(ClassicState state, PartitionTable table, Migration migration, MigrationSet done) {
        int p = migration.partition();
        if (!rules.holds(ClassicRule.PARTICIPANT_CHECKS_MASTER, migration.master() == state.master())
                || !rules.holds(
                        ClassicRule.MIGRATION_CHECKS_STATE, state.transition().allowsMigrations())) {
            return false;
        }
        boolean inTime = state.self() == migration.master()
                ? rules.holds(ClassicRule.MASTER_CHECKS_FLIGHT, isInFlight(state, migration))
                : versioning.covers(table, done)
                        && rules.holds(ClassicRule.PARTICIPANT_CHECKS_VERSION, table.version(p) == migration.from());
        Migration other = state.active().get(p);
        return inTime
                && (other == null || versioning.finalisedBy(state, table, done).knows(other));
    }

    private static boolean isInFlight(ClassicState state, Migration migration) {
        MigrationProgress flight = state.inflight().get(migration.partition());
        return flight != null && flight.migration().is(migration);
    }

    // The master's decision

    /**
     * The copy is there: the master tells the destination to apply it. A master that is the destination itself makes no commit
     * call to itself and decides (finding N6b).
     */
    @SpecAction("classic/ParallelMigration!HandleMigrationReply")
    public Step<ClassicState> handleMigrationReply(ClassicState state, int from, MigrationReply m) {
        Migration migration = m.migration();
        int p = migration.partition();
        requireAwaited(state, migration, Stage.COPY);
        if (!m.ok() || !state.view().contains(migration.destination())) {
            return decideFailure(state, p);
        }
        if (migration.destination() == state.self()) {
            return decideSuccess(state, p);
        }
        MigrationProgress committing =
                new MigrationProgress(Stage.COMMIT, state.inflight().get(p).migration());
        return sending(
                state.but().inflight(state.inflight().with(p, committing)).done(),
                migration.destination(),
                new MigrationCommit(migration.with(Status.SUCCESS)));
    }

    /** The destination has applied the migration, or refused: the master decides. */
    @SpecAction("classic/ParallelMigration!HandleCommitReply")
    public Step<ClassicState> handleCommitReply(ClassicState state, int from, CommitReply m) {
        int p = m.migration().partition();
        requireAwaited(state, m.migration(), Stage.COMMIT);
        return m.ok() ? decideSuccess(state, p) : decideFailure(state, p);
    }

    /**
     * With {@code SERVE_AFTER_DECISION}: the destination has waited for this. One that misses it hears of it with the next
     * publication.
     */
    @SpecAction("classic/ParallelMigration!HandleMigrationDecision")
    public Step<ClassicState> handleMigrationDecision(ClassicState state, int from, MigrationDecision m) {
        Migration migration = m.migration();
        versioning.requireObeys(state, "a decision", from);
        Predicate<Migration> untold =
                versioning.untoldByPartition(migration.partition(), versioning.finalVersion(migration));
        return Step.to(versioning.adoptList(state, from, m.done(), untold));
    }

    /**
     * A participant left: presumed abort, also when the destination was told to commit and may have applied it (findings N6a,
     * N6b).
     */
    @SpecAction("classic/ParallelMigration!AbortMigration")
    public Step<ClassicState> abortMigration(ClassicState state, int partition) {
        MigrationProgress flight = state.inflight().get(partition);
        requireLeads(state);
        rules.require(
                ClassicRule.PARTICIPANT_LEFT,
                flight != null && participantLeft(state, flight),
                "{} and the members {}",
                flight,
                state.view());
        return decideFailure(state, partition);
    }

    private static boolean participantLeft(ClassicState state, MigrationProgress flight) {
        Migration m = flight.migration();
        return !state.view().contains(m.destination())
                || (flight.stage() == Stage.COPY && !state.view().contains(m.feeder()));
    }

    /** The request's call timeout, 300 s in the product, with everybody alive. */
    @SpecAction("classic/ParallelMigration!TimeoutMigration")
    public Step<ClassicState> timeoutMigration(ClassicState state, int partition) {
        requireLeads(state);
        requireStage(ClassicRule.COPYING, state, partition, Stage.COPY);
        return decideFailure(state, partition);
    }

    /** A commit call that times out is sent again, for ever: the destination may get it twice. */
    @SpecAction("classic/ParallelMigration!ResendCommit")
    public Step<ClassicState> resendCommit(ClassicState state, int partition) {
        requireLeads(state);
        requireStage(ClassicRule.COMMITTING, state, partition, Stage.COMMIT);
        Migration m = state.inflight().get(partition).migration();
        return sending(state, m.destination(), new MigrationCommit(m.with(Status.SUCCESS)));
    }

    private void requireStage(ClassicRule rule, ClassicState state, int partition, Stage stage) {
        MigrationProgress flight = state.inflight().get(partition);
        rules.require(rule, flight != null && flight.stage() == stage, "partition {}: {}", partition, flight);
    }

    /** {@code Awaits}: the master waits for this migration in this stage. */
    private void requireAwaited(ClassicState state, Migration migration, Stage stage) {
        MigrationProgress flight = state.inflight().get(migration.partition());
        rules.require(
                ClassicRule.ANSWER_EXPECTED,
                state.leads()
                        && flight != null
                        && flight.stage() == stage
                        && flight.migration().is(migration),
                "an answer about {}, in flight is {}",
                migration,
                flight);
    }

    /**
     * {@code DecideSuccess}: the destination has it, so the table changes. The source is not told now but with the next
     * publication; with {@code SERVE_AFTER_DECISION} the destination is, by what is completed of this partition, and in the
     * generation that publishes tables by the table.
     */
    private Step<ClassicState> decideSuccess(ClassicState state, int partition) {
        Migration m = state.inflight().get(partition).migration().with(Status.SUCCESS);
        boolean wait = rules.has(ClassicRule.SELF_COMMIT_WAITS)
                && m.destination() == state.self()
                && state.view().contains(m.feeder());
        ClassicState decided = decide(state, m, wait ? MigrationSet.EMPTY : MigrationSet.of(m));
        MemberSet told = rules.has(ClassicRule.SERVE_AFTER_DECISION) ? MemberSet.of(m.destination()) : MemberSet.of();
        MigrationDecision decision = new MigrationDecision(m, versioning.completedFor(decided.completed(), partition));
        return Step.to(
                decided,
                rules.has(ClassicRule.PUBLISH_BY_DELTA)
                        ? toEach(told.intersect(state.others()), decision)
                        : tableTo(state, told, decided.table(), decided.completed()));
    }

    /**
     * {@code DecideFailure}, at any stage: a version above everything that the destination may have, and the table to owner
     * and destination.
     */
    private Step<ClassicState> decideFailure(ClassicState state, int partition) {
        Migration m = state.inflight().get(partition).migration().with(Status.FAILED);
        ClassicState decided = decide(state, m, MigrationSet.of(m));
        MemberSet told = MemberSet.of(m.feeder(), m.destination());
        return Step.to(decided, tableTo(state, told, decided.table(), decided.completed()));
    }

    private ClassicState decide(ClassicState state, Migration m, MigrationSet finalised) {
        PartitionTable table = versioning.decide(state.table(), m);
        return versioning
                .adopt(state, table, finalised, state.completed().with(m), state.self())
                .but()
                .inflight(state.inflight().without(m.partition()))
                .done();
    }
}
