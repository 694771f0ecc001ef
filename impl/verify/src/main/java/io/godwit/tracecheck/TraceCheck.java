package io.godwit.tracecheck;

import com.fasterxml.jackson.databind.JsonNode;
import io.godwit.tracecheck.log.GrowingRun;
import io.godwit.tracecheck.log.GrowingRun.OutdatedException;
import io.godwit.tracecheck.log.LogException;
import io.godwit.tracecheck.log.LoggedEvent;
import io.godwit.tracecheck.log.LoggedRun;
import io.godwit.tracecheck.log.MemberEvents;
import io.godwit.tracecheck.log.MergedEvents;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BooleanSupplier;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;

/** Has TLC check that a run is a behaviour of the specification: first the control plane, then the data of each partition. */
public final class TraceCheck {
    /** The time between two looks at logs that grow. */
    private static final long PAUSE_MILLIS = 500;

    /** After so many events progress is told, and, while a run goes on, its logs are looked at. */
    private static final int SOME_EVENTS = 1 << 12;

    /** A run without one of these has shown nothing of the protocol. */
    private static final Set<String> INTERESTING = Set.of("BecomeMaster", "CommitProposal", "Write", "HandleAppend");

    private final Path spec;
    private final int workers;

    /**
     * Checks.
     *
     * @param spec the directory with the specification
     * @param workers processes at the same time
     */
    public TraceCheck(Path spec, int workers) {
        this.spec = spec;
        this.workers = workers;
    }

    /**
     * Checks a run.
     *
     * @param logs the directory with the event logs
     * @param progress told, now and then, how many events were taken
     * @throws LogException if nothing can be said about it, because logs are broken, missing or too short
     * @throws IOException if TLC breaks off, or a file cannot be read or written
     */
    public TraceCheckResult check(Path logs, LongConsumer progress)
            throws LogException, IOException, InterruptedException {
        LoggedRun run = LoggedRun.open(logs);
        try (MergedEvents events = run.events();
                PlaneProcesses planes = new PlaneProcesses(spec, workers, run)) {
            Taken taken = new Taken(events, planes, progress);
            taken.rest();
            return taken.result(logs, run);
        }
    }

    /**
     * Checks a run while it goes on, as far as its logs are written. If anything is wrong, or what was read turns out to be lost, the run
     * is checked from the beginning, at last when it is over.
     *
     * @param logs the directory with the event logs
     * @param over says whether the run is over, so that nothing is written any more
     * @param progress told, now and then, how many events were taken
     * @throws LogException if nothing can be said about it, because logs are broken, missing or too short
     * @throws IOException if TLC breaks off, or a file cannot be read or written
     */
    public TraceCheckResult follow(Path logs, BooleanSupplier over, LongConsumer progress)
            throws LogException, IOException, InterruptedException {
        return follow(logs, over, System::nanoTime, progress);
    }

    /** The same with another clock, in nanoseconds. */
    TraceCheckResult follow(Path logs, BooleanSupplier over, LongSupplier clock, LongConsumer progress)
            throws LogException, IOException, InterruptedException {
        GrowingRun.forgetOrder(logs);
        while (!over.getAsBoolean()) {
            try (GrowingRun run = GrowingRun.open(logs, clock)) {
                TraceCheckResult result = run == null ? null : follow(logs, run, over, progress);
                if (result != null && result.passed()) {
                    run.keepOrder();
                    return result;
                } else if (result != null) {
                    break;
                }
            } catch (OutdatedException e) {
                // It begins anew.
            } catch (LogException | IOException e) {
                // The check of the whole run says it in the end, if it is still so.
                break;
            }
            Thread.sleep(PAUSE_MILLIS);
        }
        while (!over.getAsBoolean()) {
            Thread.sleep(PAUSE_MILLIS);
        }
        return check(logs, progress);
    }

