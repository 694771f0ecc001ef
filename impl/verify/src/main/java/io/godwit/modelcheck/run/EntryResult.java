package io.godwit.modelcheck.run;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.godwit.modelcheck.manifest.ManifestEntry.EntryKind;
import io.godwit.modelcheck.manifest.ManifestEntry.Expectation;
import io.godwit.modelcheck.manifest.ManifestEntry.ModelChecker;
import io.godwit.modelcheck.manifest.ManifestEntry.Tier;
import io.godwit.modelcheck.run.EngineResult.ActionCoverage;
import java.util.List;

/**
 * What came out of one entry with one engine. This is the form of {@code check --json}; {@code docs/verify/check.md} describes it.
 * It has a component for each key of the file.
 *
 * @param name name of the entry
 * @param engine who checked it
 * @param kind what the entry shows
 * @param tier its tier
 * @param module file of the root module
 * @param covers the concern modules that it exercises
 * @param guard the switch that is flipped; null unless mutant or calibration
 * @param faults the fault assumptions in words
 * @param says what a reader learns
 * @param source where it comes from
 * @param expected what must come out
 * @param status whether it did
 * @param reasons why it failed or was skipped; empty when it passed
 * @param got what came out
 * @param distinct distinct states found
 * @param generated states generated
 * @param depth longest shortest path; null when not known
 * @param traceLength states of the counterexample; null when there is none
 * @param seconds wall-clock time
 * @param budgetSeconds time budget
 * @param peakHeapMb most memory in use, in MiB
 * @param heapMb memory allowed, in MiB
 * @param tool the checker and its version
 * @param coverage actions taken; empty unless TLC
 * @param trace file of the counterexample relative to the root of the project; null when there is none
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record EntryResult(
        String name,
        ModelChecker engine,
        EntryKind kind,
        Tier tier,
        String module,
        List<String> covers,
        String guard,
        String faults,
        String says,
        String source,
        Expectation expected,
        EntryStatus status,
        List<String> reasons,
        Outcome got,
        long distinct,
        long generated,
        Integer depth,
        Integer traceLength,
        double seconds,
        int budgetSeconds,
        long peakHeapMb,
        int heapMb,
        String tool,
        List<ActionCoverage> coverage,
        String trace) {
    /**
     * The verdict in short.
     *
     * @param verdict {@code holds}, {@code violated}, {@code error} or {@code skipped}
     * @param property the property that broke; null unless violated
     * @param error the kind of error; null unless error
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record Outcome(String verdict, String property, String error) {
        /** A few words for tables. */
        public String text() {
            if (property != null) {
                return verdict + " " + property;
            }
            return error != null ? verdict + ": " + error : verdict;
        }
    }

    /** Makes the lists unmodifiable. */
    public EntryResult {
        covers = List.copyOf(covers);
        reasons = List.copyOf(reasons);
        coverage = List.copyOf(coverage);
    }

    /** The same result with another trace file. */
    public EntryResult withTrace(String file) {
        return new EntryResult(
                name,
                engine,
                kind,
                tier,
                module,
                covers,
                guard,
                faults,
                says,
                source,
                expected,
                status,
                reasons,
                got,
                distinct,
                generated,
                depth,
                traceLength,
                seconds,
                budgetSeconds,
                peakHeapMb,
                heapMb,
                tool,
                coverage,
                file);
    }

    /** How an entry fared. */
    public enum EntryStatus {
        /** What came out is what must come out. */
        @JsonProperty("passed")
        PASSED,
        /** Something else came out, or nothing. */
        @JsonProperty("failed")
        FAILED,
        /** The checker is not installed. Never counts as passed. */
        @JsonProperty("skipped")
        SKIPPED
    }
}
