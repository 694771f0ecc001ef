package io.godwit.storage;

import io.godwit.protocol.map.Bytes;
import io.godwit.protocol.map.Operation.OnMap;
import io.godwit.protocol.map.Operation.Verb;
import io.godwit.transport.frame.MapKey;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Which keys some writes name, each of them once. */
final class TouchedKeys {
    private final Map<MapKey, KeyWrites> keys = new LinkedHashMap<>();
    private final Set<Bytes> cleared = new LinkedHashSet<>();

    private boolean expires;

    /** What was done to a key. */
    private static final class KeyWrites {
        private final List<Bytes> added = new ArrayList<>();
        private boolean others;
    }

    /** One more write. */
    void by(OnMap write) {
        if (write.verb() == Verb.EXPIRE_SESSIONS) {
            expires = true;
        } else if (write.verb() == Verb.CLEAR) {
            cleared.add(write.map());
            keys.keySet().removeIf(place -> place.map().equals(write.map()));
        } else if (!cleared.contains(write.map())) {
            KeyWrites writes =
                    keys.computeIfAbsent(new MapKey(write.map(), write.keyBytes()), place -> new KeyWrites());
            if (write.verb() == Verb.ADD) {
                writes.added.add(write.value());
            } else {
                writes.others = true;
            }
        }
    }

    /** Maps that were cleared; their keys are not among the {@link #keys}. */
    Set<Bytes> cleared() {
        return cleared;
    }

    /** Were clients forgotten? */
    boolean expires() {
        return expires;
    }

    Set<MapKey> keys() {
        return keys.keySet();
    }

    /** What was added to a set, if nothing else was done there; otherwise null. */
    List<Bytes> added(MapKey place) {
        KeyWrites writes = keys.get(place);
        return writes.others ? null : writes.added;
    }
}
