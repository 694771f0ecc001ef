package io.godwit.matrix.verify;

import com.fasterxml.jackson.databind.JsonNode;
import io.godwit.matrix.verify.Verification.VerifyListener;
import io.godwit.matrix.verify.VerifyReport.RungResult;
import io.godwit.matrix.verify.VerifyReport.RungResult.Case;
import io.godwit.member.EventLogRecorder;
import io.godwit.member.config.MemberConfig.Tracing;
import io.godwit.modelcheck.run.EntryResult.EntryStatus;
import io.godwit.modelcheck.run.Parallel;
import io.godwit.modelcheck.run.ToolProcess.ToolFailedException;
import io.godwit.modelcheck.run.WorkDir;
import io.godwit.protocol.quorum.QuorumState;
import io.godwit.simulation.FaultChoice;
import io.godwit.simulation.Observer;
import io.godwit.simulation.RunPlan.RunSettings;
import io.godwit.simulation.RunPlanner;
import io.godwit.simulation.Subject;
import io.godwit.simulation.Window;
import io.godwit.simulation.quorum.RecordedSubject;
import io.godwit.simulation.run.SelectedProperties;
import io.godwit.simulation.run.Simulation;
import io.godwit.tracecheck.TraceCheck;
import io.godwit.tracecheck.TraceCheck.TraceCheckResult;
import io.godwit.tracecheck.log.LogException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.LongStream;

/** The event logs of simulated runs of quorum, each of which must be a behaviour of the specification. */
final class EventLogPart {
    static final String NAME = "event logs";

    private static final int MEMBERS = 3;

    private final Subject<QuorumState> subject;
    private final Path spec;
    private final long seeds;
    private final int seconds;
    private final int threads;
    private final AtomicLong done = new AtomicLong();
    private final AtomicLong steps = new AtomicLong();

    /**
     * Seeds from 1 on.
     *
     * @param subject quorum, or a mutant of it
     * @param spec the directory with the specification
     * @param seeds how many
     * @param seconds virtual length of each run
     * @param threads runs at the same time
     */
    public EventLogPart(Subject<QuorumState> subject, Path spec, long seeds, int seconds, int threads) {
        this.subject = subject;
        this.spec = spec;
        this.seeds = seeds;
        this.seconds = seconds;
        this.threads = threads;
    }

    /**
     * Simulates and checks.
     *
     * @throws ToolFailedException when TLC breaks off
     */
    public RungResult run(VerifyListener listener) throws ToolFailedException, InterruptedException {
        long start = System.nanoTime();
        listener.doing(() -> String.format(Locale.ROOT, "%s: %d of %d seeds", NAME, done.get(), seeds));
        List<Case> cases;
        try {
            List<Callable<Case>> tasks = new ArrayList<>();
            LongStream.rangeClosed(1, seeds).forEach(seed -> tasks.add(() -> check(seed)));
            cases = Parallel.run(threads, tasks);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof IOException broken) {
                throw new ToolFailedException(broken.getMessage());
            }
            throw new IllegalStateException("a run failed: " + e.getCause(), e.getCause());
        }
        String summary = String.format(
                Locale.ROOT,
                "%d of %d runs of %d s are behaviours of the specification; %,d steps",
                cases.stream().filter(it -> it.status() == EntryStatus.PASSED).count(),
                seeds,
                seconds,
                steps.get());
        return new RungResult(NAME, (System.nanoTime() - start) / 1e9, summary, cases);
    }

    private Case check(long seed) throws IOException, InterruptedException {
        long start = System.nanoTime();
        List<String> reasons = new ArrayList<>();
        try (WorkDir logs = new WorkDir()) {
            // What the simulation itself checks is the rung before; a mutant is to go on when it has broken something.
            Subject<QuorumState> unwatched = new SelectedProperties<>(subject, Set.of());
            FaultChoice all =
                    FaultChoice.all(subject.windows().stream().map(Window::name).toList());
            RunSettings settings = new RunSettings(subject.name(), MEMBERS, seconds * 1_000_000L, all);
            Simulation.run(
                    new RecordedSubject(unwatched, EventLogRecorder.of(new Tracing(logs.path()))),
                    new RunPlanner(settings).plan(seed),
                    Observer.none());
            TraceCheckResult verdict = new TraceCheck(spec, 1).check(logs.path(), it -> {});
            steps.addAndGet(verdict.steps());
            for (JsonNode failure : verdict.failures()) {
                reasons.add(String.format(
                        Locale.ROOT,
                        "partition %d, %s: %s is not a step of the specification",
                        failure.get("partition").asInt(),
                        failure.get("plane").asText(),
                        failure.get("event").asText()));
            }
        } catch (LogException e) {
            reasons.add(e.getMessage());
        }
        if (!reasons.isEmpty()) {
            reasons.add(String.format(
                    Locale.ROOT,
                    "./godwit simulate --seed %d --members %d --time %ds --events DIR; ./godwit trace check DIR",
                    seed,
                    MEMBERS,
                    seconds));
        }
        done.incrementAndGet();
        EntryStatus status = reasons.isEmpty() ? EntryStatus.PASSED : EntryStatus.FAILED;
        return new Case(NAME, "seed " + seed, status, (System.nanoTime() - start) / 1e9, reasons);
    }
}
