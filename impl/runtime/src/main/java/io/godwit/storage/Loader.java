package io.godwit.storage;

import io.godwit.protocol.Copies;
import io.godwit.protocol.MemberSet;
import io.godwit.protocol.PartitionVector;
import io.godwit.protocol.quorum.QuorumMessage.Image;
import io.godwit.protocol.quorum.data.DataState;
import io.godwit.protocol.quorum.data.Replica;
import io.godwit.protocol.quorum.data.Status;
import io.godwit.protocol.quorum.registers.ControlState;
import io.godwit.protocol.quorum.table.Entry;
import io.godwit.protocol.quorum.table.View;
import io.godwit.storage.StoredRecord.Activated;
import io.godwit.storage.StoredRecord.Register;
import io.godwit.storage.StoredRecord.WaitedFor;
import java.nio.ByteBuffer;
import java.util.Arrays;

/** Makes an image of the records of a store, key by key. */
final class Loader {
    private final int self;
    private final int partitions;
    private final Copies copies;
    private final RecordCodec codec;

    private final Entry[] accepted;
    private final Entry[] committed;
    private final View[] views;
    private final MemberSet[] waits;
    private final CopyReader[] readers;
    private final CopyPlaces places;
    private Scalars scalars;

    Loader(int self, int partitions, Copies copies, CopyPlaces places) {
        this.self = self;
        this.partitions = partitions;
        this.copies = copies;
        this.codec = new RecordCodec(partitions);
        accepted = filled(Entry.NONE, new Entry[partitions]);
        committed = filled(Entry.NONE, new Entry[partitions]);
        views = filled(View.NONE, new View[partitions]);
        waits = filled(MemberSet.of(), new MemberSet[partitions]);
        this.places = places;
        readers = new CopyReader[partitions];
        for (int p = 0; p < partitions; p++) {
            readers[p] = new CopyReader(p, codec);
        }
    }

    private static <T> T[] filled(T element, T[] array) {
        Arrays.fill(array, element);
        return array;
    }

    /** Takes one key and the value behind its checksum; keys come in order. */
    void take(byte[] key, ByteBuffer value) throws StoreException {
        if (key[0] == Keys.SCALARS) {
            scalars = Scalars.decode(value);
            return;
        } else if (Keys.isOfIdentity(key)) {
            return;
        }
        int p = Keys.partition(key);
        if (p < 0 || p >= partitions) {
            throw StoreException.damaged("something is stored about partition " + p + " of " + partitions);
        }
        switch (key[0]) {
            case Keys.ACCEPTED -> accepted[p] =
                    codec.decode(key, value, Register.class).entry();
            case Keys.COMMITTED -> committed[p] =
                    codec.decode(key, value, Register.class).entry();
            case Keys.VIEW -> views[p] =
                    codec.decode(key, value, Activated.class).view();
            case Keys.WAITS -> waits[p] =
                    codec.decode(key, value, WaitedFor.class).members();
            case Keys.PLACE -> {
                if (places.of(p).place() != CopyPlaces.decode(value)) {
                    throw StoreException.damaged("the copy of partition " + p + " has two places");
                }
            }
            case Keys.COPY -> readers[p].take(key, value);
            default -> throw StoreException.damaged("something unknown is stored under kind " + key[0]);
        }
    }

    /** The image. */
    Image image() throws StoreException {
        if (scalars == null) {
            throw StoreException.damaged("term and voters are missing");
        }
        ControlState control = ControlState.restored(
                self,
                scalars.term(),
                PartitionVector.of(partitions, p -> accepted[p]),
                PartitionVector.of(partitions, p -> committed[p]),
                scalars.voting());
        PartitionVector<Replica> replicas =
                PartitionVector.of(partitions, p -> Replica.restored(self, views[p], readers[p].log(), waits[p]));
        DataState data = new DataState(self, scalars.left() ? Status.LEFT : Status.UP, copies, replicas);
        return new Image(control, data, scalars.leaving());
    }
}
