package io.godwit.member.runtime;

import io.godwit.protocol.Event;
import io.godwit.protocol.map.Bytes;
import io.godwit.protocol.map.Executed;
import io.godwit.protocol.map.Operation.OnMap;
import io.godwit.protocol.map.Operation.Verb;
import io.godwit.protocol.quorum.data.log.Log;
import java.util.Arrays;
import java.util.Optional;

/**
 * Lets clients' sessions that write nothing any more expire. A primary notes now and then how long a partition's log is. When a
 * note is old enough, sessions without a write since then are forgotten, by a write like any other, so that all copies forget the
 * same at the same place of the log. Belongs to the loop.
 */
public final class Sessions {
    /** The session of these writes; no client has it. */
    public static final long OWN = 0;

    private final long patience;
    /** By partition, as far as any was noted; null where there is none. */
    private Note[] notes = {};

    /** So long the log was, at that time. */
    private record Note(int length, long time) {}

    /**
     * Nothing is noted yet.
     *
     * @param patience nanoseconds that a session is kept at least after its last write
     */
    public Sessions(long patience) {
        this.patience = patience;
    }

    /** The member is not the partition's primary now. */
    public void elsewhere(int partition) {
        if (partition < notes.length) {
            notes[partition] = null;
        }
    }

    /**
     * Looks at a partition of which the member is the primary.
     *
     * @return a write, if there is somebody to be forgotten
     */
    public Optional<Event> look(int partition, Log log, long now) {
        Note note = partition < notes.length ? notes[partition] : null;
        if (note == null) {
            note(partition, log, now);
            return Optional.empty();
        } else if (now - note.time() < patience) {
            return Optional.empty();
        }
        note(partition, log, now);
        boolean[] any = {false};
        log.content().forEachExecuted((client, last) -> any[0] |= client != OWN && last.position() <= note.length());
        if (!any[0]) {
            return Optional.empty();
        }
        Executed before = log.executed(OWN);
        OnMap expire = new OnMap(Verb.EXPIRE, Bytes.EMPTY, Bytes.EMPTY, Bytes.ofNumber(note.length()), Bytes.EMPTY);
        return Optional.of(new Event.Call(OWN, before == null ? 1 : before.call() + 1, partition, expire));
    }

    private void note(int partition, Log log, long now) {
        if (partition >= notes.length) {
            notes = Arrays.copyOf(notes, Math.max(partition + 1, 2 * notes.length));
        }
        notes[partition] = new Note(log.length(), now);
    }
}
