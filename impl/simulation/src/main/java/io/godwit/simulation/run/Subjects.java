package io.godwit.simulation.run;

import io.godwit.mutants.Mutant;
import io.godwit.mutants.Mutants;
import io.godwit.protocol.Guards;
import io.godwit.protocol.classic.ClassicGuard;
import io.godwit.simulation.InputException;
import io.godwit.simulation.classic.ClassicSubject;
import io.godwit.simulation.quorum.QuorumSubject;
import io.godwit.simulation.subject.Subject;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The protocols that can be simulated, and their mutants. */
public final class Subjects {
    private static final String REPAIRED = "classic-repaired";
    private static final Map<String, Function<Guards, Subject<?>>> PROTOCOLS = new TreeMap<>(Map.of(
            "quorum",
            QuorumSubject::new,
            "classic",
            ClassicSubject::new,
            REPAIRED,
            guards -> new ClassicSubject(REPAIRED, guards)));
    /** Classic as it was published is classic without the repairs. */
    private static final Map<String, Guards> AS_IT_IS =
            Map.of("quorum", Guards.ALL, "classic", ClassicGuard.product(), REPAIRED, ClassicGuard.repaired());

    private Subjects() {}

    /** The names of the protocols. */
    public static List<String> protocols() {
        return List.copyOf(PROTOCOLS.keySet());
    }

    /**
     * A protocol as it should be.
     *
     * @throws InputException when there is none of that name
     */
    public static Subject<?> protocol(String name) {
        return maker(name).apply(AS_IT_IS.get(name));
    }

    /**
     * A protocol with these guards and handlers.
     *
     * @throws InputException when there is none of that name
     */
    public static Subject<?> of(String name, Guards guards) {
        return maker(name).apply(guards);
    }

    private static Function<Guards, Subject<?>> maker(String name) {
        Function<Guards, Subject<?>> maker = PROTOCOLS.get(name);
        if (maker == null) {
            throw new InputException(
                    "no protocol '" + name + "'. There are: " + String.join(", ", PROTOCOLS.keySet()) + ".");
        }
        return maker;
    }

    /**
     * A broken protocol.
     *
     * @param name of the mutant, with or without the protocol's name and a slash in front
     * @throws InputException when there is none of that name
     */
    public static Subject<?> mutant(String protocol, String name) {
        Function<Guards, Subject<?>> maker = maker(protocol);
        for (Mutant mutant : Mutants.of(protocol)) {
            if (mutant.name().equals(name) || mutant.name().equals(protocol + '/' + name)) {
                return maker.apply(mutant.guards());
            }
        }
        String known = Mutants.of(protocol).stream().map(Mutant::name).collect(Collectors.joining(", "));
        throw new InputException("no mutant '" + name + "' of " + protocol + ". There are: " + known + ".");
    }
}
