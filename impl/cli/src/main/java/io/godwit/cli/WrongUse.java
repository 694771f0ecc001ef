package io.godwit.cli;

import java.io.PrintWriter;
import picocli.CommandLine;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/** Says what is wrong with a command line, and how it is to be. */
final class WrongUse implements IParameterExceptionHandler {
    @Override
    public int handleParseException(ParameterException exception, String[] arguments) {
        CommandLine line = innermost(exception.getCommandLine());
        PrintWriter err = line.getErr();
        err.println(message(exception));
        if (!UnmatchedArgumentException.printSuggestions(exception, err)) {
            line.usage(err);
        }
        return ExitStatus.BROKEN_INPUT;
    }

    /** Refuses a command line unless something holds. */
    static void unless(CommandSpec spec, boolean holds, String message) {
        if (!holds) {
            throw new ParameterException(spec.commandLine(), message);
        }
    }

    /** A value may be refused by the command around the one that was called; what helps is how that one is used. */
    private static CommandLine innermost(CommandLine line) {
        ParseResult parsed = line.getParseResult();
        return parsed == null || !parsed.hasSubcommand()
                ? line
                : innermost(parsed.subcommand().commandSpec().commandLine());
    }

    private static String message(ParameterException exception) {
        boolean unknown = exception instanceof UnmatchedArgumentException unmatched
                && !unmatched.isUnknownOption()
                && !exception.getCommandLine().getSubcommands().isEmpty();
        return unknown
                ? "there is no command '"
                        + ((UnmatchedArgumentException) exception)
                                .getUnmatched()
                                .get(0) + "'"
                : exception.getMessage();
    }
}
