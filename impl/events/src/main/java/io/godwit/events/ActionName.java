package io.godwit.events;

import io.godwit.protocol.Handler;
import io.godwit.protocol.SpecAction;
import java.util.HashMap;
import java.util.Map;

/** What handlers are called in the specification: the name in {@link SpecAction}, of the class or one that it extends. */
final class ActionName {
    private final Map<Class<?>, String> names = new HashMap<>();

    /** The name, or an empty text for a handler that is no action of the specification. */
    String of(Handler<?, ?> handler) {
        String known = names.get(handler.getClass());
        return known == null ? names.computeIfAbsent(handler.getClass(), ActionName::find) : known;
    }

    private static String find(Class<?> type) {
        for (Class<?> it = type; it != null; it = it.getSuperclass()) {
            SpecAction action = it.getAnnotation(SpecAction.class);
            if (action != null) {
                String name = action.value()[0];
                return name.substring(name.indexOf('!') + 1);
            }
        }
        return "";
    }
}
