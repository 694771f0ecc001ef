package io.godwit.mutants.runtime;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** All mutants of runtime, codec, store and client. */
public final class RuntimeMutants {
    /** How the names of the client library's mutants begin. */
    public static final String CLIENT = "client/";

    private static final List<RuntimeMutant> ALL = all();

    private RuntimeMutants() {}

    private static List<RuntimeMutant> all() {
        List<RuntimeMutant> all = new ArrayList<>();
        all.addAll(StoreMutants.ALL);
        all.addAll(MemberMutants.ALL);
        all.addAll(TransferMutants.ALL);
        all.addAll(ClientMutants.ALL);
        return List.copyOf(all);
    }

    /** All of them. */
    public static List<RuntimeMutant> list() {
        return ALL;
    }

    /** The mutant of that name. */
    public static Optional<RuntimeMutant> find(String name) {
        return ALL.stream().filter(it -> it.name().equals(name)).findFirst();
    }

    static Rewriting.RewrittenMethod in(String className, String method) {
        return new Rewriting.RewrittenMethod(className, method);
    }

    /** One that the simulation finds. */
    static RuntimeMutant row(String name, String text, String faults, Rewriting... rewritings) {
        return new RuntimeMutant(name, text, faults, "", List.of(rewritings));
    }

    /** One that the simulation does not find, and a test does. */
    static RuntimeMutant tested(String name, String text, String test, Rewriting... rewritings) {
        return new RuntimeMutant(name, text, "", test, List.of(rewritings));
    }

    /**
     * A member with one fault in the code around its engine.
     *
     * @param name such as {@code durability/NoSync}
     * @param text what is wrong with it
     * @param faults the faults with which the simulation finds it soonest, as on the command line of {@code simulate}; empty if the
     *     simulation does not find it
     * @param test class and method of the test that fails with it, where the simulation does not find it; otherwise empty
     * @param rewritings the changes
     */
    public record RuntimeMutant(String name, String text, String faults, String test, List<Rewriting> rewritings) {
        /** Copies the list. */
        public RuntimeMutant {
            rewritings = List.copyOf(rewritings);
        }
    }
}
