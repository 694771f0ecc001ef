package io.godwit.cli;

import io.godwit.lab.LabException;
import io.godwit.modelcheck.input.BadInputException;
import io.godwit.modelcheck.input.InputProblem;
import io.godwit.modelcheck.run.ToolFailedException;
import io.godwit.simulation.InputException;
import io.godwit.trace.TraceException;
import java.io.PrintWriter;
import java.nio.file.FileSystemException;
import picocli.CommandLine;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.ParseResult;

/** Turns exceptions of commands into messages and exit status. */
final class Failures implements IExecutionExceptionHandler {
    @Override
    public int handleExecutionException(Exception exception, CommandLine line, ParseResult parsed) {
        PrintWriter err = line.getErr();
        if (exception instanceof BadInputException bad) {
            for (InputProblem problem : bad.problems()) {
                err.println(problem.text(ProjectRoot.find()));
            }
            return ExitStatus.BROKEN_INPUT;
        }
        if (exception instanceof TraceException
                || exception instanceof InputException
                || exception instanceof LabException) {
            err.println(exception.getMessage());
            return ExitStatus.BROKEN_INPUT;
        }
        if (exception instanceof ToolFailedException) {
            err.println(exception.getMessage());
            return ExitStatus.TOOL_FAILED;
        }
        if (exception instanceof FileSystemException file) {
            String reason = file.getReason() == null ? exception.getClass().getSimpleName() : file.getReason();
            err.println(file.getFile() + " cannot be used: " + reason);
            return ExitStatus.TOOL_FAILED;
        }
        err.println("godwit failed: " + exception);
        exception.printStackTrace(err);
        return ExitStatus.TOOL_FAILED;
    }
}
