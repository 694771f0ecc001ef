package io.godwit.cli;

import picocli.CommandLine;
import picocli.CommandLine.Command;

/** Entry point of the command line. */
@Command(
        name = "godwit",
        description = "A partition-migration protocol with its evidence.",
        mixinStandardHelpOptions = true,
        version = "godwit 0.1.0",
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {
            CheckCommand.class,
            VerifyCommand.class,
            TestCommand.class,
            SimulateCommand.class,
            ConformCommand.class,
            MatrixCommand.class,
            ReportCommand.class,
            TraceCommand.class,
            MemberCommand.class,
            ClusterCommand.class,
            ClientCommand.class,
            LabCommand.class,
            DemoCommand.class,
            BenchCommand.class,
            JepsenCommand.class,
            CommandLine.HelpCommand.class
        },
        exitCodeListHeading = "%nExit status:%n",
        exitCodeList = {"0:all is well", "1:a check failed", "2:wrong use or broken input", "3:a tool failed"},
        footer = {"", "godwit COMMAND --help explains a command."})
public final class Main {
    Main() {}

    /**
     * Runs one command and exits with its status.
     *
     * @param args the command line
     */
    public static void main(String[] args) {
        System.exit(RewrittenMain.isFor(args) ? RewrittenMain.execute(args) : execute(args));
    }

    /** Runs one command; returns its status. */
    static int execute(String... args) {
        return commandLine().execute(args);
    }

    /** The command line with all commands, not yet run. */
    static CommandLine commandLine() {
        CommandLine line = new CommandLine(new Main());
        line.setParameterExceptionHandler(new WrongUse());
        line.setExecutionExceptionHandler(new Failures());
        line.setCaseInsensitiveEnumValuesAllowed(true);
        line.setUsageHelpWidth(100);
        line.setUsageHelpAutoWidth(true);
        return line;
    }
}
