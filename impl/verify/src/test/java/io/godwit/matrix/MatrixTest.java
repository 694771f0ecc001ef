package io.godwit.matrix;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.godwit.matrix.MatrixResult.RowResult;
import io.godwit.matrix.RungOutcome.Rung;
import io.godwit.matrix.RungOutcome.Verdict;
import io.godwit.matrix.verify.VerifyReport;
import io.godwit.matrix.verify.VerifyReport.RungResult;
import io.godwit.modelcheck.manifest.Manifest;
import io.godwit.modelcheck.manifest.ManifestReader;
import io.godwit.modelcheck.run.EntryResult.EntryStatus;
import io.godwit.modelcheck.run.ReportJson;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MatrixTest {
    private static final Path ROOT =
            Path.of(System.getProperty("godwit.root")).toAbsolutePath().normalize();
    private static final RungOutcome CAUGHT = new RungOutcome(Verdict.CAUGHT, "HandleAccept(\"a\")", "m", 12, 0.5);
    private static final RungOutcome MISSED = new RungOutcome(Verdict.MISSED, "", "", 8, 2);

    @TempDir
    private Path directory;

    private final Rows rows;
    private final Manifest manifest;

    MatrixTest() throws Exception {
        rows = Rows.read(ROOT);
        manifest = ManifestReader.read(ROOT.resolve("models/manifest.json"), ROOT);
    }

    @Test
    void committedResultHasAllRowsAndTheTableIsTheirs() throws Exception {
        MatrixResult result = MatrixResult.read(MatrixResult.file(ROOT));
        assertEquals(
                rows.rows().stream().map(MatrixRow::name).toList(),
                result.rows().stream().map(RowResult::name).toList());
        assertEquals(Optional.empty(), MatrixDocs.stale(ROOT, rows, result));
    }

    @Test
    void rowsAreCaughtBesidesTlcAndWhatARungMissesHasAReason() throws Exception {
        MatrixResult result = MatrixResult.read(MatrixResult.file(ROOT));
        assertEquals(List.of(), RowCheck.uncaught(result));
        RowCheck judgement = new RowCheck(manifest);
        String open = rows.rows().stream()
                .flatMap(row -> EnumSet.allOf(Rung.class).stream()
                        .filter(rung -> judgement
                                        .judge(
                                                row,
                                                rung,
                                                result.row(row.name())
                                                        .orElseThrow()
                                                        .of(rung))
                                        .status()
                                == EntryStatus.FAILED)
                        .map(rung -> row.name() + " [" + rung.text() + "]"))
                .collect(Collectors.joining(", "));
        assertEquals("", open);
    }

    @Test
    void rowWithoutAGuardIsFoundByReplayAndBySimulation() throws Exception {
        List<MatrixRow> which = List.of(
                rows.row("quorum/ActOnCommit").orElseThrow(),
                rows.row("classic/GlobalIsSerial").orElseThrow());
        MatrixResult result = new MatrixRun(manifest, rows, MatrixRun.Size.CI, 1, (row, rung, what) -> {})
                .run(which, EnumSet.of(Rung.REPLAY, Rung.SIMULATION), null);
        for (RowResult row : result.rows()) {
            assertEquals(Verdict.EXPECTED, row.tlc().verdict());
            assertTrue(row.replay().caught() && row.simulation().caught(), row.toString());
        }
        Path file = directory.resolve("matrix.json");
        result.write(file);
        assertEquals(result, MatrixResult.read(file));
    }

    /** A model in which nothing breaks may be of the same row, and is faster. */
    @Test
    void brokenModelDecidesAmongSeveral() throws Exception {
        Path file = directory.resolve("check.json");
        Files.writeString(
                file,
                """
                {"format": 1, "seconds": 0, "machine": {}, "tools": [], "rules": [], "rulesNotJudged": [], "entries": [
                """
                        + entry("classic-no-stamp-check", "\"verdict\": \"holds\"", 1) + ","
                        + entry(
                                "classic-no-stamp-check-converge",
                                "\"verdict\": \"violated\", \"property\": \"Converge\"",
                                2)
                        + "]}");
        MatrixRow row = rows.row("classic/StampChecks").orElseThrow();
        assertEquals(
                new RungOutcome(Verdict.CAUGHT, "Converge", "classic-no-stamp-check-converge", 6, 2),
                new TlcRung(manifest, ReportJson.read(file)).of(row));
    }

    private static String entry(String name, String got, int seconds) {
        return "{\"name\": \"" + name + "\", \"engine\": \"tlc\", \"status\": \"passed\", \"got\": {" + got
                + "}, \"covers\": [], \"reasons\": [], \"coverage\": [], \"traceLength\": 6, \"seconds\": " + seconds
                + "}";
    }

    @Test
    void missIsAFailureUnlessThereIsAReason() {
        RowCheck judgement = new RowCheck(manifest);
        MatrixRow bare = new MatrixRow("quorum/AcceptChecksTerm", List.of(), "x", null, null, "", null);
        MatrixRow excused =
                new MatrixRow("quorum/AcceptChecksTerm", List.of(), "x", null, null, "", Map.of("simulation", "rare"));
        MatrixRow calibration = new MatrixRow("quorum/RestampAlways", List.of(), "x", null, null, "", null);
        assertEquals(
                EntryStatus.PASSED, judgement.judge(bare, Rung.REPLAY, CAUGHT).status());
        assertEquals(
                EntryStatus.FAILED,
                judgement.judge(bare, Rung.SIMULATION, MISSED).status());
        assertEquals(
                EntryStatus.FAILED,
                judgement.judge(bare, Rung.TLC, RungOutcome.NOT_RUN).status());
        assertEquals("rare", judgement.judge(excused, Rung.SIMULATION, MISSED).reason());
        assertEquals(
                EntryStatus.SKIPPED,
                judgement.judge(calibration, Rung.TLC, MISSED).status());
        assertTrue(RowCheck.isCaught(new RowResult("x", MISSED, CAUGHT, MISSED)));
        assertFalse(RowCheck.isCaught(new RowResult("x", CAUGHT, MISSED, MISSED)));
    }

    @Test
    void cellsSayWhatWasFoundAndHow() {
        MatrixRow row = new MatrixRow("quorum/X", List.of(4, 7), "seed", null, null, "", Map.of("simulation", "rare"));
        assertEquals("hazard 4, 7; seed", MatrixTable.source(row));
        assertEquals("HandleAccept, 12 states, 0.5 s", MatrixTable.words(row, Rung.REPLAY, CAUGHT));
        assertEquals("missed in 8 seeds: rare", MatrixTable.words(row, Rung.SIMULATION, MISSED));
        assertEquals("not looked for", MatrixTable.words(row, Rung.REPLAY, RungOutcome.NOT_RUN));
    }

    @Test
    void rowsThatWereNotRunKeepTheirResult() {
        RowResult older = new RowResult("quorum/ActOnCommit", CAUGHT, CAUGHT, MISSED);
        RowResult newer = new RowResult("quorum/ActOnCommit", RungOutcome.NOT_RUN, MISSED, RungOutcome.NOT_RUN);
        MatrixResult merged = new MatrixResult("then", 1, "ci", Map.of(), List.of(newer))
                .over(new MatrixResult("before", 1, "ci", Map.of(), List.of(older)), rows);
        assertEquals(List.of(new RowResult("quorum/ActOnCommit", CAUGHT, MISSED, MISSED)), merged.rows());
    }

    @Test
    void rungThatHasNotRunIsAFailureInEveryForm() throws Exception {
        RungResult good = new RungResult(
                "replay", 1, "", List.of(new RungResult.Case("replay", "m", EntryStatus.PASSED, 1, List.of())));
        RungResult none = new RungResult("simulation", 0, "", List.of());
        VerifyReport report = new VerifyReport("2026-01-01T00:00:00Z", 2, false, null, List.of(good, none), null);
        assertFalse(report.passed());
        report.writeJunit(directory.resolve("v.xml"));
        String xml = Files.readString(directory.resolve("v.xml"));
        assertTrue(xml.contains("tests=\"2\"") && xml.contains("failures=\"1\""), xml);
        report.writeJson(directory.resolve("v.json"));
        assertEquals(report, VerifyReport.read(directory.resolve("v.json")));
    }
}
