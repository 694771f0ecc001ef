package io.godwit.client;

import io.godwit.client.CallException.Outcome;
import io.godwit.protocol.map.Bytes;
import io.godwit.protocol.map.Operation.OnMap;
import io.godwit.protocol.map.Result;
import io.godwit.protocol.map.Result.Changes;
import io.godwit.protocol.map.Result.Written;
import io.godwit.protocol.map.StreamPosition;
import io.godwit.transport.frame.StreamCalls;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Reads the changes of a map: the writes that took effect, those of each partition in their order, and each one once, whatever happens
 * to members. Members store nothing about readers; a reader has its {@link #positions}. {@link GodwitMap#changes} makes readers. For one
 * thread at a time.
 */
public final class ChangeReader {
    /** Size of an answer of a partition; one change may be larger. */
    private static final int CHANGES_BYTES = 16 << 10;

    /** The same while a partition is scanned. */
    private static final int SCAN_BYTES = 256 << 10;
    /** Time between two questions to a partition that has nothing new. */
    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    private final GodwitClient client;
    private final Bytes map;
    /** The number of the map's first partition. */
    private final int first;

    private final StreamPosition[] positions;
    private final Set<Integer> forgotten = new TreeSet<>();

    /**
     * A page of a scan.
     *
     * @param after the key before its first one; null if it has the first key
     * @param index the place in the log at which it was read
     */
    private record Page(Bytes after, int index) {}

    private ChangeReader(GodwitClient client, Bytes map, StreamPosition[] positions) {
        this.client = client;
        this.map = map;
        this.first = client.routes().partitions(map).next(0);
        this.positions = positions;
    }

    /** A reader of what is changed from now on. */
    static ChangeReader fromNow(GodwitClient client, Bytes map) {
        ChangeReader reader = new ChangeReader(client, map, new StreamPosition[client.partitions()]);
        List<CompletableFuture<Result>> answers = new ArrayList<>();
        for (int i = 0; i < reader.positions.length; i++) {
            answers.add(client.call(reader.first + i, StreamCalls.scan(map, null, 0)));
        }
        for (int i = 0; i < reader.positions.length; i++) {
            reader.positions[i] = reader.wait(answers.get(i)).next();
        }
        return reader;
    }

    /** A reader from positions on. */
    static ChangeReader from(GodwitClient client, Bytes map, ChangePositions from) {
        if (!from.map().equals(text(map))) {
            throw new IllegalArgumentException(
                    "positions of the map \"" + from.map() + "\"; this is \"" + text(map) + '"');
        } else if (from.all().size() != client.partitions()) {
            throw new IllegalArgumentException(
                    "positions of " + from.all().size() + " partitions; the map has " + client.partitions());
        }
        return new ChangeReader(client, map, from.all().toArray(new StreamPosition[0]));
    }

    private static String text(Bytes map) {
        return new String(map.shared(), StandardCharsets.UTF_8);
    }

    /** A reader that has to read everything first. */
    static ChangeReader fromScan(GodwitClient client, Bytes map) {
        StreamPosition[] positions = new StreamPosition[client.partitions()];
        ChangeReader reader = new ChangeReader(client, map, positions);
        for (int i = 0; i < positions.length; i++) {
            positions[i] = StreamPosition.START;
            reader.forgotten.add(i);
        }
        return reader;
    }

    /** The positions after the last changes that {@link #poll} and {@link #restart} have returned. */
    public ChangePositions positions() {
        return new ChangePositions(text(map), List.of(positions));
    }

    /**
     * Returns changes, and waits for some if there are none. It takes up at most 16 KiB of each partition at once, or one change if that
     * is larger.
     *
     * @param timeout how long to wait, 292 years at most; each question to the members has the time limit of a call in addition
     * @return the next changes; empty if there are none in time, or if the thread is interrupted
     * @throws ChangesForgottenException if changes are missing that come next in some partition. All that could be read before has
     *     been returned; {@link #restart} goes on
     * @throws CallException if some partition cannot be asked. Nothing is lost: the next call goes on
     */
    public List<Change> poll(Duration timeout) {
        long end = System.nanoTime() + Math.max(0, TimeUnit.NANOSECONDS.convert(timeout));
        while (true) {
            List<Change> changes = read();
            long left = end - System.nanoTime();
            if (!changes.isEmpty() || left <= 0 || !pause(Math.min(left, PAUSE_NANOS))) {
                return changes;
            }
        }
    }

    private static boolean pause(long nanos) {
        try {
            TimeUnit.NANOSECONDS.sleep(nanos);
            return true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /** Asks each partition once. */
    private List<Change> read() {
        requireNoneForgotten();
        List<CompletableFuture<Result>> answers = new ArrayList<>();
        for (int i = 0; i < positions.length; i++) {
            answers.add(client.call(first + i, StreamCalls.readChanges(map, positions[i], CHANGES_BYTES)));
        }
        List<Change> all = new ArrayList<>();
        RuntimeException failure = null;
        for (int i = 0; i < positions.length; i++) {
            try {
                Changes changes = wait(answers.get(i));
                if (changes == null) {
                    forgotten.add(i);
                } else {
                    int partition = i;
                    changes.writes().forEach(write -> all.add(change(partition, write)));
                    positions[i] = changes.next();
                }
            } catch (RuntimeException e) {
                failure = e;
            }
        }
        if (all.isEmpty()) {
            requireNoneForgotten();
            if (failure != null) {
                throw failure;
            }
        }
        return all;
    }

    private void requireNoneForgotten() {
        if (!forgotten.isEmpty()) {
            throw new ChangesForgottenException(forgotten);
        }
    }

    /**
     * Reads the contents of the partitions whose next changes are forgotten. The consumer gets for each of them a {@link
     * Change.Kind#CLEAR}, and then the changes that make its keys what they are now: puts, additions and appends. {@link #poll} goes on
     * with the changes after that. If a partition is cleared, gets another version, or forgets changes while it is read, it is read again,
     * beginning with a {@link Change.Kind#CLEAR}. An interruption ends this only between two answers.
     *
     * @param consumer gets the changes, as {@link #poll} returns them
     * @throws CallException if some partition cannot be asked, or the thread is interrupted; a partition that was not read to its end is
     *     read again by the next call
     */
    public void restart(Consumer<Change> consumer) {
        for (int i : List.copyOf(forgotten)) {
            while (!isRestarted(i, consumer)) {
                if (Thread.currentThread().isInterrupted()) {
                    throw interrupted();
                }
            }
            forgotten.remove(i);
        }
    }

    /**
     * Reads what a partition has, and goes on from there. All answers are of one version of the partition: other ones may be of a log that
     * has other writes in the same places.
     *
     * @return false if it has to be read again
     */
    private boolean isRestarted(int partition, Consumer<Change> consumer) {
        consumer.accept(new Change(Change.Kind.CLEAR, partition, Bytes.EMPTY, Bytes.EMPTY));
        List<Page> pages = new ArrayList<>();
        Changes page = scan(partition, null);
        StreamPosition from = page.next();
        pages.add(new Page(null, from.index()));
        page.writes().forEach(write -> consumer.accept(change(partition, write)));
        while (page.more()) {
            Bytes last = key(page.writes().get(page.writes().size() - 1));
            page = scan(partition, last);
            if (page.next().shown() != from.shown()) {
                return false;
            }
            pages.add(new Page(last, page.next().index()));
            page.writes().forEach(write -> consumer.accept(change(partition, write)));
        }
        return readToLast(partition, pages, from, consumer);
    }

    /** Reads the changes from the first page of a scan up to the last one, without those that a page has. */
    private boolean readToLast(int partition, List<Page> pages, StreamPosition from, Consumer<Change> consumer) {
        int last = pages.get(pages.size() - 1).index();
        StreamPosition at = from;
        long progress = System.nanoTime();
        while (at.index() < last) {
            Changes changes = wait(client.call(first + partition, StreamCalls.readChanges(map, at, SCAN_BYTES)));
            if (changes == null || changes.next().shown() != from.shown()) {
                return false;
            }
            for (Written write : changes.writes()) {
                Change change = change(partition, write);
                if (change.kind() == Change.Kind.CLEAR && write.index() <= last) {
                    // The pages that were read before it may have keys that it has removed.
                    return false;
                } else if (write.index() > index(pages, key(write))) {
                    consumer.accept(change);
                }
            }
            if (changes.next().index() > at.index()) {
                progress = System.nanoTime();
            } else {
                awaitMore(partition, progress);
            }
            at = changes.next();
        }
        positions[partition] = at;
        return true;
    }

    /** Waits until the primary shows what a scan has found, which a primary that was replaced never does. */
    private void awaitMore(int partition, long since) {
        if (System.nanoTime() - since > client.timeoutNanos()) {
            throw new CallException(
                    Outcome.NOT_DONE, "partition " + (first + partition) + " does not show its last changes in time");
        } else if (!pause(PAUSE_NANOS)) {
            throw interrupted();
        }
    }

    private static CallException interrupted() {
        return new CallException(Outcome.NOT_DONE, "interrupted");
    }

    private Changes scan(int partition, Bytes after) {
        return wait(client.call(first + partition, StreamCalls.scan(map, after, SCAN_BYTES)));
    }

    /** The place in the log at which a key was scanned. */
    private static int index(List<Page> pages, Bytes key) {
        int index = 0;
        for (Page page : pages) {
            index = page.after() == null || page.after().compareTo(key) < 0 ? page.index() : index;
        }
        return index;
    }

    private static Bytes key(Written write) {
        return ((OnMap) write.operation()).keyBytes();
    }

    private static Change change(int partition, Written write) {
        OnMap onMap = (OnMap) write.operation();
        return new Change(Change.Kind.valueOf(onMap.verb().name()), partition, onMap.keyBytes(), onMap.value());
    }

    private Changes wait(CompletableFuture<Result> answer) {
        try {
            return StreamCalls.changes(map, answer.join());
        } catch (CompletionException e) {
            throw e.getCause() instanceof RuntimeException cause ? cause : e;
        }
    }
}
