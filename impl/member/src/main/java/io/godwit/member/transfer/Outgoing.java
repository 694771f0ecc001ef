package io.godwit.member.transfer;

import io.godwit.protocol.map.Bytes;
import io.godwit.protocol.map.Cell;
import io.godwit.protocol.map.Executed;
import io.godwit.protocol.quorum.data.log.Log;
import io.godwit.protocol.quorum.data.log.LogEntry;
import io.godwit.protocol.quorum.data.message.DataMessage.Sync;
import io.godwit.protocol.quorum.table.Version;
import io.godwit.transport.frame.CellPart;
import io.godwit.transport.frame.FileSlice;
import io.godwit.transport.frame.Frame;
import io.godwit.transport.frame.LastWrite;
import io.godwit.transport.frame.Mark;
import io.godwit.transport.frame.SharedFile;
import io.godwit.transport.frame.Undo;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * A log on its way to somebody. Parts are made and sent by a thread of their own, which waits for acknowledgements when
 * {@value #WINDOW} of them are missing, or as many as the {@link Lane} has room for.
 */
final class Outgoing implements Runnable {
    private static final int WINDOW = 8;
    private static final int PART = 256 << 10;
    /** What is less does not become a file: each one costs the receiver a flush of its own. */
    private static final long FILE = 1 << 20;

    private static final long PAUSE = 2;
    private static final long LOOK = 50;

    private final long id;
    private final Sync sync;
    private final Way way;
    private final Lane.Share share;
    private final Traffic.Counters traffic;
    private final Store store;
    private final Semaphore exports;
    private final Semaphore window = new Semaphore(WINDOW);
    private volatile long progress = System.nanoTime();
    private volatile boolean over;
    /** Is it not its turn yet? */
    private volatile boolean waiting = true;

    private final Frame.Offer offer;
    private Frame.Want want;
    private boolean difference;
    private boolean small;

    private List<CellPart> cells = new ArrayList<>();
    private List<LastWrite> executed = new ArrayList<>();
    private List<LogEntry> entries = new ArrayList<>();
    private long filled;
    private int index;
    private long added;
    private volatile long sent;
    private volatile long all;

    /** Where parts go. */
    interface Way {
        /** Sends a part, and says how many bytes it takes; -1 if there is no room now. */
        long send(Frame frame);

        /** Is anybody there? */
        boolean isOpen();
    }

    /** Ends the sending from inside. */
    private static final class Cancelled extends RuntimeException {
        private static final long serialVersionUID = 1;
    }

    /**
     * A log that was not offered yet.
     *
     * @param marks of the log
     * @param store where the member keeps it; null for nowhere
     * @param exports room for files
     */
    Outgoing(
            long id,
            Sync sync,
            List<Mark> marks,
            Way way,
            Lane lane,
            Traffic.Counters traffic,
            Store store,
            Semaphore exports) {
        Log log = sync.log();
        this.offer = new Frame.Offer(id, sync.partition(), sync.view(), log.length(), log.lastEpoch(), marks);
        this.id = id;
        this.sync = sync;
        this.way = way;
        this.share = lane.share();
        this.traffic = traffic;
        this.store = store;
        this.exports = exports;
    }

    long id() {
        return id;
    }

    Version version() {
        return sync.version();
    }

    int partition() {
        return sync.partition();
    }

    Frame.Offer offer() {
        return offer;
    }

    /** Has the receiver asked for it? */
    boolean isWanted() {
        return want != null;
    }

    /**
     * The receiver wants it; returns false when that was known. If it holds something else now than when it asked first, or has
     * forgotten what has come, this is given up: it has to be found out anew what has to be sent.
     */
    boolean want(Frame.Want wanted) {
        boolean first = want == null;
        if (first) {
            want = wanted;
        } else if (!want.equals(wanted)) {
            cancel();
        }
        return first;
    }

    void acknowledged() {
        progress = System.nanoTime();
        share.arrived();
        window.release();
    }

    /** For how many nanoseconds has nothing happened? To wait for its turn is no fault of a log. */
    long idle(long now) {
        return waiting && want != null ? 0 : now - progress;
    }

    /** Does the receiver want it, and it is not its turn yet? */
    boolean isInLine() {
        return want != null && waiting;
    }

    /** How far it is. */
    Transfer transfer(int to) {
        return new Transfer(sync.partition(), to, sent, all);
    }

    /** Is it sent, or given up? */
    boolean isOver() {
        return over;
    }

    void cancel() {
        over = true;
        share.giveBack();
        window.release(WINDOW);
    }

    /**
     * Finds out what has to be sent, and then begins, or puts the log in line.
     *
     * @param senders begins
     */
    void sort(Executor senders) {
        difference = isDifference();
        small = isSmall();
        if (small) {
            start(senders);
        } else {
            share.enter(() -> start(senders));
        }
    }

    private void start(Executor senders) {
        try {
            senders.execute(this);
        } catch (RejectedExecutionException e) {
            cancel();
        }
    }

    @Override
    public void run() {
        try {
            all = count();
            if (difference) {
                begin();
                difference();
            } else if (isFile() && file()) {
                traffic.file();
                over = true;
                return;
            } else {
                begin();
                everything();
            }
            flush(true);
            traffic.sent(difference, !want.undo().isNone());
            over = true;
        } catch (Cancelled e) {
            over = true;
        } catch (InterruptedException e) {
            over = true;
            Thread.currentThread().interrupt();
        } finally {
            share.leave();
        }
    }

    /** It is its turn. */
    private void begin() {
        progress = System.nanoTime();
        waiting = false;
    }

    /**
     * Is what the receiver holds, or goes back to, the beginning of this log, and what it lacks less than everything? Position and
     * version name an entry.
     */
    private boolean isDifference() {
        Log log = sync.log();
        int held = want.length();
        if (held < 1 || held > log.length() || held < log.firstKept()) {
            return false;
        }
        return log.entries(held, held).get(0).epoch().equals(want.lastEpoch())
                && Cost.isAtLeast(log, Cost.difference(log, held, want.undo()));
    }

    /**
     * Is it one part? Then it does not wait for those that are many. Whoever is in sync and lacks a few writes of a new primary gets
     * them this way, and calls wait for that.
     */
    private boolean isSmall() {
        return difference
                ? Cost.difference(sync.log(), want.length(), want.undo()) < PART
                : !Cost.isAtLeast(sync.log(), PART);
    }

    /** Do both have a disk with room, and is it worth a file? */
    private boolean isFile() {
        return want.files() && store != null && !store.isFull() && Cost.isAtLeast(sync.log(), FILE);
    }

    /** Sends everything as a file; false if there cannot be one. */
    private boolean file() throws InterruptedException {
        while (!exports.tryAcquire(LOOK, TimeUnit.MILLISECONDS)) {
            if (over) {
                throw new Cancelled();
            }
        }
        try {
            if (over) {
                throw new Cancelled();
            }
            begin();
            SharedFile file = new SharedFile(store.export(sync.partition(), sync.log()));
            try {
                send(file);
            } finally {
                file.release();
            }
            return true;
        } catch (IOException e) {
            return false;
        } finally {
            exports.release();
        }
    }

    private void send(SharedFile file) throws InterruptedException {
        long size = file.size();
        for (long offset = 0; offset < size; offset += PART) {
            int length = (int) Math.min(PART, size - offset);
            boolean last = offset + length == size;
            traffic.filePart(give(new Frame.FilePart(id, index, last, new FileSlice.OfFile(file, offset, length))));
            index++;
            sent = all * (offset + length) / size;
        }
        // Until the receiver has looked at it, this is not over, and nothing begins anew.
        while (!window.tryAcquire(WINDOW, LOOK, TimeUnit.MILLISECONDS)) {
            if (over || !way.isOpen()) {
                throw new Cancelled();
            }
        }
    }

    private long count() {
        if (difference) {
            return (long) sync.log().length() - want.length();
        }
        long[] keys = {0};
        sync.log().content().maps().forEach((map, content) -> keys[0] += content.size());
        return keys[0];
    }

    /** What follows the entry up to which both logs are the same, and what is now under keys whose last writes are taken back. */
    private void difference() {
        Log log = sync.log();
        Set<Long> clients = new LinkedHashSet<>(want.undo().clients());
        for (LogEntry entry : log.entries(want.length() + 1, log.length())) {
            add(entry);
            clients.add(entry.client());
        }
        if (want.undo().isNone()) {
            return;
        }
        for (Undo.Place place : want.undo().places()) {
            Cell cell = log.content().maps().cell(place.map(), place.key());
            if (cell != null) {
                add(place.map(), place.key(), cell);
            }
        }
        for (long client : clients) {
            Executed last = log.executed(client);
            if (last != null) {
                add(client, last);
            }
        }
    }

    private void everything() {
        Log log = sync.log();
        log.content().maps().forEach((map, content) -> content.forEach((key, cell) -> add(map, key, cell)));
        log.content().forEachExecuted(this::add);
        log.entries(log.length(), log.length()).forEach(this::add);
    }

    private void add(Bytes map, Bytes key, Cell cell) {
        added += difference ? 0 : 1;
        List<Bytes> values = cell.values();
        CellPart.Kind kind = kind(cell);
        List<Bytes> some = new ArrayList<>();
        for (Bytes value : values) {
            some.add(value);
            filled += value.length() + Cost.ITEM;
            if (filled >= PART) {
                cells.add(new CellPart(map, key, kind, some));
                some = new ArrayList<>();
                flush();
            }
        }
        if (!some.isEmpty()) {
            cells.add(new CellPart(map, key, kind, some));
            filled += Cost.of(map, key);
        }
    }

    private static CellPart.Kind kind(Cell cell) {
        if (cell instanceof Cell.Single) {
            return CellPart.Kind.SINGLE;
        }
        return cell instanceof Cell.Items ? CellPart.Kind.ITEMS : CellPart.Kind.ELEMENTS;
    }

    private void add(Long client, Executed last) {
        executed.add(new LastWrite(client, last));
        filled += Cost.ITEM;
        flushIfFull();
    }

    private void add(LogEntry entry) {
        added += difference ? 1 : 0;
        entries.add(entry);
        filled += Cost.of(entry);
        flushIfFull();
    }

    private void flushIfFull() {
        if (filled >= PART) {
            flush();
        }
    }

    private void flush() {
        try {
            flush(false);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new Cancelled();
        }
    }

    private void flush(boolean last) throws InterruptedException {
        Frame.Part part = new Frame.Part(id, index, last, difference, cells, executed, entries);
        index++;
        cells = new ArrayList<>();
        executed = new ArrayList<>();
        entries = new ArrayList<>();
        filled = 0;
        traffic.part(give(part));
        sent = added;
    }

    /** Sends a part when there is room, and says how many bytes it takes. */
    private long give(Frame part) throws InterruptedException {
        window.acquire();
        if (small ? !share.pass() : !share.take()) {
            throw new Cancelled();
        }
        long bytes = way.send(part);
        while (bytes < 0 && !over && way.isOpen()) {
            Thread.sleep(PAUSE);
            bytes = way.send(part);
        }
        if (over || !way.isOpen()) {
            throw new Cancelled();
        }
        return Math.max(0, bytes);
    }
}
