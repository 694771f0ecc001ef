package io.godwit.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
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

    /** {@code godwit jepsen}. */
    @Command(
            name = "jepsen",
            description = "Run Jepsen against a real cluster on this machine.",
            mixinStandardHelpOptions = true)
    static final class JepsenCommand extends ByLauncher {}

    /** {@code godwit test}. */
    @Command(
            name = "test",
            description = "Build everything, check formatting, run static analysis and all unit and integration tests.",
            mixinStandardHelpOptions = true)
    static final class TestCommand extends ByLauncher {}

    /** {@code godwit package}. */
    @Command(
            name = "package",
            description = "Build a release: a zip that needs only a JDK, and a Maven repository with the libraries.",
            mixinStandardHelpOptions = true)
    static final class PackageCommand extends ByLauncher {}
}
