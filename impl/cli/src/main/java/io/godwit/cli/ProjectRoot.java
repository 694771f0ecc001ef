package io.godwit.cli;

import java.nio.file.Path;

/** Where the project is: the launcher says so. */
final class ProjectRoot {
    private ProjectRoot() {}

    /** The directory that holds {@code spec} and {@code models}; the current one when no launcher said otherwise. */
    static Path find() {
        return Path.of(System.getProperty("godwit.root", "")).toAbsolutePath().normalize();
    }
}
