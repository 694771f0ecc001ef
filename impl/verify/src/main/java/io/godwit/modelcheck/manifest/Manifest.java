package io.godwit.modelcheck.manifest;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * The only list of models.
 *
 * @param file where it was read from
 * @param root the directory that all paths in it are relative to
 * @param library directories in which modules are looked up
 * @param overrides the definitions that configurations may replace
 * @param entries the models, in the order of the file
 */
public record Manifest(
        Path file, Path root, List<String> library, List<DefinitionOverride> overrides, List<ManifestEntry> entries) {
    /** Where modules are looked up when the manifest does not say. */
    public static final List<String> DEFAULT_LIBRARY = List.of("spec/common", "spec/classic", "spec/quorum");

    /** Makes the lists unmodifiable. */
    public Manifest {
        library = List.copyOf(library);
        overrides = List.copyOf(overrides);
        entries = List.copyOf(entries);
    }

    /** Whether configurations may replace a definition by another one. */
    public boolean allows(String definition, String by) {
        return overrides.stream()
                .anyMatch(allowed ->
                        allowed.definition().equals(definition) && allowed.by().equals(by));
    }

    /** The entry of that name. */
    public Optional<ManifestEntry> entry(String name) {
        return entries.stream().filter(entry -> entry.name().equals(name)).findFirst();
    }

    /** An absolute path for one that the manifest gives. */
    public Path resolve(String path) {
        return root.resolve(path).normalize();
    }

    /**
     * Where the modules of an entry are looked up: the directory of its root module, the library, the directory of its cfg. Two protocols may
     * have modules of the same name, so the directory of the library that is called like the one of the root module comes first.
     */
    public List<Path> searchPath(ManifestEntry entry) {
        Path own = resolve(entry.module()).getParent();
        List<Path> path = new ArrayList<>(List.of(own));
        library.stream()
                .map(this::resolve)
                .sorted(Comparator.comparing(
                        directory -> !directory.getFileName().equals(own.getFileName())))
                .forEach(path::add);
        if (entry.cfg() != null) {
            path.add(resolve(entry.cfg()).getParent());
        }
        return path.stream().distinct().toList();
    }

    /**
     * A definition that configurations may replace by another one in models of the protocol itself.
     *
     * @param definition the definition that is replaced
     * @param by the definition that takes its place
     * @param reason why the models stay complete
     */
    public record DefinitionOverride(String definition, String by, String reason) {}
}
