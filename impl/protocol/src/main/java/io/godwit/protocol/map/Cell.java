package io.godwit.protocol.map;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;

/** What a key of a named map holds. Immutable. */
public sealed interface Cell {
    /** Its bytes: one sequence, or the items of a list from the first to the last, or the elements of a set. */
    List<Bytes> values();

    /** One value. */
    record Single(Bytes value) implements Cell {
        /** Refuses a missing value. */
        public Single {
            Objects.requireNonNull(value, "value");
        }

        @Override
        public List<Bytes> values() {
            return List.of(value);
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
