package io.godwit.storage;

import io.godwit.protocol.Copies;
import io.godwit.protocol.Guards;
import io.godwit.protocol.MemberSet;
import io.godwit.protocol.PartitionVector;
import io.godwit.protocol.map.Bytes;
import io.godwit.protocol.map.Cell;
import io.godwit.protocol.map.Cell.Elements;
import io.godwit.protocol.map.Cell.Items;
import io.godwit.protocol.map.Cell.Single;
import io.godwit.protocol.map.Executed;
import io.godwit.protocol.map.LongMap;
import io.godwit.protocol.map.MapContent;
import io.godwit.protocol.map.NamedMaps;
import io.godwit.protocol.quorum.QuorumMessage.HeartbeatReply;
import io.godwit.protocol.quorum.QuorumMessage.Image;
import io.godwit.protocol.quorum.data.Acks;
import io.godwit.protocol.quorum.data.DataState;
import io.godwit.protocol.quorum.data.Lead;
import io.godwit.protocol.quorum.data.Replica;
import io.godwit.protocol.quorum.data.Status;
import io.godwit.protocol.quorum.data.View;
import io.godwit.protocol.quorum.data.log.Log;
import io.godwit.protocol.quorum.data.log.LogEntry;
import io.godwit.protocol.quorum.data.message.DataMessage.Append;
import io.godwit.protocol.quorum.registers.ControlMessage.Accept;
import io.godwit.protocol.quorum.registers.ControlState;
import io.godwit.protocol.quorum.registers.Role;
import io.godwit.protocol.quorum.registers.Stamps;
import io.godwit.protocol.quorum.table.Entry;
import io.godwit.transport.frame.CellPart;
import io.godwit.transport.frame.Frame;
import io.godwit.transport.frame.LastWrite;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/** Puts an image together from what is in a store, key by key. */
final class Loader {
    private final int self;
    private final int partitions;
    private final Copies copies;
    private final Values values;

    private final Entry[] accepted;
    private final Entry[] committed;
    private final View[] views;
    private final MemberSet[] waits;
    private final List<List<LogEntry>> entries = new ArrayList<>();
    private final int[] last;
    private final NamedMaps[] maps;
    private final List<LongMap<Executed>> executed;
    private Scalars scalars;

    Loader(int self, int partitions, Copies copies) {
        this.self = self;
        this.partitions = partitions;
        this.copies = copies;
        this.values = new Values(partitions);
        accepted = filled(Entry.NONE, new Entry[partitions]);
        committed = filled(Entry.NONE, new Entry[partitions]);
        views = filled(View.NONE, new View[partitions]);
        waits = filled(MemberSet.of(), new MemberSet[partitions]);
        maps = filled(NamedMaps.EMPTY, new NamedMaps[partitions]);
        executed = new ArrayList<>(Collections.nCopies(partitions, LongMap.empty()));
        last = new int[partitions];
        for (int p = 0; p < partitions; p++) {
            entries.add(new ArrayList<>());
        }
    }

    private static <T> T[] filled(T element, T[] array) {
        Arrays.fill(array, element);
        return array;
    }

    /** Takes one key and what is under it; keys come in order. */
    void take(byte[] key, byte[] value) throws StoreException {
        if (key[0] == Keys.SCALARS) {
            scalars = Scalars.decode(value);
            return;
        } else if (key[0] == Keys.IDENTITY || key[0] == Keys.INCARNATION) {
            return;
        }
        int p = Keys.partition(key);
        if (p < 0 || p >= partitions) {
            throw StoreException.damaged("something is stored about partition " + p + " of " + partitions);
        }
        switch (key[0]) {
            case Keys.ACCEPTED -> accepted[p] =
                    values.message(key, value, Accept.class).entry();
            case Keys.COMMITTED -> committed[p] =
                    values.message(key, value, Accept.class).entry();
            case Keys.VIEW -> views[p] =
                    values.frame(key, value, Frame.Offer.class).view();
            case Keys.WAITS -> waits[p] =
                    values.message(key, value, HeartbeatReply.class).leaving();
            case Keys.ENTRY -> {
                Append append = values.message(key, value, Append.class);
                if (last[p] > 0 && append.number() != last[p] + 1) {
                    throw StoreException.damaged("entry " + (last[p] + 1) + " of partition " + p + " is missing");
                }
                last[p] = append.number();
                entries.get(p).add(append.entry());
            }
            case Keys.CELL, Keys.ITEM -> {
                CellPart part =
                        values.frame(key, value, Frame.Part.class).cells().get(0);
                Cell before = maps[p].cell(part.map(), part.key());
                maps[p] = maps[p].with(part.map(), part.key(), cell(p, key, before, part));
            }
            case Keys.EXECUTED -> {
                LastWrite write =
                        values.frame(key, value, Frame.Part.class).executed().get(0);
                executed.set(p, executed.get(p).with(write.client(), write.executed()));
            }
            default -> throw StoreException.damaged("something unknown is stored under kind " + key[0]);
        }
    }

    /** What a key holds with one more part. */
    private static Cell cell(int p, byte[] key, Cell before, CellPart part) throws StoreException {
        Bytes value = part.values().get(0);
        if (part.kind() == CellPart.Kind.SINGLE && before == null) {
            return new Single(value);
        } else if (part.kind() == CellPart.Kind.ITEMS && (before == null || before instanceof Items)) {
            Items items = Items.append((Items) before, value);
            if (Keys.place(key) != items.size()) {
                throw StoreException.damaged("item " + items.size() + " of a list in partition " + p + " is missing");
            }
            return items;
        } else if (part.kind() == CellPart.Kind.ELEMENTS && (before == null || before instanceof Elements)) {
            return (before == null ? Elements.NONE : (Elements) before).with(value);
        }
        throw StoreException.damaged("what a key in partition " + p + " holds is of two kinds");
    }

    /** The image. */
    Image image() throws StoreException {
        if (scalars == null) {
            throw StoreException.damaged("term and voters are missing");
        }
        PartitionVector<Entry> table = PartitionVector.of(partitions, p -> accepted[p]);
        ControlState control = ControlState.empty(self, partitions)
                .withAccepted(table, new Stamps(Guards.ALL).of(table))
                .withCommitted(PartitionVector.of(partitions, p -> committed[p]))
                .withVoting(scalars.voting())
                .inTerm(scalars.term(), Role.FOLLOWER);
        DataState data = new DataState(
                self, scalars.left() ? Status.LEFT : Status.UP, copies, PartitionVector.of(partitions, this::replica));
        return new Image(control, data, scalars.leaving());
    }

    /**
     * A primary has forgotten who has acknowledged what, and asks again by sending what it has. That is what it had when it
     * activated the version and what it appended since then, all of which it has sent before: to a receiver it is as if that
     * had arrived at once.
     */
    private Replica replica(int p) {
        Log log = Log.restored(MapContent.restored(maps[p], executed.get(p), last[p]), entries.get(p));
        boolean leads = views[p].configuration().primary() == self;
        Lead lead = leads ? new Lead(log, Acks.NONE, LongMap.empty()) : Lead.NONE;
        return new Replica(views[p], log, waits[p], lead);
    }
}
