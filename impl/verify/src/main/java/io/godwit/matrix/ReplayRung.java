package io.godwit.matrix;

import io.godwit.conformance.corpus.Corpus;
import io.godwit.conformance.corpus.CorpusFile;
import io.godwit.conformance.corpus.CorpusList;
import io.godwit.conformance.replay.Mismatch;
import io.godwit.conformance.replay.ReplayRun.ModelReplay;
import io.godwit.conformance.replay.Replayer;
import io.godwit.conformance.replay.SourceLinks;
import io.godwit.conformance.run.Bindings;
import io.godwit.matrix.RungOutcome.Verdict;
import io.godwit.modelcheck.input.BadInputException;
import io.godwit.modelcheck.manifest.ManifestEntry;
import io.godwit.mutants.Mutants;
import io.godwit.mutants.Mutants.Mutant;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Looks for a mutant in the transitions of the models: the models first of which the mutants in the manifest are made, then
 * the others, the smallest first.
 */
final class ReplayRung {
    private static final double NANOS = 1e9;

    private final CorpusList list;
    private final SourceLinks links;
    private final int mostTransitions;
    private final List<Model> models = new ArrayList<>();

    private record Model(String name, Path file, String family, int transitions) {}

    /**
     * The rung.
     *
     * @param mostTransitions models with more are used only where a mutant is made of them
     */
    ReplayRung(CorpusList list, int mostTransitions) throws BadInputException, IOException {
        this.list = list;
        this.links = new SourceLinks(list.manifest().root());
        this.mostTransitions = mostTransitions;
        for (CorpusList.Model model : list.models()) {
            var header = CorpusFile.header(model.file());
            models.add(new Model(model.name(), model.file(), header.family(), header.transitions()));
        }
        models.sort(Comparator.comparingInt(Model::transitions));
    }

    /** Searches for a row. */
    RungOutcome search(MatrixRow row) throws BadInputException, IOException {
        Mutant mutant = Mutants.find(row.name()).orElseThrow();
        long looked = 0;
        long nanos = 0;
        String last = "";
        for (Model model : order(row)) {
            Corpus corpus = CorpusFile.read(model.file());
            long start = System.nanoTime();
            Detection found = replay(corpus, mutant);
            nanos += System.nanoTime() - start;
            looked += found.states();
            last = model.name();
            if (!found.by().isEmpty()) {
                return new RungOutcome(Verdict.CAUGHT, found.by(), last, looked, nanos / NANOS);
            }
        }
        return new RungOutcome(Verdict.MISSED, "", "", looked, nanos / NANOS);
    }

    private record Detection(String by, long states) {}

    private Detection replay(Corpus corpus, Mutant mutant) {
        ModelReplay replay;
        try {
            replay = Replayer.untilMismatch(
                    corpus, Bindings.of(corpus.header().root(), Bindings.of(mutant.quorum(), mutant.classic())), links);
        } catch (RuntimeException e) {
            // The protocol never throws: an engine that does is not the protocol.
            return new Detection("breaks down: " + e, 0);
        }
        if (replay.agrees()) {
            return new Detection("", replay.states());
        }
        Mismatch mismatch = replay.mismatches().get(0);
        return new Detection(mismatch.action(), mismatch.state() + 1L);
    }

    private List<Model> order(MatrixRow row) {
        Set<Model> order = new LinkedHashSet<>();
        models.stream().filter(model -> row.models().contains(model.name())).forEach(order::add);
        for (ManifestEntry entry : TlcRung.entries(list.manifest(), row)) {
            models.stream()
                    .filter(model ->
                            model.name().equals(entry.base()) || model.name().equals(entry.name()))
                    .forEach(order::add);
        }
        models.stream()
                .filter(model -> model.family().equals(row.protocol()) && model.transitions() <= mostTransitions)
                .forEach(order::add);
        return List.copyOf(order);
    }
}
