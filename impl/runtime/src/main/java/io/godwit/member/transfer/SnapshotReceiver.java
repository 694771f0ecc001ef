package io.godwit.member.transfer;

import io.godwit.protocol.map.Bytes;
import io.godwit.protocol.map.BytesMap;
import io.godwit.protocol.map.Cell;
import io.godwit.protocol.map.Executed;
import io.godwit.protocol.map.LongMap;
import io.godwit.protocol.map.MapContent;
import io.godwit.protocol.map.NamedMaps;
import io.godwit.protocol.quorum.data.log.Log;
import io.godwit.protocol.quorum.data.log.LogEntry;
import io.godwit.protocol.quorum.data.message.DataMessage.Sync;
import io.godwit.protocol.quorum.table.Version;
import io.godwit.transport.frame.CellChunk;
import io.godwit.transport.frame.Frame;
import io.godwit.transport.frame.LastWrite;
import io.godwit.transport.frame.LogPosition;
import io.godwit.transport.frame.UndoneWrites;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Assembles a log that arrives in chunks. Belongs to the engine's executor. */
final class SnapshotReceiver {
    private final Frame.SnapshotManifest manifest;
    /** The log of this member when it asked. */
    private final Log held;
    /** What it asked for. */
    private final Frame.SnapshotRequest request;

    private final List<LogEntry> entries = new ArrayList<>();
    private NamedMaps maps = NamedMaps.EMPTY;
    private LongMap<Executed> executed = LongMap.empty();
    private int next;
    private long progress;
    private ArrivingSnapshotFile file;

    /**
     * A log of which nothing has arrived.
     *
     * @param held the log of this member
     * @param positions of that log
     * @param files whether a file can be taken
     */
    SnapshotReceiver(Frame.SnapshotManifest manifest, Log held, List<LogPosition> positions, boolean files, long now) {
        this.manifest = manifest;
        this.held = held;
        this.request = request(manifest, held, positions, files);
        this.progress = now;
    }

    /** Names the last entry that both logs share, as far as this member can tell, and what it has to take back to return to it. */
    private static Frame.SnapshotRequest request(
            Frame.SnapshotManifest manifest, Log held, List<LogPosition> positions, boolean files) {
        Optional<LogPosition> common = Positions.common(manifest.positions(), positions, held);
        if (common.isPresent() && common.get().length() < held.length()) {
            Optional<UndoneWrites> undone = Positions.undone(held, common.get().length());
            if (undone.isPresent()) {
                return new Frame.SnapshotRequest(
                        manifest.transfer(), common.get().length(), common.get().epoch(), undone.get(), files);
            }
        }
        return new Frame.SnapshotRequest(
                manifest.transfer(), held.length(), held.lastEpoch(), UndoneWrites.NONE, files);
    }

    long id() {
        return manifest.transfer();
    }

    Version version() {
        return manifest.view().version();
    }

    Frame.SnapshotRequest request() {
        return request;
    }

    /** What this request for the transfer was made from and asks for. */
    RequestKey requestKey() {
        return new RequestKey(
                held.length(),
                held.lastEpoch(),
                request.length(),
                request.lastEpoch(),
                request.undone().isNone(),
                request.files());
    }

    /**
     * Identifies a request for one transfer without its list of keys: length and last version identify the log of this member, from
     * which everything else follows.
     *
     * @param heldLength of the log of this member
     * @param heldEpoch of its last entry
     * @param length of what is left after something was taken back
     * @param epoch of the last entry that is left
     * @param keepsAll whether nothing is taken back
     * @param files whether a file can be taken
     */
    record RequestKey(int heldLength, Version heldEpoch, int length, Version epoch, boolean keepsAll, boolean files) {}

    /** The sender still has it. */
    void manifestRepeated(long now) {
        progress = now;
    }

    /** Nanoseconds without progress. */
    long idle(long now) {
        return now - progress;
    }

    /** Whether a chunk with this index has arrived before. */
    boolean has(int index) {
        return index < next;
    }

    /**
     * Takes a chunk.
     *
     * @return the message, once it is complete
     * @throws IllegalArgumentException if a chunk before it is missing, or the chunks do not make the log that was offered
     */
    Optional<Sync> take(Frame.SnapshotChunk chunk, long now) {
        count(chunk.index(), now);
        chunk.cells().forEach(this::add);
        for (LastWrite last : chunk.executed()) {
            executed = executed.with(last.client(), last.executed());
        }
        entries.addAll(chunk.entries());
        return chunk.last() ? Optional.of(complete(chunk.difference())) : Optional.empty();
    }

    /**
     * Counts a chunk of a file.
     *
     * @param store takes the file
     * @return the file
     * @throws IllegalArgumentException if a chunk before it is missing
     */
    ArrivingSnapshotFile take(Frame.FileChunk chunk, Store store, long now) {
        count(chunk.index(), now);
        if (file == null) {
            file = new ArrivingSnapshotFile(store, manifest.partition());
        }
        return file;
    }

    /** The file that arrives, or null. */
    ArrivingSnapshotFile file() {
        return file;
    }

    private void count(int index, long now) {
        if (index != next) {
            throw new IllegalArgumentException("chunk " + index + " instead of " + next);
        }
        next++;
        progress = now;
    }

    private void add(CellChunk chunk) {
        Cell before = maps.cell(chunk.map(), chunk.key());
        Cell after =
                switch (chunk.kind()) {
                    case SINGLE -> new Cell.Single(chunk.values().get(0));
                    case EXPIRING -> Cell.Expiring.unpacked(chunk.values().get(0));
                    case IDLE -> Cell.Idle.unpacked(chunk.values().get(0));
                    case ITEMS -> {
                        Cell.Items items = before instanceof Cell.Items found ? found : null;
                        for (Bytes value : chunk.values()) {
                            items = Cell.Items.append(items, value);
                        }
                        yield items;
                    }
                    case ELEMENTS -> {
                        BytesMap<Boolean> elements =
                                before instanceof Cell.Elements found ? found.elements() : BytesMap.empty();
                        for (Bytes value : chunk.values()) {
                            elements = elements.with(value, true);
                        }
                        yield new Cell.Elements(elements);
                    }
                };
        maps = maps.with(chunk.map(), chunk.key(), after);
    }

    private Sync complete(boolean difference) {
        Log log;
        if (difference && !request.undone().isNone()) {
            log = new Rollback(held, request.length(), request.undone()).forward(entries, maps, executed);
        } else if (difference) {
            log = held;
            for (LogEntry entry : entries) {
                log = log.append(entry);
            }
        } else {
            log = Log.restored(MapContent.restored(maps, executed, manifest.length()), entries);
        }
        return complete(log);
    }

    /**
     * The message with a log.
     *
     * @throws IllegalArgumentException if it is not the log that was offered
     */
    Sync complete(Log log) {
        if (log.length() != manifest.length() || !log.lastEpoch().equals(manifest.lastEpoch())) {
            throw new IllegalArgumentException("not the log that was offered");
        }
        return new Sync(manifest.partition(), manifest.view(), log);
    }
}
