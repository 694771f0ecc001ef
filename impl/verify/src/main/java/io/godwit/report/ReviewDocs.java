package io.godwit.report;

import io.godwit.modelcheck.manifest.Manifest;
import io.godwit.modelcheck.manifest.ManifestEntry.EntryKind;
import io.godwit.modelcheck.run.TraceSaver;
import io.godwit.trace.Lenses;
import io.godwit.trace.Trace;
import io.godwit.trace.TraceException;
import io.godwit.trace.TraceJson;
import io.godwit.trace.page.ReviewPage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Counterexamples as Markdown with Mermaid diagrams, one file per trace: those of all findings below {@code out}, and the ones saved in the
 * repository as examples. They are made of the traces and the lenses, and nothing else.
 */
public final class ReviewDocs {
    private static final String INDEX = "README.md";
    private static final String FINDINGS =
            """
            # Counterexamples of the findings

            Each of these is a shortest run that breaks a property, found by a model of [`models/manifest.json`](../../models/manifest.json). The last runs of
            `./godwit check` and `./godwit verify` left them in `out/traces/`.
            """;
    private static final String EXAMPLES =
            """
            # Saved counterexamples

            Each of these is a shortest run that breaks a property, found by a model of [`models/manifest.json`](../../../models/manifest.json) and saved in
            `models/traces/` as an example. `./godwit check` fails when it finds another run, or its own ones cannot be read.

            `./godwit check` leaves the counterexamples of all findings in `out/traces/`; `./godwit report --review` then draws them in `out/review/`.
            `./godwit trace out/traces/NAME.json` makes an interactive page of one.
            """;

    private final List<Path> traces;
    private final Path out;
    private final String intro;
    private final Path root;
    private final Lenses lenses;

    /**
     * Documents of some traces.
     *
     * @param root the project, for its lenses
     * @param out directory of the documents
     * @param intro what stands above the list of traces
     */
    private ReviewDocs(Path root, List<Path> traces, Path out, String intro) {
        this.traces = traces;
        this.out = out;
        this.intro = intro;
        this.root = root.toAbsolutePath().normalize();
        this.lenses = Lenses.load(root.resolve("spec"));
    }

    private static ReviewDocs examples(Path root) {
        return new ReviewDocs(
                root, traceFiles(root.resolve("models/traces")), root.resolve("docs/verify/review"), EXAMPLES);
    }

    /** Draws the examples of a project, from {@code models/traces} to {@code docs/verify/review}. Returns the files that changed. */
    public static List<Path> generate(Path root) {
        return examples(root).generate();
    }

    /**
     * Draws the counterexamples that the findings of a manifest left in {@code out/traces}, into {@code out/review}.
     *
     * @return the files that changed
     */
    public static List<Path> generateFindings(Manifest manifest) {
        Path kept = manifest.resolve(TraceSaver.DIRECTORY);
        List<Path> traces = manifest.entries().stream()
                .filter(entry -> entry.kind() == EntryKind.FINDING)
                .map(entry -> kept.resolve(entry.name() + ".json"))
                .filter(Files::isRegularFile)
                .sorted()
                .toList();
        return new ReviewDocs(manifest.root(), traces, manifest.resolve("out/review"), FINDINGS).generate();
    }

    /** Writes the documents, removes those whose trace is gone, and brings the traces themselves into their normal form. */
    private List<Path> generate() {
        List<Path> touched = new ArrayList<>();
        try {
            Files.createDirectories(out);
            Map<Path, String> wanted = wanted();
            for (Map.Entry<Path, String> entry : wanted.entrySet()) {
                if (!entry.getValue().equals(textOf(entry.getKey()))) {
                    Files.writeString(entry.getKey(), entry.getValue());
                    touched.add(entry.getKey());
                }
            }
            for (Path orphan : orphans(wanted)) {
                Files.delete(orphan);
                touched.add(orphan);
            }
        } catch (IOException e) {
            throw new TraceException(out + ": cannot be written: " + e.getMessage(), e);
        }
        return touched;
    }

    /** What is stale in a project, in words; empty when nothing is. */
    public static List<String> check(Path root) {
        return examples(root).check();
    }

    /** What is stale: missing, different, or left over. */
    private List<String> check() {
        Map<Path, String> wanted = wanted();
        List<String> stale = new ArrayList<>();
        wanted.forEach((file, text) -> {
            if (!text.equals(textOf(file))) {
                stale.add(file + (Files.exists(file) ? " is stale" : " is missing") + "; run ./godwit report --review");
            }
        });
        orphans(wanted).forEach(file -> stale.add(file + " has no trace any more; run ./godwit report --review"));
        return stale;
    }

    private Map<Path, String> wanted() {
        Map<Path, String> files = new TreeMap<>();
        List<Trace> all = new ArrayList<>();
        for (Path file : traces) {
            Trace trace = TraceJson.read(file, lenses);
            String name = baseName(file);
            if (!trace.meta().name().equals(name)) {
                throw new TraceException(file + ": holds the trace of "
                        + trace.meta().name() + ". A trace is saved under the name of its model.");
            }
            files.put(file, TraceJson.write(trace));
            files.put(out.resolve(name + ".md"), ReviewPage.render(trace, shown(file)));
            all.add(trace);
        }
        files.put(out.resolve(INDEX), index(all));
        return files;
    }

    private String shown(Path file) {
        return root.relativize(file.toAbsolutePath().normalize()).toString().replace('\\', '/');
    }

    /** The traces of a directory, by name. */
    static List<Path> traceFiles(Path directory) {
        if (!Files.isDirectory(directory)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(directory)) {
            return files.filter(f -> f.getFileName().toString().endsWith(".json"))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new TraceException(directory + ": cannot be read: " + e.getMessage(), e);
        }
    }

    private String index(List<Trace> all) {
        StringBuilder index = new StringBuilder();
        index.append("<!-- Generated by `./godwit report --review`. Do not edit. -->\n")
                .append(intro)
                .append("\n| trace | breaks | states | what it shows |\n|---|---|---|---|\n");
        for (Trace trace : all) {
            String name = trace.meta().name();
            index.append("| [")
                    .append(name)
                    .append("](")
                    .append(name)
                    .append(".md) | ")
                    .append(trace.meta().property())
                    .append(" | ")
                    .append(trace.steps().size())
                    .append(" | ")
                    .append(trace.meta().says().replace("|", "\\|"))
                    .append(" |\n");
        }
        return index.toString();
    }

    private List<Path> orphans(Map<Path, String> wanted) {
        if (!Files.isDirectory(out)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(out)) {
            return files.filter(f -> f.toString().endsWith(".md") && !wanted.containsKey(f))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new TraceException(out + ": cannot be read: " + e.getMessage(), e);
        }
    }

    private static String textOf(Path file) {
        try {
            return Files.isRegularFile(file) ? Files.readString(file) : null;
        } catch (IOException e) {
            throw new TraceException(file + ": cannot be read: " + e.getMessage(), e);
        }
    }

    static String baseName(Path file) {
        String name = file.getFileName().toString();
        return name.substring(0, name.length() - ".json".length());
    }
}
