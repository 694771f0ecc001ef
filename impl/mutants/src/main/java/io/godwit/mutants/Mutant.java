package io.godwit.mutants;

import io.godwit.protocol.Guard;
import io.godwit.protocol.classic.Classic;
import io.godwit.protocol.quorum.Quorum;

/**
 * A protocol that lacks one rule.
 *
 * @param protocol {@code quorum} or {@code classic}
 * @param guard the rule that is missing
 * @param quorum what quorum is to be built with; the whole protocol for a mutant of classic
 * @param classic what classic is to be built with; the repaired protocol for a mutant of quorum
 */
public record Mutant(String protocol, Guard guard, Quorum quorum, Classic classic) {
    /** A mutant of quorum. */
    Mutant(Guard guard, Quorum quorum) {
        this("quorum", guard, quorum, Classic.repaired());
    }

    /** A mutant of classic. */
    Mutant(Guard guard, Classic classic) {
        this("classic", guard, Quorum.whole(), classic);
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
