package io.godwit.mutants;

import io.godwit.mutants.Mutants.Mutant;
import io.godwit.protocol.Command;
import io.godwit.protocol.LeaseTimes;
import io.godwit.protocol.MemberSet;
import io.godwit.protocol.PartitionVector;
import io.godwit.protocol.Rules;
import io.godwit.protocol.Step;
import io.godwit.protocol.quorum.DurableDataPlane;
import io.godwit.protocol.quorum.FencedReplication;
import io.godwit.protocol.quorum.LearnerMigration;
import io.godwit.protocol.quorum.MasterFailover;
import io.godwit.protocol.quorum.Quorum;
import io.godwit.protocol.quorum.QuorumMessage.Resumed;
import io.godwit.protocol.quorum.QuorumRule;
import io.godwit.protocol.quorum.ReadLeases;
import io.godwit.protocol.quorum.Registers;
import io.godwit.protocol.quorum.Voters;
import io.godwit.protocol.quorum.data.DataState;
import io.godwit.protocol.quorum.data.Leases;
import io.godwit.protocol.quorum.data.PendingCall.ForRead;
import io.godwit.protocol.quorum.data.PrimaryState;
import io.godwit.protocol.quorum.data.Replica;
import io.godwit.protocol.quorum.data.decision.ClusterView;
import io.godwit.protocol.quorum.data.decision.MasterView;
import io.godwit.protocol.quorum.data.log.Log;
import io.godwit.protocol.quorum.data.message.DataMessage.Append;
import io.godwit.protocol.quorum.data.message.DataMessage.CaughtUp;
import io.godwit.protocol.quorum.registers.ControlMessage.Accept;
import io.godwit.protocol.quorum.registers.ControlMessage.Commit;
import io.godwit.protocol.quorum.registers.ControlMessage.Vote;
import io.godwit.protocol.quorum.registers.ControlMessage.VoteRequest;
import io.godwit.protocol.quorum.registers.ControlState;
import io.godwit.protocol.quorum.registers.Stamps;
import io.godwit.protocol.quorum.table.Configuration;
import io.godwit.protocol.quorum.table.Entry;
import io.godwit.protocol.quorum.table.Version;
import io.godwit.protocol.quorum.table.View;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;

/** Modules of the quorum protocol without a rule that is no precondition but part of what an action does. */
public final class QuorumVariants {
    private QuorumVariants() {}

    /** The quorum protocol without one of its rules. */
    static List<Mutant> mutants() {
        return Arrays.stream(QuorumRule.values())
                // No test of the engine: the registers give it. Without a counterpart there is no mutant.
                .filter(rule -> !rule.spec().isEmpty() && rule != QuorumRule.DECIDE_COMPARES_BASE)
                .map(rule -> new Mutant(rule, without(rule)))
                .toList();
    }

    /** The protocol without a rule. */
    public static Quorum without(QuorumRule missing) {
        return new Quorum(Rules.without(switchedOff(missing)), modules(missing));
    }

    /** A rule that would be kept by another one goes with that. */
    private static Set<QuorumRule> switchedOff(QuorumRule missing) {
        return switch (missing) {
            case RESTAMP_ALWAYS, ONLY_MASTER_PROPOSES -> Set.of(missing, QuorumRule.RESTAMP_FIRST);
            case NEWCOMERS_ONLY -> Set.of(missing, QuorumRule.DESTINATION_IS_NEW);
            default -> Set.of(missing);
        };
    }

