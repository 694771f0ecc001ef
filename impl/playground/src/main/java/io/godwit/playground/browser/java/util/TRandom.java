package io.godwit.playground.browser.java.util;

/** The numbers of the JDK's class of that name; TeaVM's own has others below a bound. */
public final class TRandom {
    private static final long MULTIPLIER = 0x5DEECE66DL;
    private static final long ADDEND = 0xB;
    private static final int SEED_BITS = 48;
    private static final long MASK = (1L << SEED_BITS) - 1;

    private long seed;

    /** The sequence of a seed. */
    public TRandom(long seed) {
        this.seed = (seed ^ MULTIPLIER) & MASK;
    }

    private int next(int bits) {
        seed = (seed * MULTIPLIER + ADDEND) & MASK;
        return (int) (seed >>> (SEED_BITS - bits));
    }

    /** 32 bits. */
    public int nextInt() {
        return next(Integer.SIZE);
    }

    /** 64 bits. */
    public long nextLong() {
        return ((long) next(Integer.SIZE) << Integer.SIZE) + next(Integer.SIZE);
    }

    /** One bit. */
    public boolean nextBoolean() {
        return next(1) != 0;
    }

    /** From 0 to {@code bound - 1}. */
    public int nextInt(int bound) {
        int bits = next(Integer.SIZE - 1);
        int most = bound - 1;
        if ((bound & most) == 0) {
            return (int) ((bound * (long) bits) >> (Integer.SIZE - 1));
        }
        int value = bits % bound;
        while (bits - value + most < 0) {
            bits = next(Integer.SIZE - 1);
            value = bits % bound;
        }
        return value;
    }
}
