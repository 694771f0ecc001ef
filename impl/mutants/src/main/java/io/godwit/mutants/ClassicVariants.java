package io.godwit.mutants;

import io.godwit.mutants.Mutants.Mutant;
import io.godwit.protocol.Command;
import io.godwit.protocol.Rules;
import io.godwit.protocol.Step;
import io.godwit.protocol.classic.Classic;
import io.godwit.protocol.classic.ClassicRule;
import io.godwit.protocol.classic.ClassicState;
import io.godwit.protocol.classic.ControlMessage.MigrationRequest;
import io.godwit.protocol.classic.DataMessage.MigrationData;
import io.godwit.protocol.classic.DataMessage.SyncRequest;
import io.godwit.protocol.classic.DataMessage.SyncResponse;
import io.godwit.protocol.classic.GracefulShutdown;
import io.godwit.protocol.classic.MasterFailover;
import io.godwit.protocol.classic.MasterPhase;
import io.godwit.protocol.classic.ParallelMigration;
import io.godwit.protocol.classic.PartialRestart;
import io.godwit.protocol.classic.PartitionVersioning;
import io.godwit.protocol.classic.PromotionCommit;
import io.godwit.protocol.classic.Replication;
import io.godwit.protocol.classic.RollingUpgrade;
import io.godwit.protocol.classic.StampCheck;
import io.godwit.protocol.classic.data.Migration;
import io.godwit.protocol.classic.data.MigrationProgress;
import io.godwit.protocol.classic.data.MigrationSet;
import io.godwit.protocol.classic.data.PartitionTable;
import io.godwit.protocol.classic.data.Replica;
import io.godwit.protocol.classic.data.Serving;
import io.godwit.protocol.classic.data.UpgradingCluster;
import io.godwit.protocol.classic.data.UpgradingCluster.Member;
import io.godwit.protocol.classic.run.ClassicPlanner;
import io.godwit.protocol.classic.run.Planning;
import io.godwit.protocol.map.MapContent;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** Modules of the classic protocol without a rule that is no precondition but part of what an action does. */
final class ClassicVariants {
    private ClassicVariants() {}

    /**
     * The repaired classic protocol without one of its rules, the repairs among them. A generation is no mutant, for neither of
     * its values is a mistake.
     */
    static List<Mutant> mutants() {
        return Arrays.stream(ClassicRule.values())
                .filter(rule -> !rule.spec().isEmpty() && !rule.isGeneration() && isFirstOfItsSwitch(rule))
                .map(rule -> new Mutant(rule, new Classic(rulesWithout(rule), without(rule))))
                .toList();
    }

    /** A switch may be two rules in the engine: what makes a message wait, and what refuses it. */
    private static boolean isFirstOfItsSwitch(ClassicRule rule) {
        return Arrays.stream(ClassicRule.values())
                .filter(r -> r.spec().equals(rule.spec()))
                .findFirst()
                .filter(rule::equals)
                .isPresent();
    }

    private static Rules rulesWithout(ClassicRule rule) {
        Rules rules = Rules.without(Arrays.stream(ClassicRule.values())
                .filter(r -> r.spec().equals(rule.spec()))
                .toList());
        // Means something only where all partitions share one version.
        return rule == ClassicRule.GLOBAL_IS_SERIAL ? rules.lacking(ClassicRule.VERSION_PER_PARTITION) : rules;
    }

