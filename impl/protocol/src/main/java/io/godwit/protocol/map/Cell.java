package io.godwit.protocol.map;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Objects;

/** What a key of a named map holds. Immutable. */
public sealed interface Cell extends Sized {
    /** Its bytes: one sequence, or the items of a list from the first to the last, or the elements of a set. */
    List<Bytes> values();

    /** What it is stored and sent as: its values, with the due time and the latest due time if it has them. */
    default List<Bytes> parts() {
        return values();
    }

    /** The value if it is a single one, or null. */
    default Bytes single() {
        return null;
    }

    /** When it is due to be removed, in milliseconds since 1970; {@link #NEVER} without a lifetime or idle time. */
    default long due() {
        return NEVER;
    }

    /** The latest time to which {@link #due} may be moved on because the entry is used. */
    default long latest() {
        return due();
    }

    /** The size of its values. */
    @Override
    long bytes();

    /** The time at which nothing is due. */
    long NEVER = Long.MAX_VALUE;

    /** The time after a number of milliseconds; {@link #NEVER} if that is too far away. */
    static long dueAfter(long now, long millis) {
        return millis > NEVER - now ? NEVER : now + Math.max(0, millis);
    }

    /**
     * A value, with a due time or without.
     *
     * @param due when it is due, in milliseconds since 1970
     * @param latest the latest time to which that may be moved on, {@code due} or later
     */
    static Cell single(Bytes value, long due, long latest) {
        if (due == NEVER) {
            return new Single(value);
        }
        return due == latest ? new Expiring(value, due) : new Idle(value, due, latest);
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
        public long bytes() {
            return value.length();
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
        public long bytes() {
            return value.length();
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
     * One value that is to be removed if it is not used.
     *
     * @param value the value
     * @param due when, unless it is touched, in milliseconds since 1970
     * @param latest when its lifetime ends, {@link #NEVER} if it has none; later than {@code due}
     */
    record Idle(Bytes value, long due, long latest) implements Cell {
        /** Refuses a missing value. */
        public Idle {
            Objects.requireNonNull(value, "value");
        }

        /** From {@link #packed}; both times are {@link #NEVER} if there are less than 16 bytes. */
        public static Idle unpacked(Bytes packed) {
            byte[] bytes = packed.shared();
            if (bytes.length < 2 * Long.BYTES) {
                return new Idle(packed, NEVER, NEVER);
            }
            Bytes value = Bytes.owning(Arrays.copyOfRange(bytes, 2 * Long.BYTES, bytes.length));
            return new Idle(value, packed.numberAt(0), packed.numberAt(Long.BYTES));
        }

        /** Eight bytes for each of the times, and the value behind them. */
        public Bytes packed() {
            byte[] bytes = Arrays.copyOf(Bytes.ofNumbers(due, latest).shared(), 2 * Long.BYTES + value.length());
            System.arraycopy(value.shared(), 0, bytes, 2 * Long.BYTES, value.length());
            return Bytes.owning(bytes);
        }

        @Override
        public Bytes single() {
            return value;
        }

        @Override
        public long bytes() {
            return value.length();
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

        @Override
        public long bytes() {
            return elements.bytes();
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
     * @param bytes the size of all of them
     */
    record Items(Items before, Bytes last, int size, long bytes) implements Cell {
        /** One more item behind a list, which may be null. */
        public static Items append(Items before, Bytes item) {
            return before == null
                    ? new Items(null, item, 1, item.length())
                    : new Items(before, item, before.size + 1, before.bytes + item.length());
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
