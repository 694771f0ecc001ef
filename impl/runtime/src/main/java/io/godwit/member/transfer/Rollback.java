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
import io.godwit.transport.frame.MapKey;
import io.godwit.transport.frame.UndoneWrites;
import java.util.List;

/**
 * Makes the sender's log from another log that is the same up to a position. A log has only the content after its last write. What a
 * key holds depends on the writes to that key alone. Keys that no undone write has changed are brought up to date by the sender's
 * entries; for the other keys the sender says what they hold in the end. It also says the last writes of all clients that have made a
 * write which is undone or follows. Belongs to the engine's executor.
 */
final class Rollback {
    private final Log held;
    private final int position;
    private final UndoneWrites undone;

    /**
     * A return to a position.
     *
     * @param held the log of this member
     * @param position of the last entry that stays
     * @param undone keys and clients of the entries behind it
     */
    Rollback(Log held, int position, UndoneWrites undone) {
        this.held = held;
        this.position = position;
        this.undone = undone;
    }

    /**
     * The sender's log.
     *
     * @param entries that follow the position
     * @param maps what the undone keys hold in the end
     * @param executed the last writes of all clients that have made a write which is undone or follows
     */
    Log forward(List<LogEntry> entries, NamedMaps maps, LongMap<Executed> executed) {
        Log log = Log.restored(
                MapContent.restored(held.content().maps(), held.content().executed(), position),
                held.entries(held.firstKept(), position));
        for (LogEntry entry : entries) {
            log = log.append(entry);
        }
        LongMap<Executed> clients = log.content().executed();
        for (LogEntry entry : entries) {
            clients = clients.without(entry.client());
        }
        for (long client : undone.clients()) {
            clients = clients.without(client);
        }
        for (long client : executed.keys()) {
            clients = clients.with(client, executed.get(client));
        }
        NamedMaps[] result = {log.content().maps()};
        for (MapKey place : undone.places()) {
            result[0] = without(result[0], place.map(), place.key());
        }
        maps.forEach((map, cells) -> cells.forEach((key, cell) -> result[0] = result[0].with(map, key, cell)));
        return Log.restored(MapContent.restored(result[0], clients, log.length()), log.entries());
    }

    private static NamedMaps without(NamedMaps maps, Bytes map, Bytes key) {
        BytesMap<Cell> cells = maps.maps().get(map);
        if (cells == null) {
            return maps;
        }
        BytesMap<Cell> rest = cells.without(key);
        return new NamedMaps(
                rest.isEmpty() ? maps.maps().without(map) : maps.maps().with(map, rest));
    }
}
