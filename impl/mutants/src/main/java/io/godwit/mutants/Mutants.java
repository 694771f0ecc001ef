package io.godwit.mutants;

import io.godwit.protocol.Guard;
import io.godwit.protocol.classic.Classic;
import io.godwit.protocol.quorum.Quorum;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** All mutants of both protocols. */
public final class Mutants {
    private static final List<Mutant> ALL = Stream.of(
                    QuorumVariants.mutants(), ClassicVariants.mutants(), PlannerVariants.mutants())
            .flatMap(List::stream)
            .toList();

    private Mutants() {}

    /** All of them, quorum first, in the order in which the protocols list their rules. */
    public static List<Mutant> all() {
        return ALL;
    }

    /** The mutants of one protocol. */
    public static List<Mutant> of(String protocol) {
        return ALL.stream().filter(m -> m.protocol().equals(protocol)).toList();
    }

    /**
     * The mutant of that name.
     *
     * @param name as {@link Mutant#name} gives it; the protocol may be left out where the switch is in one of them only
     */
    public static Optional<Mutant> find(String name) {
        List<Mutant> found = ALL.stream()
                .filter(m -> m.name().equals(name) || m.guard().spec().equals(name))
                .toList();
        return found.size() == 1 ? Optional.of(found.get(0)) : Optional.empty();
    }

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
}
