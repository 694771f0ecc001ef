package io.godwit.conformance.replay;

import io.godwit.conformance.corpus.Corpus;
import io.godwit.conformance.corpus.CorpusFile;
import io.godwit.modelcheck.input.BadInputException;
import io.godwit.modelcheck.run.Parallel;
import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;

/** Replays several models at once, the largest first. */
public final class ReplayRun {
    private final Map<String, Binding> bindings = new HashMap<>();
    private final SourceLinks links;
    private final int threads;
    private final Listener listener;

    /** Told how far it is, from several threads. */
    public interface Listener {
        /** A model begins. */
        void started(String model);

        /** So many more transitions of a model were replayed. */
        default void progress(String model, int transitions) {}

        /** A model is done. */
        void finished(ModelReplay replay);

        /** Hears nothing. */
        static Listener none() {
            return new Listener() {
                @Override
                public void started(String model) {}

                @Override
                public void finished(ModelReplay replay) {}
            };
        }
    }

    /**
     * A run.
     *
     * @param bindings the bindings of the root modules
     * @param links for explanations
     * @param threads models at once, 1 or more
     * @param listener told how far it is
     */
    public ReplayRun(List<Binding> bindings, SourceLinks links, int threads, Listener listener) {
        bindings.forEach(binding -> this.bindings.put(binding.root(), binding));
        this.links = links;
        this.threads = threads;
        this.listener = listener;
    }

    /**
     * Replays the corpora in these files.
     *
     * @return one result per file, in the order of the files, and what they have in common
     * @throws BadInputException when a file is no corpus, or nothing replays its root module
     * @throws IOException when a file cannot be read
     */
    public Result run(List<Path> files) throws BadInputException, IOException, InterruptedException {
        List<Path> order = new ArrayList<>(files);
        Map<Path, Integer> size = new HashMap<>();
        for (Path file : files) {
            size.put(file, CorpusFile.header(file).transitions());
        }
        order.sort(Comparator.comparing(size::get).reversed());
        DistinctTransitions distinct = new DistinctTransitions();
        List<Callable<ModelReplay>> tasks = new ArrayList<>();
        order.forEach(file -> tasks.add(() -> replay(file, distinct)));
        List<ModelReplay> done = Parallel.reading(threads, tasks);
        List<ModelReplay> replays =
                files.stream().map(file -> done.get(order.indexOf(file))).toList();
        return new Result(replays, distinct.count());
    }

    /**
     * What came out.
     *
     * @param replays one per model
     * @param distinct number of transitions that differ in states, action or arguments; the same one may be in several models
     */
    public record Result(List<ModelReplay> replays, int distinct) {
        /** Copies the list. */
        public Result {
            replays = List.copyOf(replays);
        }

        /** Do engine and specification agree everywhere? */
        public boolean agrees() {
            return replays.stream().allMatch(ModelReplay::agrees);
        }
    }

    private ModelReplay replay(Path file, DistinctTransitions distinct) throws BadInputException, IOException {
        Corpus corpus = CorpusFile.read(file);
        Binding binding = bindings.get(corpus.header().root());
        if (binding == null) {
            throw new BadInputException(
                    file,
                    0,
                    "nothing replays the module " + corpus.header().root(),
                    "Take the model out of models.txt, or write a binding for its module.");
        }
        String model = corpus.header().model();
        listener.started(model);
        distinct.add(corpus);
        ModelReplay replay =
                Replayer.replay(corpus, binding, links, transitions -> listener.progress(model, transitions));
        listener.finished(replay);
        return replay;
    }

    /**
     * What came out of one model.
     *
     * @param model its name
     * @param root its root module
     * @param states number of states
     * @param transitions number of transitions
     * @param accepted events that the engine accepted
     * @param refused events that the engine refused
     * @param ruledOut events that were not offered, because of a guard that only the specification has
     * @param taken transitions by {@code Module!Action}; actions that are never taken are missing
     * @param carriers the methods that carried an action out or refused to, by {@code Module!Action}
     * @param mismatches where engine and specification disagree; at most a few, see {@code mismatchCount}
     * @param mismatchCount number of disagreements
     * @param millis how long it took
     */
    public record ModelReplay(
            String model,
            String root,
            int states,
            int transitions,
            long accepted,
            long refused,
            long ruledOut,
            Map<String, Integer> taken,
            Map<String, Set<Method>> carriers,
            List<Mismatch> mismatches,
            long mismatchCount,
            long millis) {
        /** Copies the collections. */
        public ModelReplay {
            taken = Map.copyOf(taken);
            carriers = Map.copyOf(carriers);
            mismatches = List.copyOf(mismatches);
        }

        /** Do engine and specification agree? */
        public boolean agrees() {
            return mismatchCount == 0;
        }
    }
}
