package io.godwit.member.runtime;

import io.godwit.protocol.map.Bytes;
import io.godwit.protocol.map.Cell;
import io.godwit.protocol.map.NamedMaps;
import io.godwit.protocol.map.Operation.OnMap;
import io.godwit.protocol.map.Operation.Verb;
import io.godwit.transport.frame.MapNames;
import java.util.concurrent.TimeUnit;

/**
 * Decides when entries are due: {@code Put}, {@code Touches} and {@code DueUnused} in {@code spec/quorum/Expiry.tla}. A put that names no
 * lifetime gets that of its map. In a map with an idle time, a put makes the entry due after 1.25 times the idle time; a use that finds
 * it due in less than the idle time moves the due time on by a touch. Only the primary that appends a write to its log decides when its
 * entry is due, so the attempts of a call that is repeated lead to one due time. Immutable; any thread may call.
 */
final class MapLifetimes {
    private static final int STAYS = 0;

    /** The divisor of the idle time that gives the additional time until an entry is due. */
    private static final int TOUCHES = 4;

    private final MapNames<Integer> seconds;
    private final MapNames<Integer> idleSeconds;

    /** The lifetimes and idle times of these settings. */
    MapLifetimes(MapSettings settings) {
        this.seconds = new MapNames<>(settings.timesToLive());
        this.idleSeconds = new MapNames<>(settings.idleTimes());
    }

    /** The idle time of a map in milliseconds, 0 if it has none. */
    private long idle(Bytes map) {
        return idleSeconds.isEmpty() ? STAYS : TimeUnit.SECONDS.toMillis(idleSeconds.find(map, STAYS));
    }

    /** Whether entries of a map are due some time after their last use. */
    boolean hasIdleTime(Bytes map) {
        return idle(map) > STAYS;
    }

    private static long dueUnused(long now, long idle) {
        return Cell.dueAfter(now, idle + idle / TOUCHES);
    }

    /**
     * Whether an entry that is used at a time has to be touched. An entry whose lifetime ends first does not.
     *
     * @param cell what the key holds at the end of the log, null for nothing
     * @param now milliseconds since 1970
     */
    boolean isTouched(Bytes map, Cell cell, long now) {
        long idle = idle(map);
        return idle > STAYS
                && cell != null
                && cell.single() != null
                && (cell.due() == Cell.NEVER || isShort(cell, now, idle));
    }

    private static boolean isShort(Cell cell, long now, long idle) {
        return cell.due() < cell.latest() && cell.due() - now < idle;
    }

    /** Whether an entry is due some time after its last use, although its map has no idle time any more. */
    boolean isIdleNoMore(Bytes map, Cell cell) {
        return cell.due() < cell.latest() && !hasIdleTime(map);
    }

    /** The touch of an entry: in a map without an idle time, it makes the entry stay until its lifetime ends. */
    OnMap touch(Bytes map, Bytes key, long now) {
        long idle = idle(map);
        long due = idle == STAYS ? Cell.NEVER : dueUnused(now, idle);
        return new OnMap(Verb.TOUCH, map, key, Bytes.ofNumber(due), Bytes.EMPTY);
    }

    /**
     * When an entry is to be looked at, in milliseconds since 1970: when it is due; at once if it is due some time after its last
     * use, and nothing says yet when that is; {@link Cell#NEVER} otherwise.
     */
    long lookAt(Bytes map, Cell cell) {
        return cell.due() == Cell.NEVER && isTouched(map, cell, 0) ? 0 : cell.due();
    }

    /**
     * A write as the log has it.
     *
     * @param content what the log comes to, to which the engine appends the write in its next step if it takes it
     * @param now milliseconds since 1970
     */
    OnMap inLog(OnMap write, NamedMaps content, long now) {
        int lifetime = seconds.isEmpty() ? STAYS : seconds.find(write.map(), STAYS);
        long idle = idle(write.map());
        if (lifetime == STAYS && idle == STAYS) {
            return write.inLog(now);
        }
        long millis = lifetime == STAYS ? Cell.NEVER : TimeUnit.SECONDS.toMillis(lifetime);
        OnMap inLog = timed(write, content, Bytes.ofNumber(millis)).inLog(now);
        return idle == STAYS ? inLog : inLog.dueUnused(dueUnused(now, idle));
    }

    private static OnMap timed(OnMap write, NamedMaps content, Bytes millis) {
        return switch (write.verb()) {
            case PUT -> put(Verb.PUT_FOR, write, millis);
            case PUT_IF_ABSENT -> put(Verb.PUT_IF_ABSENT_FOR, write, millis);
            case REPLACE -> content.holds(write.map(), write.keyBytes(), write.expected())
                    ? put(Verb.PUT_FOR, write, millis)
                    : write;
            default -> write;
        };
    }

    private static OnMap put(Verb verb, OnMap write, Bytes millis) {
        return new OnMap(verb, write.map(), write.keyBytes(), write.value(), millis);
    }
}
