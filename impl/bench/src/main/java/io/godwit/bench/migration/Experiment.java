package io.godwit.bench.migration;

/**
 * What is measured.
 *
 * @param members members of the cluster when all have joined; the first one is alone with the data before
 * @param partitions number of partitions
 * @param entries number of entries
 * @param valueSize bytes of each value
 */
record Experiment(int members, int partitions, int entries, int valueSize) {
    /** Refuses what cannot be measured. */
    Experiment {
        if (members < 2 || partitions < 1 || entries < 0 || valueSize < 1) {
            throw new IllegalArgumentException("members: 2 or more; partitions, entries and size: positive");
        }
    }

    /** From the arguments of a process, in the order of the components. */
    static Experiment of(String[] args) {
        return new Experiment(
                Integer.parseInt(args[0]),
                Integer.parseInt(args[1]),
                Integer.parseInt(args[2]),
                Integer.parseInt(args[3]));
    }

    /** The arguments from which {@link #of} makes it. */
    String[] arguments() {
        return new String[] {
            Integer.toString(members),
            Integer.toString(partitions),
            Integer.toString(entries),
            Integer.toString(valueSize)
        };
    }

    /** {@code 5x1999}. */
    String name() {
        return members + "x" + partitions;
    }
}
