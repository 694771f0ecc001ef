package io.godwit.member.runtime;

import io.godwit.protocol.Event;
import io.godwit.protocol.map.Bytes;
import io.godwit.protocol.map.Executed;
import io.godwit.protocol.map.Operation.OnMap;
import io.godwit.protocol.map.Operation.Verb;
import io.godwit.protocol.quorum.data.log.Log;
import io.godwit.protocol.quorum.table.Version;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.Optional;
import java.util.function.IntConsumer;

/**
 * Expires sessions of clients that have stopped writing. A primary notes the length of a partition's log from time to time. When a
 * note is old enough, sessions without a write since then are removed by a write of the log, so that all replicas remove them at
 * the same position. For tasks of the event loop.
 */
public final class Sessions {
    /** The session of these writes, which no client uses. */
    public static final long OWN = 0;

    private final long patience;
    /** The note of each partition, or null. */
    private LogLength[] notes = {};
    /** The notes, oldest first, and perhaps others that have been replaced. */
    private final Deque<LogLength> byAge = new ArrayDeque<>();

    /** The length of the log of a version's primary at a time. */
    private record LogLength(int partition, Version epoch, int length, long time) {}

    /**
     * Creates an instance without notes.
     *
     * @param patience nanoseconds for which a session is kept at least after its last write
     */
    public Sessions(long patience) {
        this.patience = patience;
    }

    /** Tells the partitions whose notes have become old enough since the last call. */
    @SuppressWarnings("ReferenceEquality") // another note may have the same content
    void due(long now, IntConsumer partitions) {
        for (LogLength oldest = byAge.peek();
                oldest != null && now - oldest.time() >= patience;
                oldest = byAge.peek()) {
            byAge.remove();
            if (notes[oldest.partition()] == oldest) {
                partitions.accept(oldest.partition());
            }
        }
    }

    /**
     * Checks a partition of which the member is the primary. Between two versions another one may have been, with a shorter log.
     *
     * @param epoch the version that the member has activated
     * @return a write, if a session has expired
     */
    public Optional<Event> look(int partition, Version epoch, Log log, long now) {
        LogLength note = partition < notes.length ? notes[partition] : null;
        if (note == null || !note.epoch().equals(epoch)) {
            note(partition, epoch, log, now);
            return Optional.empty();
        } else if (now - note.time() < patience) {
            return Optional.empty();
        }
        note(partition, epoch, log, now);
        boolean[] any = {false};
        log.content().forEachExecuted((client, last) -> any[0] |= client != OWN && last.position() <= note.length());
        if (!any[0]) {
            return Optional.empty();
        }
        OnMap expire =
                new OnMap(Verb.EXPIRE_SESSIONS, Bytes.EMPTY, Bytes.EMPTY, Bytes.ofNumber(note.length()), Bytes.EMPTY);
        return Optional.of(own(partition, log, expire));
    }

    /** A write of the primary itself, behind what its log has. */
    static Event own(int partition, Log log, OnMap write) {
        Executed before = log.executed(OWN);
        return new Event.Call(OWN, before == null ? 1 : before.call() + 1, partition, write);
    }

    @SuppressWarnings("ReferenceEquality")
    private void note(int partition, Version epoch, Log log, long now) {
        if (partition >= notes.length) {
            notes = Arrays.copyOf(notes, Math.max(partition + 1, 2 * notes.length));
        }
        notes[partition] = new LogLength(partition, epoch, log.length(), now);
        byAge.add(notes[partition]);
        if (byAge.size() > 2 * notes.length) {
            byAge.removeIf(note -> notes[note.partition()] != note);
        }
    }
}
