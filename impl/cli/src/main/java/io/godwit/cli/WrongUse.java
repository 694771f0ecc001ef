package io.godwit.cli;

import java.io.PrintWriter;
import picocli.CommandLine;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** Says what is wrong with a command line, and how it is to be. */
final class WrongUse implements IParameterExceptionHandler {
    @Override
    public int handleParseException(ParameterException exception, String[] arguments) {
        CommandLine line = exception.getCommandLine();
        PrintWriter err = line.getErr();
        err.println(message(exception));
        if (!UnmatchedArgumentException.printSuggestions(exception, err)) {
            line.usage(err);
        }
        return ExitStatus.BROKEN_INPUT;
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
