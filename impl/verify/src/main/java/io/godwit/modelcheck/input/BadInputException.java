package io.godwit.modelcheck.input;

import java.nio.file.Path;
import java.util.List;
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
}
