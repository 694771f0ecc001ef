package io.godwit.mutants;

import io.godwit.protocol.Guard;
import io.godwit.protocol.Guards;
import io.godwit.protocol.classic.Classic;

/**
 * A protocol that lacks one rule.
 *
 * @param protocol {@code quorum} or {@code classic}
 * @param guard the rule that is missing
 * @param guards what quorum is to be built with; all guards for a mutant of classic
 * @param classic what classic is to be built with; the repaired protocol for a mutant of quorum
 */
public record Mutant(String protocol, Guard guard, Guards guards, Classic classic) {
    /** A mutant of quorum. */
    Mutant(String protocol, Guard guard, Guards guards) {
        this(protocol, guard, guards, Classic.repaired());
    }

    /** A mutant of classic. */
    Mutant(Guard guard, Classic classic) {
        this("classic", guard, Guards.ALL, classic);
    }

    /** The name on the command line: protocol and switch of the specification, such as {@code quorum/AcceptChecksTerm}. */
    public String name() {
        return protocol + '/' + guard.spec();
    }

    @Override
    public String toString() {
        return name();
    }
}
