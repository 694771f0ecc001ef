package io.godwit.bench.migration;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * One system in one experiment.
 *
 * @param experiment its name
 * @param system its name
 * @param rounds what came out, in order; the first in a process that has just started
 */
record ExperimentRow(
        @JsonProperty("experiment") String experiment,
        @JsonProperty("system") String system,
        @JsonProperty("rounds") List<MigrationOutcome> rounds) {
    /** Seconds of the first round. */
    double first() {
        return seconds(rounds.get(0));
    }

    /** The round in the middle of all but the first, or the first if it is the only one. */
    MigrationOutcome typical() {
        List<MigrationOutcome> later = rounds.subList(Math.min(1, rounds.size() - 1), rounds.size()).stream()
                .sorted((a, b) -> Long.compare(a.nanos(), b.nanos()))
                .toList();
        return later.get((later.size() - 1) / 2);
    }

    static double seconds(MigrationOutcome outcome) {
        return outcome.nanos() / (double) TimeUnit.SECONDS.toNanos(1);
    }

    /** Microseconds from the release to the end, for each migration. */
    static double microsPerMigration(MigrationOutcome outcome) {
        return outcome.nanos() / 1_000.0 / Math.max(1, outcome.migrations());
    }
}
