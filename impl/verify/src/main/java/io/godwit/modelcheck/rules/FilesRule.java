package io.godwit.modelcheck.rules;

import io.godwit.modelcheck.manifest.Manifest;
import io.godwit.modelcheck.manifest.ManifestEntry;
import io.godwit.modelcheck.rules.ManifestRules.Rule;
import io.godwit.modelcheck.run.CheckReport.RuleFinding;
import io.godwit.modelcheck.spec.ModuleGraph;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** Every cfg and module below the manifest, and every module of the library, is in some model. */
final class FilesRule implements Rule {
    static final String NAME = "files";

    @Override
    public List<RuleFinding> judge(Models models) {
        Manifest manifest = models.manifest();
        Set<Path> used = new HashSet<>();
        ModuleGraph graph = new ModuleGraph();
        for (ManifestEntry entry : manifest.entries()) {
            used.addAll(graph.files(manifest.resolve(entry.module()), manifest.searchPath(entry)));
            if (entry.cfg() != null) {
                used.add(manifest.resolve(entry.cfg()));
            }
            if (entry.trace() != null) {
                used.add(manifest.resolve(entry.trace()));
            }
        }
        List<RuleFinding> findings = new ArrayList<>();
        Set<Path> places = new LinkedHashSet<>();
        Path own = manifest.file().getParent();
        // A manifest from elsewhere is a part of this project's, or another view of it.
        places.add(own.startsWith(manifest.root()) ? own : manifest.resolve("models"));
        manifest.library().forEach(directory -> places.add(manifest.resolve(directory)));
        for (Path place : places) {
            for (Path file : files(place)) {
                if (!used.contains(file)) {
                    findings.add(new RuleFinding(
                            NAME,
                            manifest.root().relativize(file).toString(),
                            "this file is in no model",
                            "Add an entry that uses it, or remove it."));
                }
            }
        }
        return findings;
    }

    private static List<Path> files(Path place) {
        if (!Files.isDirectory(place)) {
            return List.of();
        }
        try (Stream<Path> walk = Files.walk(place)) {
            return walk.filter(file ->
                            file.toString().endsWith(".cfg") || file.toString().endsWith(".tla"))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
