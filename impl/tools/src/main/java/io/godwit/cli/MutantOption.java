package io.godwit.cli;

import io.godwit.mutants.Mutants;
import io.godwit.mutants.Mutants.Mutant;
import io.godwit.mutants.runtime.RuntimeMutants;
import io.godwit.protocol.quorum.Quorum;
import java.util.Optional;
import picocli.CommandLine;

/** The hidden option {@code --mutant}: runs members without one of the protocol's guards, or with a fault in their runtime. */
final class MutantOption {
    private MutantOption() {}

    /** Throws if the name is not a mutant of the quorum protocol or the runtime, or does not affect a member. */
    static void checkForMember(CommandLine line, String name) {
        if (name.startsWith(RuntimeMutants.CLIENT)) {
            throw new CommandLine.ParameterException(
                    line, name + ": members do not run the client library; use it with simulate, which has clients");
        }
        if (RuntimeMutants.find(name).isEmpty()) {
            quorum(line, name);
        }
    }

    /** Whether it is a mutant of the runtime. Throws if it is one and the running classes are not rewritten. */
    static boolean isOfRuntime(CommandLine line, String name) {
        boolean found = name != null && RuntimeMutants.find(name).isPresent();
        if (found && !RewrittenMain.isRewritten()) {
            throw new CommandLine.ParameterException(
                    line, name + " needs rewritten classes; the running ones are not rewritten");
        }
        return found;
    }

    /** The protocol; the whole one unless a mutant is given. Throws if the mutant is not of the quorum protocol. */
    static Quorum quorum(CommandLine line, String name) {
        if (name == null || isOfRuntime(line, name)) {
            return Quorum.whole();
        }
        Optional<Mutant> mutant =
                Mutants.find(name).filter(found -> found.protocol().equals("quorum"));
        return mutant.orElseThrow(() -> new CommandLine.ParameterException(
                        line,
                        "no mutant " + name
                                + " of the quorum protocol or the runtime; docs/verify/README.md lists them"))
                .quorum();
    }
}
