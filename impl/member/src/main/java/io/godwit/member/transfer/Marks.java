package io.godwit.member.transfer;

import io.godwit.protocol.map.Operation.OnMap;
import io.godwit.protocol.map.Operation.Verb;
import io.godwit.protocol.quorum.data.log.Log;
import io.godwit.protocol.quorum.data.log.LogEntry;
import io.godwit.transport.frame.Mark;
import io.godwit.transport.frame.Undo;
import io.godwit.transport.frame.Undo.Place;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Where logs of the same partition part, and what it takes to go back to that place. */
final class Marks {
    private static final int MOST = 16;
    /** Whoever would have to name more than so many bytes of keys takes everything. */
    private static final long MOST_UNDO = 256 << 10;

    private Marks() {}

    /** The last places of a log where a version ends. */
    static List<Mark> of(Log log) {
        return of(List.of(), log.entries(), log);
    }

    /**
     * The same, when what the log begins with was looked through before.
     *
     * @param before the marks of the log up to the first one of the entries; none if that is the first entry that is kept
     * @param entries the last ones of the log
     */
    static List<Mark> of(List<Mark> before, List<LogEntry> entries, Log log) {
        Deque<Mark> marks = new ArrayDeque<>();
        int first = log.length() - entries.size() + 1;
        for (int i = entries.size() - 1; i >= 0 && marks.size() < MOST; i--) {
            if (marks.isEmpty()
                    || !marks.getFirst().epoch().equals(entries.get(i).epoch())) {
                marks.addFirst(new Mark(first + i, entries.get(i).epoch()));
            }
        }
        // The last one of those before is the first of the entries, and was looked at again.
        for (int i = before.size() - 2; i >= 0 && marks.size() < MOST; i--) {
            if (before.get(i).length() >= log.firstKept()) {
                marks.addFirst(before.get(i));
            }
        }
        return List.copyOf(marks);
    }

    /**
     * The last entry that two logs share. Entries of one version stand in one order behind one log, so that logs with the same
     * version at the same position are the same up to there.
     *
     * @param other marks of the one
     * @param mine marks of the other one
     * @param log the other one
     * @return nothing if that entry is not known any more, or there is none
     */
    static Optional<Mark> common(List<Mark> other, List<Mark> mine, Log log) {
        for (int i = other.size() - 1; i >= 0; i--) {
            Mark there = other.get(i);
            for (Mark here : mine) {
                if (here.epoch().equals(there.epoch())) {
                    int position = Math.min(here.length(), there.length());
                    boolean kept = position >= log.firstKept()
                            && log.entries(position, position).get(0).epoch().equals(here.epoch());
                    return kept ? Optional.of(new Mark(position, here.epoch())) : Optional.empty();
                }
            }
        }
        return Optional.empty();
    }

    /** What the writes of a log behind a position have touched; nothing if that is all of a map, or too much. */
    static Optional<Undo> undo(Log log, int position) {
        Set<Place> places = new LinkedHashSet<>();
        Set<Long> clients = new LinkedHashSet<>();
        long bytes = 0;
        for (LogEntry entry : log.entries(position + 1, log.length())) {
            if (!(entry.operation() instanceof OnMap write)
                    || write.verb() == Verb.CLEAR
                    || write.verb() == Verb.EXPIRE) {
                return Optional.empty();
            }
            clients.add(entry.client());
            if (places.add(new Place(write.map(), write.entry()))) {
                bytes += Cost.of(write.map(), write.entry());
            }
            if (bytes > MOST_UNDO) {
                return Optional.empty();
            }
        }
        return Optional.of(new Undo(new ArrayList<>(places), new ArrayList<>(clients)));
    }
}
