package io.godwit.events;

import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;

/** The actions that a member has taken or refused, by name. Not safe for several threads. */
final class ActionCounts {
    private final Map<String, Action> byName = new HashMap<>();

    /** The action of that name. */
    Action of(String name) {
        Action action = byName.get(name);
        if (action == null) {
            action = new Action(name);
            byName.put(name, action);
        }
        return action;
    }

    void forEach(Consumer<Action> consumer) {
        byName.values().forEach(consumer);
    }
}
