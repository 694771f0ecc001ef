package io.godwit.events;

import io.godwit.protocol.Handler;
import java.util.IdentityHashMap;
import java.util.function.Consumer;

/**
 * The actions of the handlers that a log is told of. A member asks for the same few again and again; they are found in a short
 * list of handlers, without a look at their classes, which a map would need. Not safe for several threads.
 */
final class Actions {
    private static final int MOST = 64;
    /** Whoever is asked for and stands behind this place moves towards the front. */
    private static final int FRONT = 12;

    private final IdentityHashMap<Class<?>, Action> byClass = new IdentityHashMap<>();
    private final Handler<?, ?>[] handlers = new Handler<?, ?>[MOST];
    private final Action[] actions = new Action[MOST];
    private int size;

    /** The action of a handler; one for all handlers of a class. */
    @SuppressWarnings("ReferenceEquality") // handlers are what they are
    Action of(Handler<?, ?> handler) {
        for (int i = 0; i < size; i++) {
            if (handlers[i] == handler) {
                Action found = actions[i];
                if (i >= FRONT) {
                    put(i, handlers[i / 2], actions[i / 2]);
                    put(i / 2, handler, found);
                }
                return found;
            }
        }
        Action action = byClass.computeIfAbsent(handler.getClass(), Action::new);
        if (size < MOST) {
            put(size++, handler, action);
        }
        return action;
    }

    private void put(int at, Handler<?, ?> handler, Action action) {
        handlers[at] = handler;
        actions[at] = action;
    }

    void forEach(Consumer<Action> consumer) {
        byClass.values().forEach(consumer);
    }
}