    /**
     * The modules without a rule.
     *
     * @param missing the rule; nothing is replaced for one that is a condition
     */
    private static Classic.Modules without(ClassicRule missing) {
        return new Classic.Modules() {
            @Override
            public PartitionVersioning versioning(Rules rules) {
                return switch (missing) {
                    case FAILURE_FENCE -> new FailuresUnfenced(rules);
                    case STAMP_FOLLOWS_TABLE -> new StampKept(rules);
                    default -> super.versioning(rules);
                };
            }

            @Override
            public ParallelMigration migration(Rules rules, PartitionVersioning versioning) {
                return switch (missing) {
                    case CAP_COUNTS_SOURCE, CAP_COUNTS_DESTINATION -> new HalfCounted(missing, rules, versioning);
                    case DROP_AFTER_DECISION -> new DroppedWhenSent(rules, versioning);
                    default -> super.migration(rules, versioning);
                };
            }

            @Override
            public PromotionCommit promotion(Rules rules, PartitionVersioning versioning) {
                return missing == ClassicRule.PROMOTION_FENCE
                        ? new PromotionsUnfenced(rules, versioning)
                        : super.promotion(rules, versioning);
            }

            @Override
            public MasterFailover failover(Rules rules, PartitionVersioning versioning) {
                return missing == ClassicRule.FETCH_BEFORE_UPDATE
                        ? new ClaimWithoutFetch(rules, versioning)
                        : super.failover(rules, versioning);
            }

            @Override
            public Replication replication(Rules rules) {
                return missing == ClassicRule.VERSIONS_BEFORE_DATA ? new DataFirst(rules) : super.replication(rules);
            }

            @Override
            public StampCheck stampCheck(Rules rules) {
                return missing == ClassicRule.STAMP_CHECKS ? new NeverChecked(rules) : super.stampCheck(rules);
            }

            @Override
            public GracefulShutdown shutdown(Rules rules, ParallelMigration migration) {
                return missing == ClassicRule.LEAVER_REPEATS
                        ? new AskedOnce(rules, migration)
                        : super.shutdown(rules, migration);
            }

            @Override
            public PartialRestart partialRestart(Rules rules, PartitionVersioning versioning) {
                return PartialRestartVariants.without(missing, rules, versioning);
            }

            @Override
            public RollingUpgrade rollingUpgrade(Rules rules) {
                return switch (missing) {
                    case VERSIONS_START_AT_GLOBAL -> new VersionsStartAnew(rules);
                    case UPGRADE_REWRITES_DISK -> new DiskKept(rules);
                    case JOINER_WRITES_FORMAT -> new JoinerWritesOlder(rules);
                    default -> super.rollingUpgrade(rules);
                };
            }

            @Override
            public ClassicPlanner planner(Classic classic, Planning planning) {
                return missing == ClassicRule.CAP_COUNTS_SOURCE || missing == ClassicRule.CAP_COUNTS_DESTINATION
                        ? new Uncapped(classic, planning)
                        : super.planner(classic, planning);
            }
        };
    }

    /** Without {@code FailureFence}: a failed migration has the version of a successful one. */
    private static final class FailuresUnfenced extends PartitionVersioning {
        FailuresUnfenced(Rules rules) {
            super(rules);
        }

        @Override
        public int finalVersion(Migration migration) {
            return migration.from() + migration.increment();
        }
    }

    /** Without {@code StampFollowsTable}: the stamp stays when a table comes from the master. */
    private static final class StampKept extends PartitionVersioning {
        StampKept(Rules rules) {
            super(rules);
        }

        @Override
        public ClassicState adopt(
                ClassicState state, PartitionTable table, MigrationSet finalised, MigrationSet keep, int by) {
            ClassicState adopted = super.adopt(state, table, finalised, keep, by);
            return by == state.self()
                    ? adopted
                    : adopted.but().stamp(state.stamp()).done();
        }
    }

    /** Without {@code CapCountsSource} or {@code CapCountsDestination}: a member takes part in more migrations than it may. */
    private static final class HalfCounted extends ParallelMigration {
        private final ClassicRule missing;

        HalfCounted(ClassicRule missing, Rules rules, PartitionVersioning versioning) {
            super(rules, versioning);
            this.missing = missing;
        }

        @Override
        protected int load(ClassicState state, int member) {
            int load = 0;
            for (MigrationProgress flight : state.inflight().values()) {
                Migration m = flight.migration();
                int counted = missing == ClassicRule.CAP_COUNTS_SOURCE ? m.destination() : m.feeder();
                load += counted == member ? 1 : 0;
            }
            return load;
        }
    }

    /** The cap is then left to {@code StartMigration}. */
    private static final class Uncapped extends ClassicPlanner {
        Uncapped(Classic classic, Planning planning) {
            super(classic, planning);
        }

        @Override
        protected int cap(ClassicState state) {
            return Integer.MAX_VALUE;
        }
    }

    /** Without {@code DropAfterDecision}: the source drops its copy as soon as it has sent it. */
    private static final class DroppedWhenSent extends ParallelMigration {
        DroppedWhenSent(Rules rules, PartitionVersioning versioning) {
            super(rules, versioning);
        }

        @Override
        public Step<ClassicState> handleMigrationRequest(ClassicState state, int from, MigrationRequest m) {
            Step<ClassicState> step = super.handleMigrationRequest(state, from, m);
            Migration migration = m.migration();
            int p = migration.partition();
            boolean movesAway = migration.source() == migration.feeder() && migration.sourceNew() == Migration.NO_SLOT;
            boolean sent = ((Command.Send) step.commands().get(0)).message() instanceof MigrationData;
            if (!movesAway || !sent) {
                return step;
            }
            Replica old = step.state().replicas().get(p);
            Replica dropped = new Replica(MapContent.EMPTY, old.version(), old.dirty(), old.late());
            return Step.to(step.state().but().replica(p, dropped).done(), step.commands());
        }
    }

