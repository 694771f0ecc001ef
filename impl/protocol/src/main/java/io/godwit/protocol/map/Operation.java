package io.godwit.protocol.map;

import java.util.Objects;

/**
 * What a client asks for. Immutable. There are two families: operations on numbered keys with numbers in them, which are as
 * small as it gets and serve models and simulation, and {@link OnMap}, which members offer their clients.
 */
public sealed interface Operation {
    /** The key. */
    long key();

    /** Does it leave the content as it is, whatever that is? */
    default boolean readOnly() {
        return false;
    }

    /** Bytes of the map's name, the key and the values; 0 for operations on numbers. */
    default long bytes() {
        return 0;
    }

    /** The value of a register, the elements of a set or list. */
    record Get(long key) implements Operation {
        @Override
        public boolean readOnly() {
            return true;
        }
    }

    /** Overwrites a register. */
    record Put(long key, long value) implements Operation {}

    /** Overwrites a register that has the expected value; 0 is the value of a register that was never written. */
    record CompareAndSet(long key, long expected, long value) implements Operation {}

    /** Adds to a set. */
    record AddToSet(long key, long element) implements Operation {}

    /** Appends to a list. */
    record Append(long key, long element) implements Operation {}

    /** Adds to a counter and returns its value after that. */
    record Increment(long key, long by) implements Operation {}

    /** Forgets the key. */
    record Remove(long key) implements Operation {}

    /**
     * What was written to a map behind a position of a partition's log: {@code spec/quorum/ChangeStream.tla}. The log answers, not
     * the content.
     *
     * @param map the map's name; empty for operations on numbers
     * @param position up to where the reader knows the writes
     * @param maxBytes estimated size of the writes; there is one at least, if there is any
     */
    record ReadChanges(Bytes map, StreamPosition position, long maxBytes) implements Operation {
        /** Refuses missing parts. */
        public ReadChanges {
            Objects.requireNonNull(map, "map");
            Objects.requireNonNull(position, "position");
        }

        @Override
        public long key() {
            return 0;
        }

        @Override
        public boolean readOnly() {
            return true;
        }

        /** Is the operation a write to the map, other than the forgetting of sessions and a touch, which changes no value? */
        public boolean concerns(Operation write) {
            return write instanceof OnMap onMap
                    ? onMap.map().equals(map) && onMap.verb() != Verb.EXPIRE_SESSIONS && onMap.verb() != Verb.TOUCH
                    : map.equals(Bytes.EMPTY);
        }
    }

    /**
     * What a partition has of a map, and at which place of its log: a reader of changes goes on from there. The keys come in their
     * order, over several calls if they are many.
     *
     * @param map the map's name; empty for operations on numbers, of which the result has the position only
     * @param after the last key of the call before; null at first
     * @param maxBytes estimated size of the keys and what they hold; 0 for none, otherwise there is one at least
     */
    record Scan(Bytes map, Bytes after, long maxBytes) implements Operation {
        /** Refuses a missing name. */
        public Scan {
            Objects.requireNonNull(map, "map");
        }

        @Override
        public long key() {
            return 0;
        }

        @Override
        public boolean readOnly() {
            return true;
        }
    }

    /**
     * An operation on a named map from byte sequences to byte sequences.
     *
     * @param verb what is to be done
     * @param map the map's name
     * @param keyBytes the key; empty for {@link Verb#SIZE} and {@link Verb#CLEAR}
     * @param value the new value, item or element, or for {@link Verb#INCREMENT}, {@link Verb#EXPIRE_SESSIONS},
     *     {@link Verb#REMOVE_EXPIRED} and {@link Verb#TOUCH} the eight bytes of a number; otherwise empty
     * @param expected for {@link Verb#REPLACE} the value that has to be there; for a put with a lifetime eight bytes: how long the
     *     entry lives, or in the log when it is due, in milliseconds since 1970; if a touch may move that on, eight more bytes in the
     *     log: the latest time to which it may; otherwise empty
     */
    record OnMap(Verb verb, Bytes map, Bytes keyBytes, Bytes value, Bytes expected) implements Operation {
        /** Refuses missing parts, and increments by something that is no number. */
        public OnMap {
            Objects.requireNonNull(verb, "verb");
            Objects.requireNonNull(map, "map");
            Objects.requireNonNull(keyBytes, "keyBytes");
            Objects.requireNonNull(expected, "expected");
            Bytes number = hasNumber(verb) ? value : isTimed(verb) ? expected : null;
            boolean two = isTimed(verb) && verb == verb.inLog() && expected.length() == 2 * Long.BYTES;
            if (number != null && !number.isNumber() && !two) {
                throw new IllegalArgumentException("a number of " + number.length() + " bytes, not 8");
            }
        }

