package io.godwit.tracecheck;

import com.fasterxml.jackson.databind.JsonNode;
import io.godwit.member.EventLogRecorder;
import io.godwit.member.config.MemberConfig.Tracing;
import io.godwit.protocol.quorum.QuorumState;
import io.godwit.simulation.FaultChoice;
import io.godwit.simulation.InputException;
import io.godwit.simulation.Observer;
import io.godwit.simulation.RunPlan;
import io.godwit.simulation.RunPlan.RunSettings;
import io.godwit.simulation.RunPlanner;
import io.godwit.simulation.Subject;
import io.godwit.simulation.quorum.RecordedSubject;
import io.godwit.simulation.run.SelectedProperties;
import io.godwit.simulation.run.Simulation;
import io.godwit.simulation.run.Subjects;
import io.godwit.tracecheck.TraceCheck.TraceCheckResult;
import io.godwit.tracecheck.log.LogException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;

/** Simulated runs whose members write event logs, and the check of these. */
abstract class LoggedRuns {
    static final Path SPEC = Path.of(System.getProperty("godwit.root"), "spec");

    /** Where the logs are. */
    @TempDir
    Path directory;

    final void simulate(String mutant, long seed, String faults) {
        simulate(mutant, seed, faults, 4, plan -> plan);
    }

    @SuppressWarnings("unchecked")
    final void simulate(String mutant, long seed, String faults, int seconds, UnaryOperator<RunPlan> change) {
        try {
            Subject<?> subject = mutant.isEmpty() ? Subjects.protocol("quorum") : Subjects.mutant("quorum", mutant);
            List<String> windows =
                    subject.windows().stream().map(it -> it.name()).toList();
            RunSettings settings =
                    new RunSettings("quorum", 3, seconds * 1_000_000L, FaultChoice.parse(faults, windows));
            // A mutant is to go on when it has broken something.
            Subject<QuorumState> unwatched = new SelectedProperties<>((Subject<QuorumState>) subject, Set.of());
            RecordedSubject recorded = new RecordedSubject(unwatched, EventLogRecorder.of(new Tracing(directory)));
            RunPlanner planner = new RunPlanner(settings);
            // As few migrations at once as the seeds had when they were chosen.
            RunPlan plan = planner.plan(seed).withParallel(planner.plain(seed).parallel());
            Simulation.run(recorded, change.apply(plan), Observer.none());
        } catch (InputException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The logs of the first seed in whose run something happens. Which seed that is depends on how faults are drawn. */
    final Logs firstRun(String mutant, String faults, Predicate<Logs> happens) throws IOException {
        for (long seed = 1; seed <= 200; seed++) {
            clear();
            simulate(mutant, seed, faults);
            Logs logs = new Logs(directory);
            if (happens.test(logs)) {
                return logs;
            }
        }
        throw new AssertionError("what is looked for happens in none of 200 seeds");
    }

    final void clear() throws IOException {
        for (Path old : filesOf(directory)) {
            Files.delete(old);
        }
    }

    private static List<Path> filesOf(Path directory) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.toList();
        }
    }

    final TraceCheckResult check() throws LogException, IOException, InterruptedException {
        return new TraceCheck(SPEC, 1).check(directory, it -> {});
    }

    static Predicate<JsonNode> action(String name) {
        return line -> line.path("a").asText().equals(name);
    }
}
