package io.godwit.member.transfer;

import io.godwit.protocol.map.Bytes;
import io.godwit.protocol.map.BytesMap;
import io.godwit.protocol.map.Cell;
import io.godwit.protocol.quorum.data.log.Log;
import io.godwit.protocol.quorum.data.log.LogEntry;
import io.godwit.transport.frame.MapKey;
import io.godwit.transport.frame.UndoneWrites;
import java.util.Iterator;

/** Estimates sizes on the wire in bytes. Stateless; any thread may call. */
final class SizeEstimate {
    /** Added to the bytes of keys and values, for each of them. */
    static final int ITEM = 64;

    private SizeEstimate() {}

    static long of(Bytes map, Bytes key) {
        return ITEM + (long) map.length() + key.length();
    }

    static long of(LogEntry entry) {
        return ITEM + entry.operation().bytes();
    }

    static long of(Cell cell) {
        long bytes = 0;
        for (Bytes value : cell.values()) {
            bytes += ITEM + value.length();
        }
        return bytes;
    }

    /** What a receiver lacks of a log if it keeps its own up to a position and takes something back. */
    static long difference(Log log, int position, UndoneWrites undone) {
        long bytes = 0;
        for (LogEntry entry : log.entries(position + 1, log.length())) {
            bytes += of(entry) + (undone.isNone() ? 0 : ITEM);
        }
        for (MapKey place : undone.places()) {
            Cell cell = log.content().maps().cell(place.map(), place.key());
            bytes += cell == null ? 0 : of(place.map(), place.key()) + of(cell);
        }
        return bytes + (long) undone.clients().size() * ITEM;
    }

    /** Whether the whole content of a log takes at least that many bytes. Reads no more keys than necessary. */
    static boolean isAtLeast(Log log, long bytes) {
        long[] least = {(long) log.content().executed().size() * ITEM};
        log.content().maps().forEach((map, cells) -> least[0] += (long) cells.size() * ITEM);
        if (least[0] >= bytes) {
            return true;
        }
        long sum = (long) log.content().executed().size() * ITEM;
        Iterator<BytesMap.Entry<BytesMap<Cell>>> maps =
                log.content().maps().maps().iterator();
        while (maps.hasNext() && sum < bytes) {
            BytesMap.Entry<BytesMap<Cell>> map = maps.next();
            Iterator<BytesMap.Entry<Cell>> cells = map.value().iterator();
            while (cells.hasNext() && sum < bytes) {
                BytesMap.Entry<Cell> cell = cells.next();
                sum += of(map.key(), cell.key()) + of(cell.value());
            }
        }
        return sum >= bytes;
    }
}