    private static Quorum.Modules modules(QuorumRule missing) {
        return new Quorum.Modules() {
            @Override
            public Stamps stamps(Rules rules) {
                return missing == QuorumRule.STAMP_COVERS_TERM ? new TermlessStamps() : super.stamps(rules);
            }

            @Override
            public Registers registers(Rules rules, Stamps stamps) {
                return new OtherRegisters(missing, rules, stamps);
            }

            @Override
            public MasterFailover failover(Rules rules, Registers registers, Stamps stamps) {
                return new OtherFailover(missing, rules, registers, stamps);
            }

            @Override
            public Voters voters(Rules rules, Registers registers) {
                return new OtherVoters(missing, rules, registers);
            }

            @Override
            public ReadLeases leases(Rules rules) {
                return new OtherLeases(missing, rules);
            }

            @Override
            public FencedReplication replication(Rules rules, ReadLeases leases) {
                return new OtherReplication(missing, rules, leases);
            }

            @Override
            public LearnerMigration migration(Rules rules) {
                return new OtherMigration(missing, rules);
            }

            @Override
            public DurableDataPlane durable(Rules rules, ReadLeases leases) {
                return missing == QuorumRule.RESTAMPS_RESUMED
                        ? new NeverRestamped(rules, leases)
                        : super.durable(rules, leases);
            }
        };
    }

    /** Without {@code StampCoversTerm}. */
    private static final class TermlessStamps extends Stamps {
        @Override
        public long contribution(int partition, Entry entry) {
            return super.contribution(
                    partition, new Entry(new Version(0, entry.number()), new Version(0, 0), entry.configuration()));
        }
    }

    /** Registers without a rule. */
    private static final class OtherRegisters extends Registers {
        private final QuorumRule missing;

        OtherRegisters(QuorumRule missing, Rules rules, Stamps stamps) {
            super(rules, stamps);
            this.missing = missing;
        }

        @Override
        protected ControlState hear(ControlState state, int term) {
            ControlState heard = super.hear(state, term);
            return missing == QuorumRule.LATER_TERM_ENDS_MASTERSHIP ? heard.withRole(state.role()) : heard;
        }

        /** Without {@code AbortTakesNewVersion}: an abort is another value for a version that is proposed already. */
        @Override
        protected boolean mayFollow(ControlState state, int partition, Configuration base, Configuration change) {
            return super.mayFollow(state, partition, base, change)
                    || (missing == QuorumRule.ABORT_TAKES_NEW_VERSION && change.equals(base.withoutMigration()));
        }

        /** Some decisions have to be proposed to do harm. */
        @Override
        protected boolean isValidStep(Configuration base, Configuration change) {
            return super.isValidStep(base, change)
                    || (missing == QuorumRule.NEWCOMERS_ONLY && change.isMigrating())
                    || (missing == QuorumRule.PROMOTES_IN_SYNC_ONLY && change.primary() != base.primary());
        }

        /** Without {@code AbortIsDecision}, second half: the primary is told to forget the migration, and nobody was asked. */
        @Override
        public Step<ControlState> propose(ControlState state, int partition, Entry base, Configuration change) {
            if (missing != QuorumRule.ABORT_IS_DECISION || !change.equals(Configuration.NONE)) {
                return super.propose(state, partition, base, change);
            }
            Step<ControlState> step =
                    super.propose(state, partition, base, base.configuration().withoutMigration());
            Entry forgotten = step.state().outstanding().get(partition);
            return Step.to(
                    state, new Command.Send(forgotten.configuration().primary(), new Commit(partition, forgotten)));
        }

        @Override
        public Step<ControlState> handleAccept(ControlState state, int from, Accept m) {
            Step<ControlState> step = super.handleAccept(state, from, m);
            ControlState next = step.state();
            return switch (missing) {
                case ACCEPT_RAISES_TERM -> Step.to(state.withAccepted(next.accepted(), next.stamp()), step.commands());
                case STAMP_FOLLOWS_REGISTERS -> Step.to(
                        next.withAccepted(next.accepted(), state.stamp()), step.commands());
                    // What a member has accepted it takes to be decided.
                case ACT_ON_COMMIT -> Step.to(
                        next.withCommitted(next.committed().with(m.partition(), m.entry())), step.commands());
                default -> step;
            };
        }
    }

