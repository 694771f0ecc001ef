package io.godwit.simulation;

import io.godwit.protocol.map.Operation;
import java.util.function.LongToIntFunction;

/**
 * What clients call, and when: a function of seed, client and number. Leaving one call out changes no other.
 *
 * <p>Keys come and go: a few are in use at a time, so that each has calls of several clients at once and few enough of
 * them for the check of its history.
 */
public final class Workload {
    /** A client calls about that often. */
    public static final long PERIOD = 40_000;
    /** Calls begin when the cluster had a moment to form. */
    private static final long BEGIN = 300_000;

    private static final long KEYS_IN_USE = 8;
    private static final long KEY_LIFE = 3_000_000;
    private static final long BY_HAND = 1_000_000;
    private static final long PERCENT = 100;
    private static final long CLIENT_VALUES = 1_000_000;

    private final SeededRandom random;
    private final LongToIntFunction partitions;

    /** The calls of a plan for engines without maps. */
    public Workload(RunPlan plan) {
        this(plan, key -> (int) (((key * 0x9E3779B97F4A7C15L) >>> 33) % plan.partitions()));
    }

    /**
     * The calls of a plan.
     *
     * @param partitions in which partition a key lies
     */
    public Workload(RunPlan plan, LongToIntFunction partitions) {
        this.random = new SeededRandom(plan.seed());
        this.partitions = partitions;
    }

    /** What sort of thing is under a key. */
    public enum Kind {
        /** Read, write, compare-and-set. */
        REGISTER,
        /** Add, read. */
        SET,
        /** Append, read. */
        LIST,
        /** Increment, read. */
        COUNTER
    }

    /** When a client makes a call, if the one before is done by then. */
    public long time(int client, int call) {
        return BEGIN + call * PERIOD + random.below(PERIOD, RandomPurpose.CALLS, client, -call - 1L);
    }

    /** The kind of a key. */
    public static Kind kind(long key) {
        return Kind.values()[(int) (key % Kind.values().length)];
    }

    /** One of the registers for calls by hand, which no other client uses. */
    public static long keyByHand(int number) {
        return BY_HAND + (long) number * Kind.values().length;
    }

    /** The partition of a key. */
    public int partition(long key) {
        return partitions.applyAsInt(key);
    }

    /** The key of a call. */
    public long key(int client, int call) {
        return time(client, call) / KEY_LIFE * KEYS_IN_USE
                + random.below(KEYS_IN_USE, RandomPurpose.CALLS, client, 2L * call);
    }

    /** What a call writes: no other call of the run writes the same. */
    static long value(int client, int call) {
        return client * CLIENT_VALUES + call + 1;
    }

    /**
     * A call.
     *
     * @param seen the value that the client has seen last under that key, which is what it expects
     */
    public Operation operation(int client, int call, long seen) {
        long key = key(client, call);
        long value = value(client, call);
        long dart = random.below(PERCENT, RandomPurpose.CALLS, client, 2L * call + 1);
        if (dart < 40) {
            return new Operation.Get(key);
        }
        return switch (kind(key)) {
            case REGISTER -> dart < 70 ? new Operation.Put(key, value) : new Operation.CompareAndSet(key, seen, value);
            case SET -> new Operation.AddToSet(key, value);
            case LIST -> new Operation.Append(key, value);
            case COUNTER -> new Operation.Increment(key, 1 + dart % 3);
        };
    }
}
