package io.godwit.events;

import io.godwit.protocol.Guard;
import io.godwit.protocol.SpecAction;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.function.ObjLongConsumer;

/** What logs say of one class of handlers: its action in the specification, and how often which guard has refused it. */
final class Action {
    private final String handler;
    private final String name;
    private final byte[] field;
    /** The guards that have refused; few, so that looking through them takes less than a map. */
    private Guard[] guards = new Guard[4];

    private long[] refusals = new long[4];
    private int size;

    /** The action of a class, or of one that it extends. */
    Action(Class<?> type) {
        this.handler = type.getSimpleName();
        this.name = find(type);
        this.field = ("\"a\":\"" + name + '"').getBytes(StandardCharsets.US_ASCII);
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

    /** Is it one of the specification? */
    boolean isSpecified() {
        return !name.isEmpty();
    }

    /** The name in the specification. */
    String name() {
        return name;
    }

    /** The name as it stands in a line. */
    byte[] field() {
        return field;
    }

    /** Counts a refusal. */
    @SuppressWarnings("ReferenceEquality") // guards are constants
    void refused(Guard guard) {
        for (int i = 0; i < size; i++) {
            if (guards[i] == guard) {
                refusals[i]++;
                return;
            }
        }
        if (size == guards.length) {
            guards = Arrays.copyOf(guards, 2 * size);
            refusals = Arrays.copyOf(refusals, 2 * size);
        }
        guards[size] = guard;
        refusals[size++] = 1;
    }

    /** Tells which guards have refused how often since this was asked last. */
    void takeRefusals(ObjLongConsumer<String> counts) {
        for (int i = 0; i < size; i++) {
            if (refusals[i] > 0) {
                counts.accept(handler + " " + guards[i].name(), refusals[i]);
                refusals[i] = 0;
            }
        }
    }
}
