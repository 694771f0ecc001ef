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
import io.godwit.transport.frame.CellPart;
import io.godwit.transport.frame.Frame;
import io.godwit.transport.frame.LastWrite;
import io.godwit.transport.frame.Mark;
import io.godwit.transport.frame.Undo;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Puts a log together that arrives in parts. Belongs to the engine's executor. */
final class SnapshotReceiver {
    private final Frame.Offer offer;
    /** The log of this member when it asked. */
    private final Log held;
    /** What it asked for. */
    private final Frame.Want want;

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
     * @param marks of that log
     * @param files whether a file can be taken
     */
    SnapshotReceiver(Frame.Offer offer, Log held, List<Mark> marks, boolean files, long now) {
        this.offer = offer;
        this.held = held;
        this.want = want(offer, held, marks, files);
        this.progress = now;
    }

    /** Names the last entry that both logs share, as far as this member can tell, and what it has to take back to return to it. */
    private static Frame.Want want(Frame.Offer offer, Log held, List<Mark> marks, boolean files) {
        Optional<Mark> common = Positions.common(offer.marks(), marks, held);
        if (common.isPresent() && common.get().length() < held.length()) {
            Optional<Undo> undo = Positions.undo(held, common.get().length());
            if (undo.isPresent()) {
                return new Frame.Want(
                        offer.transfer(), common.get().length(), common.get().epoch(), undo.get(), files);
            }
        }
        return new Frame.Want(offer.transfer(), held.length(), held.lastEpoch(), Undo.NONE, files);
    }

    long id() {
        return offer.transfer();
    }

    Version version() {
        return offer.view().version();
    }

    Frame.Want want() {
        return want;
    }

    /** What this request for the transfer was made from and asks for. */
    Request request() {
        return new Request(
                held.length(),
                held.lastEpoch(),
                want.length(),
                want.lastEpoch(),
                want.undo().isNone(),
                want.files());
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
    record Request(int heldLength, Version heldEpoch, int length, Version epoch, boolean keepsAll, boolean files) {}

    /** The sender still has it. */
    void offeredAgain(long now) {
        progress = now;
    }

    /** Nanoseconds without progress. */
    long idle(long now) {
        return now - progress;
    }

    /** Whether a part with this index has arrived before. */
    boolean has(int index) {
        return index < next;
    }

    /**
     * Takes a part.
     *
     * @return the message, once it is complete
     * @throws IllegalArgumentException if a part before it is missing, or the parts do not make the log that was offered
     */
    Optional<Sync> take(Frame.Part part, long now) {
        count(part.index(), now);
        part.cells().forEach(this::add);
        for (LastWrite last : part.executed()) {
            executed = executed.with(last.client(), last.executed());
        }
        entries.addAll(part.entries());
        return part.last() ? Optional.of(complete(part.difference())) : Optional.empty();
    }

    /**
     * Counts a part of a file.
     *
     * @param store takes the file
     * @return the file
     * @throws IllegalArgumentException if a part before it is missing
     */
    ArrivingSnapshotFile take(Frame.FilePart part, Store store, long now) {
        count(part.index(), now);
        if (file == null) {
            file = new ArrivingSnapshotFile(store, offer.partition());
        }
        return file;
    }

    /** The file that arrives, or null. */
    ArrivingSnapshotFile file() {
        return file;
    }

    private void count(int index, long now) {
        if (index != next) {
            throw new IllegalArgumentException("part " + index + " instead of " + next);
        }
        next++;
        progress = now;
    }

    private void add(CellPart part) {
        Cell before = maps.cell(part.map(), part.key());
        Cell after =
                switch (part.kind()) {
                    case SINGLE -> new Cell.Single(part.values().get(0));
                    case ITEMS -> {
                        Cell.Items items = before instanceof Cell.Items found ? found : null;
                        for (Bytes value : part.values()) {
                            items = Cell.Items.append(items, value);
                        }
                        yield items;
                    }
                    case ELEMENTS -> {
                        BytesMap<Boolean> elements =
                                before instanceof Cell.Elements found ? found.elements() : BytesMap.empty();
                        for (Bytes value : part.values()) {
                            elements = elements.with(value, true);
                        }
                        yield new Cell.Elements(elements);
                    }
                };
        maps = maps.with(part.map(), part.key(), after);
    }

    private Sync complete(boolean difference) {
        Log log;
        if (difference && !want.undo().isNone()) {
            log = new Rollback(held, want.length(), want.undo()).forward(entries, maps, executed);
        } else if (difference) {
            log = held;
            for (LogEntry entry : entries) {
                log = log.append(entry);
            }
        } else {
            log = Log.restored(MapContent.restored(maps, executed, offer.length()), entries);
        }
        return complete(log);
    }

    /**
     * The message with a log.
     *
     * @throws IllegalArgumentException if it is not the log that was offered
     */
    Sync complete(Log log) {
        if (log.length() != offer.length() || !log.lastEpoch().equals(offer.lastEpoch())) {
            throw new IllegalArgumentException("not the log that was offered");
        }
        return new Sync(offer.partition(), offer.view(), log);
    }
}
