package io.godwit.modelcheck.manifest;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * The only list of models.
 *
 * @param file where it was read from
 * @param root the directory that all paths in it are relative to
 * @param library directories in which modules are looked up
 * @param entries the models, in the order of the file
 */
public record Manifest(Path file, Path root, List<String> library, List<Entry> entries) {
    /** Where modules are looked up when the manifest does not say. */
    public static final List<String> DEFAULT_LIBRARY = List.of("spec/common", "spec/classic", "spec/quorum");

    /** Makes the lists unmodifiable. */
    public Manifest {
        library = List.copyOf(library);
        entries = List.copyOf(entries);
    }

    /** The entry of that name. */
    public Optional<Entry> entry(String name) {
        return entries.stream().filter(entry -> entry.name().equals(name)).findFirst();
    }

    /** An absolute path for one that the manifest gives. */
    public Path resolve(String path) {
        return root.resolve(path).normalize();
    }

    /** Where the modules of an entry are looked up: the library, and the directory of its root module and of its cfg. */
    public List<Path> searchPath(Entry entry) {
        List<Path> path = new java.util.ArrayList<>();
        path.add(resolve(entry.module()).getParent());
        for (String directory : library) {
            path.add(resolve(directory));
        }
        if (entry.cfg() != null) {
            path.add(resolve(entry.cfg()).getParent());
        }
        return path.stream().distinct().toList();
    }
}
