package io.godwit.protocol.quorum;

import io.godwit.protocol.Guard;
import io.godwit.protocol.Guards;
import io.godwit.protocol.Rules;
import io.godwit.protocol.quorum.registers.Stamps;

/** The modules of the quorum protocol under some rules, as the specifications in {@code spec/quorum} compose them. */
public final class Quorum {
    private final Rules rules;
    private final Modules modules;
    private final Guards guards;
    private final Stamps stamps;
    private final Registers registers;
    private final MasterFailover failover;
    private final Voters voters;

    /** Makes the modules. A test or a mutant that replaces one overrides the method that makes it. */
    public static class Modules {
        /** What is not a module yet. */
        public Guards guards(Rules rules) {
            return guardsUnder(rules);
        }

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
    }

    /** The protocol under these rules. */
    public Quorum(Rules rules) {
        this(rules, new Modules());
    }

    /** The protocol under these rules, with modules from somebody. */
    public Quorum(Rules rules, Modules modules) {
        this.rules = rules;
        this.modules = modules;
        guards = modules.guards(rules);
        stamps = modules.stamps(rules);
        registers = modules.registers(rules, stamps);
        failover = modules.failover(rules, registers, stamps);
        voters = modules.voters(rules, registers);
    }

    private static Guards guardsUnder(Rules rules) {
        return Guards.without(rules.off().toArray(Guard[]::new));
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

    /** What is not a module yet. */
    public Guards guards() {
        return guards;
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
}
