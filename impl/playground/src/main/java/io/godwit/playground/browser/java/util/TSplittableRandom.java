package io.godwit.playground.browser.java.util;

/** The numbers of the JDK's class of that name. */
public final class TSplittableRandom {
    private static final long GOLDEN_GAMMA = 0x9E3779B97F4A7C15L;

    private long seed;
    private final long gamma;

    /** The sequence of a seed. */
    public TSplittableRandom(long seed) {
        this(seed, GOLDEN_GAMMA);
    }

    private TSplittableRandom(long seed, long gamma) {
        this.seed = seed;
        this.gamma = gamma;
    }

    /** Another sequence. */
    public TSplittableRandom split() {
        return new TSplittableRandom(nextLong(), mixGamma(nextSeed()));
    }

    private long nextSeed() {
        seed += gamma;
        return seed;
    }

    private static long mix64(long z) {
        long x = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
        x = (x ^ (x >>> 27)) * 0x94D049BB133111EBL;
        return x ^ (x >>> 31);
    }

    private static int mix32(long z) {
        long x = (z ^ (z >>> 33)) * 0x62A9D9ED799705F5L;
        return (int) (((x ^ (x >>> 28)) * 0xCB24D0A5C88C35B3L) >>> 32);
    }

    private static long mixGamma(long z) {
        long x = (z ^ (z >>> 33)) * 0xFF51AFD7ED558CCDL;
        x = (x ^ (x >>> 33)) * 0xC4CEB9FE1A85EC53L;
        x = (x ^ (x >>> 33)) | 1L;
        return Long.bitCount(x ^ (x >>> 1)) < 24 ? x ^ 0xAAAAAAAAAAAAAAAAL : x;
    }

    /** 64 bits. */
    public long nextLong() {
        return mix64(nextSeed());
    }

    /** 32 bits. */
    public int nextInt() {
        return mix32(nextSeed());
    }

    /** One bit. */
    public boolean nextBoolean() {
        return nextInt() < 0;
    }

    /** From 0 to {@code bound - 1}. */
    public int nextInt(int bound) {
        int bits = nextInt();
        int most = bound - 1;
        if ((bound & most) == 0) {
            return bits & most;
        }
        int positive = bits >>> 1;
        int value = positive % bound;
        while (positive + most - value < 0) {
            positive = nextInt() >>> 1;
            value = positive % bound;
        }
        return value;
    }

    /** From 0 to {@code bound - 1}. */
    public long nextLong(long bound) {
        long bits = nextLong();
        long most = bound - 1;
        if ((bound & most) == 0) {
            return bits & most;
        }
        long positive = bits >>> 1;
        long value = positive % bound;
        while (positive + most - value < 0) {
            positive = nextLong() >>> 1;
            value = positive % bound;
        }
        return value;
    }

    /** From {@code origin} to {@code bound - 1}. */
    public long nextLong(long origin, long bound) {
        return origin + nextLong(bound - origin);
    }
}