    private TraceCheckResult follow(Path logs, GrowingRun run, BooleanSupplier over, LongConsumer progress)
            throws LogException, OutdatedException, IOException, InterruptedException {
        try (PlaneProcesses planes = new PlaneProcesses(spec, workers, run.run())) {
            Taken taken = new Taken(run.events(), planes, progress);
            while (!over.getAsBoolean()) {
                run.look();
                if (!taken.some()) {
                    Thread.sleep(PAUSE_MILLIS);
                }
            }
            LoggedRun whole = LoggedRun.open(logs);
            run.end(whole);
            taken.rest();
            return taken.result(logs, whole);
        }
    }

    /** The events that were taken, and what came of them. */
    private static final class Taken {
        private final long begin = System.nanoTime();
        private final MergedEvents events;
        private final PlaneProcesses planes;
        private final LongConsumer progress;
        private final Set<String> missing = new TreeSet<>(INTERESTING);

        Taken(MergedEvents events, PlaneProcesses planes, LongConsumer progress) {
            this.events = events;
            this.planes = planes;
            this.progress = progress;
        }

        /** Takes all events that can be read. */
        void rest() throws LogException, IOException, InterruptedException {
            while (some()) {
                // There may be more.
            }
        }

        /** Takes events for some moments; false if no more can be read. */
        boolean some() throws LogException, IOException, InterruptedException {
            long end = events.count() + SOME_EVENTS;
            LoggedEvent event = events.next();
            while (event != null) {
                missing.remove(event.action());
                planes.take(event);
                event = events.count() < end ? events.next() : null;
            }
            progress.accept(events.count());
            return events.count() >= end;
        }

        TraceCheckResult result(Path logs, LoggedRun run) throws LogException, IOException, InterruptedException {
            for (Map.Entry<Integer, MemberEvents> it : events.members().entrySet()) {
                if (it.getValue().own() == 0) {
                    throw new LogException(run.firstLog(it.getKey()) + ": member " + it.getKey()
                            + " has logged no event: it took no part, or did not trace");
                }
            }
            if (!missing.isEmpty()) {
                throw new LogException(logs + ": these actions do not occur in " + events.count()
                        + " events, so that the run shows nothing: " + missing
                        + ". A run has to elect a master, decide something, and replicate writes");
            }
            Map<String, Long> taken = new TreeMap<>();
            List<JsonNode> failures = new ArrayList<>();
            long steps = 0;
            for (JsonNode result : planes.results()) {
                result.get("failures").forEach(failures::add);
                steps += result.get("steps").asLong();
                String module = result.get("module").asText();
                result.get("taken")
                        .fields()
                        .forEachRemaining(it -> taken.merge(
                                module + "!" + it.getKey(), it.getValue().asLong(), Long::sum));
            }
            Map<String, Long> refusals = new TreeMap<>();
            long refusalLines = 0;
            for (MemberEvents member : events.members().values()) {
                member.refusals().forEach((name, count) -> refusals.merge(name, count, Long::sum));
                refusalLines += member.refusalLines();
            }
            return new TraceCheckResult(
                    run.members().size(),
                    events.count(),
                    steps,
                    run.partitions(),
                    taken,
                    refusals,
                    refusalLines,
                    failures,
                    (System.nanoTime() - begin) / 1e9);
        }
    }

    /**
     * What came of a check.
     *
     * @param members how many members took part
     * @param events how many events their logs have
     * @param steps steps of the specification that TLC has evaluated
     * @param partitions how many partitions were checked
     * @param taken how often each action was taken, such as {@code DataPlane!Write}
     * @param refusals how often each action was refused because of which rule
     * @param refusalLines lines about a single refusal, which were passed over
     * @param failures what is no step of the specification, at most one for each partition and plane
     * @param seconds how long it took
     */
    public record TraceCheckResult(
            int members,
            long events,
            long steps,
            int partitions,
            Map<String, Long> taken,
            Map<String, Long> refusals,
            long refusalLines,
            List<JsonNode> failures,
            double seconds) {
        /** Is the run a behaviour of the specification? */
        public boolean passed() {
            return failures.isEmpty();
        }
    }
}