    /** Without {@code PromotionFence}: a failed promotion has the version of a successful one. */
    private static final class PromotionsUnfenced extends PromotionCommit {
        PromotionsUnfenced(Rules rules, PartitionVersioning versioning) {
            super(rules, versioning);
        }

        @Override
        protected PartitionTable fence(PartitionTable table, List<Integer> partitions) {
            return raise(table, partitions, PROMOTED_SLOTS);
        }
    }

    /** Without {@code FetchBeforeUpdate}: a new master goes on with what it has itself. */
    private static final class ClaimWithoutFetch extends MasterFailover {
        ClaimWithoutFetch(Rules rules, PartitionVersioning versioning) {
            super(rules, versioning);
        }

        @Override
        public Step<ClassicState> claim(ClassicState state) {
            Step<ClassicState> step = super.claim(state);
            return Step.to(
                    step.state()
                            .but()
                            .duty(MasterPhase.READY)
                            .fetch(Optional.empty())
                            .done(),
                    step.commands());
        }
    }

    /** Without {@code VersionsBeforeData}: the owner of a sync reads the data first, and the counter when they are read already. */
    private static final class DataFirst extends Replication {
        DataFirst(Rules rules) {
            super(rules);
        }

        @Override
        public Step<ClassicState> handleSyncRequest(ClassicState state, int from, SyncRequest m) {
            int p = m.partition();
            Serving serving = new Serving(from, 0, state.replicas().get(p).content());
            ClassicState begun = super.handleSyncRequest(state, from, m).state();
            return Step.to(begun.but().serving(begun.serving().with(p, serving)).done());
        }

        @Override
        public Step<ClassicState> finishSync(ClassicState state, int partition) {
            Step<ClassicState> step = super.finishSync(state, partition);
            Serving serving = state.serving().get(partition);
            int version = state.replicas().get(partition).version();
            SyncResponse late = new SyncResponse(partition, state.version(partition), version, serving.content());
            return Step.to(step.state(), new Command.Send(serving.to(), late));
        }
    }

    /** Without {@code StampChecks}. */
    private static final class NeverChecked extends StampCheck {
        NeverChecked(Rules rules) {
            super(rules);
        }

        @Override
        public Step<ClassicState> sendStampCheck(ClassicState state) {
            return Step.refuse(state, ClassicRule.STAMP_CHECKS);
        }
    }

    /** Without {@code LeaverRepeats}. */
    private static final class AskedOnce extends GracefulShutdown {
        AskedOnce(Rules rules, ParallelMigration migration) {
            super(rules, migration);
        }

        @Override
        public Step<ClassicState> repeatShutdownRequest(ClassicState state) {
            return Step.refuse(state, ClassicRule.LEAVER_REPEATS);
        }
    }

    /** Without {@code VersionsStartAtGlobal}: the versions of partitions start at 1. */
    private static final class VersionsStartAnew extends RollingUpgrade {
        VersionsStartAnew(Rules rules) {
            super(rules);
        }

        @Override
        public Step<UpgradingCluster> commitVersion(UpgradingCluster cluster, int n) {
            UpgradingCluster after = super.commitVersion(cluster, n).state();
            Member member = after.member(n);
            return Step.to(after.with(n, member.withTable(member.global(), withVersions(member.table(), 1))));
        }
    }

    /** Without {@code UpgradeRewritesDisk}. */
    private static final class DiskKept extends RollingUpgrade {
        DiskKept(Rules rules) {
            super(rules);
        }

        @Override
        public Step<UpgradingCluster> commitVersion(UpgradingCluster cluster, int n) {
            UpgradingCluster after = super.commitVersion(cluster, n).state();
            return Step.to(after.with(n, after.member(n).withFormat(false)));
        }
    }

    /** Without {@code JoinerWritesFormat}. */
    private static final class JoinerWritesOlder extends RollingUpgrade {
        JoinerWritesOlder(Rules rules) {
            super(rules);
        }

        @Override
        public Step<UpgradingCluster> join(UpgradingCluster cluster, int m, int n, boolean newBuild) {
            UpgradingCluster after = super.join(cluster, m, n, newBuild).state();
            return Step.to(after.with(n, after.member(n).withFormat(false)));
        }
    }
}
