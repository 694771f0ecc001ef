package io.godwit.member.runtime;

import io.godwit.protocol.map.Bytes;
import io.godwit.protocol.map.NamedMaps;
import io.godwit.protocol.map.Operation.OnMap;
import io.godwit.protocol.map.Operation.Verb;
import io.godwit.transport.frame.MapNames;
import java.util.concurrent.TimeUnit;

/**
 * Decides when the entries of puts are due: {@code Put} in {@code spec/quorum/Expiry.tla}. A put that names no lifetime gets that of
 * its map. Only the primary that appends a put to its log decides it, so that a call that is repeated is due when its first attempt
 * was. Immutable.
 */
final class MapLifetimes {
    private static final int STAYS = 0;

    private final MapNames<Integer> seconds;

    /** The lifetimes of these settings. */
    MapLifetimes(MapSettings settings) {
        this.seconds = new MapNames<>(settings.timesToLive());
    }

    /**
     * A write as the log has it.
     *
     * @param content what the log comes to, to which the engine appends the write in its next step if it takes it
     * @param now milliseconds since 1970
     */
    OnMap inLog(OnMap write, NamedMaps content, long now) {
        int lifetime = seconds.isEmpty() ? STAYS : seconds.find(write.map(), STAYS);
        return lifetime == STAYS
                ? write.inLog(now)
                : timed(write, content, Bytes.ofNumber(TimeUnit.SECONDS.toMillis(lifetime)))
                        .inLog(now);
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
