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
import io.godwit.transport.frame.Undo;
import java.util.ArrayList;
import java.util.List;

/**
 * Makes a sender's log out of another one that is the same up to some place. A log has its content after the last write only. What a
 * key holds depends on the writes to that key alone, so that keys that no write names which is taken back can follow the sender's
 * entries; what the others hold in the end, the sender says. What was answered to whom it says of all clients whose writes are taken
 * back or follow.
 */
final class Rollback {
    private final Log held;
    private final int position;
    private final Undo undo;

    /**
     * A way back.
     *
     * @param held the log that is there
     * @param position of the last entry that stays
     * @param undo what the entries behind it have touched
     */
    Rollback(Log held, int position, Undo undo) {
        this.held = held;
        this.position = position;
        this.undo = undo;
    }

    /**
     * The sender's log.
     *
     * @param entries that follow the place
     * @param maps what the keys that are taken back hold in the end
     * @param executed the last writes of all clients that are taken back or follow
     */
    Log forward(List<LogEntry> entries, NamedMaps maps, LongMap<Executed> executed) {
        Log log = Log.restored(
                MapContent.restored(held.content().maps(), all(held), position),
                held.entries(held.firstKept(), position));
        for (LogEntry entry : entries) {
            log = log.append(entry);
        }
        LongMap<Executed> clients = all(log);
        for (LogEntry entry : entries) {
            clients = clients.without(entry.client());
        }
        for (long client : undo.clients()) {
            clients = clients.without(client);
        }
        for (long client : executed.keys()) {
            clients = clients.with(client, executed.get(client));
        }
        NamedMaps[] result = {log.content().maps()};
        for (Undo.Place place : undo.places()) {
            result[0] = without(result[0], place.map(), place.key());
        }
        maps.forEach((map, cells) -> cells.forEach((key, cell) -> result[0] = result[0].with(map, key, cell)));
        return Log.restored(MapContent.restored(result[0], clients, log.length()), log.entries());
    }

    private static LongMap<Executed> all(Log log) {
        List<LongMap<Executed>> all = new ArrayList<>(List.of(LongMap.empty()));
        log.content().forEachExecuted((client, last) -> all.set(0, all.get(0).with(client, last)));
        return all.get(0);
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
