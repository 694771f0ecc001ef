package io.godwit.matrix;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.godwit.modelcheck.manifest.Manifest;
import io.godwit.modelcheck.manifest.ManifestEntry;
import io.godwit.modelcheck.manifest.ManifestEntry.EntryKind;
import io.godwit.modelcheck.manifest.ManifestReader;
import io.godwit.mutants.Mutants;
import io.godwit.mutants.Mutants.Mutant;
import io.godwit.mutants.runtime.RuntimeMutants;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class RowsTest {
    /** Entries leave ahead of the disk; the others wait for a cluster version. */
    private static final Set<String> WAIT_FOR_NO_DISK =
            Set.of("AppendWaitsForLog", "FormatWaitsForVersion", "FeatureWaitsForMajority", "ReadWaitsForTouch");

    private static final Path ROOT =
            Path.of(System.getProperty("godwit.root")).toAbsolutePath().normalize();
    private static final int WANTED = 40;
    private static final int HAZARDS = 46;

    private final Rows rows;
    private final Manifest manifest;

    RowsTest() throws Exception {
        rows = Rows.read(ROOT);
        manifest = ManifestReader.read(ROOT.resolve("models/manifest.json"), ROOT);
    }

    @Test
    void mutantsAreRowsAndRowsAreMutants() {
        List<String> names = rows.rows().stream().map(MatrixRow::name).toList();
        assertEquals(
                Mutants.all().stream().map(Mutant::name).collect(Collectors.toCollection(TreeSet::new)),
                new TreeSet<>(names));
        assertEquals(names.size(), Set.copyOf(names).size());
        assertTrue(names.size() >= WANTED, names.size() + " rows");
    }

    @Test
    void guardThatTheManifestRemovesIsARowOrHasAReasonToBeNone() {
        Set<String> guards = rows.rows().stream().map(MatrixRow::guard).collect(Collectors.toSet());
        for (ManifestEntry entry : manifest.entries()) {
            // What is replaced instead of switched off is no guard.
            if (entry.kind() == EntryKind.MUTANT && entry.replace().isEmpty()) {
                boolean known = guards.contains(entry.guard());
                boolean excused = rows.notInTheEngine().containsKey(entry.guard());
                assertTrue(known != excused, entry.guard());
            }
        }
    }

    /** What has to be synced before which message leaves is not a guard of a handler: mutants of the runtime switch it off. */
    @Test
    void guardsOfTheDiskHaveMutantsOfTheRuntime() {
        int found = 0;
        for (Map.Entry<String, String> reason : rows.notInTheEngine().entrySet()) {
            Matcher named = Pattern.compile("`(\\w+/\\w+)`").matcher(reason.getValue());
            boolean none = true;
            while (named.find()) {
                assertTrue(RuntimeMutants.find(named.group(1)).isPresent(), reason.getKey() + ": " + named.group(1));
                none = false;
                found++;
            }
            boolean waits = reason.getKey().contains("WaitsFor") && !WAIT_FOR_NO_DISK.contains(reason.getKey());
            assertTrue(!waits || !none, reason.getKey() + " names no mutant of the runtime");
        }
        assertTrue(found >= 11, found + " named");
    }

    @Test
    void rowsAreKnownToTheManifest() {
        for (MatrixRow row : rows.rows()) {
            assertTrue(!TlcRung.entries(manifest, row).isEmpty(), row.name());
        }
    }

    @Test
    void rowsSayWhereTheyAreFrom() {
        for (MatrixRow row : rows.rows()) {
            assertTrue(!row.hazards().isEmpty() || !row.source().isEmpty(), row.name());
            assertTrue(row.hazards().stream().allMatch(it -> it >= 1 && it <= HAZARDS), row.name());
        }
    }
}
