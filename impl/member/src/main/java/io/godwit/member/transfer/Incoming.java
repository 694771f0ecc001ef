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

/** A log that comes in parts. */
final class Incoming {
    private final Frame.Offer offer;
    /** What the receiver held when it asked. */
    private final Log held;
    /** What of that the receiver asked to be completed. */
    private final Frame.Want want;

    private final List<LogEntry> entries = new ArrayList<>();
    private NamedMaps maps = NamedMaps.EMPTY;
    private LongMap<Executed> executed = LongMap.empty();
    private int next;
    private long progress = System.nanoTime();
    private IncomingFile file;

    /**
     * Nothing has come yet.
     *
     * @param marks of what the receiver holds
     * @param files can files be taken?
     */
    Incoming(Frame.Offer offer, Log held, List<Mark> marks, boolean files) {
        this.offer = offer;
        this.held = held;
        this.want = want(offer, held, marks, files);
    }

    /** Names the last entry that the receiver shares with the log, as far as it can tell, and what it has to take back for that. */
    private static Frame.Want want(Frame.Offer offer, Log held, List<Mark> marks, boolean files) {
        Optional<Mark> common = Marks.common(offer.marks(), marks, held);
        if (common.isPresent() && common.get().length() < held.length()) {
            Optional<Undo> undo = Marks.undo(held, common.get().length());
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

    int partition() {
        return offer.partition();
    }

    Version version() {
        return offer.view().version();
    }

    Frame.Want want() {
        return want;
    }

    /** It is still to come. */
    void offeredAgain() {
        progress = System.nanoTime();
    }

    /** For how many nanoseconds has nothing happened? */
    long idle(long now) {
        return now - progress;
    }

    /**
     * Takes a part.
     *
     * @return the message, once it is complete
     * @throws IllegalArgumentException if the parts do not make the log that was offered
     */
    Optional<Sync> take(Frame.Part part) {
        inOrder(part.index());
        part.cells().forEach(this::add);
        for (LastWrite last : part.executed()) {
            executed = executed.with(last.client(), last.executed());
        }
        entries.addAll(part.entries());
        return part.last() ? Optional.of(complete(part.difference())) : Optional.empty();
    }

    /**
     * Takes notice of a part of a file.
     *
     * @param store where it goes
     * @return the file
     * @throws IllegalArgumentException if it is not the next part
     */
    IncomingFile take(Frame.FilePart part, Store store) {
        inOrder(part.index());
        if (file == null) {
            file = new IncomingFile(store, offer.partition());
        }
        return file;
    }

    /** The file that comes, or null. */
    IncomingFile file() {
        return file;
    }

    private void inOrder(int index) {
        if (index != next) {
            throw new IllegalArgumentException("part " + index + " instead of " + next);
        }
        next++;
        progress = System.nanoTime();
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

    /** The message that a log makes, if it is the one that was offered. */
    Sync complete(Log log) {
        if (log.length() != offer.length() || !log.lastEpoch().equals(offer.lastEpoch())) {
            throw new IllegalArgumentException("not the log that was offered");
        }
        return new Sync(offer.partition(), offer.view(), log);
    }
}
