package io.godwit.bench.migration;

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
}
