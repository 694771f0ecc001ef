package io.godwit.cli;

import java.nio.file.Path;

/** The root directory of the project, as given by the launcher. */
final class ProjectRoot {
    private ProjectRoot() {}

    /** The directory that holds {@code spec} and {@code models}; the current directory without a launcher. */
    static Path find() {
        return Path.of(System.getProperty("godwit.root", "")).toAbsolutePath().normalize();
    }
}
