package io.godwit.simulation;

import java.util.SplittableRandom;

/**
 * Chance without memory: a draw depends on the seed and on what is drawn for, and not on what was drawn before. When a
 * fault or a call is taken out of a run, all other draws stay as they are; that is what makes shrinking work.
 */
public final class SeededRandom {
    private static final long GOLDEN = 0x9E3779B97F4A7C15L;
    private static final int MILLION = 1_000_000;

    private final long seed;

    /** The chance of a seed. */
    public SeededRandom(long seed) {
        this.seed = mix(seed + GOLDEN);
    }

    /** 64 bits for a concern and up to two details of it. */
    public long bits(long concern, long a, long b) {
        return mix(mix(mix(seed + concern * GOLDEN) + a * GOLDEN) + b * GOLDEN);
    }

    /** A number from 0 to {@code bound - 1}. */
    public long below(long bound, long concern, long a, long b) {
        return Long.remainderUnsigned(bits(concern, a, b), bound);
    }

    /** The chance of one thing, for draws of its own. */
    public SeededRandom of(long concern, long a, long b) {
        return new SeededRandom(bits(concern, a, b));
    }

    /** True that many times in a million. */
    public boolean chance(long perMillion, long concern, long a, long b) {
        return perMillion > 0 && below(MILLION, concern, a, b) < perMillion;
    }

    /** A sequence of draws for one concern: the n-th depends on nothing else. */
    public SplittableRandom stream(long concern) {
        return new SplittableRandom(bits(concern, 0, 0));
    }

    private static long mix(long z) {
        long x = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
        x = (x ^ (x >>> 27)) * 0x94D049BB133111EBL;
        return x ^ (x >>> 31);
    }
}
