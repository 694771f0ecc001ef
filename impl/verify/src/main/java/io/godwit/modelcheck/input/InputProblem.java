package io.godwit.modelcheck.input;

import java.nio.file.Path;
import java.util.Objects;

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