    /** Elections without a rule. */
    private static final class OtherFailover extends MasterFailover {
        private final QuorumRule missing;

        OtherFailover(QuorumRule missing, Rules rules, Registers registers, Stamps stamps) {
            super(rules, registers, stamps);
            this.missing = missing;
        }

        @Override
        public Step<ControlState> handleVoteRequest(ControlState state, int from, VoteRequest m) {
            Step<ControlState> step = super.handleVoteRequest(state, from, m);
            return missing == QuorumRule.VOTE_RAISES_TERM ? Step.to(state, step.commands()) : step;
        }

        /** Without {@code RecoverFromMajority}: a new master goes on from what it has accepted itself. */
        @Override
        protected Entry recovered(ControlState state, List<Vote> votes, int partition) {
            return missing == QuorumRule.RECOVER_FROM_MAJORITY
                    ? state.accepted().get(partition)
                    : super.recovered(state, votes, partition);
        }

        /** Without {@code MergeByTerm}: the greatest number wins, of whatever term; of equal numbers the older term. */
        @Override
        protected boolean beats(Entry entry, Entry other) {
            return missing == QuorumRule.MERGE_BY_TERM
                    ? entry.number() > other.number()
                            || (entry.number() == other.number() && entry.term() < other.term())
                    : super.beats(entry, other);
        }

        @Override
        public Step<ControlState> becomeMaster(ControlState state, MemberSet quorum) {
            Step<ControlState> step = super.becomeMaster(state, quorum);
            return switch (missing) {
                    // It counts itself for a re-stamp that it has not accepted.
                case MASTER_STORES_RESTAMP -> Step.to(
                        step.state().withAccepted(state.accepted(), state.stamp()), step.commands());
                case RESTAMP_FIRST, RESTAMP_ALWAYS -> counting(state, quorum, step);
                default -> step;
            };
        }

        /**
         * Takes back proposals of values that count as decided without. Without {@code RestampFirst} all do that are found, without
         * {@code RestampAlways} those on which all votes agree.
         */
        private Step<ControlState> counting(ControlState state, MemberSet quorum, Step<ControlState> step) {
            List<Vote> votes =
                    quorum.stream().mapToObj(n -> state.ballot().votes().get(n)).toList();
            PartitionVector<Entry> accepted = step.state().accepted();
            PartitionVector<Entry> committed = state.committed();
            PartitionVector<Entry> outstanding = step.state().outstanding();
            List<Command> commands = new ArrayList<>(step.commands());
            for (int p = 0; p < state.partitions(); p++) {
                int partition = p;
                Entry found = recovered(state, votes, p);
                if (missing == QuorumRule.RESTAMP_FIRST
                        || votes.stream()
                                .allMatch(v -> v.registers().get(partition).equals(found))) {
                    outstanding = outstanding.with(p, Entry.NONE);
                    accepted = accepted.with(p, state.accepted().get(p));
                    committed = committed.with(p, found);
                    commands.removeIf(it -> it instanceof Command.Send send
                            && send.message() instanceof Accept accept
                            && accept.partition() == partition);
                }
            }
            ControlState counted = step.state()
                    .withAccepted(accepted, new Stamps().of(accepted))
                    .withCommitted(committed)
                    .withOutstanding(outstanding, step.state().answers());
            return Step.to(counted, commands);
        }

        /** Without {@code FreshIdentity}: who has lost its memory keeps its name and its vote. */
        @Override
        public Step<ControlState> crash(ControlState state, int reborn) {
            return missing == QuorumRule.FRESH_IDENTITY
                    ? Step.to(
                            ControlState.empty(state.self(), state.partitions()).withVoting(state.voting()))
                    : super.crash(state, reborn);
        }

        @Override
        public Step<ControlState> reboot(ControlState state, int member) {
            Step<ControlState> step = super.reboot(state, member);
            return missing == QuorumRule.REBOOT_ENDS_MASTERSHIP
                    ? Step.to(step.state().withRole(state.role()))
                    : step;
        }
    }

