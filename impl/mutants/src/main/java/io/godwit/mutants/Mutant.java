package io.godwit.mutants;

import io.godwit.protocol.Guard;
import io.godwit.protocol.Guards;

/**
 * A protocol that lacks one guard.
 *
 * @param protocol {@code quorum} or {@code classic}
 * @param guard the guard that is missing
 * @param guards what the protocol is to be built with
 */
public record Mutant(String protocol, Guard guard, Guards guards) {
    /** The name on the command line: protocol and switch of the specification, such as {@code quorum/AcceptChecksTerm}. */
    public String name() {
        return protocol + '/' + guard.spec();
    }

    @Override
    public String toString() {
        return name();
    }
}
