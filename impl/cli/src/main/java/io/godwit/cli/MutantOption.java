package io.godwit.cli;

import io.godwit.mutants.Mutant;
import io.godwit.mutants.Mutants;
import io.godwit.protocol.Guards;
import java.util.Optional;
import picocli.CommandLine;

/** The hidden option {@code --mutant}: members without one of the protocol's guards. */
final class MutantOption {
    private MutantOption() {}

    /** The guards that are in force; all if no mutant is named. Refuses a name that is none of the quorum protocol's. */
    static Guards guards(CommandLine line, String name) {
        if (name == null) {
            return Guards.ALL;
        }
        Optional<Mutant> mutant =
                Mutants.find(name).filter(found -> found.protocol().equals("quorum"));
        return mutant.orElseThrow(() -> new CommandLine.ParameterException(
                        line, "no mutant " + name + " of the quorum protocol; docs/verify.md names them"))
                .guards();
    }
}
