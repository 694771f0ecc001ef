package io.godwit.bench.comparison;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What is measured.
 *
 * @param members members of the cluster when all have joined; the first one is alone with the data before
 * @param partitions number of partitions
 * @param entries number of entries
 * @param valueSize bytes of each value
 * @param parallel migrations that a member takes part in at once, 0 for as many as by default
 */
record Experiment(int members, int partitions, int entries, int valueSize, int parallel) {
    private static final Pattern NAME = Pattern.compile("(\\d{1,4})x(\\d{1,6})");

    /** Refuses what cannot be measured. */
    Experiment {
        if (members < 2 || partitions < 1 || entries < 0 || valueSize < 1 || parallel < 0) {
            throw new IllegalArgumentException(
                    "members: 2 or more; partitions and size: 1 or more; entries and parallel: 0 or more");
        }
    }

    /**
     * From a name such as {@code 5x1999}.
     *
     * @throws IllegalArgumentException if it is none
     */
    static Experiment named(String name, int entries, int valueSize, int parallel) {
        Matcher matcher = NAME.matcher(name);
        if (!matcher.matches()) {
            throw new IllegalArgumentException(
                    "no such case: " + name + "; a case is members x partitions, such as 5x1999");
        }
        return new Experiment(
                Integer.parseInt(matcher.group(1)), Integer.parseInt(matcher.group(2)), entries, valueSize, parallel);
    }

    /** From the arguments of a process, in the order of the components. */
    static Experiment of(String[] args) {
        return new Experiment(
                Integer.parseInt(args[0]),
                Integer.parseInt(args[1]),
                Integer.parseInt(args[2]),
                Integer.parseInt(args[3]),
                Integer.parseInt(args[4]));
    }

    /** The arguments from which {@link #of} makes it. */
    String[] arguments() {
        return new String[] {
            Integer.toString(members),
            Integer.toString(partitions),
            Integer.toString(entries),
            Integer.toString(valueSize),
            Integer.toString(parallel)
        };
    }

    /** {@code 5x1999}. */
    String name() {
        return members + "x" + partitions;
    }

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

    /**
     * The result of a run. Times are real time.
     *
     * @param nanos from the release until all is balanced and safe
     * @param migrations replicas that moved or were made
     * @param histogram how long single migrations took, in microseconds: a compressed HdrHistogram in base 64
     * @param cpuNanos processor time of the process meanwhile
     * @param heapPeak most bytes of heap in use at once during the run, garbage included
     * @param heapAfter bytes of heap in use afterwards, after a collection
     */
    record MigrationOutcome(
            @JsonProperty("nanos") long nanos,
            @JsonProperty("migrations") long migrations,
            @JsonProperty("histogram") String histogram,
            @JsonProperty("cpuNanos") long cpuNanos,
            @JsonProperty("heapPeak") long heapPeak,
            @JsonProperty("heapAfter") long heapAfter) {}
}
