package io.godwit.modelcheck.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.godwit.modelcheck.input.BadInputException;
import io.godwit.modelcheck.manifest.ManifestEntry.EntryKind;
import io.godwit.modelcheck.manifest.ManifestEntry.Expectation;
import io.godwit.modelcheck.manifest.ManifestEntry.ExpectedVerdict;
import io.godwit.modelcheck.manifest.ManifestEntry.ModelChecker;
import io.godwit.modelcheck.manifest.ManifestEntry.Tier;
import io.godwit.modelcheck.run.CheckReport.RuleFinding;
import io.godwit.modelcheck.run.EngineResult.ActionCoverage;
import io.godwit.modelcheck.run.EntryResult.EntryStatus;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Element;

class ReportFilesTest {
    @TempDir
    private Path directory;

    @Test
    void jsonComesBackAsItWas() throws Exception {
        CheckReport report = report();
        Path file = directory.resolve("deep/report.json");

        ReportJson.write(report, file);

        assertEquals(report, ReportJson.read(file));
    }

    @Test
    void brokenJsonHasALine() throws Exception {
        Path file = Files.writeString(directory.resolve("report.json"), "{\n\"frmat\": 1}");

        BadInputException e = assertThrows(BadInputException.class, () -> ReportJson.read(file));

        assertEquals(2, e.problems().get(0).line());
    }

    @Test
    void junitXmlHasACaseForEachResultAndRule() throws Exception {
        Path file = directory.resolve("report.xml");

        JUnitXml.write(report(), file);

        Element suite = DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(file.toFile())
                .getDocumentElement();
        assertEquals("4", suite.getAttribute("tests"));
        assertEquals("2", suite.getAttribute("failures"));
        assertEquals("1", suite.getAttribute("skipped"));
        assertEquals(4, suite.getElementsByTagName("testcase").getLength());
        assertTrue(Files.readString(file).contains("a &lt; b"));
    }

    @Test
    void brokenRuleIsNoSuccess() {
        assertEquals(false, report().passed());
    }

    private static CheckReport report() {
        return new CheckReport(
                CheckReport.FORMAT,
                "2026-01-02T03:04:05Z",
                1.5,
                Tier.PR,
                null,
                Map.of("cores", "2"),
                List.of("TLC2 Version 2.18"),
                List.of(
                        result("a", EntryStatus.PASSED, List.of()),
                        result("b", EntryStatus.FAILED, List.of("a < b")),
                        result("c", EntryStatus.SKIPPED, List.of("not installed"))),
                List.of(new RuleFinding("files", "x.cfg", "is in no model", "Remove it.")),
                List.of());
    }

    private static EntryResult result(String name, EntryStatus status, List<String> reasons) {
        return new EntryResult(
                name,
                ModelChecker.TLC,
                EntryKind.BENIGN,
                Tier.QUICK,
                "spec/A.tla",
                List.of("A"),
                null,
                "none",
                "x",
                null,
                new Expectation(ExpectedVerdict.HOLDS, null, 1L, 2L, null),
                status,
                reasons,
                new EntryResult.Outcome("holds", null, null),
                1,
                2,
                3,
                null,
                0.5,
                60,
                100,
                512,
                "TLC2 Version 2.18",
                List.of(new ActionCoverage("Inc", "A", 1, 2)),
                null);
    }
}
