package io.godwit.transport.codec;

import io.godwit.protocol.quorum.data.View;
import io.godwit.protocol.quorum.table.Version;
import io.godwit.transport.frame.FileSlice;
import io.godwit.transport.frame.Frame.FilePart;
import io.godwit.transport.frame.Frame.Offer;
import io.godwit.transport.frame.Frame.Part;
import io.godwit.transport.frame.Frame.PartAck;
import io.godwit.transport.frame.Frame.Want;
import io.godwit.transport.frame.Mark;
import io.godwit.transport.frame.Undo;
import java.util.ArrayList;
import java.util.List;

/** Logs on their way. */
final class TransferCodec {
    private final TableCodec table;

    TransferCodec(TableCodec table) {
        this.table = table;
    }

    static void write(FieldWriter to, Offer offer) {
        to.number(1, offer.transfer());
        to.number(2, offer.partition());
        TableCodec.write(to, 3, offer.view());
        to.number(5, offer.length());
        TableCodec.write(to, 6, offer.lastEpoch());
        for (Mark mark : offer.marks()) {
            int start = to.begin(7);
            to.number(1, mark.length());
            TableCodec.write(to, 2, mark.epoch());
            to.end(start);
        }
    }

    Offer offer(FieldReader from) {
        long transfer = from.longNumber(1);
        int partition = table.partition(from.number(2));
        View view = table.view(from, 3);
        int length = from.number(5);
        Version lastEpoch = TableCodec.version(from, 6);
        List<Mark> marks = from.messages(7, it -> new Mark(it.number(1), TableCodec.version(it, 2)));
        return new Offer(transfer, partition, view, length, lastEpoch, marks);
    }

    static void write(FieldWriter to, Want want) {
        to.number(1, want.transfer());
        to.number(2, want.length());
        TableCodec.write(to, 3, want.lastEpoch());
        want.undo().places().forEach(place -> {
            int start = to.begin(4);
            to.bytes(1, place.map());
            to.bytes(2, place.key());
            to.end(start);
        });
        int clients = to.begin(5);
        want.undo().clients().forEach(to::fixed);
        to.endPacked(clients);
        to.flag(6, want.files());
    }

    static Want want(FieldReader from) {
        long transfer = from.longNumber(1);
        int length = from.number(2);
        Version lastEpoch = TableCodec.version(from, 3);
        List<Undo.Place> places = from.messages(4, it -> new Undo.Place(it.bytes(1), it.bytes(2)));
        List<Long> clients = new ArrayList<>();
        long around = from.enter(5);
        while (from.hasRemaining()) {
            clients.add(from.fixed());
        }
        from.leave(around);
        return new Want(transfer, length, lastEpoch, new Undo(places, clients), from.flag(6));
    }

    static void write(FieldWriter to, Part part) {
        to.number(1, part.transfer());
        to.number(2, part.index());
        to.flag(3, part.last());
        part.cells().forEach(cell -> MapCodec.write(to, 4, cell));
        part.executed().forEach(last -> MapCodec.write(to, 5, last));
        part.entries().forEach(entry -> MapCodec.write(to, 6, entry));
        to.flag(7, part.difference());
    }

    static Part part(FieldReader from) {
        long transfer = from.longNumber(1);
        int index = from.number(2);
        boolean last = from.flag(3);
        var cells = from.messages(4, MapCodec::cell);
        var executed = from.messages(5, MapCodec::lastWrite);
        var entries = from.messages(6, MapCodec::entry);
        return new Part(transfer, index, last, from.flag(7), cells, executed, entries);
    }

    static void write(FieldWriter to, FilePart part) {
        to.number(1, part.transfer());
        to.number(2, part.index());
        to.flag(3, part.last());
        to.number(4, part.data().length());
    }

    static FilePart filePart(FieldReader from) {
        return new FilePart(from.longNumber(1), from.number(2), from.flag(3), new FileSlice.Following(from.number(4)));
    }

    static void write(FieldWriter to, PartAck ack) {
        to.number(1, ack.transfer());
        to.number(2, ack.index());
    }

    static PartAck partAck(FieldReader from) {
        return new PartAck(from.longNumber(1), from.number(2));
    }
}
