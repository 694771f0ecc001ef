package io.godwit.transport.frame;

import java.util.List;

/**
 * What the last writes of a log have touched, which another log does not have. Whoever takes these writes back has to hear what is
 * there without them.
 *
 * @param places keys that they name, each once
 * @param clients whose they are, each once
 */
public record UndoneWrites(List<MapKey> places, List<Long> clients) {
    /** Nothing has to be taken back. */
    public static final UndoneWrites NONE = new UndoneWrites(List.of(), List.of());

    /** Copies the lists. */
    public UndoneWrites {
        places = List.copyOf(places);
        clients = List.copyOf(clients);
    }

    /** Is nothing to be taken back? Every write is somebody's. */
    public boolean isNone() {
        return clients.isEmpty();
    }
}
