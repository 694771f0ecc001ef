package io.godwit.protocol.quorum.data.log;

import io.godwit.protocol.map.Executed;
import io.godwit.protocol.map.MapContent;
import io.godwit.protocol.map.Operation;
import io.godwit.protocol.quorum.table.Version;
import java.util.Collection;
import java.util.List;
import java.util.Objects;

/**
 * The writes of a partition, in order, and what they come to. Immutable: an append shares everything before it, takes O(1)
 * for the log and O(log n) for the content, and leaves the shorter log as it is, which is how a read keeps what it saw.
 *
 * <p>The log is also the table of executed writes, and so it travels with the data: whoever becomes primary knows which
 * calls were carried out, and what to answer.
 *
 * <p>In the specification the log is never cut off, and a {@code Sync} carries it whole. A member that sends logs over a wire
 * or keeps them on disk may send a {@code Sync} in pieces and may forget entries ({@link #keeping}), if what it does looks like
 * this from the outside:
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
    public static final Log EMPTY = new Log(null, 1, 0, MapContent.EMPTY);

    private static final int TOLD = 8;

    private final Node last;
    /** Position of the oldest write that is kept. */
    private final int first;
    /** Estimated size of the writes that are kept before the last one. */
    private final long olderBytes;

    private final MapContent content;

    private Log(Node last, int first, long olderBytes, MapContent content) {
        this.last = last;
        this.first = first;
        this.olderBytes = olderBytes;
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

    /**
     * A log of which the older writes are forgotten, put together from its parts.
     *
     * @param content what all writes come to, the last ones included
     * @param kept the last writes, oldest first; at least one if there was any
     */
    public static Log restored(MapContent content, List<LogEntry> kept) {
        if (kept.isEmpty() != (content.applied() == 0) || kept.size() > content.applied()) {
            throw new IllegalArgumentException(kept.size() + " of " + content.applied() + " writes");
        }
        return of(kept, content);
    }

    private static Log of(List<LogEntry> kept, MapContent content) {
        int first = content.applied() - kept.size() + 1;
        Node node = null;
        long bytes = 0;
        for (int i = 0; i < kept.size(); i++) {
            bytes += bytes(node);
            node = new Node(node, kept.get(i), first + i);
        }
        return new Log(node, first, bytes, content);
    }

    /**
     * This log without its older writes, which only their effect is kept of. All else answers as before.
     *
     * @param last how many of the last writes to keep, 1 or more
     */
    public Log keeping(int last) {
        if (last < 1) {
            throw new IllegalArgumentException("the last write has to be kept: " + last);
        }
        int from = length() - last + 1;
        return from <= first ? this : of(entries(from, length()), content);
    }

    private static long bytes(Node node) {
        return node == null ? 0 : node.entry.bytes();
    }

    /**
     * Estimated size in memory of the writes that can be forgotten, which are those before the last one, in bytes. What the keys
     * hold does not count, although it may be the values of these writes.
     */
    public long olderBytes() {
        return olderBytes;
    }

    /** How many of the last writes there are if {@link #olderBytes} is to be at most this; 1 or more if there is a write. */
    public int lastWithin(long bytes) {
        int count = 0;
        long left = bytes;
        for (Node node = last; node != null && left >= 0; node = node.before) {
            left -= node == last ? 0 : bytes(node);
            count += left >= 0 ? 1 : 0;
        }
        return count;
    }

    /** The position of the oldest write that is not forgotten; 1 for a log that is empty or whole. */
    public int firstKept() {
        return first;
    }

    /** This log and one more write. */
    @SuppressWarnings("ReferenceEquality") // a write without effect leaves the same object
    public Log append(LogEntry entry) {
        MapContent after = content.apply(entry.client(), entry.call(), entry.operation());
        boolean withoutEffect = entry.operation() instanceof Operation.OnMap && after.maps() == content.maps();
        return new Log(
                new Node(last, withoutEffect ? entry.asWithoutEffect() : entry, length() + 1),
                first,
                olderBytes + bytes(last),
                after);
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

    /**
     * The version under which a write was taken. For one that is forgotten it is that of the oldest write that is kept, which is the
     * same or a later one.
     *
     * @param position of the write, 1 for the oldest
     */
    public Version epochAt(int position) {
        Node node = last;
        while (node != null && node.position > position && node.before != null) {
            node = node.before;
        }
        return node == null ? Version.NONE : node.entry.epoch();
    }

    /** The last write, or null when there is none. */
    public LogEntry lastEntry() {
        return last == null ? null : last.entry;
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
     * @param to position of the last; nothing is returned for positions that the log does not have, or not any more
     */
    public List<LogEntry> entries(int from, int to) {
        int oldest = Math.max(from, first);
        int newest = Math.min(to, length());
        if (oldest > newest) {
            return List.of();
        }
        LogEntry[] found = new LogEntry[newest - oldest + 1];
        for (Node node = last; node != null && node.position >= oldest; node = node.before) {
            if (node.position <= newest) {
                found[node.position - oldest] = node.entry;
            }
        }
        return List.of(found);
    }

    /** All writes that are not forgotten, oldest first. */
    public List<LogEntry> entries() {
        return entries(1, length());
    }

    /**
     * Has it the same writes? Logs that share their older part are compared only where they differ; where one has forgotten
     * writes, their effect is compared.
     */
    @Override
    public boolean equals(Object other) {
        return other instanceof Log log && length() == log.length() && same(log);
    }

    private boolean same(Log other) {
        Node one = last;
        Node two = other.last;
        while (one != two) {
            if (one == null || two == null) {
                return content.equals(other.content);
            }
            if (!one.entry.equals(two.entry)) {
                return false;
            }
            one = one.before;
            two = two.before;
        }
        return one != null || first == 1 || content.equals(other.content);
    }

    @Override
    public int hashCode() {
        return last == null ? 0 : 31 * last.position + last.entry.hashCode();
    }

    /** The last writes, and how many there are before them: a log may be long, and texts are for people. */
    @Override
    public String toString() {
        int before = Math.max(0, length() - TOLD);
        String told = entries(before + 1, length()).toString();
        return before == 0 ? told : before + " before " + told;
    }

    /** The last write, and those before it. */
    private static final class Node {
        private final Node before;
        private final LogEntry entry;
        private final int position;

        Node(Node before, LogEntry entry, int position) {
            this.before = before;
            this.entry = Objects.requireNonNull(entry, "entry");
            this.position = position;
        }
    }
}
