package io.godwit.simulation.quorum;

import io.godwit.protocol.map.Executed;
import io.godwit.protocol.quorum.data.log.Log;
import io.godwit.protocol.quorum.data.log.LogEntry;
import io.godwit.simulation.RunResult.Violation;
import java.util.ArrayList;
import java.util.List;

/**
 * The writes of each partition that some answer to a client depends on, in their order: {@code contents} in
 * {@code spec/quorum/DataState.tla}. The last few are compared at each answer, all of them when a member activates a
 * version. Members may have forgotten older writes, or have received only what they come to; then that is compared.
 *
 * <p>A partition that was declared lost begins again: {@code lost} in {@code spec/quorum/DeclareLost.tla}.
 */
final class AnsweredWrites {
    private static final int COMPARED = 4;

    /** By partition a log of these writes; none of them is forgotten, unless the partition has begun again with a log that had forgotten some. */
    private final List<Log> effects = new ArrayList<>();

    AnsweredWrites(int partitions) {
        for (int p = 0; p < partitions; p++) {
            effects.add(Log.EMPTY);
        }
    }

    /** A partition was declared lost, and has these writes from now on. */
    void begin(int partition, Log kept) {
        effects.set(partition, kept);
    }

    /** How many there are. */
    int size(int partition) {
        return effects.get(partition).length();
    }

    /**
     * An answer depends on the first entries of a log. Where the log has forgotten entries that are not known here, which is so
     * if no answer depended on them before, nothing is added: a later answer is held against what is known then.
     *
     * @param length how many
     */
    Violation take(int partition, int member, Log log, int length) {
        Log known = effects.get(partition);
        int from = Math.max(known.firstKept(), Math.max(log.firstKept(), Math.min(known.length(), length) - COMPARED));
        List<LogEntry> entries = log.entries(Math.max(1, from), length);
        int position = Math.max(1, from);
        for (LogEntry entry : entries) {
            if (position == known.length() + 1) {
                known = known.append(entry);
            } else if (position <= known.length() && !entry(known, position).equals(entry)) {
                return new Violation(
                        "AckedDurable",
                        "partition " + partition + ": member " + member + " answers for " + entry + " in place "
                                + position + ", where " + entry(known, position) + " took effect");
            }
            position++;
        }
        effects.set(partition, known);
        return null;
    }

    private static LogEntry entry(Log log, int position) {
        return log.entries(position, position).get(0);
    }

    /** Has a log all of them, in their places? Looks at the last few. True if the log has forgotten too much to say. */
    boolean heldBy(int partition, Log log) {
        return held(effects.get(partition), log, COMPARED);
    }

    /** Has a log certainly all of them, in their places? Looks at the last few. False if the log has forgotten too much to say. */
    boolean certainlyHeldBy(int partition, Log log) {
        Log known = effects.get(partition);
        return heldBy(partition, log) && (log.firstKept() <= known.length() || hasExecutedLast(known, log));
    }

    /** Has a log all of them, in their places? Looks at all of them. */
    boolean whollyHeldBy(int partition, Log log) {
        Log known = effects.get(partition);
        return held(known, log, known.length()) && (log.firstKept() == 1 || comesToTheSame(known, log));
    }

    private static boolean held(Log known, Log log, int compared) {
        int last = known.length();
        if (log.length() < last) {
            return false;
        }
        int from = Math.max(known.firstKept(), Math.max(log.firstKept(), last - compared + 1));
        return from > last ? !contradicts(known, log) : log.entries(from, last).equals(known.entries(from, last));
    }

    /** Does the table of executed writes of a log say that the last of these writes has another place in it, or none? */
    private static boolean contradicts(Log known, Log log) {
        LogEntry last = known.lastEntry();
        Executed executed = last == null ? null : log.executed(last.client());
        // A session that has expired says nothing, nor does a later call.
        return executed != null
                && (executed.call() < last.call()
                        || (executed.call() == last.call() && executed.position() != known.length()));
    }

    private static boolean hasExecutedLast(Log known, Log log) {
        LogEntry last = known.lastEntry();
        Executed executed = last == null ? null : log.executed(last.client());
        return executed != null && executed.call() == last.call() && executed.position() == known.length();
    }

    /** Is what a log comes to what these writes and those behind them come to, as far as those are known? */
    private static boolean comesToTheSame(Log known, Log log) {
        if (log.firstKept() > known.length() + 1) {
            return true;
        }
        Log expected = known;
        for (LogEntry entry : log.entries(known.length() + 1, log.length())) {
            expected = expected.append(entry);
        }
        return expected.content().equals(log.content());
    }
}
