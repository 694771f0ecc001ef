package io.godwit.cli;

import io.godwit.cli.Outputs.ProjectRoot;
import io.godwit.lab.Lab.LabException;
import io.godwit.modelcheck.input.BadInputException;
import io.godwit.modelcheck.input.BadInputException.InputProblem;
import io.godwit.modelcheck.run.ToolProcess.ToolFailedException;
import io.godwit.simulation.InputException;
import io.godwit.trace.TraceException;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import picocli.CommandLine;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.ParseResult;

/** Turns exceptions of commands into messages and exit status. */
final class ExceptionHandler implements IExecutionExceptionHandler {
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
        if (exception instanceof IOException || exception instanceof UncheckedIOException) {
            err.println(text(exception));
            return ExitStatus.TOOL_FAILED;
        }
        err.println("godwit failed: " + exception);
        exception.printStackTrace(err);
        return ExitStatus.TOOL_FAILED;
    }

    /** The message of an exception. File system exceptions often name only the file, so the reason is added. */
    static String text(Throwable failure) {
        if (failure instanceof FileSystemException file) {
            return file.getFile() + " cannot be used: " + reason(file);
        }
        // The message says what was attempted, the cause why it failed.
        if (failure instanceof UncheckedIOException unchecked) {
            String why = text(unchecked.getCause());
            boolean own = unchecked.getMessage() != null
                    && !unchecked.getMessage().equals(unchecked.getCause().toString());
            return own ? unchecked.getMessage() + ": " + why : why;
        }
        return failure.getMessage() == null ? failure.toString() : failure.getMessage();
    }

    private static String reason(FileSystemException file) {
        if (file instanceof AccessDeniedException) {
            return "permission denied";
        } else if (file instanceof NoSuchFileException) {
            return "no such file or directory";
        } else if (file instanceof FileAlreadyExistsException || file instanceof NotDirectoryException) {
            return "it exists and is not a directory";
        }
        return file.getReason() == null ? file.getClass().getSimpleName() : file.getReason();
    }
}
