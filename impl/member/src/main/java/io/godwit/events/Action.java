package io.godwit.events;

import io.godwit.protocol.Guard;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.function.ObjLongConsumer;

/** An action, and how often each rule has refused it. */
final class Action {
    private static final VarHandle EIGHT = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private final String name;
    private final boolean specified;
    /** The action as it stands in a line, eight bytes in each number, so that a few of them are all that is copied. */
    private final long[] words;

    private final int length;
    /** The rules that have refused; few, so that looking through them takes less than a map. */
    private Guard[] guards = new Guard[4];

    private long[] refusals = new long[4];
    /** How many of the refusals {@link #takeRefusals} has reported. */
    private long[] reported = new long[4];

    private int size;

    /** The action of that name. */
    Action(String name) {
        this.name = name;
        this.specified = Character.isUpperCase(name.charAt(0));
        byte[] field = (",\"a\":\"" + name + '"').getBytes(StandardCharsets.US_ASCII);
        this.length = field.length;
        this.words = new long[(length + Long.BYTES - 1) / Long.BYTES];
        byte[] padded = Arrays.copyOf(field, room());
        for (int i = 0; i < words.length; i++) {
            words[i] = (long) EIGHT.get(padded, i * Long.BYTES);
        }
    }

    /** Whether it is an action of the specification. */
    boolean isSpecified() {
        return specified;
    }

    /** The name, as {@link io.godwit.protocol.ActionListener} has it. */
    String name() {
        return name;
    }

    /** How many bytes {@link #write} may touch. */
    int room() {
        return words.length * Long.BYTES;
    }

    /** Writes the action as it stands in a line, behind the event's number; returns where the line goes on. */
    int write(byte[] to, int at) {
        for (int i = 0; i < words.length; i++) {
            EIGHT.set(to, at + i * Long.BYTES, words[i]);
        }
        return at + length;
    }

    /** Counts a refusal, and returns how many there were of this rule. */
    @SuppressWarnings("ReferenceEquality") // guards are constants
    long refused(Guard guard) {
        for (int i = 0; i < size; i++) {
            if (guards[i] == guard) {
                return ++refusals[i];
            }
        }
        if (size == guards.length) {
            guards = Arrays.copyOf(guards, 2 * size);
            refusals = Arrays.copyOf(refusals, 2 * size);
            reported = Arrays.copyOf(reported, 2 * size);
        }
        guards[size] = guard;
        refusals[size++] = 1;
        return 1;
    }

    /** Reports the number of refusals by guard since the last call. */
    void takeRefusals(ObjLongConsumer<String> counts) {
        for (int i = 0; i < size; i++) {
            if (refusals[i] > reported[i]) {
                counts.accept(name + " " + guards[i].name(), refusals[i] - reported[i]);
                reported[i] = refusals[i];
            }
        }
    }
}
