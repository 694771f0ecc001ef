package io.godwit.mutants;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** All mutants of both protocols. */
public final class Mutants {
    private static final List<Mutant> ALL = Stream.of(QuorumMutants.ALL, ClassicMutants.ALL, PlannerMutants.ALL)
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
}
