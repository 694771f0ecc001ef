package io.godwit.protocol.map;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.stream.LongStream;

/** What a key holds. Immutable. */
sealed interface Value {
    /** What a client that asks for the key is told. */
    List<Long> told();

    /** A register, or a counter: one number. */
    record Scalar(long value) implements Value {
        @Override
        public List<Long> told() {
            return List.of(value);
        }
    }

    /** A set; told in ascending order. */
    record Elements(LongMap<Boolean> elements) implements Value {
        static final Elements NONE = new Elements(LongMap.empty());

        @Override
        public List<Long> told() {
            return LongStream.of(elements.keys()).boxed().toList();
        }
    }

    /** A list, by its last item and the list before it; told from the first item to the last. */
    record Items(Items before, long last) implements Value {
        @Override
        public List<Long> told() {
            Deque<Long> items = new ArrayDeque<>();
            for (Items rest = this; rest != null; rest = rest.before) {
                items.addFirst(rest.last);
            }
            return List.copyOf(items);
        }

        /** Compares without recursion: a list may be long. */
        @Override
        public boolean equals(Object other) {
            return other instanceof Items items && told().equals(items.told());
        }

        @Override
        public int hashCode() {
            return told().hashCode();
        }

        @Override
        public String toString() {
            return told().toString();
        }
    }
}
