package io.godwit.cli;

import io.godwit.mutants.Mutant;
import io.godwit.mutants.Mutants;
import io.godwit.mutants.runtime.RuntimeMutants;
import io.godwit.protocol.Guards;
import java.util.Optional;
import picocli.CommandLine;

/** The hidden option {@code --mutant}: members without one of the protocol's guards, or with a fault in their runtime. */
final class MutantOption {
    private MutantOption() {}

    /** Refuses a name that is none of the quorum protocol's, and none of the runtime's, or that changes nothing in a member. */
    static void checkForMember(CommandLine line, String name) {
        if (name.startsWith(RuntimeMutants.CLIENT)) {
            throw new CommandLine.ParameterException(
                    line, name + ": members do not run the client library; simulate has clients, and takes it");
        }
        if (RuntimeMutants.find(name).isEmpty()) {
            guards(line, name);
        }
    }

    /** Whether it is a mutant of the runtime. Refuses one if the classes that run are not rewritten. */
    static boolean isOfRuntime(CommandLine line, String name) {
        boolean found = name != null && RuntimeMutants.find(name).isPresent();
        if (found && !RewrittenMain.isRewritten()) {
            throw new CommandLine.ParameterException(line, name + " is rewritten classes, and these are not");
        }
        return found;
    }

    /** The guards that are in force; all if no guard's mutant is named. Refuses a name that is none of the quorum protocol's. */
    static Guards guards(CommandLine line, String name) {
        if (name == null || isOfRuntime(line, name)) {
            return Guards.ALL;
        }
        Optional<Mutant> mutant =
                Mutants.find(name).filter(found -> found.protocol().equals("quorum"));
        return mutant.orElseThrow(() -> new CommandLine.ParameterException(
                        line,
                        "no mutant " + name + " of the quorum protocol or the runtime; docs/verify.md names them"))
                .guards();
    }
}
