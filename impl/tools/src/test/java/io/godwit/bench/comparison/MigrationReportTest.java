package io.godwit.bench.comparison;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.godwit.bench.comparison.Experiment.ExperimentRow;
import io.godwit.bench.comparison.Experiment.MigrationOutcome;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.xml.sax.InputSource;

class MigrationReportTest {
    private static final long SECOND = 1_000_000_000;

    /** As long as told, with one migration of 2 ms and one of 8 ms. */
    private static MigrationOutcome took(double seconds) {
        Histogram histogram = new Histogram(1, 3_600_000_000L, 3);
        histogram.recordValue(2_000);
        histogram.recordValue(8_000);
        String text = Latencies.text(histogram);
        return new MigrationOutcome((long) (seconds * SECOND), 1_000, text, 3 * SECOND, 9 << 20, 5 << 20);
    }

    private static ExperimentRow row(String system, double... seconds) {
        return new ExperimentRow(
                "5x1999",
                system,
                Arrays.stream(seconds).mapToObj(MigrationReportTest::took).toList());
    }

    private static MigrationReport report() {
        return new MigrationReport(
                List.of(row("Godwit", 9, 1, 3, 2), row("Hazelcast 3.12.13", 8), row("Hazelcast 5.7.0", 30, 20)),
                "some machine");
    }

    @Test
    void roundInTheMiddleOfAllButTheFirstCounts() {
        assertEquals(2, ExperimentRow.seconds(row("Godwit", 9, 1, 3, 2).typical()));
        assertEquals(1, ExperimentRow.seconds(row("Godwit", 9, 1, 3).typical()));
        assertEquals(9, ExperimentRow.seconds(row("Godwit", 9).typical()));
        assertEquals(9, row("Godwit", 9, 1).first());
    }

    @Test
    void tableHasRatiosToTheRivalOfTheSameCase() {
        List<String> lines = report().table().lines().toList();
        assertEquals(5, lines.size());
        assertEquals(
                "| 5x1999 | Godwit | 9.00 | 2.00 | 1000 | 500 | 2000 | 2.0 | 8.0 | 3.00 | 5 | 10.00 |", lines.get(2));
        assertTrue(lines.get(3).endsWith("| 2.50 |"), lines.get(3));
        assertTrue(lines.get(4).endsWith("| 1.00 |"), lines.get(4));
    }

    @Test
    void ratioNeedsBothSystems() {
        String table = new MigrationReport(List.of(row("Godwit", 1)), "").table();
        assertTrue(table.endsWith("|  |\n"), table);
        ExperimentRow other = new ExperimentRow("10x271", "Hazelcast 5.7.0", List.of(took(5)));
        table = new MigrationReport(List.of(row("Godwit", 1), other), "").table();
        assertTrue(table.lines().toList().get(2).endsWith("|  |"), table);
    }

    @Test
    void migrationsAreCountedPerSecondAndEach() {
        assertEquals(2_000, ExperimentRow.microsPerMigration(took(2)));
        assertEquals(5_000_000, ExperimentRow.microsPerMigration(new MigrationOutcome(5 * SECOND, 0, "", 0, 0, 0)));
    }

    @Test
    void plotIsAnImageWithABarForEachRow() throws Exception {
        String svg = report().plot();
        DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
        factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
        var document = factory.newDocumentBuilder().parse(new InputSource(new StringReader(svg)));
        // One is the ground.
        assertEquals(4, document.getElementsByTagName("rect").getLength());
        assertTrue(svg.contains("20.00 s"));
    }

    @Test
    void percentilesAreOfSingleMigrations() {
        List<String> lines = report().percentiles().lines().toList();
        assertEquals(5, lines.size());
        assertEquals("| 5x1999, Godwit | 2 | 2.00 | 8.00 | 8.00 | 8.00 | 8.00 | 8.00 |", lines.get(2));
    }

    @Test
    void plotOfNothingIsAnImage() {
        assertTrue(new MigrationReport(List.of(), "").plot().startsWith("<svg"));
    }

    @Test
    void allOfItIsWritten(@TempDir Path directory) throws Exception {
        report().write(directory.resolve("new"));
        JsonNode json = new ObjectMapper()
                .readTree(directory.resolve("new/migration.json").toFile());
        assertEquals(3, json.size());
        assertEquals("Godwit", json.get(0).get("system").asText());
        assertEquals(4, json.get(0).get("rounds").size());
        String text = Files.readString(directory.resolve("new/migration.md"));
        assertTrue(text.startsWith("some machine\n"));
        assertTrue(text.contains("(migration.svg)"));
        assertFalse(Files.readString(directory.resolve("new/migration.svg")).isEmpty());
    }
}
