package io.godwit.matrix;

import io.godwit.matrix.MatrixResult.RowResult;
import io.godwit.matrix.RungOutcome.Rung;
import io.godwit.matrix.RungOutcome.Verdict;
import io.godwit.modelcheck.manifest.Manifest;
import io.godwit.modelcheck.manifest.ManifestEntry.ExpectedVerdict;
import io.godwit.modelcheck.run.EntryResult.EntryStatus;
import java.util.List;

/** Whether a row has the required result: caught by each rung or missed with a reason, and not caught by TLC only. */
public final class RowCheck {
    private final Manifest manifest;

    /** Over the rows of this manifest. */
    public RowCheck(Manifest manifest) {
        this.manifest = manifest;
    }

    /**
     * A verdict about a row on a rung.
     *
     * @param status passed when it was caught, skipped when there is a reason why it was not
     * @param reason why it was not caught; empty when it was
     */
    public record Finding(EntryStatus status, String reason) {}

    /** Of a row on one rung. */
    public Finding judge(MatrixRow row, Rung rung, RungOutcome what) {
        if (what.caught()) {
            return new Finding(EntryStatus.PASSED, "");
        }
        String reason = rung == Rung.TLC && isCalibration(row) ? "safety does not need this guard" : row.reason(rung);
        if (!reason.isEmpty()) {
            return new Finding(EntryStatus.SKIPPED, reason);
        }
        return new Finding(
                EntryStatus.FAILED,
                what.verdict() == Verdict.MISSED ? "missed, and models/matrix.json gives no reason" : "has not run");
    }

    /** Whether it is caught by a rung other than TLC. */
    public static boolean isCaught(RowResult result) {
        return result.replay().caught() || result.simulation().caught();
    }

    /** The rows that no rung besides TLC has caught. */
    public static List<String> uncaught(MatrixResult result) {
        return result.rows().stream()
                .filter(row -> !isCaught(row))
                .map(RowResult::name)
                .toList();
    }

    /** Whether the manifest says that the specification holds without the guard. */
    private boolean isCalibration(MatrixRow row) {
        return TlcRung.entries(manifest, row).stream()
                .allMatch(entry -> entry.expect().verdict() == ExpectedVerdict.HOLDS);
    }
}
