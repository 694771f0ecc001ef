package io.godwit.conformance.replay;

import io.godwit.conformance.corpus.Corpus;
import io.godwit.conformance.corpus.CorpusFile;
import io.godwit.conformance.replay.ReplayRun.ModelReplay;
import io.godwit.modelcheck.input.BadInputException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * How much there is to replay, by root module. Follows from the corpus alone, so that it may be known with and without a replay.
 *
 * @param roots by name of the root module
 * @param distinct transitions that differ in states, action or arguments; the same one may be in several models
 */
public record ReplayCounts(Map<String, Root> roots, int distinct) {
    /** Copies the map. */
    public ReplayCounts {
        roots = Map.copyOf(roots);
    }

    /**
     * One root module.
     *
     * @param models number of models
     * @param states states of all of them
     * @param transitions transitions of all of them
     * @param taken transitions by {@code Module!Action}
     */
    public record Root(int models, long states, long transitions, Map<String, Long> taken) {
        private static final Root NONE = new Root(0, 0, 0, Map.of());

        private Root with(int moreStates, int moreTransitions, Map<String, Integer> moreTaken) {
            Map<String, Long> sum = new TreeMap<>(taken);
            moreTaken.forEach((action, count) -> sum.merge(action, count.longValue(), Long::sum));
            return new Root(models + 1, states + moreStates, transitions + moreTransitions, sum);
        }
    }

    /** What was replayed. */
    public static ReplayCounts of(ReplayRun.Result result) {
        Map<String, Root> roots = new TreeMap<>();
        for (ModelReplay replay : result.replays()) {
            roots.put(
                    replay.root(),
                    roots.getOrDefault(replay.root(), Root.NONE)
                            .with(replay.states(), replay.transitions(), replay.taken()));
        }
        return new ReplayCounts(roots, result.distinct());
    }

    /**
     * What is in these files.
     *
     * @throws BadInputException when one is no corpus
     */
    public static ReplayCounts of(List<Path> files) throws BadInputException, IOException {
        Map<String, Root> roots = new TreeMap<>();
        DistinctTransitions distinct = new DistinctTransitions();
        for (Path file : files) {
            Corpus corpus = CorpusFile.read(file);
            distinct.add(corpus);
            Map<String, Integer> taken = new TreeMap<>();
            for (int instance : corpus.edges().instance()) {
                taken.merge(corpus.instances().get(instance).name(), 1, Integer::sum);
            }
            String root = corpus.header().root();
            roots.put(
                    root,
                    roots.getOrDefault(root, Root.NONE)
                            .with(corpus.states().size(), corpus.edges().size(), taken));
        }
        return new ReplayCounts(roots, distinct.count());
    }
}
