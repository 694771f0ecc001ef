package io.godwit.cli;

import io.godwit.bench.Bench;
import io.godwit.cli.ByLauncher.JepsenCommand;
import io.godwit.cli.ByLauncher.PackageCommand;
import io.godwit.cli.ByLauncher.TestCommand;
import java.util.List;
import java.util.function.IntSupplier;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** Entry point of the command line. */
@Command(
        name = "godwit",
        description = "A partition-migration protocol with its evidence.",
        mixinStandardHelpOptions = true,
        version = "godwit 0.1.0",
        synopsisSubcommandLabel = "COMMAND",
        exitCodeListHeading = "%nExit status:%n",
        exitCodeList = {"0:success", "1:a check failed", "2:invalid arguments or input", "3:a tool failed"},
        footer = {"", "'godwit COMMAND --help' describes a command."})
public final class Main {
    private static final List<Class<?>> COMMANDS = List.of(
            CheckCommand.class,
            VerifyCommand.class,
            TestCommand.class,
            SimulateCommand.class,
            ConformCommand.class,
            MatrixCommand.class,
            ReportCommand.class,
            TraceCommand.class,
            PlaygroundCommand.class,
            MemberCommand.class,
            ClusterCommand.class,
            ClientCommand.class,
            BackupCommand.class,
            RestoreCommand.class,
            RecoverCommand.class,
            LabCommand.class,
            DemoCommand.class,
            Bench.class,
            PackageCommand.class,
            SiteCommand.class,
            JepsenCommand.class);

    Main() {}

    /**
     * Runs a command and exits with its status.
     *
     * @param args the command line
     */
    public static void main(String[] args) {
        System.exit(RewrittenMain.isFor(args) ? RewrittenMain.execute(args) : execute(args));
    }

    /** Runs a command; returns its exit status. */
    static int execute(String... args) {
        return unlessBroken(() -> commandLine(args).execute(args));
    }

    /** An error of the JVM, such as too little memory, is no answer of the command: its exit status is that of a tool that has failed. */
    static int unlessBroken(IntSupplier command) {
        try {
            return command.getAsInt();
        } catch (Error e) {
            System.err.println("godwit failed: " + e);
            e.printStackTrace();
            return ExitStatus.TOOL_FAILED;
        }
    }

    /**
     * A new command line for these arguments. Reading the options of all commands takes most of the time of a start, so it has
     * the called command only, or all if the first argument names none.
     */
    static CommandLine commandLine(String... args) {
        CommandLine line = new CommandLine(new Main());
        List<Class<?>> called = COMMANDS.stream()
                .filter(it -> args.length > 0
                        && it.getAnnotation(Command.class).name().equals(args[0]))
                .toList();
        if (called.isEmpty()) {
            COMMANDS.forEach(line::addSubcommand);
            line.addSubcommand(CommandLine.HelpCommand.class);
        } else {
            called.forEach(line::addSubcommand);
        }
        line.setParameterExceptionHandler(new UsageErrorHandler());
        line.setExecutionExceptionHandler(new ExceptionHandler());
        line.setCaseInsensitiveEnumValuesAllowed(true);
        line.setUsageHelpWidth(100);
        line.setUsageHelpAutoWidth(true);
        return line;
    }
}
