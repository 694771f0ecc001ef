package io.godwit.bench.comparison;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.godwit.bench.Bench;
import io.godwit.bench.comparison.ComparisonOptions.OutputDirectory;
import io.godwit.bench.comparison.ComparisonOptions.ProcessOptions;
import io.godwit.bench.comparison.ReferenceReport.ReferenceResult;
import io.godwit.bench.comparison.ReferenceRun.ComparedReference;
import io.godwit.modelcheck.Machine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code bench reference}: the experiment of S004. */
@Command(
        name = "reference",
        mixinStandardHelpOptions = true,
        description =
                "Set one reference with large values at members that are some milliseconds apart, and compare with"
                        + " Hazelcast's IAtomicReference. Measurements that are finished are kept in --out, and are not repeated"
                        + " when the command is given again.")
public final class ReferenceCommand implements Callable<Integer> {
    private static final String NONE = "none";

    @Option(
            names = "--delays",
            split = ",",
            description = "Milliseconds of a round trip between members; half of it between the client and a member"
                    + " (default: ${DEFAULT-VALUE}).",
            defaultValue = "0,2,4,6,8")
    private List<Integer> delays;

    @Option(
            names = "--threads",
            split = ",",
            description = "Threads that set the reference, one call after another (default: ${DEFAULT-VALUE}).",
            defaultValue = "1,8")
    private List<Integer> threads;

    @Option(names = "--runs", description = "Repetitions (default: ${DEFAULT-VALUE}).", defaultValue = "2")
    private int runs;

    @Option(
            names = "--seconds",
            description = "Seconds with the least and with the greatest delay (default: ${DEFAULT-VALUE}).",
            defaultValue = "600")
    private int seconds;

    @Option(
            names = "--trim",
            description = "Of these, seconds at either end that do not count (default: ${DEFAULT-VALUE}).",
            defaultValue = "90")
    private int trim;

    @Option(
            names = "--seconds-between",
            description = "Seconds with each other delay (default: ${DEFAULT-VALUE}).",
            defaultValue = "120")
    private int secondsBetween;

    @Option(
            names = "--trim-between",
            description = "Of these, seconds at either end that do not count (default: ${DEFAULT-VALUE}).",
            defaultValue = "20")
    private int trimBetween;

    @Option(
            names = "--size",
            description = "Size of a value in bytes (default: ${DEFAULT-VALUE}).",
            defaultValue = "131072")
    private int size;

    @Option(
            names = "--heap",
            paramLabel = "SIZE",
            description = "Heap of each of Godwit's members (default: ${DEFAULT-VALUE}).",
            defaultValue = "256m")
    private String heap;

    @Option(
            names = "--hazelcast-heap",
            paramLabel = "SIZE",
            description = "Heap of each of Hazelcast's members, which keep 10,000 values in their logs (default:"
                    + " ${DEFAULT-VALUE}).",
            defaultValue = "3g")
    private String hazelcastHeap;

    @Option(
            names = "--hazelcast-snapshots",
            paramLabel = "N",
            description =
                    "Entries of Hazelcast's log after which it takes a snapshot; 0 for its default, 10,000 (default:"
                            + " ${DEFAULT-VALUE}).",
            defaultValue = "0")
    private int snapshots;

    @Option(
            names = "--hazelcast",
            paramLabel = "V",
            description = "Its version, 4.2 to 5.4, or none (default: ${DEFAULT-VALUE}).",
            defaultValue = "5.3.2")
    private String version;

    @Mixin
    private ProcessOptions processes;

    @Mixin
    private OutputDirectory output;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException, InterruptedException {
        Map<ReferencePlan, String> kinds = plans();
        Map<ReferencePlan, ReferenceResult> finished = finished(kinds.keySet());
        Map<String, ComparedReference> systems = new LinkedHashMap<>();
        for (Map.Entry<ReferencePlan, String> each : kinds.entrySet()) {
            if (!finished.containsKey(each.getKey()) && !systems.containsKey(each.getValue())) {
                systems.put(each.getValue(), system(each.getValue()));
            }
        }
        boolean failed = false;
        for (Map.Entry<ReferencePlan, String> each : kinds.entrySet()) {
            ReferencePlan plan = each.getKey();
            if (finished.containsKey(plan)) {
                System.err.println(plan.text() + ": kept from before");
                continue;
            }
            try {
                ReferenceResult result = new ReferenceRun(
                                plan,
                                systems.get(each.getValue()),
                                line -> System.err.println(plan.text() + ": " + line))
                        .run();
                output.json(kept(plan).toString(), result);
                finished.put(plan, result);
            } catch (IOException e) {
                System.err.println("godwit bench: " + plan.text() + ": " + e.getMessage());
                failed = true;
            }
            report(kinds.keySet(), finished).write(output.directory());
        }
        ReferenceReport report = report(kinds.keySet(), finished);
        report.write(output.directory());
        System.out.println(report.machine());
        System.out.println();
        System.out.print(report.table());
        System.out.println();
        System.out.print(report.members());
        return failed ? Bench.FAILED : 0;
    }

