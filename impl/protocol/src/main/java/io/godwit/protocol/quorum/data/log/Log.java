package io.godwit.protocol.quorum.data.log;

import io.godwit.protocol.map.Executed;
import io.godwit.protocol.map.MapContent;
import io.godwit.protocol.quorum.table.Version;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.Objects;

/**
 * The writes of a partition, in order, and what they come to. Immutable: an append shares everything before it, takes O(1)
 * for the log and O(log n) for the content, and leaves the shorter log as it is, which is how a read keeps what it saw.
 *
 * <p>The log is also the table of executed writes, and so it travels with the data: whoever becomes primary knows which
 * calls were carried out, and what to answer.
 *
 * <p>Here the log is never cut off, and a {@code Sync} carries it whole, by reference. A member that sends logs over a wire
 * or keeps them on disk may send a {@code Sync} in pieces and may forget entries, if what it does looks like this from the
 * outside:
 * <ul>
 *   <li>a receiver takes a {@code Sync} in one step, when all pieces are there, and until then holds what it held;</li>
 *   <li>all pieces come from one log, that which the primary had when it activated the version;</li>
 *   <li>a forgotten entry is replaced by the content after it, with the table of executed writes, the length and the epoch
 *       of the last forgotten entry: {@link #length}, {@link #lastEpoch} and {@link #executed} answer as before;</li>
 *   <li>a primary forgets no entry that a participant of its configuration has not acknowledged under its version, or it
 *       sends that participant everything again.</li>
 * </ul>
 */
public final class Log {
    /** No write. */
    public static final Log EMPTY = new Log(null, MapContent.EMPTY);

    private final Node last;
    private final MapContent content;

    private Log(Node last, MapContent content) {
        this.last = last;
        this.content = content;
    }

    /** A log of these writes, oldest first. */
    public static Log of(Collection<LogEntry> entries) {
        Log log = EMPTY;
        for (LogEntry entry : entries) {
            log = log.append(entry);
        }
        return log;
    }

    /** This log and one more write. */
    public Log append(LogEntry entry) {
        return new Log(new Node(last, entry), content.apply(entry.client(), entry.call(), entry.operation()));
    }

    /** Number of writes. */
    public int length() {
        return last == null ? 0 : last.position;
    }

    /** Has it no write? */
    public boolean isEmpty() {
        return last == null;
    }

    /** The version under which the last write was taken, {@link Version#NONE} when there is none. */
    public Version lastEpoch() {
        return last == null ? Version.NONE : last.entry.epoch();
    }

    /** What all writes together come to. */
    public MapContent content() {
        return content;
    }

    /** The last write of a client that is in the log, or null. */
    public Executed executed(long client) {
        return content.executed(client);
    }

    /** Is the write in the log, or a later one of the same client? */
    public boolean hasExecuted(long client, long call) {
        Executed found = content.executed(client);
        return found != null && found.call() >= call;
    }

    /**
     * Some of the writes, oldest first. Takes time for every write from the first one wanted to the end of the log.
     *
     * @param from position of the first, 1 for the oldest
     * @param to position of the last; nothing is returned for positions that the log does not have
     */
    public List<LogEntry> entries(int from, int to) {
        Deque<LogEntry> found = new ArrayDeque<>();
        for (Node node = last; node != null && node.position >= from; node = node.before) {
            if (node.position <= to) {
                found.addFirst(node.entry);
            }
        }
        return List.copyOf(found);
    }

    /** All writes, oldest first. */
    public List<LogEntry> entries() {
        return entries(1, length());
    }

    /** Has it the same writes? Logs that share their older part are compared only where they differ. */
    @Override
    public boolean equals(Object other) {
        return other instanceof Log log && same(last, log.last);
    }

    private static boolean same(Node a, Node b) {
        Node one = a;
        Node two = b;
        while (one != two) {
            if (one == null || two == null || !one.entry.equals(two.entry)) {
                return false;
            }
            one = one.before;
            two = two.before;
        }
        return true;
    }

    @Override
    public int hashCode() {
        return last == null ? 0 : 31 * last.position + last.entry.hashCode();
    }

    @Override
    public String toString() {
        return entries().toString();
    }

    /** The last write, and those before it. */
    private static final class Node {
        private final Node before;
        private final LogEntry entry;
        private final int position;

        Node(Node before, LogEntry entry) {
            this.before = before;
            this.entry = Objects.requireNonNull(entry, "entry");
            this.position = before == null ? 1 : before.position + 1;
        }
    }
}
