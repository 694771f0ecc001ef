package io.godwit.protocol.map;

/** An operation on one key. Immutable. Values are numbers here; what they stand for is the runtime's business. */
public sealed interface Operation {
    /** The key. */
    long key();

    /** Does it leave the content as it is, whatever that is? */
    default boolean readOnly() {
        return false;
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
}
