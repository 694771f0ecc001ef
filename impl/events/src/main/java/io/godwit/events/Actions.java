package io.godwit.events;

import io.godwit.protocol.Handler;
import java.util.IdentityHashMap;
import java.util.function.Consumer;

/**
 * A cache of the actions of handlers. A member uses the same few repeatedly; they are found by the
 * handler itself, without a look at its class. Not safe for several threads.
 */
final class Actions {
    /** Places for handlers, by their identity; a power of two. */
    private static final int PLACES = 512;
    /** Maximum number of cached handlers; others are found by class. */
    private static final int MOST = PLACES / 2;

    private final IdentityHashMap<Class<?>, Action> byClass = new IdentityHashMap<>();
    private final Handler<?, ?>[] handlers = new Handler<?, ?>[PLACES];
    private final Action[] actions = new Action[PLACES];
    private int size;

    /** The action of a handler; one for all handlers of a class. */
    @SuppressWarnings("ReferenceEquality") // handlers are what they are
    Action of(Handler<?, ?> handler) {
        int place = System.identityHashCode(handler) & (PLACES - 1);
        while (handlers[place] != null) {
            if (handlers[place] == handler) {
                return actions[place];
            }
            place = (place + 1) & (PLACES - 1);
        }
        Action action = byClass.computeIfAbsent(handler.getClass(), Action::new);
        if (size < MOST) {
            size++;
            handlers[place] = handler;
            actions[place] = action;
        }
        return action;
    }

    void forEach(Consumer<Action> consumer) {
        byClass.values().forEach(consumer);
    }
}
