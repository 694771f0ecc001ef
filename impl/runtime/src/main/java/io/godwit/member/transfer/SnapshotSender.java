package io.godwit.member.transfer;

import io.godwit.environment.Clock;
import io.godwit.environment.Executor;
import io.godwit.environment.Storage;
import io.godwit.member.limit.Limit;
import io.godwit.member.limit.LimitListener;
import io.godwit.protocol.quorum.data.log.Log;
import io.godwit.protocol.quorum.data.message.DataMessage.Sync;
import io.godwit.protocol.quorum.table.Version;
import io.godwit.transport.frame.Frame;
import io.godwit.transport.frame.LogPosition;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Sends one log to one member. At most {@value #MAX_UNACKNOWLEDGED} chunks are on their way without an acknowledgement, fewer if the
 * {@link SendQueue} has less room. Each chunk is made and sent by short tasks of the "transfer" executor; none of them waits: when a
 * chunk cannot go, the task ends, and an acknowledgement, room in the queue or a timer continues.
 *
 * <p>Methods belong to the engine's executor where they say so, and to the "transfer" executor otherwise. The two share volatile
 * fields, each of which has one writer, except that both may set {@code over}, which stays set.
 */
final class SnapshotSender {
    private static final int MAX_UNACKNOWLEDGED = 8;
    /** A smaller snapshot does not become a file, because each file costs the receiver a flush of its own. */
    private static final long MIN_FILE_BYTES = 1 << 20;
    /** Pause until a chunk is sent again for which the connection had no room. */
    private static final long RETRY_NANOS = TimeUnit.MILLISECONDS.toNanos(2);
    /** Interval at which the connection is checked while the last acknowledgements are missing. */
    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

    private final SendPath path;
    private final SendQueue.Slot slot;
    private final int to;
    private final Sync sync;
    private final Frame.SnapshotManifest manifest;
    /** What the receiver asks for; null before. Written by the engine's executor before it gives the first task. */
    private Frame.SnapshotRequest request;

    private volatile long progress;
    private volatile boolean over;
    /** Whether nothing was sent because it is not yet this snapshot's turn. */
    private volatile boolean waiting = true;

    private volatile long sent;
    private volatile long total;

    private boolean difference;
    private boolean small;
    private ChunkSource source;
    /** Whether this has one of the {@link ExportedFiles}. */
    private boolean exports;
    /** Whether its file is being written. */
    private boolean exporting;
    /** Made and not yet sent; null if there is none. */
    private Frame chunk;
    /** Whether the chunk waits for an acknowledgement of an earlier one. */
    private boolean blocked;
    /** Parts that the connection has taken, and those of them that are acknowledged. */
    private int chunksSent;

    private int chunksAcknowledged;

    /**
     * The parts that all senders of a member share.
     *
     * @param transfer runs the tasks that make and send chunks
     * @param files runs the tasks that write files
     * @param store exports files; null for a member that keeps nothing
     * @param exports limits files on the disk
     * @param limits hears when a chunk has to wait for acknowledgements, and when it need not any more
     */
    record SendPath(
            Clock clock,
            Executor transfer,
            Executor files,
            SnapshotTransfer.Member member,
            Store store,
            ExportedFiles exports,
            TransferStatistics.Counters traffic,
            LimitListener limits) {}

    /**
     * A log that was not offered yet. For the engine's executor.
     *
     * @param positions of the log
     * @param queue the path to the receiver
     */
    SnapshotSender(long id, int to, Sync sync, List<LogPosition> positions, SendPath path, SendQueue queue) {
        Log log = sync.log();
        this.manifest =
                new Frame.SnapshotManifest(id, sync.partition(), sync.view(), log.length(), log.lastEpoch(), positions);
        this.to = to;
        this.sync = sync;
        this.path = path;
        this.slot = queue.newSlot();
        this.progress = path.clock().nanoTime();
    }

    long id() {
        return manifest.transfer();
    }

    Version version() {
        return sync.version();
    }

    Frame.SnapshotManifest manifest() {
        return manifest;
    }

    /** Whether the receiver has asked for it. For the engine's executor. */
    boolean isWanted() {
        return request != null;
    }

    /**
     * The receiver asks for it, and sending begins when it is its turn. A repeated request changes nothing. If the receiver asks for
     * something else, because it holds another log now or has dropped what it had received, this transfer is given up: what has to be
     * sent must be computed again. For the engine's executor.
     */
    void request(Frame.SnapshotRequest requested) {
        if (request == null) {
            request = requested;
            path.transfer().execute(this::prepare);
        } else if (!request.equals(requested)) {
            cancel();
        }
    }

    /** Nanoseconds without progress; 0 while the snapshot waits for its turn. For the engine's executor. */
    long idle(long now) {
        return waiting && request != null ? 0 : now - progress;
    }

    /** Whether the receiver has asked for it, and it is not yet its turn. For the engine's executor. */
    boolean isInLine() {
        return request != null && waiting;
    }

    /** The progress. Any thread may call. */
    TransferProgress transfer() {
        return new TransferProgress(sync.partition(), to, sent, total);
    }

    /** Whether it is sent or given up. Any thread may call. */
    boolean isOver() {
        return over;
    }

    /** Gives it up, or frees what is left after its end. May be called again. For the engine's executor. */
    void cancel() {
        over = true;
        // Before the receiver asks for it, nothing is held: most logs are with their receiver already.
        if (request != null) {
            path.transfer().execute(this::release);
        }
    }

    private void release() {
        over = true;
        chunk = null;
        slot.cancel();
        close();
    }

    private void close() {
        if (source != null) {
            source.close();
            source = null;
        }
        path.exports().remove(this);
        if (!exporting) {
            releaseExport();
        }
    }

    private void releaseExport() {
        if (exports) {
            exports = false;
            path.exports().release();
        }
    }

    /** Determines what has to be sent, and begins or gets in line. */
    private void prepare() {
        if (over) {
            return;
        }
        difference = isDifference();
        small = isSmall();
        if (small) {
            start();
        } else {
            slot.enqueue(() -> path.transfer().execute(this::start));
        }
    }

    /**
     * Whether the receiver's log, or what is left of it after it has taken something back, is the beginning of this log, and what it
     * lacks is less than everything. Position and version identify an entry.
     */
    private boolean isDifference() {
        Log log = sync.log();
        int held = request.length();
        if (held < 1 || held > log.length() || held < log.firstKept()) {
            return false;
        }
        return log.entries(held, held).get(0).epoch().equals(request.lastEpoch())
                && SizeEstimate.isAtLeast(log, SizeEstimate.difference(log, held, request.undone()));
    }

    /**
     * Whether it is a single chunk, which does not wait for larger snapshots. A backup that is in sync and lacks a few writes of a new
     * primary gets them this way, and calls wait for that.
     */
    private boolean isSmall() {
        return difference
                ? SizeEstimate.difference(sync.log(), request.length(), request.undone()) < ChunkSource.CHUNK_BYTES
                : !SizeEstimate.isAtLeast(sync.log(), ChunkSource.CHUNK_BYTES);
    }

    /** Whether both members have a disk with room, and a file is worth it. */
    private boolean isFile() {
        return !difference
                && request.files()
                && path.store() != null
                && !path.store().isFull()
                && SizeEstimate.isAtLeast(sync.log(), MIN_FILE_BYTES);
    }

    private void start() {
        if (over) {
            return;
        }
        total = countItems();
        if (isFile()) {
            path.exports().acquire(this, this::export);
        } else {
            begin(chunks());
        }
    }

    private long countItems() {
        if (difference) {
            return (long) sync.log().length() - request.length();
        }
        long[] keys = {0};
        sync.log().content().maps().forEach((map, content) -> keys[0] += content.size());
        return keys[0];
    }

    private ChunkSource chunks() {
        return difference ? LogChunks.difference(id(), sync.log(), request) : LogChunks.whole(id(), sync.log());
    }

    private void export() {
        exports = true;
        exporting = true;
        path.files().execute(() -> {
            Storage.CopyFile file = null;
            if (!over) {
                try {
                    file = path.store().export(sync.partition(), sync.log());
                } catch (IOException e) {
                    // Everything is sent in chunks then.
                }
            }
            Storage.CopyFile exported = file;
            path.transfer().execute(() -> exported(exported));
        });
    }

    /** The file is written; null if that was not possible. */
    private void exported(Storage.CopyFile file) {
        exporting = false;
        if (file == null) {
            releaseExport();
        } else if (over) {
            file.release();
            releaseExport();
        }
        if (!over) {
            begin(file == null ? chunks() : new FileChunks(id(), file, total));
        }
    }

    private void begin(ChunkSource newSource) {
        source = newSource;
        progress = path.clock().nanoTime();
        waiting = false;
        make();
    }

    /** Makes one chunk and asks for room. */
    private void make() {
        if (over) {
            return;
        }
        chunk = source.next(chunksSent);
        if (chunksSent - chunksAcknowledged < MAX_UNACKNOWLEDGED) {
            request();
        } else {
            path.limits().reached(Limit.PARTS_WAIT);
            blocked = true;
        }
    }

    private void request() {
        if (small) {
            slot.count();
            send();
        } else {
            slot.request(this::send);
        }
    }

    /** Sends the chunk, or tries again later if the connection has no room. */
    private void send() {
        if (over) {
            return;
        }
        long bytes = path.member().send(to, chunk);
        if (!path.member().isOpen(to)) {
            release();
        } else if (bytes < 0) {
            path.clock().schedule(path.transfer(), RETRY_NANOS, this::send);
        } else {
            chunk = null;
            chunksSent++;
            source.count(path.traffic(), bytes);
            sent = source.made();
            if (source.hasNext()) {
                path.transfer().execute(this::make);
            } else if (source.awaitsAcknowledgements()) {
                awaitAcknowledgements();
            } else {
                finish();
            }
        }
    }

    private void awaitAcknowledgements() {
        if (over) {
            return;
        }
        if (path.member().isOpen(to)) {
            path.clock().schedule(path.transfer(), LOOK_NANOS, this::awaitAcknowledgements);
        } else {
            release();
        }
    }

    /** Parts that are on their way keep counting in the queue until they are acknowledged, or {@link #cancel} is called. */
    private void finish() {
        source.finish(path.traffic());
        close();
        over = true;
        slot.leave();
    }

    /** The receiver has acknowledged all chunks up to an index. For the engine's executor. */
    void acknowledged(int index) {
        path.transfer().execute(() -> acknowledge(index));
    }

    /** An acknowledgement that comes twice, or after a later one, says nothing new. */
    private void acknowledge(int index) {
        if (index < chunksAcknowledged || index >= chunksSent) {
            return;
        }
        int chunks = index + 1 - chunksAcknowledged;
        chunksAcknowledged = index + 1;
        progress = path.clock().nanoTime();
        slot.acknowledged(chunks);
        if (over) {
            return;
        }
        if (blocked) {
            path.limits().reached(Limit.PARTS_CONTINUE);
            blocked = false;
            request();
        } else if (isAcknowledged()) {
            finish();
        }
    }

    /** Whether all chunks are sent and acknowledged, and that was waited for. */
    private boolean isAcknowledged() {
        return source != null
                && source.awaitsAcknowledgements()
                && !source.hasNext()
                && chunk == null
                && chunksAcknowledged == chunksSent;
    }
}
