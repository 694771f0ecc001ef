package io.godwit.transport.codec;

import io.godwit.protocol.quorum.table.Version;
import io.godwit.protocol.quorum.table.View;
import io.godwit.transport.frame.FileSlice;
import io.godwit.transport.frame.Frame.ChunkAck;
import io.godwit.transport.frame.Frame.FileChunk;
import io.godwit.transport.frame.Frame.SnapshotChunk;
import io.godwit.transport.frame.Frame.SnapshotManifest;
import io.godwit.transport.frame.Frame.SnapshotRequest;
import io.godwit.transport.frame.LogPosition;
import io.godwit.transport.frame.MapKey;
import io.godwit.transport.frame.UndoneWrites;
import java.util.ArrayList;
import java.util.List;

/** Logs on their way. */
final class TransferCodec {
    private final TableCodec table;

    TransferCodec(TableCodec table) {
        this.table = table;
    }

    static void write(FieldWriter to, SnapshotManifest manifest) {
        to.number(1, manifest.transfer());
        to.number(2, manifest.partition());
        TableCodec.write(to, 3, manifest.view());
        to.number(5, manifest.length());
        TableCodec.write(to, 6, manifest.lastEpoch());
        for (LogPosition position : manifest.positions()) {
            int start = to.begin(7);
            to.number(1, position.length());
            TableCodec.write(to, 2, position.epoch());
            to.end(start);
        }
    }

    SnapshotManifest manifest(FieldReader from) {
        long transfer = from.longNumber(1);
        int partition = table.partition(from.number(2));
        View view = table.view(from, 3);
        int length = from.number(5);
        Version lastEpoch = TableCodec.version(from, 6);
        List<LogPosition> positions = from.messages(7, it -> new LogPosition(it.number(1), TableCodec.version(it, 2)));
        return new SnapshotManifest(transfer, partition, view, length, lastEpoch, positions);
    }

    static void write(FieldWriter to, SnapshotRequest request) {
        to.number(1, request.transfer());
        to.number(2, request.length());
        TableCodec.write(to, 3, request.lastEpoch());
        request.undone().places().forEach(place -> {
            int start = to.begin(4);
            to.bytes(1, place.map());
            to.bytes(2, place.key());
            to.end(start);
        });
        int clients = to.begin(5);
        request.undone().clients().forEach(to::fixed);
        to.endPacked(clients);
        to.flag(6, request.files());
    }

    static SnapshotRequest request(FieldReader from) {
        long transfer = from.longNumber(1);
        int length = from.number(2);
        Version lastEpoch = TableCodec.version(from, 3);
        List<MapKey> places = from.messages(4, it -> new MapKey(it.bytes(1), it.bytes(2)));
        List<Long> clients = new ArrayList<>();
        long around = from.enter(5);
        while (from.hasRemaining()) {
            clients.add(from.fixed());
        }
        from.leave(around);
        return new SnapshotRequest(transfer, length, lastEpoch, new UndoneWrites(places, clients), from.flag(6));
    }

    static void write(FieldWriter to, SnapshotChunk chunk) {
        to.number(1, chunk.transfer());
        to.number(2, chunk.index());
        to.flag(3, chunk.last());
        chunk.cells().forEach(cell -> MapCodec.write(to, 4, cell));
        chunk.executed().forEach(last -> MapCodec.write(to, 5, last));
        chunk.entries().forEach(entry -> MapCodec.write(to, 6, entry));
        to.flag(7, chunk.difference());
    }

    static SnapshotChunk chunk(FieldReader from) {
        long transfer = from.longNumber(1);
        int index = from.number(2);
        boolean last = from.flag(3);
        var cells = from.messages(4, MapCodec::cell);
        var executed = from.messages(5, MapCodec::lastWrite);
        var entries = from.messages(6, MapCodec::entry);
        return new SnapshotChunk(transfer, index, last, from.flag(7), cells, executed, entries);
    }

    static void write(FieldWriter to, FileChunk chunk) {
        to.number(1, chunk.transfer());
        to.number(2, chunk.index());
        to.flag(3, chunk.last());
        to.number(4, chunk.data().length());
    }

    static FileChunk fileChunk(FieldReader from) {
        return new FileChunk(from.longNumber(1), from.number(2), from.flag(3), new FileSlice.Following(from.number(4)));
    }

    static void write(FieldWriter to, ChunkAck ack) {
        to.number(1, ack.transfer());
        to.number(2, ack.index());
    }

    static ChunkAck chunkAck(FieldReader from) {
        return new ChunkAck(from.longNumber(1), from.number(2));
    }
}
