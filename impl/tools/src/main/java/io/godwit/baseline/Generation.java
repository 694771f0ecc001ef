package io.godwit.baseline;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Counts the processes that there have been at a place, in a file: no two of them may have the same number. */
final class Generation {
    private final Path file;

    Generation(Path file) {
        this.file = file;
    }

    /** How many there have been before this one; from now on it is one more. */
    int next() {
        try {
            int before =
                    Files.exists(file) ? Integer.parseInt(Files.readString(file).strip()) : 0;
            Files.writeString(file, Integer.toString(before + 1));
            return before;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
