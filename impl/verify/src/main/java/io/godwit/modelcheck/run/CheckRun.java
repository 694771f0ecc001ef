package io.godwit.modelcheck.run;

import io.godwit.modelcheck.input.BadInputException;
import io.godwit.modelcheck.input.BadInputException.InputProblem;
import io.godwit.modelcheck.manifest.ManifestEntry.ModelChecker;
import io.godwit.modelcheck.run.Checker.CheckerSettings;
import io.godwit.modelcheck.run.ToolProcess.ToolFailedException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Checks a list of jobs side by side and collects what comes out. */
public final class CheckRun {
    private final Map<ModelChecker, Checker> checkers;
    private final TaskScheduler scheduler;
    private final CheckerSettings settings;
    private final CheckListener listener;
    private final Map<Integer, JobResult> results = Collections.synchronizedMap(new TreeMap<>());
    private final List<InputProblem> problems = Collections.synchronizedList(new ArrayList<>());
    private final List<String> toolFailures = Collections.synchronizedList(new ArrayList<>());

    /** A run. */
    public CheckRun(
            Map<ModelChecker, Checker> checkers,
            TaskScheduler scheduler,
            CheckerSettings settings,
            CheckListener listener) {
        this.checkers = new EnumMap<>(checkers);
        this.scheduler = scheduler;
        this.settings = settings;
        this.listener = listener;
    }

    /**
     * Runs the jobs.
     *
     * @return the results, in the order of the jobs
     * @throws BadInputException when files of the user turned out to be broken
     * @throws ToolFailedException when a checker could not be run at all
     * @throws InterruptedException when this thread is interrupted
     */
    public List<JobResult> run(List<CheckJob> jobs)
            throws BadInputException, ToolFailedException, InterruptedException {
        listener.planned(jobs.size());
        List<TaskScheduler.Task> tasks = new ArrayList<>();
        for (int i = 0; i < jobs.size(); i++) {
            CheckJob job = jobs.get(i);
            int index = i;
            tasks.add(new TaskScheduler.Task(
                    job.entry().name(),
                    job.entry().heapMb() * settings.processes(),
                    settings.cores(job),
                    job.estimatedSeconds(),
                    () -> results.put(index, guarded(job))));
        }
        scheduler.run(tasks);
        if (!problems.isEmpty()) {
            throw new BadInputException(problems.stream().distinct().toList());
        }
        if (!toolFailures.isEmpty()) {
            throw new ToolFailedException(String.join("\n", toolFailures));
        }
        if (results.size() != jobs.size()) {
            // A job that vanished must never look like one that passed.
            throw new ToolFailedException((jobs.size() - results.size()) + " jobs have no result");
        }
        return List.copyOf(results.values());
    }

    /** A job whose judging fails is a failure of the tool, not a job less. */
    private JobResult guarded(CheckJob job) {
        try {
            return check(job);
        } catch (RuntimeException e) {
            toolFailures.add(job.entry().name() + ": internal error: " + e);
            return JobResult.skipped(job, "internal error");
        }
    }

    private JobResult check(CheckJob job) {
        Checker checker = checkers.get(job.engine());
        String unavailable = checker.unavailable() != null ? checker.unavailable() : checker.refuses(job.entry());
        JobResult result;
        if (unavailable != null) {
            result = JobResult.skipped(job, unavailable);
        } else {
            listener.started(job);
            result = JobResult.of(job, ask(checker, job));
        }
        listener.finished(job, result.shown());
        return result;
    }

    private EngineResult ask(Checker checker, CheckJob job) {
        try {
            return checker.check(job.entry(), progress -> listener.progress(job, progress));
        } catch (BadInputException e) {
            problems.addAll(e.problems());
            return EngineResult.failed("broken input");
        } catch (IOException e) {
            toolFailures.add(job.entry().name() + ": " + job.engine() + " cannot be run: " + e.getMessage());
            return EngineResult.failed("the tool cannot be run");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return EngineResult.failed("interrupted");
        } catch (RuntimeException e) {
            toolFailures.add(job.entry().name() + ": " + e);
            return EngineResult.failed("internal error: " + e);
        }
    }
}
