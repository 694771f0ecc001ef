package io.godwit.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** A command that is listed for the help only. The launcher runs it: a build replaces this program, Jepsen has another class path. */
abstract class ByLauncher implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() {
        spec.commandLine().getErr().println("Run ./godwit " + spec.name() + "; this command is run by the launcher.");
        return ExitStatus.BROKEN_INPUT;
    }
}
