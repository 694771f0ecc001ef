package io.godwit.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code godwit jepsen}: listed for the help; the launcher runs it, because Jepsen needs a class path of its own. */
@Command(
        name = "jepsen",
        description = "Run Jepsen against a real cluster on this machine.",
        mixinStandardHelpOptions = true)
final class JepsenCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() {
        spec.commandLine().getErr().println("Run ./godwit jepsen: the launcher does this.");
        return ExitStatus.BROKEN_INPUT;
    }
}
