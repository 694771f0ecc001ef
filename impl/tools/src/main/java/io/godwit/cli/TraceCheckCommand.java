package io.godwit.cli;

import com.fasterxml.jackson.databind.JsonNode;
import io.godwit.cli.Outputs.ProjectRoot;
import io.godwit.modelcheck.input.BadInputException;
import io.godwit.trace.Lenses;
import io.godwit.trace.TlaValue;
import io.godwit.trace.Trace.RawState;
import io.godwit.trace.TraceBuilder;
import io.godwit.trace.TraceJson;
import io.godwit.trace.TraceMeta;
import io.godwit.trace.ValueParser;
import io.godwit.tracecheck.RunCoverage;
import io.godwit.tracecheck.TraceCheck;
import io.godwit.tracecheck.TraceCheck.TraceCheckResult;
import io.godwit.tracecheck.log.LogException;
import io.godwit.tracecheck.log.LogException.InvalidLogException;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code godwit trace check}: checks the event logs of a run against the specification. */
@Command(
        name = "check",
        description = "Check that a run whose members wrote event logs is a behaviour of the specification.",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        footer = {"", "docs/verify/event-log.md describes the logs and the checks."},
        exitCodeListHeading = "%nExit status:%n",
        exitCodeList = {
            "0:the run is a behaviour of the specification",
            "1:the run is not a behaviour of the specification",
            "2:invalid arguments, or the logs are invalid, missing, incomplete or too short to decide",
            "3:TLC failed"
        })
