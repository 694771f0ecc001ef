package io.godwit.simulation.quorum;

import io.godwit.protocol.quorum.data.log.Log;
import io.godwit.protocol.quorum.data.log.LogEntry;
import io.godwit.simulation.Violation;
import java.util.ArrayList;
import java.util.List;

/**
 * The writes of each partition that some answer to a client depends on, in their order: {@code contents} in
 * {@code spec/quorum/DataState.tla}. The last few are compared at each answer, all of them when a member activates a
 * version.
 */
final class Effects {
    private static final int COMPARED = 4;

    private final List<List<LogEntry>> effects = new ArrayList<>();

    Effects(int partitions) {
        for (int p = 0; p < partitions; p++) {
            effects.add(new ArrayList<>());
        }
    }

    /** How many there are. */
    int size(int partition) {
        return effects.get(partition).size();
    }

    /**
     * An answer depends on the first entries of a log.
     *
     * @param length how many
     */
    Violation take(int partition, int member, Log log, int length) {
        List<LogEntry> known = effects.get(partition);
        int from = Math.max(1, Math.min(known.size(), length) - COMPARED);
        List<LogEntry> entries = log.entries(from, length);
        for (int i = 0; i < entries.size(); i++) {
            int position = from + i;
            if (position > known.size()) {
                known.add(entries.get(i));
            } else if (!known.get(position - 1).equals(entries.get(i))) {
                return new Violation(
                        "AckedDurable",
                        "partition " + partition + ": member " + member + " answers for " + entries.get(i)
                                + " in place " + position + ", where " + known.get(position - 1) + " took effect");
            }
        }
        return null;
    }

    /** Has a log all of them, in their places? Looks at the last few. */
    boolean heldBy(int partition, Log log) {
        return held(partition, log, COMPARED);
    }

    /** Has a log all of them, in their places? Looks at all of them. */
    boolean whollyHeldBy(int partition, Log log) {
        return held(partition, log, Integer.MAX_VALUE);
    }

    private boolean held(int partition, Log log, int compared) {
        List<LogEntry> known = effects.get(partition);
        if (log.length() < known.size()) {
            return false;
        }
        int from = Math.max(0, known.size() - compared);
        return known.isEmpty() || log.entries(from + 1, known.size()).equals(known.subList(from, known.size()));
    }
}
