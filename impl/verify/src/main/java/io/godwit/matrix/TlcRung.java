package io.godwit.matrix;

import io.godwit.matrix.RungOutcome.Verdict;
import io.godwit.modelcheck.manifest.Manifest;
import io.godwit.modelcheck.manifest.ManifestEntry;
import io.godwit.modelcheck.manifest.ManifestEntry.ExpectedVerdict;
import io.godwit.modelcheck.manifest.ManifestEntry.ModelChecker;
import io.godwit.modelcheck.run.CheckReport;
import io.godwit.modelcheck.run.EntryResult;
import io.godwit.modelcheck.run.EntryResult.EntryStatus;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** TLC's verdicts on the mutants: from a check if one was run, else from the manifest. */
final class TlcRung {
    private final Manifest manifest;
    private final List<EntryResult> results;

    /**
     * The rung.
     *
     * @param check what came out of a check, or null
     */
    TlcRung(Manifest manifest, CheckReport check) {
        this.manifest = manifest;
        this.results = check == null ? List.of() : check.entries();
    }

    /** The entries of the manifest that lack the row's guard, those that break something first. */
    static List<ManifestEntry> entries(Manifest manifest, MatrixRow row) {
        return manifest.entries().stream()
                .filter(entry -> row.guard().equals(entry.guard())
                        && entry.module().startsWith("spec/" + row.protocol() + '/')
                        && entry.engines().contains(ModelChecker.TLC))
                .sorted(Comparator.comparing(entry -> entry.expect().verdict() == ExpectedVerdict.HOLDS))
                .toList();
    }

    /** What is known of a row: of several entries, the fastest one in which something broke. */
    RungOutcome of(MatrixRow row) {
        List<ManifestEntry> entries = entries(manifest, row);
        Optional<EntryResult> fastest = results.stream()
                .filter(result -> result.engine() == ModelChecker.TLC && result.status() != EntryStatus.SKIPPED)
                .filter(result ->
                        entries.stream().anyMatch(entry -> entry.name().equals(result.name())))
                .min(Comparator.comparing((EntryResult result) -> !broke(result))
                        .thenComparing(result -> result.status() != EntryStatus.PASSED)
                        .thenComparingDouble(EntryResult::seconds));
        if (fastest.isPresent()) {
            return of(fastest.get());
        }
        return entries.stream().findFirst().map(TlcRung::expected).orElse(RungOutcome.NOT_RUN);
    }

    private static boolean broke(EntryResult result) {
        return result.got().property() != null && result.status() == EntryStatus.PASSED;
    }

    private static RungOutcome of(EntryResult result) {
        boolean broke = broke(result);
        return new RungOutcome(
                broke ? Verdict.CAUGHT : Verdict.MISSED,
                broke ? result.got().property() : "",
                result.name(),
                result.traceLength() == null ? 0 : result.traceLength(),
                result.seconds());
    }

    private static RungOutcome expected(ManifestEntry entry) {
        String property = entry.expect().property();
        Integer length = entry.expect().traceLength();
        return new RungOutcome(Verdict.EXPECTED, property, entry.name(), length == null ? 0 : length, 0);
    }
}
