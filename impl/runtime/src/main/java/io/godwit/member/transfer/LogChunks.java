package io.godwit.member.transfer;

import io.godwit.protocol.map.Bytes;
import io.godwit.protocol.map.BytesMap;
import io.godwit.protocol.map.Cell;
import io.godwit.protocol.map.Executed;
import io.godwit.protocol.map.LongMap;
import io.godwit.protocol.quorum.data.log.Log;
import io.godwit.protocol.quorum.data.log.LogEntry;
import io.godwit.transport.frame.CellChunk;
import io.godwit.transport.frame.Frame;
import io.godwit.transport.frame.LastWrite;
import io.godwit.transport.frame.MapKey;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * The chunks of a log: either everything, or what follows the entry up to which both logs are the same, together with what is now under
 * the keys whose last writes are taken back. Walks through the log's immutable maps as chunks are made. Belongs to the "transfer"
 * executor.
 */
final class LogChunks implements ChunkSource {
    /**
     * Estimated size of the last entries that go with a whole log, in bytes. Its receiver may become primary, and then readers of changes
     * ask it for what was written before it had the log.
     */
    private static final long RECENT_BYTES = 64 << 10;

    private final long transfer;
    private final boolean difference;
    private final boolean takesBack;
    private final Iterator<NamedCell> cells;
    private final Iterator<LastWrite> lastWrites;
    private final Iterator<LogEntry> entries;
    /** The cell whose values are being sent, and those that are left of them; null between cells. */
    private NamedCell cell;

    private Iterator<Bytes> values = Collections.emptyIterator();
    private boolean exhausted;
    private long made;
    private long bytes;

    /** A key of a named map. */
    private record NamedCell(Bytes map, Bytes key, Cell cell) {
        CellChunk chunk(List<Bytes> values) {
            return new CellChunk(map, key, CellChunk.Kind.of(cell), values);
        }
    }

    private LogChunks(
            long transfer,
            boolean difference,
            boolean takesBack,
            Iterator<NamedCell> cells,
            Iterator<LastWrite> lastWrites,
            Iterator<LogEntry> entries) {
        this.transfer = transfer;
        this.difference = difference;
        this.takesBack = takesBack;
        this.cells = cells;
        this.lastWrites = lastWrites;
        this.entries = entries;
    }

    /** The chunks of a whole log. */
    static LogChunks whole(long transfer, Log log) {
        return new LogChunks(
                transfer,
                false,
                false,
                new AllCells(log),
                new AllLastWrites(log.content().executed().iterator()),
                log.entries(log.length() - log.lastWithin(RECENT_BYTES) + 1, log.length())
                        .iterator());
    }

    /** The chunks of what the receiver lacks. */
    static LogChunks difference(long transfer, Log log, Frame.SnapshotRequest request) {
        List<LogEntry> entries = log.entries(request.length() + 1, log.length());
        List<NamedCell> cells = new ArrayList<>();
        List<LastWrite> lastWrites = new ArrayList<>();
        if (!request.undone().isNone()) {
            for (MapKey place : request.undone().places()) {
                Cell cell = log.content().maps().cell(place.map(), place.key());
                if (cell != null) {
                    cells.add(new NamedCell(place.map(), place.key(), cell));
                }
            }
            Set<Long> clients = new LinkedHashSet<>(request.undone().clients());
            entries.forEach(entry -> clients.add(entry.client()));
            for (long client : clients) {
                Executed last = log.executed(client);
                if (last != null) {
                    lastWrites.add(new LastWrite(client, last));
                }
            }
        }
        return new LogChunks(
                transfer,
                true,
                !request.undone().isNone(),
                cells.iterator(),
                lastWrites.iterator(),
                entries.iterator());
    }

    @Override
    public boolean hasNext() {
        return !exhausted;
    }

    @Override
    public Frame next(int index) {
        List<CellChunk> cellParts = new ArrayList<>();
        List<LastWrite> writes = new ArrayList<>();
        List<LogEntry> some = new ArrayList<>();
        bytes = 0;
        while (bytes < CHUNK_BYTES && (values.hasNext() || cells.hasNext())) {
            addCell(cellParts);
        }
        while (bytes < CHUNK_BYTES && lastWrites.hasNext()) {
            writes.add(lastWrites.next());
            bytes += SizeEstimate.ITEM;
        }
        while (bytes < CHUNK_BYTES && entries.hasNext()) {
            LogEntry entry = entries.next();
            some.add(entry);
            bytes += SizeEstimate.of(entry);
            made += difference ? 1 : 0;
        }
        exhausted = !values.hasNext() && !cells.hasNext() && !lastWrites.hasNext() && !entries.hasNext();
        return new Frame.SnapshotChunk(transfer, index, exhausted, difference, cellParts, writes, some);
    }

    /** Adds as many values of a cell as the chunk has room for. A large list or set goes into several chunks. */
    private void addCell(List<CellChunk> chunks) {
        if (!values.hasNext()) {
            cell = cells.next();
            values = cell.cell().parts().iterator();
            made += difference ? 0 : 1;
            bytes += SizeEstimate.of(cell.map(), cell.key());
        }
        List<Bytes> some = new ArrayList<>();
        while (values.hasNext() && (some.isEmpty() || bytes < CHUNK_BYTES)) {
            Bytes value = values.next();
            some.add(value);
            bytes += value.length() + SizeEstimate.ITEM;
        }
        chunks.add(cell.chunk(some));
    }

    @Override
    public long made() {
        return made;
    }

    @Override
    public void count(TransferStatistics.Counters traffic, long size) {
        traffic.chunk(size);
    }

    @Override
    public void finish(TransferStatistics.Counters traffic) {
        traffic.sent(difference, takesBack);
    }

    @Override
    public boolean awaitsAcknowledgements() {
        return false;
    }

    @Override
    public void close() {
        // It uses memory only.
    }

    /** All keys of all maps. */
    private static final class AllCells implements Iterator<NamedCell> {
        private final Iterator<BytesMap.Entry<BytesMap<Cell>>> maps;
        private Bytes map;
        private Iterator<BytesMap.Entry<Cell>> cells = Collections.emptyIterator();

        AllCells(Log log) {
            this.maps = log.content().maps().maps().iterator();
        }

        /** No map is empty. */
        @Override
        public boolean hasNext() {
            return cells.hasNext() || maps.hasNext();
        }

        @Override
        public NamedCell next() {
            if (!cells.hasNext()) {
                BytesMap.Entry<BytesMap<Cell>> next = maps.next();
                map = next.key();
                cells = next.value().iterator();
            }
            BytesMap.Entry<Cell> next = cells.next();
            return new NamedCell(map, next.key(), next.value());
        }
    }

    /** The last writes of all clients. */
    private record AllLastWrites(Iterator<LongMap.Entry<Executed>> all) implements Iterator<LastWrite> {
        @Override
        public boolean hasNext() {
            return all.hasNext();
        }

        @Override
        public LastWrite next() {
            LongMap.Entry<Executed> next = all.next();
            return new LastWrite(next.key(), next.value());
        }
    }
}