    private ReferenceReport report(Iterable<ReferencePlan> plans, Map<ReferencePlan, ReferenceResult> finished) {
        List<ReferenceResult> results = new ArrayList<>();
        for (ReferencePlan plan : plans) {
            if (finished.containsKey(plan)) {
                results.add(finished.get(plan));
            }
        }
        return new ReferenceReport(machine(), results);
    }

    private String machine() {
        return String.format(
                Locale.ROOT,
                "%s; %d members, values of %d bytes; heap of a member %s, Hazelcast %s; %s; %d s with the least and the"
                        + " greatest delay, %d of them trimmed at either end; %d s and %d s with others",
                Machine.text(),
                ReferenceCluster.MEMBERS,
                size,
                heap,
                hazelcastHeap,
                processes.jvm().isEmpty() ? "no other options" : String.join(" ", processes.jvm()),
                seconds,
                trim,
                secondsBetween,
                trimBetween);
    }

    /** What is to be measured in this order, and with which system: of all that have one run, delay and number of threads, one after the other. */
    private Map<ReferencePlan, String> plans() {
        if (runs < 1 || snapshots < 0) {
            throw new ParameterException(spec.commandLine(), "--runs: 1 or more; --hazelcast-snapshots: 0 or more");
        }
        int least = delays.stream().mapToInt(it -> it).min().orElse(0);
        int most = delays.stream().mapToInt(it -> it).max().orElse(0);
        Map<ReferencePlan, String> plans = new LinkedHashMap<>();
        try {
            for (int run = 1; run <= runs; run++) {
                for (int delay : delays) {
                    boolean isLong = delay == least || delay == most;
                    for (int number : threads) {
                        ReferencePlan plan = new ReferencePlan(
                                "Godwit",
                                started(heap, ""),
                                delay,
                                number,
                                run,
                                isLong ? seconds : secondsBetween,
                                isLong ? trim : trimBetween,
                                size);
                        plans.put(plan, "godwit");
                        if (!version.equals(NONE)) {
                            String more = snapshots == 0 ? "" : ", snapshots " + snapshots;
                            plans.put(plan.of("Hazelcast " + version, started(hazelcastHeap, more)), "hazelcast");
                        }
                    }
                }
            }
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), e.getMessage(), e);
        }
        return plans;
    }

    private String started(String size, String more) {
        return size + (processes.jvm().isEmpty() ? "" : " " + String.join(" ", processes.jvm())) + more;
    }

    private Path kept(ReferencePlan plan) {
        return Path.of("reference", plan.file());
    }

    /** The measurements that are there already. */
    private Map<ReferencePlan, ReferenceResult> finished(Iterable<ReferencePlan> plans) {
        Map<ReferencePlan, ReferenceResult> finished = new LinkedHashMap<>();
        for (ReferencePlan plan : plans) {
            Path file = output.directory().resolve(kept(plan));
            if (!Files.exists(file)) {
                continue;
            }
            ReferenceResult result;
            try {
                result = new ObjectMapper().readValue(file.toFile(), ReferenceResult.class);
            } catch (IOException e) {
                throw new ParameterException(
                        spec.commandLine(),
                        file + " is no measurement of this version: " + e.getMessage()
                                + "; remove it, or use another --out",
                        e);
            }
            if (!result.plan().equals(plan)) {
                throw new ParameterException(
                        spec.commandLine(),
                        file + " was measured otherwise, with " + result.plan()
                                + "; give the same options, remove it, or" + " use another --out");
            }
            finished.put(plan, result);
        }
        return finished;
    }

    private ComparedReference system(String kind) throws IOException, InterruptedException {
        boolean own = kind.equals("godwit");
        return new ComparedReference(
                kind,
                own
                        ? ComparedSystem.godwit(ReferenceMember.class)
                        : processes.hazelcast(version, ReferenceMember.class),
                own
                        ? ComparedSystem.godwit(ReferenceClient.class)
                        : processes.hazelcast(version, ReferenceClient.class),
                own ? heap : hazelcastHeap,
                processes.jvm(),
                own ? 0 : snapshots);
    }
}
