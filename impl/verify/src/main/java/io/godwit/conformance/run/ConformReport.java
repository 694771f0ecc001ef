package io.godwit.conformance.run;

import io.godwit.modelcheck.result.EntryStatus;
import java.util.List;

/**
 * What came out of all checks.
 *
 * @param started when, in ISO 8601
 * @param seconds how long it took
 * @param replaySeconds how long the replay took; less than its rows together where several models are replayed at once
 * @param distinct transitions that differ in states, action or arguments; the same one may be in several models
 * @param rows one per check
 */
public record ConformReport(String started, double seconds, double replaySeconds, int distinct, List<ConformRow> rows) {
    /** Copies the list. */
    public ConformReport {
        rows = List.copyOf(rows);
    }

    /** Did every check pass? */
    public boolean passed() {
        return count(EntryStatus.FAILED) == 0;
    }

    /** Number of checks that ended like this. */
    public long count(EntryStatus status) {
        return rows.stream().filter(row -> row.status() == status).count();
    }

    /** Number of all transitions. */
    public long transitions() {
        return rows.stream().mapToLong(ConformRow::transitions).sum();
    }
}
