package io.godwit.cli;

import com.fasterxml.jackson.databind.JsonNode;
import io.godwit.modelcheck.input.BadInputException;
import io.godwit.trace.Lenses;
import io.godwit.tracecheck.RunCoverage;
import io.godwit.tracecheck.TraceCheck;
import io.godwit.tracecheck.TraceCheckResult;
import io.godwit.tracecheck.log.InvalidLogException;
import io.godwit.tracecheck.log.LogException;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
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
            names = "--workers",
            paramLabel = "N",
            description = "Number of parallel processes. Default: one per processor.")
    private int workers = Runtime.getRuntime().availableProcessors();

    @Override
    public Integer call() throws BadInputException, InterruptedException {
        PrintWriter out = spec.commandLine().getOut();
        PrintWriter err = spec.commandLine().getErr();
        UsageErrorHandler.unless(spec, workers >= 1, "--workers must be at least 1");
        UsageErrorHandler.unless(spec, Files.isDirectory(directory), "no such directory: " + directory);
        Path root = ProjectRoot.find();
        try {
            TraceCheckResult verdict = new TraceCheck(root.resolve("spec"), workers).check(directory);
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
}
