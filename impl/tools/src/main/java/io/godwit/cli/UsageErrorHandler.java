package io.godwit.cli;

import java.io.PrintWriter;
import picocli.CommandLine;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/** Reports an invalid command line, with the correct usage. */
final class UsageErrorHandler implements IParameterExceptionHandler {
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

    /** Throws unless the condition holds. */
    static void unless(CommandSpec spec, boolean holds, String message) {
        if (!holds) {
            throw new ParameterException(spec.commandLine(), message);
        }
    }

    /** The exception may come from the enclosing command; the usage to print is that of the called one. */
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
                ? "unknown command '"
                        + ((UnmatchedArgumentException) exception)
                                .getUnmatched()
                                .get(0) + "'"
                : exception.getMessage();
    }
}
