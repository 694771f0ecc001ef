package io.godwit.matrix.verify;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.godwit.matrix.verify.RuntimeCoverage.Line;
import io.godwit.matrix.verify.VerifyReport.RungResult.Case;
import io.godwit.modelcheck.input.BadInputException;
import io.godwit.modelcheck.run.EntryResult.EntryStatus;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Checks that the first seeds execute most of the runtime, and that each other line is listed with a test or a reason. */
final class CoverageCase {
    private static final double LEAST = 0.9;
    private static final double PERCENT = 100;

    private CoverageCase() {}

    /** Looks at what has been executed in this JVM, and writes it to {@code out/runtime-coverage.json}. */
    static Case of(Path root) throws BadInputException, IOException {
        if (!RuntimeCoverage.isMeasured()) {
            return failed(List.of("not measured: JaCoCo's agent does not run in this JVM. ./godwit verify starts it."));
        }
        RuntimeCoverage coverage = RuntimeCoverage.now(root);
        Path file = root.resolve("out").resolve("runtime-coverage.json");
        Files.createDirectories(file.getParent());
        Files.writeString(file, new ObjectMapper().writeValueAsString(coverage));
        return judge(coverage, CoverageList.read(CoverageList.file(root)));
    }

    /** A measurement, held against the list. */
    static Case judge(RuntimeCoverage coverage, CoverageList list) {
        String share = String.format(
                Locale.ROOT,
                "%d of %d lines, %.1f %%",
                coverage.which(true).count(),
                coverage.lines().size(),
                coverage.share() * PERCENT);
        List<String> reasons = new ArrayList<>();
        if (coverage.share() < LEAST) {
            reasons.add("the first " + SimulationPart.COVERED + " seeds execute " + share + ", and 90 % are required");
        }
        for (Line line : list.lacks(coverage.which(false).toList())) {
            reasons.add(
                    line.file() + ":" + line.number() + " is executed by none of the first " + SimulationPart.COVERED
                            + " seeds, and docs/results/runtime-coverage.json names no test that does: " + line.text());
        }
        if (!reasons.isEmpty()) {
            return failed(reasons);
        }
        return new Case(SimulationPart.NAME, "runtime: " + share, EntryStatus.PASSED, 0, List.of());
    }

    private static Case failed(List<String> reasons) {
        return new Case(SimulationPart.NAME, "runtime", EntryStatus.FAILED, 0, reasons);
    }
}
