package io.godwit.simulation.run;

import io.godwit.simulation.PlanJson;
import io.godwit.simulation.RunPlan;
import io.godwit.simulation.RunResult;
import io.godwit.simulation.Subject;
import io.godwit.trace.Lenses;
import io.godwit.trace.TraceJson;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Consumer;

/**
 * Replays a run for people: its log, its schedule, and its last steps as a trace.
 *
 * @param <S> the state of one member
 */
public final class Investigation<S> {
    /** Steps of a trace: what leads to a violation is mostly among the last hundred. */
    private static final int TRACE_STEPS = 250;

    private final Subject<S> subject;

    /** Of runs of this protocol. */
    public Investigation(Subject<S> subject) {
        this.subject = subject;
    }

    /** The files of a run. */
    public record RunFiles(Path log, Path schedule, Path trace) {}

    /** Runs a plan and gives its log line by line. */
    public RunResult log(RunPlan plan, Consumer<String> lines) {
        return Simulation.run(subject, plan, new LogObserver<>(lines));
    }

    /**
     * Writes what there is to see of a run.
     *
     * @param name how the files are called, without ending
     */
    public RunFiles write(RunPlan plan, Path directory, String name, Lenses lenses) {
        RunFiles files = new RunFiles(
                directory.resolve(name + ".log"),
                directory.resolve(name + ".schedule.json"),
                directory.resolve(name + ".trace.json"));
        try {
            Files.createDirectories(directory);
            try (var out = Files.newBufferedWriter(files.log())) {
                log(plan, line -> {
                    try {
                        out.write(line);
                        out.write('\n');
                    } catch (IOException e) {
                        throw new UncheckedIOException(e);
                    }
                });
            }
            Files.writeString(files.schedule(), PlanJson.write(plan));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        TraceObserver<S> observer = new TraceObserver<>(subject, TRACE_STEPS);
        RunResult result = Simulation.run(subject, plan, observer);
        TraceJson.write(observer.trace(result, lenses.of(TraceObserver.MODULE)), files.trace());
        return files;
    }
}
