package io.godwit.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code godwit test}: listed for the help only; the launcher runs it, because a build cannot replace the running program. */
@Command(
        name = "test",
        description = "Build everything, check formatting, run static analysis and all unit and integration tests.",
        mixinStandardHelpOptions = true)
final class TestCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() {
        spec.commandLine().getErr().println("Run ./godwit test: the launcher does this.");
        return ExitStatus.BROKEN_INPUT;
    }
}
