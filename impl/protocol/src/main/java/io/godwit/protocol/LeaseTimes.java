package io.godwit.protocol;

/**
 * How long read leases last ({@code spec/quorum/ReadLeases.tla}). What is promised runs by the clock of the member that promises,
 * the lease by that of the primary.
 *
 * @param promise how long a promise runs, in nanoseconds; 0 if there are no leases: each read is confirmed
 * @param slowest the least by which a clock advances while another one advances by {@code fastest}
 * @param fastest the most
 */
public record LeaseTimes(long promise, int slowest, int fastest) {
    /** No leases. */
    public static final LeaseTimes NONE = new LeaseTimes(0, 1, 1);

    /** Not a time: the clock was not read. No lease is valid then, and no promise is over. */
    public static final long UNKNOWN = Long.MIN_VALUE;

    private static final int MILLION = 1_000_000;

    /** Refuses times that promise nothing useful. */
    public LeaseTimes {
        if (promise < 0 || slowest < 1 || fastest < slowest || promise > Long.MAX_VALUE / fastest) {
            throw new IllegalArgumentException(promise + " ns, rates from " + slowest + " to " + fastest);
        }
    }

    /**
     * Leases on clocks that each deviate from true time by at most a bound.
     *
     * @param promise how long a promise runs, in nanoseconds, 1 or more
     * @param drift the bound, in parts per million
     */
    public static LeaseTimes within(long promise, int drift) {
        return new LeaseTimes(promise, MILLION - drift, MILLION + drift);
    }

    /** Are there leases? */
    public boolean exist() {
        return promise > 0;
    }
}
