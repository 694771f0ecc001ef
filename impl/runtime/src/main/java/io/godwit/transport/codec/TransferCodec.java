package io.godwit.transport.codec;

import static io.godwit.transport.codec.TableCodec.notNegative;

import io.godwit.protocol.quorum.data.View;
import io.godwit.transport.frame.FileSlice;
import io.godwit.transport.frame.Frame;
import io.godwit.transport.frame.Mark;
import io.godwit.transport.frame.Undo;
import io.godwit.transport.wire.Wire;

/** Logs on their way. */
final class TransferCodec {
    private TransferCodec() {}

    static Frame.Offer offer(TableCodec table, Wire.Offer wire) {
        View view = TableCodec.view(wire.getVersion(), wire.getConfiguration());
        return new Frame.Offer(
                wire.getTransfer(),
                table.partition(wire.getPartition()),
                view,
                notNegative(wire.getLength()),
                TableCodec.decode(wire.getLastEpoch()),
                wire.getMarksList().stream()
                        .map(mark -> new Mark(mark.getLength(), TableCodec.decode(mark.getEpoch())))
                        .toList());
    }

    static Wire.Want encode(Frame.Want want) {
        Wire.Want.Builder wire = Wire.Want.newBuilder()
                .setTransfer(want.transfer())
                .setLength(want.length())
                .setLastEpoch(TableCodec.encode(want.lastEpoch()))
                .addAllUndoneClients(want.undo().clients())
                .setFiles(want.files());
        want.undo()
                .places()
                .forEach(place -> wire.addUndone(Wire.Place.newBuilder()
                        .setMap(MapCodec.encode(place.map()))
                        .setKey(MapCodec.encode(place.key()))));
        return wire.build();
    }

    static Frame.Want want(Wire.Want wire) {
        Undo undo = new Undo(
                wire.getUndoneList().stream()
                        .map(place -> new Undo.Place(MapCodec.decode(place.getMap()), MapCodec.decode(place.getKey())))
                        .toList(),
                wire.getUndoneClientsList());
        return new Frame.Want(
                wire.getTransfer(),
                notNegative(wire.getLength()),
                TableCodec.decode(wire.getLastEpoch()),
                undo,
                wire.getFiles());
    }

    static Wire.Part encode(Frame.Part part) {
        Wire.Part.Builder wire = Wire.Part.newBuilder()
                .setTransfer(part.transfer())
                .setIndex(part.index())
                .setLast(part.last())
                .setDifference(part.difference());
        part.cells().forEach(cell -> wire.addCells(MapCodec.encode(cell)));
        part.executed().forEach(last -> wire.addExecuted(MapCodec.encode(last)));
        part.entries().forEach(entry -> wire.addEntries(MapCodec.encode(entry)));
        return wire.build();
    }

    static Frame.Part part(Wire.Part wire) {
        return new Frame.Part(
                wire.getTransfer(),
                notNegative(wire.getIndex()),
                wire.getLast(),
                wire.getDifference(),
                wire.getCellsList().stream().map(MapCodec::decode).toList(),
                wire.getExecutedList().stream().map(MapCodec::decode).toList(),
                wire.getEntriesList().stream().map(MapCodec::decode).toList());
    }

    static Wire.FilePart encode(Frame.FilePart part) {
        return Wire.FilePart.newBuilder()
                .setTransfer(part.transfer())
                .setIndex(part.index())
                .setLast(part.last())
                .setSize(part.data().length())
                .build();
    }

    static Frame.FilePart filePart(Wire.FilePart wire) {
        return new Frame.FilePart(
                wire.getTransfer(),
                notNegative(wire.getIndex()),
                wire.getLast(),
                new FileSlice.Following(notNegative(wire.getSize())));
    }
}