    /** Without {@code AllRegistersDecided} or {@code AllRegistersHeld}: one register is enough. */
    private static final class OtherVoters extends Voters {
        private final QuorumRule missing;

        OtherVoters(QuorumRule missing, Rules rules, Registers registers) {
            super(rules, registers);
            this.missing = missing;
        }

        @Override
        protected int decidedBy(ControlState state) {
            return missing == QuorumRule.ALL_REGISTERS_DECIDED && super.decidedBy(state) > 0
                    ? state.partitions()
                    : super.decidedBy(state);
        }

        @Override
        protected int heldBy(ControlState state, int member) {
            return missing == QuorumRule.ALL_REGISTERS_HELD && super.heldBy(state, member) > 0
                    ? state.partitions()
                    : super.heldBy(state, member);
        }
    }

    /** Replication without a rule. */
    private static final class OtherReplication extends FencedReplication {
        private final QuorumRule missing;

        OtherReplication(QuorumRule missing, Rules rules, ReadLeases leases) {
            super(rules, leases);
            this.missing = missing;
        }

        /**
         * Without {@code ShrinksAfterDecision} a primary goes on without a backup as soon as it hears that this was proposed,
         * without {@code ServesAfterDecision} a destination is primary as soon as it hears of the switch.
         */
        @Override
        public Entry learned(ControlState control, int partition) {
            Entry decided = super.learned(control, partition);
            Entry proposed = control.accepted().get(partition);
            Configuration now = decided.configuration();
            Configuration then = proposed.configuration();
            boolean leads = then.primary() == control.self();
            boolean hasty =
                    switch (missing) {
                        case SHRINKS_AFTER_DECISION -> leads
                                && now.primary() == control.self()
                                && then.inSyncSize() < now.inSyncSize();
                        case SERVES_AFTER_DECISION -> leads && now.destination() == control.self();
                        default -> false;
                    };
            return hasty && proposed.newerThan(decided) ? proposed : decided;
        }

        @Override
        public Step<DataState> activate(DataState state, int partition, View view) {
            // Who has no part in a configuration never hears of it.
            if (missing == QuorumRule.TELLS_RETIRED && view.configuration().primary() != state.self()) {
                return Step.refuse(state, QuorumRule.TELLS_RETIRED);
            }
            Step<DataState> step = super.activate(state, partition, view);
            if (missing != QuorumRule.READ_KEEPS_EPOCH || view.configuration().primary() != state.self()) {
                return step;
            }
            // A primary goes on with its reads under another version.
            Replica replica = step.state().replica(partition);
            PrimaryState before = state.replica(partition).primaryState();
            PrimaryState primaryState = replica.primaryState();
            for (long client : before.calls().keys()) {
                if (before.calls().get(client) instanceof ForRead read) {
                    primaryState = primaryState.waiting(client, read);
                }
            }
            return Step.to(step.state().with(partition, replica.withPrimaryState(primaryState)), step.commands());
        }

        /**
         * Without {@code ReconcilesFirst}: a replica takes entries under a newer version on top of what it has. All that it knows of
         * that version is its primary.
         */
        @Override
        public Step<DataState> handleAppend(DataState state, int from, Append m) {
            Replica replica = state.replica(m.partition());
            Configuration known = replica.configuration();
            boolean early = missing == QuorumRule.RECONCILES_FIRST
                    && m.version().newerThan(replica.epoch())
                    && known.isReplica(from);
            if (!early) {
                return super.handleAppend(state, from, m);
            }
            Configuration guessed = known.primary() == from ? known : known.promoted(from);
            Replica moved = replica.activated(new View(m.version(), guessed));
            return super.handleAppend(state.with(m.partition(), moved), from, m);
        }

