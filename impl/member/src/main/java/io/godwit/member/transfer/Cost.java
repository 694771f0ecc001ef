package io.godwit.member.transfer;

import io.godwit.protocol.map.Bytes;
import io.godwit.protocol.map.BytesMap;
import io.godwit.protocol.map.Cell;
import io.godwit.protocol.map.Operation.OnMap;
import io.godwit.protocol.quorum.data.log.Log;
import io.godwit.protocol.quorum.data.log.LogEntry;
import io.godwit.transport.frame.Undo;

/** How many bytes things take on the wire, about. */
final class Cost {
    /** Beside the bytes of keys and values. */
    static final int ITEM = 64;

    private Cost() {}

    static long of(Bytes map, Bytes key) {
        return ITEM + (long) map.length() + key.length();
    }

    static long of(LogEntry entry) {
        return entry.operation() instanceof OnMap it
                ? of(it.map(), it.entry()) + it.value().length() + it.expected().length()
                : ITEM;
    }

    static long of(Cell cell) {
        long bytes = 0;
        for (Bytes value : cell.values()) {
            bytes += ITEM + value.length();
        }
        return bytes;
    }

    /** What a receiver lacks of a log that goes back to a position and takes back something. */
    static long difference(Log log, int position, Undo undo) {
        long bytes = 0;
        for (LogEntry entry : log.entries(position + 1, log.length())) {
            bytes += of(entry) + (undo.isNone() ? 0 : ITEM);
        }
        for (Undo.Place place : undo.places()) {
            Cell cell = log.content().maps().cell(place.map(), place.key());
            bytes += cell == null ? 0 : of(place.map(), place.key()) + of(cell);
        }
        return bytes + (long) undo.clients().size() * ITEM;
    }

    /** Does everything that a log comes to take at least so many bytes? Looks no closer than it has to. */
    static boolean isAtLeast(Log log, long bytes) {
        long[] least = {0};
        log.content().maps().forEach((map, cells) -> least[0] += (long) cells.size() * ITEM);
        if (least[0] >= bytes) {
            return true;
        }
        long[] sum = {0};
        log.content().maps().forEach((map, cells) -> add(map, cells, sum));
        log.content().forEachExecuted((client, last) -> sum[0] += ITEM);
        return sum[0] >= bytes;
    }

    private static void add(Bytes map, BytesMap<Cell> cells, long[] sum) {
        cells.forEach((key, cell) -> sum[0] += of(map, key) + of(cell));
    }
}
