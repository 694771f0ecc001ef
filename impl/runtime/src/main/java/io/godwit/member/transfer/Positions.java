package io.godwit.member.transfer;

import io.godwit.protocol.map.Operation.OnMap;
import io.godwit.protocol.map.Operation.Verb;
import io.godwit.protocol.quorum.data.log.Log;
import io.godwit.protocol.quorum.data.log.LogEntry;
import io.godwit.transport.frame.LogPosition;
import io.godwit.transport.frame.MapKey;
import io.godwit.transport.frame.UndoneWrites;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The last entry that two logs of a partition share, and what has to be taken back to return to it. Stateless; any thread may call. */
final class Positions {
    private static final int MAX_POSITIONS = 16;
    /** A receiver that would have to name more bytes of keys than this asks for everything. */
    private static final long MAX_UNDO_BYTES = 256 << 10;

    private Positions() {}

    /** The last positions of a log at which a version ends. */
    static List<LogPosition> of(Log log) {
        return of(List.of(), log.entries(), log);
    }

    /**
     * The same, if the beginning of the log was looked at before.
     *
     * @param before the positions of the log up to the first one of the entries; none if that is the first entry that is kept
     * @param entries the last ones of the log
     */
    static List<LogPosition> of(List<LogPosition> before, List<LogEntry> entries, Log log) {
        Deque<LogPosition> positions = new ArrayDeque<>();
        int first = log.length() - entries.size() + 1;
        for (int i = entries.size() - 1; i >= 0 && positions.size() < MAX_POSITIONS; i--) {
            if (positions.isEmpty()
                    || !positions.getFirst().epoch().equals(entries.get(i).epoch())) {
                positions.addFirst(new LogPosition(first + i, entries.get(i).epoch()));
            }
        }
        // The last position of those before belongs to the first of the entries, which was looked at again.
        for (int i = before.size() - 2; i >= 0 && positions.size() < MAX_POSITIONS; i--) {
            if (before.get(i).length() >= log.firstKept()) {
                positions.addFirst(before.get(i));
            }
        }
        return List.copyOf(positions);
    }

    /**
     * The last entry that two logs share. All entries of a version are in one order, behind one log; therefore logs with the same
     * version at the same position are equal up to there.
     *
     * @param other positions of the one
     * @param mine positions of the other one
     * @param log the other one
     * @return empty if that entry is no longer kept, or there is none
     */
    static Optional<LogPosition> common(List<LogPosition> other, List<LogPosition> mine, Log log) {
        for (int i = other.size() - 1; i >= 0; i--) {
            LogPosition there = other.get(i);
            for (LogPosition here : mine) {
                if (here.epoch().equals(there.epoch())) {
                    int position = Math.min(here.length(), there.length());
                    boolean kept = position >= log.firstKept()
                            && log.entries(position, position).get(0).epoch().equals(here.epoch());
                    return kept ? Optional.of(new LogPosition(position, here.epoch())) : Optional.empty();
                }
            }
        }
        return Optional.empty();
    }

    /** Keys and clients of the writes behind a position; empty if a write concerns all keys of a map, or if they are too many. */
    static Optional<UndoneWrites> undone(Log log, int position) {
        Set<MapKey> places = new LinkedHashSet<>();
        Set<Long> clients = new LinkedHashSet<>();
        long bytes = 0;
        for (LogEntry entry : log.entries(position + 1, log.length())) {
            if (!(entry.operation() instanceof OnMap write)
                    || write.verb() == Verb.CLEAR
                    || write.verb() == Verb.EXPIRE_SESSIONS) {
                return Optional.empty();
            }
            clients.add(entry.client());
            if (places.add(new MapKey(write.map(), write.keyBytes()))) {
                bytes += SizeEstimate.of(write.map(), write.keyBytes());
            }
            if (bytes > MAX_UNDO_BYTES) {
                return Optional.empty();
            }
        }
        return Optional.of(new UndoneWrites(new ArrayList<>(places), new ArrayList<>(clients)));
    }
}
