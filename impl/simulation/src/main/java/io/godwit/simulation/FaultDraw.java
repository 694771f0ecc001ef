package io.godwit.simulation;

import java.util.SplittableRandom;

/** Draws the details of faults. */
record FaultDraw(RunPlan plan, SplittableRandom random) {
    private static final long SECOND = 1_000_000;
    private static final long MILLISECOND = 1_000;
    /** So many writes of a rush there are at least, for each second of calm. */
    private static final int WRITES = 300;
    /** A rush has so many writes a second at least. */
    private static final int RATE = 500;

    /** Clocks deviate by less than so many millionths. */
    private static final long DRIFT = 400_000;

    private static final int LEAST_BURST = 64;
    private static final int MORE_IN_BURST = 192;
    /** The numbers of states, as often as they are asked for. */
    private static final int[] STATES = {1, 2, 3, 3, 4};

    Fault plain(FaultKind kind, long at) {
        int site = 1 + random.nextInt(plan.members());
        int other = 1 + random.nextInt(plan.members());
        if (other == site) {
            other = 1 + site % plan.members();
        }
        long any = duration();
        return switch (kind) {
            case CRASH, REBOOT, REBOOT_ALL, PAUSE, ISOLATE, SUSPECT, RING, ONE_WAY -> Fault.at(
                    at, kind, site, other, 0, any);
            case SLOW -> Fault.at(at, kind, site, 0, 50 + random.nextLong(3 * MILLISECOND), any);
            case DRIFT -> Fault.at(at, kind, site, 0, random.nextLong(-DRIFT, DRIFT), any);
            case JOIN -> Fault.at(at, kind, plan.members() + 1 + random.nextInt(RunPlan.SPARE_SITES), 0, 0, 0);
            case LEAVE -> Fault.at(at, kind, site, 0, 0, random.nextInt(4) == 0 ? 0 : any);
            case ROLLING -> Fault.at(at, kind, site, 0, 0, 5 * SECOND + random.nextLong(15 * SECOND));
            case HALVES, BRIDGE -> Fault.at(at, kind, site, 0, side(), any);
            case LOSS, DUPLICATE, REORDER -> Fault.at(
                    at, kind, 0, 0, 1_000 + random.nextLong(1L << (10 + random.nextInt(9))), any);
            case RESET, CORRUPT -> Fault.at(
                    at, kind, 0, 0, 1_000 + random.nextLong(1L << (8 + random.nextInt(9))), any);
            case SLOW_DISK -> Fault.at(at, kind, site, 0, MILLISECOND << random.nextInt(9), any);
            case POWER_CUT -> Fault.at(
                    at, kind, random.nextInt(3) == 0 ? 0 : site, 0, (8 * MILLISECOND) << random.nextInt(5), any / 8);
            case DISK_ERROR -> Fault.at(at, kind, site, 0, 0, 0);
            case FULL_DISK, FULL_HEAP -> Fault.at(at, kind, site, 0, 0, any);
            case DAMAGE -> Fault.at(
                    at, kind, site, 0, random.nextBoolean() ? 0 : MILLISECOND << random.nextInt(11), any / 8);
            case LOST_PARTITION -> Fault.at(at, kind, 0, random.nextInt(2), random.nextInt(plan.partitions()), any / 8);
            case DELAY -> Fault.at(at, kind, site, other, random.nextLong(1L << (12 + random.nextInt(10))), any);
            case JITTER -> Fault.at(at, kind, 0, 0, random.nextLong(1L << (10 + random.nextInt(10))), any);
            case BANDWIDTH -> Fault.at(at, kind, site, 0, 100 + random.nextLong(2_000), any);
            case RUSH -> rush(at, site);
            case BURST -> Fault.at(
                    at, kind, site, 1 + random.nextInt(2), LEAST_BURST + random.nextInt(MORE_IN_BURST), 1);
            case MANY_KEYS -> Fault.at(at, kind, site, RushWorkload.WRITERS, LEAST_BURST, any);
            case MIXED_CALLS, FOLLOWED_CALLS -> Fault.at(
                    at, kind, site, 0, 0, 1 + any % Math.max(1, plan.calmFrom() / 2));
            case PUT, GET -> Fault.at(at, kind, site, 1, 1 + random.nextInt(1_000), 0);
            case MISCONFIGURED -> Fault.at(
                    at, kind, site, 0, random.nextInt(4), 1 + any % Math.max(1, plan.calmFrom() / 2));
            case STATE -> Fault.at(
                    at,
                    kind,
                    site,
                    0,
                    STATES[random.nextInt(STATES.length)],
                    2 * SECOND + any % Math.max(1, plan.calmFrom() / 2));
            case UPGRADE -> Fault.at(at, kind, 0, 0, 0, Math.max(1, plan.calmFrom() - at));
            case LARGE_VALUES -> Fault.at(at, kind, 0, 0, largeValue(), plan.micros());
            case LEASES -> Fault.at(at, kind, 0, 0, DRIFT, (100 * MILLISECOND) << random.nextInt(5));
            case COPYING -> Fault.at(at, kind, 0, 0, 10L << random.nextInt(5), plan.micros());
        };
    }

    /**
     * As many writes as a member falls behind by until the end if it is not sent more than a few hundred a second, to one
     * partition or two.
     */
    private Fault rush(long at, int site) {
        long calm = plan.micros() - plan.calmFrom();
        long writes = calm * (WRITES + random.nextInt(WRITES)) / SECOND;
        long lasts = writes * SECOND / (RATE + random.nextInt(3 * RATE));
        return Fault.at(at, FaultKind.RUSH, site, random.nextInt(4) == 0 ? 2 : 1, writes, lasts);
    }

    /** From 16 to 128 KiB in runs up to 15 s, and less in longer ones: logs keep the values, and all members share one heap. */
    private long largeValue() {
        long size = 16L << (10 + random.nextInt(4));
        return size / Math.max(1, plan.micros() / (15 * SECOND));
    }

    /** From 50 ms to 13 s, each magnitude alike. */
    private long duration() {
        return ((50 + random.nextLong(50)) * MILLISECOND) << random.nextInt(8);
    }

    /** Some members on one side, neither none nor all. */
    private long side() {
        long all = (1L << plan.members()) - 1;
        return plan.members() < 2 ? 0 : 1 + random.nextLong(all - 1);
    }
}
