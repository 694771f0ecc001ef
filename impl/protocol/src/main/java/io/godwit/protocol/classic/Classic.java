package io.godwit.protocol.classic;

import io.godwit.protocol.Guard;
import io.godwit.protocol.Rules;
import io.godwit.protocol.classic.run.ClassicPlanner;
import io.godwit.protocol.classic.run.Planning;
import io.godwit.protocol.planner.PlanAndRun;

/** The modules of the classic protocol under some rules, as {@code spec/classic/Classic.tla} composes them. */
public final class Classic {
    private final Rules rules;
    private final Modules modules;
    private final PartitionVersioning versioning;
    private final ParallelMigration migration;
    private final PromotionCommit promotion;
    private final MasterFailover failover;
    private final Membership membership;
    private final Replication replication;
    private final StampCheck stampCheck;
    private final ClusterStateChange stateChange;
    private final GracefulShutdown shutdown;
    private final PartialRestart partialRestart;
    private final PlanAndRun planAndRun;
    private final RollingUpgrade rollingUpgrade;

    /** Makes the modules. A test or a mutant that replaces one overrides the method that makes it. */
    public static class Modules {
        /** How tables travel. */
        public PartitionVersioning versioning(Rules rules) {
            return new PartitionVersioning(rules);
        }

        /** Migrations. */
        public ParallelMigration migration(Rules rules, PartitionVersioning versioning) {
            return new ParallelMigration(rules, versioning);
        }

        /** Repair. */
        public PromotionCommit promotion(Rules rules, PartitionVersioning versioning) {
            return new PromotionCommit(rules, versioning);
        }

        /** A new master. */
        public MasterFailover failover(Rules rules, PartitionVersioning versioning) {
            return new MasterFailover(rules, versioning);
        }

        /** Joins and suspicions. */
        public Membership membership(Rules rules, PartitionVersioning versioning, ClusterStateChange stateChange) {
            return new Membership(rules, versioning, stateChange);
        }

        /** Partition data. */
        public Replication replication(Rules rules) {
            return new Replication(rules);
        }

        /** The search for stale members. */
        public StampCheck stampCheck(Rules rules) {
            return new StampCheck(rules);
        }

        /** How the state of the cluster changes. */
        public ClusterStateChange stateChange(Rules rules) {
            return new ClusterStateChange(rules);
        }

        /** How members leave. */
        public GracefulShutdown shutdown(Rules rules, ParallelMigration migration) {
            return new GracefulShutdown(rules, migration);
        }

        /** A restart from some of the disks. */
        public PartialRestart partialRestart(Rules rules, PartitionVersioning versioning) {
            return new PartialRestart(rules, versioning);
        }

        /** The plan of one partition. */
        public PlanAndRun planAndRun(Rules rules) {
            return new PlanAndRun(rules);
        }

        /** From one version of the table to a version for each partition. */
        public RollingUpgrade rollingUpgrade(Rules rules) {
            return new RollingUpgrade(rules);
        }

        /** Makes plans and carries them out. */
        public ClassicPlanner planner(Classic classic, Planning planning) {
            return new ClassicPlanner(classic, planning);
        }
    }

    /** The protocol under these rules. */
    public Classic(Rules rules) {
        this(rules, new Modules());
    }

    /** The protocol under these rules, with modules from somebody. */
    public Classic(Rules rules, Modules modules) {
        this.rules = rules;
        this.modules = modules;
        versioning = modules.versioning(rules);
        migration = modules.migration(rules, versioning);
        promotion = modules.promotion(rules, versioning);
        failover = modules.failover(rules, versioning);
        stateChange = modules.stateChange(rules);
        membership = modules.membership(rules, versioning, stateChange);
        replication = modules.replication(rules);
        stampCheck = modules.stampCheck(rules);
        shutdown = modules.shutdown(rules, migration);
        partialRestart = modules.partialRestart(rules, versioning);
        planAndRun = modules.planAndRun(rules);
        rollingUpgrade = modules.rollingUpgrade(rules);
    }

    /** The protocol as it was published: without the repairs. */
    public static Classic published() {
        return new Classic(ClassicRule.published());
    }

    /** The protocol with all repairs. */
    public static Classic repaired() {
        return new Classic(Rules.ALL);
    }

    /** This protocol, with more rules switched off. */
    public Classic lacking(Iterable<? extends Guard> more) {
        Rules fewer = rules;
        for (Guard rule : more) {
            fewer = fewer.lacking(rule);
        }
        return new Classic(fewer, modules);
    }

    /** Makes and carries out plans, which come from somebody. */
    public ClassicPlanner planner(Planning planning) {
        return modules.planner(this, planning);
    }

    /** The rules in force. */
    public Rules rules() {
        return rules;
    }

    /** How tables travel. */
    public PartitionVersioning versioning() {
        return versioning;
    }

    /** Migrations. */
    public ParallelMigration migration() {
        return migration;
    }

    /** Repair. */
    public PromotionCommit promotion() {
        return promotion;
    }

    /** A new master. */
    public MasterFailover failover() {
        return failover;
    }

    /** Joins and suspicions. */
    public Membership membership() {
        return membership;
    }

    /** Partition data. */
    public Replication replication() {
        return replication;
    }

    /** The search for stale members. */
    public StampCheck stampCheck() {
        return stampCheck;
    }

    /** How the state of the cluster changes. */
    public ClusterStateChange stateChange() {
        return stateChange;
    }

    /** How members leave. */
    public GracefulShutdown shutdown() {
        return shutdown;
    }

    /** A restart from some of the disks. */
    public PartialRestart partialRestart() {
        return partialRestart;
    }

    /** The plan of one partition. */
    public PlanAndRun planAndRun() {
        return planAndRun;
    }

    /** From one version of the table to a version for each partition. */
    public RollingUpgrade rollingUpgrade() {
        return rollingUpgrade;
    }
}
