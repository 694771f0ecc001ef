package io.godwit.cli;

import io.godwit.conformance.corpus.Corpus.Header;
import io.godwit.conformance.corpus.CorpusFile;
import io.godwit.conformance.corpus.CorpusList;
import io.godwit.conformance.corpus.CorpusList.Model;
import io.godwit.conformance.corpus.Regeneration;
import io.godwit.conformance.corpus.Regeneration.Outcome;
import io.godwit.conformance.run.Bindings;
import io.godwit.conformance.run.Evidence;
import io.godwit.modelcheck.input.BadInputException;
import io.godwit.modelcheck.manifest.Manifest;
import io.godwit.modelcheck.run.Parallel;
import io.godwit.modelcheck.run.ToolProcess.ToolFailedException;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;

/** Regenerates the corpus model by model, with progress and a summary. */
final class RegenerateSession {
    private final Manifest manifest;
    private final int workers;
    private final PrintWriter out;
    /** Number of explored states by model in progress. */
    private final Map<String, Integer> explored = new ConcurrentHashMap<>();

    private final Map<Outcome, Integer> outcomes = new EnumMap<>(Outcome.class);
    private int planned;

    RegenerateSession(Manifest manifest, int workers, PrintWriter out) {
        this.manifest = manifest;
        this.workers = workers;
        this.out = out;
    }

    int run(String filter) throws BadInputException, IOException, InterruptedException, ToolFailedException {
        CorpusList list = CorpusList.read(manifest);
        List<Model> models = list.containing(filter);
        planned = models.size();
        try (StatusLine status = new StatusLine(out, this::text)) {
            makeAll(models, status);
        }
        if (filter.isEmpty()) {
            list.strangers().forEach(file -> out.println(file.getFileName() + " does not belong to a listed model"));
        }
        boolean written = Evidence.write(list, Bindings.all());
        out.println("docs/verify/evidence.md " + (written ? "written" : "is up to date"));
        out.printf(
                Locale.ROOT,
                "%d models: %d unchanged, %d with the same graph of a changed specification, %d changed, %d new%n",
                planned,
                count(Outcome.SAME),
                count(Outcome.SAME_GRAPH),
                count(Outcome.CHANGED),
                count(Outcome.NEW));
        out.flush();
        return ExitStatus.OK;
    }

    private void makeAll(List<Model> models, StatusLine status)
            throws BadInputException, IOException, InterruptedException, ToolFailedException {
        List<Callable<Void>> tasks = new ArrayList<>();
        models.forEach(model -> tasks.add(() -> make(model, status)));
        try {
            Parallel.run(workers, tasks);
        } catch (ExecutionException e) {
            rethrow(e.getCause());
        }
    }

    private static void rethrow(Throwable cause) throws BadInputException, IOException, ToolFailedException {
        if (cause instanceof BadInputException bad) {
            throw bad;
        }
        if (cause instanceof ToolFailedException failed) {
            throw failed;
        }
        if (cause instanceof IOException broken) {
            throw broken;
        }
        throw new IllegalStateException(cause);
    }

    private Void make(Model model, StatusLine status) throws Exception {
        long start = System.nanoTime();
        explored.put(model.name(), 0);
        Outcome outcome = new Regeneration(manifest).run(model, (known, found) -> explored.put(model.name(), known));
        explored.remove(model.name());
        Header header = CorpusFile.header(model.file());
        status.print(String.format(
                Locale.ROOT,
                "[%d/%d] %s %s: %,d states, %,d transitions, %.1f s",
                counted(outcome),
                planned,
                model.name(),
                words(outcome),
                header.states(),
                header.transitions(),
                (System.nanoTime() - start) / 1e9));
        return null;
    }

    private synchronized int counted(Outcome outcome) {
        outcomes.merge(outcome, 1, Integer::sum);
        return outcomes.values().stream().mapToInt(Integer::intValue).sum();
    }

    private synchronized int count(Outcome outcome) {
        return outcomes.getOrDefault(outcome, 0);
    }

    private static String words(Outcome outcome) {
        return switch (outcome) {
            case SAME -> "unchanged";
            case SAME_GRAPH -> "has the same graph, of a changed specification";
            case CHANGED -> "CHANGED";
            case NEW -> "is new";
        };
    }

    private String text() {
        StringBuilder line = new StringBuilder("TLC: ");
        explored.forEach(
                (model, states) -> line.append(String.format(Locale.ROOT, "%s %,d states explored  ", model, states)));
        return line.toString();
    }
}
