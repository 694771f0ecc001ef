package io.godwit.protocol.map;

import java.util.List;
import java.util.Objects;

/** What a client hears. Immutable. */
public sealed interface Result {
    /** The operation was carried out; values are what it returned: a register's one value, a set's or list's elements. */
    record Done(List<Long> values) implements Result {
        /** Copies the values. */
        public Done {
            values = List.copyOf(values);
        }
    }

    /** A compare-and-set found another value and changed nothing. */
    record Differs(long found) implements Result {}

    /**
     * The member that was asked does nothing about it: ask that member, or anybody when it is {@code NONE}. An earlier attempt
     * of the same call may be on its way, so that a client that has made one before and gives up now does not know what
     * becomes of it.
     */
    record NotHere(int ask) implements Result {}

    /** What a key of a named map holds: one value, or a list's items, or a set's elements, or nothing. */
    record Found(List<Bytes> values) implements Result {
        /** Copies the values. */
        public Found {
            values = List.copyOf(values);
        }
    }

    /** What had to be there was not there, and nothing was changed. */
    record Unmet() implements Result {}

    /**
     * The process around the engine does not give the call to it, and nothing was changed. An earlier attempt of the same call
     * may have been carried out.
     *
     * @param why for people
     */
    record Refused(String why) implements Result {
        /** Refuses a missing reason. */
        public Refused {
            Objects.requireNonNull(why, "why");
        }
    }

    /** The key holds something that the operation cannot work on, and nothing was changed. */
    record WrongKind() implements Result {}
}
