package io.godwit.conformance.corpus;

import io.godwit.modelcheck.input.BadInputException;
import io.godwit.modelcheck.input.Suggest;
import io.godwit.modelcheck.manifest.Cfg;
import io.godwit.modelcheck.manifest.Manifest;
import io.godwit.modelcheck.manifest.ManifestEntry;
import io.godwit.modelcheck.rules.Models;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** Which models the corpus consists of: {@code models/corpus/models.txt}, a name of the manifest per line, {@code #} for comments. */
public final class CorpusList {
    private static final String FILE = "models.txt";

    private final Path directory;
    private final Manifest manifest;
    private final List<Model> models;

    /**
     * A model of the corpus.
     *
     * @param entry the entry of the manifest
     * @param cfg the configuration that it runs with
     * @param file its corpus, which may be missing
     */
    public record Model(ManifestEntry entry, Cfg cfg, Path file) {
        /** Name in the manifest. */
        public String name() {
            return entry.name();
        }
    }

    private CorpusList(Path directory, Manifest manifest, List<Model> models) {
        this.directory = directory;
        this.manifest = manifest;
        this.models = models;
    }

    /** Where the corpus of a project is. */
    public static Path directory(Path root) {
        return root.resolve("models").resolve("corpus");
    }

    /**
     * Reads the list.
     *
     * @throws BadInputException when it names a model that the manifest does not have, or a configuration is broken
     */
    public static CorpusList read(Manifest manifest) throws BadInputException, IOException {
        Path directory = directory(manifest.root());
        Path file = directory.resolve(FILE);
        if (!Files.isRegularFile(file)) {
            throw new BadInputException(
                    file,
                    0,
                    "there is no such file",
                    "List the models to replay in it, a name of the manifest per line.");
        }
        List<String> lines = Files.readAllLines(file);
        List<String> names =
                manifest.entries().stream().map(ManifestEntry::name).toList();
        Set<String> listed = new HashSet<>();
        Models configurations = Models.read(manifest, manifest.entries());
        List<Model> models = new ArrayList<>();
        for (int i = 0; i < lines.size(); i++) {
            String name = lines.get(i).replaceFirst("#.*", "").strip();
            if (!name.isEmpty()) {
                int line = i + 1;
                ManifestEntry entry = manifest.entry(name)
                        .orElseThrow(() -> new BadInputException(
                                file, line, "the manifest has no model " + name, Suggest.remedy(name, names)));
                if (!listed.add(name)) {
                    throw new BadInputException(file, line, name + " is listed twice", "Remove one of the lines.");
                }
                models.add(new Model(entry, configurations.run(entry), directory.resolve(name + CorpusFile.SUFFIX)));
            }
        }
        return new CorpusList(directory, manifest, List.copyOf(models));
    }

    /** The models, in the order of the list. */
    public List<Model> models() {
        return models;
    }

    /**
     * The models whose name contains a text.
     *
     * @throws BadInputException when there are none: to check nothing is no success
     */
    public List<Model> containing(String text) throws BadInputException {
        List<Model> some =
                models.stream().filter(model -> model.name().contains(text)).toList();
        if (some.isEmpty()) {
            throw new BadInputException(
                    directory.resolve(FILE),
                    0,
                    "no model whose name contains " + text,
                    "List one, or look for another.");
        }
        return some;
    }

    /** The manifest that the models are from. */
    public Manifest manifest() {
        return manifest;
    }

    /** Corpus files that no model of the list has. */
    public List<Path> strangers() throws IOException {
        List<Path> own = models.stream().map(Model::file).toList();
        try (Stream<Path> files = Files.list(directory)) {
            return files.filter(file -> file.toString().endsWith(CorpusFile.SUFFIX) && !own.contains(file))
                    .sorted()
                    .toList();
        }
    }
}