final class TraceCheckCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Parameters(paramLabel = "DIR", description = "Directory of the logs (member-N-L.ndjson), searched recursively.")
    private Path directory;

    @Option(
            names = "--out",
            paramLabel = "DIR",
            description = "Directory for the traces of failures, for 'godwit trace'. Default: out/trace-check.")
    private Path traces;

    @Option(
            names = "--evidence",
            paramLabel = "NAME",
            description =
                    "Add the coverage of the run to docs/results/runs.json and docs/verify/evidence.md under this name.")
    private String evidence;

    @Option(
            names = "--follow",
            description =
                    "Check while the members still write, until the standard input ends (Ctrl-D); then the rest, and print the verdict.")
    private boolean follow;

    @Option(
            names = "--workers",
            paramLabel = "N",
            description = "Number of parallel processes of each plane. Default: one per processor; with --follow 1.")
    private Integer workers;

    @Override
    public Integer call() throws BadInputException, InterruptedException {
        PrintWriter out = spec.commandLine().getOut();
        PrintWriter err = spec.commandLine().getErr();
        UsageErrorHandler.unless(spec, workers == null || workers >= 1, "--workers must be at least 1");
        UsageErrorHandler.unless(spec, Files.isDirectory(directory), "no such directory: " + directory);
        Path root = ProjectRoot.find();
        try {
            TraceCheckResult verdict = check(root.resolve("spec"), out);
            out.printf(
                    "%d events of %d members, %d partitions: %d steps of the specification in %.1f s%n",
                    verdict.events(), verdict.members(), verdict.partitions(), verdict.steps(), verdict.seconds());
            verdict.taken().forEach((action, count) -> out.printf("  %-32s %d%n", action, count));
            long refusals = verdict.refusals().values().stream()
                    .mapToLong(Long::longValue)
                    .sum();
            out.printf("%d refusals, %d of them with a line%n", refusals, verdict.refusalLines());
            for (JsonNode failure : verdict.failures()) {
                print(out, failure);
                Path target = traces == null ? root.resolve("out/trace-check") : traces;
                out.println("  trace: " + MismatchTrace.write(failure, target, Lenses.load(root.resolve("spec")))
                        + "   (./godwit trace FILE)");
            }
            if (evidence != null) {
                new RunCoverage(root).add(evidence, verdict);
                out.println("docs/verify/evidence.md and docs/results/runs.json: written");
            }
            out.println(
                    verdict.passed()
                            ? "the run is a behaviour of the specification"
                            : "FAILED: the run is not a behaviour of the specification");
            out.flush();
            return verdict.passed() ? ExitStatus.OK : ExitStatus.CHECK_FAILED;
        } catch (InvalidLogException e) {
            out.println(e.getMessage());
            out.println("FAILED: the run is not a behaviour of the specification");
            out.flush();
            return ExitStatus.CHECK_FAILED;
        } catch (LogException e) {
            err.println("godwit: " + e.getMessage());
            return ExitStatus.BROKEN_INPUT;
        } catch (IOException e) {
            err.println("godwit: " + ExceptionHandler.text(e));
            return ExitStatus.TOOL_FAILED;
        }
    }

    private TraceCheckResult check(Path specification, PrintWriter out)
            throws LogException, IOException, InterruptedException {
        AtomicLong taken = new AtomicLong();
        StatusLine status = new StatusLine(out, () -> String.format(Locale.ROOT, "checking: %,d events", taken.get()));
        int all = follow ? 1 : Runtime.getRuntime().availableProcessors();
        TraceCheck check = new TraceCheck(specification, workers == null ? all : workers);
        try {
            return follow ? check.follow(directory, inputEnds(), taken::set) : check.check(directory, taken::set);
        } finally {
            status.close();
        }
    }

    /** Says whether the standard input has ended. */
    private static BooleanSupplier inputEnds() {
        Thread reader = new Thread(TraceCheckCommand::readInput, "godwit-input");
        reader.setDaemon(true);
        reader.start();
        return () -> !reader.isAlive();
    }

    private static void readInput() {
        try {
            while (System.in.read() >= 0) {
                // What is said does not matter, only that it ends.
            }
        } catch (IOException e) {
            // That is an end, too.
        }
    }

    private static void print(PrintWriter out, JsonNode failure) {
        out.printf(
                "%npartition %s, %s: %s is not a step of the specification%n",
                failure.get("partition"),
                failure.get("plane").asText(),
                failure.get("event").asText());
        out.println("  " + failure.get("line").asText());
        out.println("  last matching event: " + failure.get("matched").asText());
        for (JsonNode candidate : failure.get("candidates")) {
            candidate(out, "candidate", candidate);
        }
        if (failure.has("nearest")) {
            candidate(out, "nearest possible step", failure.get("nearest"));
        }
    }

    private static void candidate(PrintWriter out, String what, JsonNode candidate) {
        out.println("  " + what + ": " + candidate.get("step").asText());
        boolean enabled = candidate.get("enabled").asBoolean();
        for (JsonNode reason : candidate.get("reasons")) {
            out.println((enabled ? "      differs: " : "      false: ") + reason.asText());
        }
    }

    /** The last states before an event that is not a step of the specification, as a trace for the viewer. */
    static final class MismatchTrace {
        private MismatchTrace() {}

        /** Writes the trace of a failure; returns its path. */
        static Path write(JsonNode failure, Path directory, Lenses lenses) throws IOException {
            String module = failure.get("plane").asText().equals("data plane") ? "DataPlane" : "ControlPlane";
            List<RawState> states = new ArrayList<>();
            for (JsonNode state : failure.get("states")) {
                Map<String, TlaValue> variables = new LinkedHashMap<>();
                state.fields().forEachRemaining(it -> {
                    if (!it.getKey().isEmpty()) {
                        variables.put(
                                it.getKey(), ValueParser.value(it.getValue().asText()));
                    }
                });
                String step = state.get("").asText();
                String action = step.contains("(") ? step.substring(0, step.indexOf('(')) : step;
                states.add(new RawState(states.size() + 1, states.isEmpty() ? RawState.INIT : action, null, variables));
            }
            String name = module + "-" + failure.get("partition");
            StringBuilder why = new StringBuilder("after these states: ")
                    .append(failure.get("event").asText())
                    .append(" is not a step of the specification");
            for (JsonNode candidate : failure.get("candidates")) {
                why.append("; ").append(candidate.get("step").asText());
                boolean enabled = candidate.get("enabled").asBoolean();
                for (JsonNode reason : candidate.get("reasons")) {
                    why.append(enabled ? "; differs: " : "; false: ").append(reason.asText());
                }
            }
            Files.createDirectories(directory);
            Path file = directory.resolve(name + ".trace.json");
            TraceJson.write(
                    TraceBuilder.build(
                            TraceMeta.named("run, partition " + failure.get("partition"))
                                    .module(module)
                                    .protocol("quorum")
                                    .property("BehaviourOfTheSpecification")
                                    .meaning("every event of the run is a step of the specification")
                                    .faults("a real run")
                                    .says(why.toString())
                                    .source("event logs")
                                    .tool("TLC", "")
                                    .build(),
                            states,
                            lenses.of(module)),
                    file);
            return file;
        }
    }
}
