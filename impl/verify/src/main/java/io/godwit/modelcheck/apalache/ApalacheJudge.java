package io.godwit.modelcheck.apalache;

import io.godwit.modelcheck.input.BadInputException.InputProblem;
import io.godwit.modelcheck.manifest.Manifest;
import io.godwit.modelcheck.manifest.ManifestEntry;
import io.godwit.modelcheck.run.ToolProcess;
import io.godwit.modelcheck.run.Verdict;
import io.godwit.modelcheck.run.Verdict.FailureKind;
import io.godwit.modelcheck.spec.ModuleGraph;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Turns Apalache's exit status into a verdict. Its output is only quoted, except for the places of type errors. */
final class ApalacheJudge {
    private static final int OK = 0;
    private static final int JVM_OUT_OF_MEMORY = 3;
    private static final int COUNTEREXAMPLE = 12;
    private static final int EVALUATION = 75;
    private static final int TYPE_ERROR = 120;
    private static final int PARSE_ERROR = 150;
    private static final int LINES = 15;

    private static final Pattern PLACE =
            Pattern.compile("\\[(\\w+)\\.tla:(\\d+):\\d+-\\d+:\\d+]: (.*?)(?:\\s+E@[\\d:.]+)?");

    private final Manifest manifest;
    private final ManifestEntry entry;

    ApalacheJudge(Manifest manifest, ManifestEntry entry) {
        this.manifest = manifest;
        this.entry = entry;
    }

    Verdict judge(ToolProcess.End end, List<String> said, boolean counterexample) {
        if (end.timedOut()) {
            return new Verdict.Failed(FailureKind.TIMEOUT, "the time budget ran out\n" + tail(said));
        }
        return switch (end.exit()) {
            case OK -> new Verdict.Holds();
            case COUNTEREXAMPLE -> counterexample
                    ? new Verdict.Violated(entry.apalache().inv())
                    : new Verdict.Failed(FailureKind.CRASH, "status 12, but no counterexample\n" + tail(said));
            case JVM_OUT_OF_MEMORY -> new Verdict.Failed(
                    FailureKind.OUT_OF_MEMORY, "the memory of this entry (heapMb) ran out");
            case TYPE_ERROR -> new Verdict.Failed(FailureKind.TYPE, tail(said));
            case PARSE_ERROR -> new Verdict.Failed(FailureKind.PARSE, tail(said));
            case EVALUATION -> new Verdict.Failed(FailureKind.EVALUATION, tail(said));
            default -> new Verdict.Failed(
                    FailureKind.CRASH, "Apalache ended with status " + end.exit() + "\n" + tail(said));
        };
    }

    List<InputProblem> explain(Verdict.Failed failed, List<String> said) {
        List<InputProblem> problems = new ArrayList<>();
        for (String line : List.copyOf(said)) {
            Matcher matcher = PLACE.matcher(line.strip());
            if (matcher.matches()) {
                problems.add(new InputProblem(
                        file(matcher.group(1)),
                        Integer.parseInt(matcher.group(2)),
                        matcher.group(3),
                        "Correct the type annotation."));
            }
        }
        return problems.isEmpty()
                ? List.of(new InputProblem(
                        manifest.resolve(entry.module()),
                        0,
                        "Apalache does not accept the specification ("
                                + failed.kind().word() + ")\n" + failed.detail(),
                        "Correct it; what Apalache says is above."))
                : problems;
    }

    private Path file(String module) {
        return ModuleGraph.find(module, manifest.searchPath(entry)).orElse(manifest.resolve(entry.module()));
    }

    private static String tail(List<String> said) {
        List<String> lines = List.copyOf(said);
        return String.join("\n", lines.subList(Math.max(0, lines.size() - LINES), lines.size()));
    }
}
