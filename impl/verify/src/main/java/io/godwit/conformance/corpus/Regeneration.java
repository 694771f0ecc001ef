package io.godwit.conformance.corpus;

import io.godwit.conformance.corpus.Corpus.Header;
import io.godwit.conformance.corpus.CorpusList.Model;
import io.godwit.modelcheck.input.BadInputException;
import io.godwit.modelcheck.manifest.Cfg;
import io.godwit.modelcheck.manifest.CfgWriter;
import io.godwit.modelcheck.manifest.Manifest;
import io.godwit.modelcheck.manifest.ManifestEntry;
import io.godwit.modelcheck.manifest.RunCfg;
import io.godwit.modelcheck.run.ToolProcess;
import io.godwit.modelcheck.run.ToolProcess.ToolFailedException;
import io.godwit.modelcheck.run.WorkDir;
import io.godwit.modelcheck.tlc.TlcProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

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
        ManifestEntry entry = model.entry();
        Cfg cfg = RunCfg.restrict(model.cfg(), List.of());
        Path module = manifest.resolve(entry.module());
        Files.writeString(work.resolve("model.cfg"), CfgWriter.write(cfg));
        List<String> constants = new ArrayList<>();
        cfg.constants().values().forEach(it -> constants.addAll(List.of(it.name(), it.value())));
        Files.write(work.resolve("constants"), constants);
        String family = module.getParent().getFileName().toString();
        String source = new SpecDigest(manifest).of(entry, model.cfg());
        ToolProcess tlc = new TlcProcess(TlcProcess.bundled(), HEAP_MB, manifest.searchPath(entry), work)
                .options("-XX:+UseSerialGC")
                .main(GraphDump.class)
                .arguments(entry.moduleName(), work.resolve("model").toString(), file.toString())
                .arguments(
                        entry.name(), family, source, work.resolve("constants").toString())
                .start(module.getParent(), text -> report(text, listener));
        if (tlc.await(PATIENCE).exit() != 0 || !Files.isRegularFile(file)) {
            throw new ToolFailedException("TLC broke off at " + entry.name() + ": " + tlc.lastLines());
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
}
