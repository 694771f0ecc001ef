package io.godwit.protocol.map;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Objects;

/** What a key of a named map holds. Immutable. */
public sealed interface Cell {
    /** Its bytes: one sequence, or the items of a list from the first to the last, or the elements of a set. */
    List<Bytes> values();

    /** What it is stored and sent as: its values, with the due time if there is one. */
    default List<Bytes> parts() {
        return values();
    }

    /** The value if it is a single one, or null. */
    default Bytes single() {
        return null;
    }

    /** When it is due to be removed, in milliseconds since 1970; {@link #NEVER} unless it has a lifetime. */
    default long due() {
        return NEVER;
    }

    /** The time at which nothing is due. */
    long NEVER = Long.MAX_VALUE;

    /** The time after a number of milliseconds; {@link #NEVER} if that is too far away. */
    static long dueAfter(long now, long millis) {
        return millis > NEVER - now ? NEVER : now + Math.max(0, millis);
    }

    /** A value, with a due time or without. */
    static Cell single(Bytes value, long due) {
        return due == NEVER ? new Single(value) : new Expiring(value, due);
    }

    /** One value. */
    record Single(Bytes value) implements Cell {
        /** Refuses a missing value. */
        public Single {
            Objects.requireNonNull(value, "value");
        }

        @Override
        public Bytes single() {
            return value;
        }

        @Override
        public List<Bytes> values() {
            return List.of(value);
        }
    }

    /**
     * One value that is to be removed.
     *
     * @param value the value
     * @param due when, in milliseconds since 1970
     */
    record Expiring(Bytes value, long due) implements Cell {
        /** Refuses a missing value. */
        public Expiring {
            Objects.requireNonNull(value, "value");
        }

        /** From {@link #packed}; the due time is {@link #NEVER} if there are less than eight bytes. */
        public static Expiring unpacked(Bytes packed) {
            byte[] bytes = packed.shared();
            if (bytes.length < Long.BYTES) {
                return new Expiring(packed, NEVER);
            }
            long due = Bytes.of(Arrays.copyOf(bytes, Long.BYTES)).number();
            return new Expiring(Bytes.owning(Arrays.copyOfRange(bytes, Long.BYTES, bytes.length)), due);
        }

        /** Eight bytes of the due time, and the value behind them. */
        public Bytes packed() {
            byte[] bytes = Arrays.copyOf(Bytes.ofNumber(due).shared(), Long.BYTES + value.length());
            System.arraycopy(value.shared(), 0, bytes, Long.BYTES, value.length());
            return Bytes.owning(bytes);
        }

        @Override
        public Bytes single() {
            return value;
        }

        @Override
        public List<Bytes> values() {
            return List.of(value);
        }

        @Override
        public List<Bytes> parts() {
            return List.of(packed());
        }
    }

    /**
     * A set.
     *
     * @param elements each with {@code true}
     */
    record Elements(BytesMap<Boolean> elements) implements Cell {
        /** Nothing. */
        public static final Elements NONE = new Elements(BytesMap.empty());

        /** One more element. */
        public Elements with(Bytes element) {
            return new Elements(elements.with(element, true));
        }

        /** In ascending order. */
        @Override
        public List<Bytes> values() {
            List<Bytes> values = new ArrayList<>(elements.size());
            elements.forEach((element, there) -> values.add(element));
            Collections.sort(values);
            return Collections.unmodifiableList(values);
        }
    }

    /**
     * A list, by its last item and the list before it, so that appending shares the rest.
     *
     * @param before what was there before the last item, null for nothing
     * @param last the last item
     * @param size how many items, 1 or more
     */
    record Items(Items before, Bytes last, int size) implements Cell {
        /** One more item behind a list, which may be null. */
        public static Items append(Items before, Bytes item) {
            return new Items(before, Objects.requireNonNull(item, "item"), before == null ? 1 : before.size + 1);
        }

        @Override
        public List<Bytes> values() {
            Bytes[] values = new Bytes[size];
            for (Items rest = this; rest != null; rest = rest.before) {
                values[rest.size - 1] = rest.last;
            }
            return List.of(values);
        }

        /** Compares without recursion: a list may be long. */
        @Override
        public boolean equals(Object other) {
            return other instanceof Items items && size == items.size && values().equals(items.values());
        }

        @Override
        public int hashCode() {
            return values().hashCode();
        }

        @Override
        public String toString() {
            return values().toString();
        }
    }
}