        @Override
        public boolean isEvictionDue(MasterView view, int backup) {
            return missing != QuorumRule.EVICTS_DEAD && super.isEvictionDue(view, backup);
        }
    }

    /** Leases without a rule. */
    private static final class OtherLeases extends ReadLeases {
        private final QuorumRule missing;

        OtherLeases(QuorumRule missing, Rules rules) {
            super(rules);
            this.missing = missing;
        }

        /** Without {@code LeaseHasMargin}: a lease lasts as long as the promise, each by its own clock. */
        @Override
        public long leaseTime(LeaseTimes times) {
            return missing == QuorumRule.LEASE_HAS_MARGIN ? times.promise() : super.leaseTime(times);
        }

        /** Without {@code LeaseCountsFromRequest}: a lease counts from when it comes. */
        @Override
        protected long countsFrom(DataState state, long sent) {
            return missing == QuorumRule.LEASE_COUNTS_FROM_REQUEST ? state.now() : super.countsFrom(state, sent);
        }

        @Override
        public Leases startedAgain(DataState state, Leases found) {
            Leases started = super.startedAgain(state, found);
            return switch (missing) {
                case RESTART_ENDS_LEASES -> new Leases(found.requests(), found.held(), started.promises());
                case RESTART_RENEWS_PROMISES -> Leases.NONE;
                default -> started;
            };
        }
    }

    /** Migrations without a rule. */
    private static final class OtherMigration extends LearnerMigration {
        private final QuorumRule missing;

        OtherMigration(QuorumRule missing, Rules rules) {
            super(rules);
            this.missing = missing;
        }

        @Override
        public MemberSet holders(ClusterView cluster) {
            return missing == QuorumRule.MOVES_LEAVERS ? cluster.up() : super.holders(cluster);
        }

        @Override
        public boolean isMigrationDue(MasterView view, Entry base, int source) {
            return missing != QuorumRule.MOVES_LEAVERS && super.isMigrationDue(view, base, source);
        }

        @Override
        public boolean isAbortDue(MasterView view, Entry base) {
            return missing != QuorumRule.ABORTS_ORPHANS && super.isAbortDue(view, base);
        }

        /** Without {@code AbortIsDecision}, first half: who gives a migration up decides nothing. */
        @Override
        public Step<MasterView> abortMigration(MasterView view, Entry base) {
            Step<MasterView> step = super.abortMigration(view, base);
            return missing == QuorumRule.ABORT_IS_DECISION ? Step.to(view) : step;
        }

        /** Without {@code DropsAfterDecision}: a source that is primary drops its copy when the destination has one. */
        @Override
        public Step<DataState> proposeMember(DataState state, int partition, int member) {
            Step<DataState> step = super.proposeMember(state, partition, member);
            Replica replica = step.state().replica(partition);
            boolean drops = missing == QuorumRule.DROPS_AFTER_DECISION
                    && replica.configuration().source()
                            == replica.configuration().primary();
            return drops ? Step.to(step.state().with(partition, replica.withLog(Log.EMPTY)), step.commands()) : step;
        }

        /** Without {@code GrowComparesBase}: the master records also what primaries reported under earlier versions. */
        @Override
        public Step<MasterView> handleCaughtUp(MasterView view, int from, CaughtUp m) {
            return missing == QuorumRule.GROW_COMPARES_BASE
                            && view.decided().version().newerThan(m.version())
                    ? Step.to(view.with(view.vouched().with(m.subject(), m.version())))
                    : super.handleCaughtUp(view, from, m);
        }
    }

    /** Without {@code RestampsResumed}. */
    private static final class NeverRestamped extends DurableDataPlane {
        NeverRestamped(Rules rules, ReadLeases leases) {
            super(rules, leases);
        }

        @Override
        public Step<MasterView> restampResumed(MasterView view, int from, Resumed m) {
            return Step.refuse(view, QuorumRule.RESTAMPS_RESUMED);
        }
    }
}
