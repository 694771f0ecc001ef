package io.godwit.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.godwit.matrix.MatrixResult;
import io.godwit.matrix.MatrixResult.RowResult;
import io.godwit.matrix.RungOutcome;
import io.godwit.matrix.verify.VerifyReport;
import io.godwit.matrix.verify.VerifyReport.RungResult;
import io.godwit.modelcheck.input.BadInputException;
import io.godwit.modelcheck.run.CheckReport;
import io.godwit.modelcheck.run.EntryResult.EntryStatus;
import io.godwit.modelcheck.run.ReportJson;
import io.godwit.trace.TraceJson;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReportTest {
    @TempDir
    Path root;

    private String index;

    @BeforeEach
    void write() throws IOException {
        Path traces = root.resolve("traces");
        TraceJson.write(Samples.trace(), traces.resolve(Samples.FINDING + ".json"));
        Path page = Report.write(Samples.check(), Samples.manifest(root), traces, root.resolve("out"));
        index = Files.readString(page);
    }

    @Test
    void showsEveryModelWithWhatWasExpectedAndWhatCameOut() {
        for (String name :
                new String[] {"toy-safe", "toy-no-fence", "toy-calibration", "toy-inductive", Samples.FINDING}) {
            assertTrue(index.contains(name), name);
        }
        assertTrue(index.contains("violated Durable"));
        assertTrue(index.contains("4 of 5 models passed, 1 skipped"));
    }

    @Test
    void linksAFindingToItsPageWhichIsThere() throws IOException {
        assertTrue(index.contains("href=\"traces/" + Samples.FINDING + ".html\""));
        assertTrue(Files.readString(root.resolve("out/traces/" + Samples.FINDING + ".html"))
                .contains("HandleCopy"));
    }

    @Test
    void reportNamesTheKillerOfAMutant() {
        int row = index.indexOf("<code>Fence</code>");
        assertTrue(row > 0);
        assertTrue(index.indexOf("Durable", row) > row);
    }

    @Test
    void pointsOutPropertiesThatNothingBreaksAndActionsThatNothingTakes() {
        assertTrue(index.contains("nothing in this run"));
        assertTrue(index.contains("<tr class=\"never\"><th><code>Crash</code>"));
    }

    @Test
    void escapesWhatTheManifestSays() {
        assertTrue(index.contains("one crash &amp; &lt;nothing&gt; else"));
        assertFalse(index.contains("<nothing>"));
    }

    @Test
    void needsNoNetwork() {
        assertFalse(index.matches("(?s).*(src|href)=\"(https?:)?//.*"));
        assertFalse(index.contains("@import"));
    }

    @Test
    void readsWhatCheckWrites() throws Exception {
        Path file = root.resolve("check.json");
        CheckReport check = Samples.check();
        Files.writeString(file, new ObjectMapper().writeValueAsString(check));
        assertEquals(check, ReportJson.read(file));
    }

    @Test
    void showsTheRungsThatVerifyClimbed() throws Exception {
        Files.createDirectories(root.resolve("models"));
        Files.writeString(
                root.resolve("models/matrix.json"),
                """
                {"replayTransitions": 1, "search": {}, "notInTheEngine": {},
                 "rows": [{"name": "quorum/ActOnCommit", "source": "finding N6"}]}
                """);
        RowResult row = new RowResult(
                "quorum/ActOnCommit",
                new RungOutcome(RungOutcome.Verdict.CAUGHT, "Agreement", "toy", 5, 1),
                new RungOutcome(RungOutcome.Verdict.CAUGHT, "HandleAccept", "toy", 6, 1),
                new RungOutcome(RungOutcome.Verdict.MISSED, "", "", 12, 3));
        MatrixResult matrix = new MatrixResult("2026-01-01T00:00:00Z", 4, "full", Map.of("cores", "2"), List.of(row));
        RungResult rung = new RungResult(
                "replay",
                3,
                "two models & <more>",
                List.of(new RungResult.Case(
                        "replay", "quorum-crash", EntryStatus.FAILED, 3, List.of("state 4 differs"))));
        Path file = root.resolve("verify.json");
        new VerifyReport("2026-01-01T00:00:00Z", 9, true, Samples.check(), List.of(rung), matrix).writeJson(file);
        String page = Files.readString(
                Report.write(file, Samples.manifest(root), root.resolve("traces"), root.resolve("out")));
        assertTrue(page.contains("two models &amp; &lt;more&gt;"));
        assertTrue(page.contains("state 4 differs"));
        assertTrue(page.contains("quorum/ActOnCommit"));
        assertTrue(page.contains("not as expected"));
    }

    @Test
    void refusesWhatCheckDidNotWrite() throws IOException {
        Path file = root.resolve("check.json");
        Files.writeString(file, "{\"entries\": 3}");
        String message = assertThrows(BadInputException.class, () -> ReportJson.read(file))
                .getMessage();
        assertTrue(message.contains("check.json:1") && message.contains("./godwit check --json"), message);
        String missing = assertThrows(BadInputException.class, () -> ReportJson.read(root.resolve("none.json")))
                .getMessage();
        assertTrue(missing.contains("none.json"), missing);
    }
}
