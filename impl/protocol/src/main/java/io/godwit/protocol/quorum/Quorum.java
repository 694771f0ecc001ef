package io.godwit.protocol.quorum;

import io.godwit.protocol.Guard;
import io.godwit.protocol.Rules;
import io.godwit.protocol.quorum.registers.Stamps;

/** The modules of the quorum protocol under some rules, as the specifications in {@code spec/quorum} compose them. */
public final class Quorum {
    private final Rules rules;
    private final Modules modules;
    private final Stamps stamps;
    private final Registers registers;
    private final MasterFailover failover;
    private final Voters voters;
    private final ReadLeases leases;
    private final FencedReplication replication;
    private final LearnerMigration migration;
    private final PromotionCommit promotion;
    private final DeclareLost declareLost;
    private final ChangeStream changes;
    private final Drain drain;
    private final DataPlane dataPlane;
    private final DurableDataPlane durable;
    private final ClusterStates states;
    private final ClusterVersion version;

    /** Makes the modules. A test or a mutant that replaces one overrides the method that makes it. */
    public static class Modules {
        /** Stamps of tables. */
        public Stamps stamps(Rules rules) {
            return new Stamps();
        }

        /** The registers. */
        public Registers registers(Rules rules, Stamps stamps) {
            return new Registers(rules, stamps);
        }

        /** Elections. */
        public MasterFailover failover(Rules rules, Registers registers, Stamps stamps) {
            return new MasterFailover(rules, registers, stamps);
        }

        /** The voter set. */
        public Voters voters(Rules rules, Registers registers) {
            return new Voters(rules, registers);
        }

        /** Read leases. */
        public ReadLeases leases(Rules rules) {
            return new ReadLeases(rules);
        }

        /** Writes, reads, and what a member has activated. */
        public FencedReplication replication(Rules rules, ReadLeases leases) {
            return new FencedReplication(rules, leases);
        }

        /** The state of the cluster. */
        public ClusterStates states(Rules rules, Registers registers, Voters voters, FencedReplication replication) {
            return new ClusterStates(rules, registers, voters, replication);
        }

        /** The cluster version. */
        public ClusterVersion version(Rules rules, Registers registers, Voters voters) {
            return new ClusterVersion(rules, registers, voters);
        }

        /** Migrations. */
        public LearnerMigration migration(Rules rules) {
            return new LearnerMigration(rules);
        }

        /** New primaries. */
        public PromotionCommit promotion(Rules rules) {
            return new PromotionCommit(rules);
        }

        /** What an operator declares. */
        public DeclareLost declareLost(Rules rules) {
            return new DeclareLost(rules);
        }

        /** Readers of changes. */
        public ChangeStream changes(Rules rules, ReadLeases leases) {
            return new ChangeStream(rules, leases);
        }

        /** How members leave. */
        public Drain drain(Rules rules) {
            return new Drain(rules);
        }

        /** How processes start and end. */
        public DataPlane dataPlane(Rules rules) {
            return new DataPlane(rules);
        }

        /** Restarts with a disk. */
        public DurableDataPlane durable(Rules rules, ReadLeases leases) {
            return new DurableDataPlane(rules, leases);
        }
    }

    /** The protocol under these rules. */
    public Quorum(Rules rules) {
        this(rules, new Modules());
    }

    /** The protocol under these rules, with modules from somebody. */
    public Quorum(Rules rules, Modules modules) {
        this.rules = rules;
        this.modules = modules;
        stamps = modules.stamps(rules);
        registers = modules.registers(rules, stamps);
        failover = modules.failover(rules, registers, stamps);
        voters = modules.voters(rules, registers);
        leases = modules.leases(rules);
        replication = modules.replication(rules, leases);
        migration = modules.migration(rules);
        promotion = modules.promotion(rules);
        declareLost = modules.declareLost(rules);
        changes = modules.changes(rules, leases);
        drain = modules.drain(rules);
        dataPlane = modules.dataPlane(rules);
        durable = modules.durable(rules, leases);
        states = modules.states(rules, registers, voters, replication);
        version = modules.version(rules, registers, voters);
    }

    /** The protocol. */
    public static Quorum whole() {
        return new Quorum(Rules.ALL);
    }

    /** This protocol, with more rules switched off. */
    public Quorum lacking(Iterable<? extends Guard> more) {
        Rules fewer = rules;
        for (Guard rule : more) {
            fewer = fewer.lacking(rule);
        }
        return new Quorum(fewer, modules);
    }

    /** The rules in force. */
    public Rules rules() {
        return rules;
    }

    /** Stamps of tables. */
    public Stamps stamps() {
        return stamps;
    }

    /** The registers. */
    public Registers registers() {
        return registers;
    }

    /** Elections. */
    public MasterFailover failover() {
        return failover;
    }

    /** The voter set. */
    public Voters voters() {
        return voters;
    }

    /** Read leases. */
    public ReadLeases leases() {
        return leases;
    }

    /** Writes, reads, and what a member has activated. */
    public FencedReplication replication() {
        return replication;
    }

    /** Migrations. */
    public LearnerMigration migration() {
        return migration;
    }

    /** New primaries. */
    public PromotionCommit promotion() {
        return promotion;
    }

    /** What an operator declares. */
    public DeclareLost declareLost() {
        return declareLost;
    }

    /** Readers of changes. */
    public ChangeStream changes() {
        return changes;
    }

    /** How members leave. */
    public Drain drain() {
        return drain;
    }

    /** How processes start and end. */
    public DataPlane dataPlane() {
        return dataPlane;
    }

    /** Restarts with a disk. */
    public DurableDataPlane durable() {
        return durable;
    }

    /** The state of the cluster. */
    public ClusterStates states() {
        return states;
    }

    /** The cluster version. */
    public ClusterVersion version() {
        return version;
    }
}
