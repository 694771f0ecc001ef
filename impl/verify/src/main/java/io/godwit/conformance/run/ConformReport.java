package io.godwit.conformance.run;

import io.godwit.modelcheck.run.EntryResult.EntryStatus;
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

    /**
     * What came out of one check.
     *
     * @param check what kind of check
     * @param name what was checked: a model, or the kind of check again
     * @param status passed or failed
     * @param seconds how long it took
     * @param states states of the model; 0 where there are none
     * @param transitions transitions of the model; 0 where there are none
     * @param summary in a few words
     * @param reasons why it failed, each with all that is needed to go on; empty when it passed
     */
    public record ConformRow(
            Check check,
            String name,
            EntryStatus status,
            double seconds,
            long states,
            long transitions,
            String summary,
            List<String> reasons) {
        /** Copies the list. */
        public ConformRow {
            reasons = List.copyOf(reasons);
        }

        /** Kinds of checks. */
        public enum Check {
            /** Every corpus was made from the specification as it is. */
            DRIFT,
            /** Engine and specification name each other. */
            TRACEABILITY,
            /** The engine agrees with a model in every state. */
            REPLAY,
            /** Enough was replayed, every action among it. */
            COVERAGE,
            /** The table in the documents is that of this engine. */
            EVIDENCE
        }

        /** A check that looks for findings. */
        static ConformRow of(Check check, String name, long started, String summary, List<String> findings) {
            return new ConformRow(
                    check,
                    name,
                    findings.isEmpty() ? EntryStatus.PASSED : EntryStatus.FAILED,
                    (System.nanoTime() - started) / 1e9,
                    0,
                    0,
                    findings.isEmpty() ? summary : findings.size() + (findings.size() == 1 ? " finding" : " findings"),
                    findings);
        }
    }
}
