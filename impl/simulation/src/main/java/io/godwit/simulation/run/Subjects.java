package io.godwit.simulation.run;

import io.godwit.mutants.Mutants;
import io.godwit.mutants.Mutants.Mutant;
import io.godwit.protocol.classic.Classic;
import io.godwit.protocol.quorum.Quorum;
import io.godwit.simulation.InputException;
import io.godwit.simulation.Subject;
import io.godwit.simulation.classic.ClassicSubject;
import io.godwit.simulation.quorum.QuorumSubject;
import java.util.List;
import java.util.stream.Collectors;

/** The protocols that can be simulated, and their mutants. */
public final class Subjects {
    private static final String REPAIRED = "classic-repaired";
    private static final List<String> PROTOCOLS = List.of("classic", REPAIRED, "quorum");

    private Subjects() {}

    /** The names of the protocols. */
    public static List<String> protocols() {
        return PROTOCOLS;
    }

    /**
     * A protocol as it should be; {@code classic} is the published one, without the repairs.
     *
     * @throws InputException when there is none of that name
     */
    public static Subject<?> protocol(String name) {
        return name.equals("classic") ? new ClassicSubject(Classic.published()) : whole(name);
    }

    /**
     * A protocol that lacks nothing: what its mutants lack one rule of.
     *
     * @throws InputException when there is none of that name
     */
    public static Subject<?> whole(String name) {
        return of(name, Quorum.whole(), Classic.repaired());
    }

    /** A broken protocol. */
    public static Subject<?> mutant(Mutant mutant) {
        return of(mutant.protocol(), mutant.quorum(), mutant.classic());
    }

    private static Subject<?> of(String name, Quorum quorum, Classic classic) {
        return switch (name) {
            case "quorum" -> new QuorumSubject(quorum);
            case "classic", REPAIRED -> new ClassicSubject(name, classic);
            default -> throw new InputException(
                    "no protocol '" + name + "'. There are: " + String.join(", ", PROTOCOLS) + ".");
        };
    }

    /**
     * A broken protocol.
     *
     * @param name of the mutant, with or without the protocol's name and a slash in front
     * @throws InputException when there is none of that name
     */
    public static Subject<?> mutant(String protocol, String name) {
        Subject<?> whole = whole(protocol);
        for (Mutant mutant : Mutants.of(protocol)) {
            if (mutant.name().equals(name) || mutant.name().equals(protocol + '/' + name)) {
                return mutant(mutant);
            }
        }
        String known = Mutants.of(protocol).stream().map(Mutant::name).collect(Collectors.joining(", "));
        throw new InputException("no mutant '" + name + "' of " + whole.name() + ". There are: " + known + ".");
    }
}