        private static boolean hasNumber(Verb verb) {
            return switch (verb) {
                case INCREMENT, EXPIRE_SESSIONS, REMOVE_EXPIRED, TOUCH -> true;
                default -> false;
            };
        }

        private static boolean isTimed(Verb verb) {
            return switch (verb) {
                case PUT_FOR, PUT_IF_ABSENT_FOR, PUT_UNTIL, PUT_IF_ABSENT_UNTIL -> true;
                default -> false;
            };
        }

        /**
         * A put with a lifetime as the log has it; any other operation as it is.
         *
         * @param now milliseconds since 1970
         */
        public OnMap inLog(long now) {
            return verb == verb.inLog()
                    ? this
                    : new OnMap(
                            verb.inLog(), map, keyBytes, value, Bytes.ofNumber(Cell.dueAfter(now, expected.number())));
        }

        /**
         * This put as the log has it, with a due time that touches may move on, if that is earlier; any other operation as it is.
         *
         * @param time when it is due if it is not used, in milliseconds since 1970
         */
        public OnMap dueUnused(long time) {
            return verb.inLog() == verb && isTimed(verb) && time < latest()
                    ? new OnMap(verb, map, keyBytes, value, Bytes.ofNumbers(time, latest()))
                    : this;
        }

        /** Of a put with a due time as the log has it: when its entry is due, unless it is touched, in milliseconds since 1970. */
        public long due() {
            return expected.numberAt(0);
        }

        /** Of such a put: the latest time to which a touch may move that. */
        public long latest() {
            return expected.numberAt(expected.length() - Long.BYTES);
        }

        /** A number that stands for map and key; two keys may have the same one. */
        @Override
        public long key() {
            return map.hash() * 31 + keyBytes.hash();
        }

        @Override
        public boolean readOnly() {
            return switch (verb) {
                case GET, SIZE, READ_CHANGES, SCAN -> true;
                default -> false;
            };
        }

        @Override
        public long bytes() {
            return (long) map.length() + keyBytes.length() + value.length() + expected.length();
        }
    }

    /** What can be done to a named map. */
    enum Verb {
        /** What the key holds. */
        GET,
        /** How many keys of the partition the map has. */
        SIZE,
        /** Overwrites whatever is there. */
        PUT,
        /** Puts a value where there is nothing. */
        PUT_IF_ABSENT,
        /** Puts a value where there is the expected one. */
        REPLACE,
        /** Forgets the key. */
        REMOVE,
        /** Adds to a number of eight bytes, 0 if there is nothing, and returns it. */
        INCREMENT,
        /** Adds an item to the end of a list. */
        APPEND,
        /** Adds an element to a set. */
        ADD,
        /** Forgets all keys that the map has in the partition. */
        CLEAR,
        /** Forgets the last writes of clients that have written nothing since a position of the log, the eight bytes of the value. */
        EXPIRE_SESSIONS,
        /** Of clients: {@link #PUT}, with a lifetime. */
        PUT_FOR,
        /** Of clients: {@link #PUT_IF_ABSENT}, with a lifetime. */
        PUT_IF_ABSENT_FOR,
        /** {@link #PUT_FOR} as the log has it. */
        PUT_UNTIL,
        /** {@link #PUT_IF_ABSENT_FOR} as the log has it. */
        PUT_IF_ABSENT_UNTIL,
        /** Removes a value that is due at a time, or earlier. */
        REMOVE_EXPIRED,
        /** Moves the time at which a value is due on to another one, but not beyond the end of its lifetime. */
        TOUCH,
        /** Of clients: {@link ReadChanges}, with the position and the size as the value. */
        READ_CHANGES,
        /** Of clients: {@link Scan}, with the last key as the key, and the size and whether there is a last key as the value. */
        SCAN;

        /** What the log has in place of it: it says when an entry is due where a client says how long it lives. */
        public Verb inLog() {
            return this == PUT_FOR ? PUT_UNTIL : this == PUT_IF_ABSENT_FOR ? PUT_IF_ABSENT_UNTIL : this;
        }
    }
}
