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

    /**
     * What was written behind a position.
     *
     * @param writes of the map that was asked for, which had an effect, oldest first
     * @param next the position behind them; the one that was asked for if nothing is new
     * @param more whether there is more behind it already
     */
    record Changes(List<Written> writes, StreamPosition next, boolean more) implements Result {
        /** Copies the writes. */
        public Changes {
            writes = List.copyOf(writes);
            Objects.requireNonNull(next, "next");
        }
    }

    /**
     * A write in a partition's log.
     *
     * @param index its place, 1 or more
     * @param operation what was done
     */
    record Written(int index, Operation operation) {
        /** Refuses a missing operation. */
        public Written {
            Objects.requireNonNull(operation, "operation");
        }
    }

    /** The log does not have the position any more: writes behind it are forgotten, or others have taken their places. */
    record Forgotten() implements Result {}

    /**
     * What a map has.
     *
     * @param entries in the order of the keys
     * @param position the place in the log at which it is so
     * @param more whether there are keys behind these
     */
    record Scanned(List<BytesMap.Entry<Cell>> entries, StreamPosition position, boolean more) implements Result {
        /** Copies the entries. */
        public Scanned {
            entries = List.copyOf(entries);
            Objects.requireNonNull(position, "position");
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
