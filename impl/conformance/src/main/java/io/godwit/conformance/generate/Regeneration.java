package io.godwit.conformance.generate;

import io.godwit.conformance.corpus.CorpusFile;
import io.godwit.conformance.corpus.Header;
import io.godwit.conformance.generate.CorpusList.Model;
import io.godwit.modelcheck.cfg.Cfg;
import io.godwit.modelcheck.cfg.CfgWriter;
import io.godwit.modelcheck.cfg.RunCfg;
import io.godwit.modelcheck.input.BadInputException;
import io.godwit.modelcheck.manifest.Entry;
import io.godwit.modelcheck.manifest.Manifest;
import io.godwit.modelcheck.run.ToolFailedException;
import io.godwit.modelcheck.run.ToolProcess;
import io.godwit.modelcheck.run.WorkDir;
import io.godwit.modelcheck.tlc.TlcJar;
import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Makes the corpus of a model anew, in a process with TLC. */
public final class Regeneration {
    private static final Duration PATIENCE = Duration.ofMinutes(60);
    private static final int HEAP_MB = 2048;

    private final Manifest manifest;

    /** What came of it. */
    public enum Outcome {
        /** There was no corpus. */
        NEW,
        /** The graph is another one, or the file was damaged. */
        CHANGED,
        /** The specification is another one, the graph is not. */
        SAME_GRAPH,
        /** Nothing changed; the file was not touched. */
        SAME
    }

    /** Told how far it is. */
    @FunctionalInterface
    public interface Listener {
        /**
         * Called from another thread, once in a while.
         *
         * @param explored states whose successors are known
         * @param found states that were met
         */
        void progress(int explored, int found);
    }

    /** For the models of a manifest. */
    public Regeneration(Manifest manifest) {
        this.manifest = manifest;
    }

    /**
     * Makes a corpus and puts it in place if it differs from what is there.
     *
     * @throws ToolFailedException when TLC breaks off
     */
    public Outcome run(Model model, Listener listener)
            throws BadInputException, IOException, InterruptedException, ToolFailedException {
        try (WorkDir work = new WorkDir()) {
            Path fresh = work.path().resolve("fresh" + CorpusFile.SUFFIX);
            generate(model, fresh, work.path(), listener);
            Outcome outcome = compare(model.file(), fresh);
            if (outcome != Outcome.SAME) {
                Files.createDirectories(model.file().getParent());
                Files.copy(fresh, model.file(), StandardCopyOption.REPLACE_EXISTING);
            }
            return outcome;
        }
    }

    private static Outcome compare(Path file, Path fresh) throws IOException, BadInputException {
        if (!Files.isRegularFile(file)) {
            return Outcome.NEW;
        }
        Header before;
        try {
            before = CorpusFile.read(file).header();
        } catch (BadInputException e) {
            return Outcome.CHANGED;
        }
        Header now = CorpusFile.header(fresh);
        if (before.equals(now)) {
            return Outcome.SAME;
        }
        return before.content().equals(now.content()) ? Outcome.SAME_GRAPH : Outcome.CHANGED;
    }

    /**
     * Makes a corpus.
     *
     * @param file where to
     * @param work an empty directory for TLC
     */
    void generate(Model model, Path file, Path work, Listener listener)
            throws BadInputException, IOException, InterruptedException, ToolFailedException {
        Entry entry = model.entry();
        Cfg cfg = RunCfg.restrict(model.cfg(), List.of());
        Path module = manifest.resolve(entry.module());
        Files.writeString(work.resolve("model.cfg"), CfgWriter.write(cfg));
        List<String> constants = new ArrayList<>();
        cfg.constants().values().forEach(it -> constants.addAll(List.of(it.name(), it.value())));
        Files.write(work.resolve("constants"), constants);
        String family = module.getParent().getFileName().toString();
        String source = new SpecDigest(manifest).of(entry, model.cfg());
        List<String> line = new ArrayList<>(java(manifest.searchPath(entry), work));
        line.addAll(List.of(
                GraphDump.class.getName(),
                entry.moduleName(),
                work.resolve("model").toString(),
                file.toString(),
                entry.name(),
                family,
                source,
                work.resolve("constants").toString()));
        List<String> said = Collections.synchronizedList(new ArrayList<>());
        ToolProcess.End end = ToolProcess.start(line, module.getParent(), Map.of(), text -> {
                    said.add(text);
                    report(text, listener);
                })
                .await(PATIENCE);
        if (end.exit() != 0 || !Files.isRegularFile(file)) {
            throw new ToolFailedException("TLC broke off at " + entry.name() + ": " + last(said));
        }
        Header header = CorpusFile.header(file);
        if (entry.expect().distinct() != null && entry.expect().distinct() != header.states()) {
            throw new ToolFailedException(entry.name() + " has " + header.states() + " states, but the manifest says "
                    + entry.expect().distinct());
        }
    }

    private static void report(String text, Listener listener) {
        if (text.startsWith(GraphDump.PREFIX + "progress ")) {
            String[] words = text.substring(GraphDump.PREFIX.length()).split(" ", -1);
            listener.progress(Integer.parseInt(words[1]), Integer.parseInt(words[2]));
        }
    }

    private static String last(List<String> said) {
        List<String> lines = List.copyOf(said);
        return lines.isEmpty()
                ? "no output"
                : String.join("\n", lines.subList(Math.max(0, lines.size() - 10), lines.size()));
    }

    private static List<String> java(List<Path> searchPath, Path work) {
        return List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx" + HEAP_MB + "m",
                "-Xss8m",
                "-XX:+UseSerialGC",
                "-XX:+ExitOnOutOfMemoryError",
                "-Duser.language=en",
                "-Djava.io.tmpdir=" + work,
                "-DTLA-Library="
                        + searchPath.stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator)),
                "-cp",
                Stream.of(TlcJar.bundled(), codeOf(GraphDump.class), codeOf(BadInputException.class))
                        .map(Path::toString)
                        .collect(Collectors.joining(File.pathSeparator)));
    }

    private static Path codeOf(Class<?> type) {
        try {
            return Path.of(
                    type.getProtectionDomain().getCodeSource().getLocation().toURI());
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }
}
