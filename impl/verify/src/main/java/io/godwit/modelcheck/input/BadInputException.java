package io.godwit.modelcheck.input;

import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;

/** The user's files are broken. Carries every problem that was found, not just the first. */
public final class BadInputException extends Exception {
    private static final long serialVersionUID = 1L;

    private final transient List<InputProblem> problems;

    /** An exception for these problems, of which there must be at least one. */
    public BadInputException(List<InputProblem> problems) {
        super(problems.stream().map(InputProblem::toString).collect(Collectors.joining("\n")));
        if (problems.isEmpty()) {
            throw new IllegalArgumentException("no problem");
        }
        this.problems = List.copyOf(problems);
    }

    /** An exception for one problem. */
    public BadInputException(Path file, int line, String message, String remedy) {
        this(List.of(new InputProblem(file, line, message, remedy)));
    }

    /** What is wrong, in the order it was found. */
    public List<InputProblem> problems() {
        return problems;
    }

    /**
     * Something wrong in a file that the user wrote: where it is, what it is, what to do about it.
     *
     * @param file the file
     * @param line counted from 1; 0 where the whole file is meant
     * @param message what is wrong
     * @param remedy what to do about it
     */
    public record InputProblem(Path file, int line, String message, String remedy) {
        /** Checks that nothing is missing. */
        public InputProblem {
            Objects.requireNonNull(file, "file");
            Objects.requireNonNull(message, "message");
            Objects.requireNonNull(remedy, "remedy");
        }

        /** The problem as the user reads it, on two lines, with the file relative to {@code root} where it lies in there. */
        public String text(Path root) {
            Path shown = file.startsWith(root) ? root.relativize(file) : file;
            return shown + (line > 0 ? ":" + line : "") + ": " + message + "\n    " + remedy;
        }

        @Override
        public String toString() {
            return text(Path.of(""));
        }
    }
}
