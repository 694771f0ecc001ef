package io.godwit.simulation.plan;

import io.godwit.protocol.Copies;
import io.godwit.simulation.Concern;
import io.godwit.simulation.Dice;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/** Draws the plan of a seed. */
public final class Planner {
    private static final long SECOND = 1_000_000;
    private static final long MILLISECOND = 1_000;
    /** The cluster forms before the first fault. */
    private static final long QUIET_START = 2 * SECOND;
    /** At most this long, at the end, has the cluster for coming to rest. */
    private static final long CALM = 20 * SECOND;

    private static final String QUORUM = "quorum";
    /** One of so many seeds has partitions that want different numbers of replicas. */
    private static final int RANGED = 8;

    private static final int MOST_COPIES = 4;

    /** Which of the members that a window names is hit: mostly the first, now and then the second or the third. */
    private static final int[] NAMED = {0, 0, 0, 0, 0, 1, 1, 2};

    private final Settings settings;

    /** With what the user wants. */
    public Planner(Settings settings) {
        this.settings = settings;
    }

    /** The plan of a seed. */
    public Plan plan(long seed) {
        Dice dice = new Dice(seed);
        SplittableRandom shape = dice.stream(Concern.SHAPE);
        int copies = Math.min(settings.members(), 2 + shape.nextInt(2));
        int partitions = 2 + shape.nextInt(6);
        int parallel = 1 + shape.nextInt(3);
        int clients = 3 + shape.nextInt(3);
        long calm = Math.min(CALM, settings.micros() / 2);
        Plan empty = new Plan(
                settings.protocol(),
                seed,
                settings.members(),
                partitions,
                ranges(dice, partitions, copies),
                parallel,
                settings.micros(),
                settings.micros() - calm,
                clients,
                List.of(),
                List.of());
        return empty.withFaults(faults(empty, dice.stream(Concern.FAULTS)));
    }

    /**
     * Mostly all partitions want the same. Otherwise there are ranges; this is drawn for itself, so that everything else stays as
     * it is without them.
     */
    private Copies ranges(Dice dice, int partitions, int copies) {
        SplittableRandom random = dice.stream(Concern.RANGES);
        if (!settings.protocol().equals(QUORUM) || random.nextInt(RANGED) > 0) {
            return Copies.all(copies);
        }
        int[] divisors = IntStream.rangeClosed(2, partitions)
                .filter(ranges -> partitions % ranges == 0)
                .toArray();
        int ranges = divisors[random.nextInt(divisors.length)];
        int[] counts = new int[ranges];
        for (int range = 0; range < ranges; range++) {
            counts[range] = 1 + random.nextInt(Math.min(settings.members(), MOST_COPIES));
        }
        return Copies.ranges(partitions / ranges, counts);
    }

    private List<Fault> faults(Plan plan, SplittableRandom random) {
        FaultChoice choice = settings.choice();
        List<FaultKind> plain = choice.mixed() ? some(choice.plain(), 2 + random.nextInt(5), random) : choice.plain();
        List<FaultChoice.Aimed> aimed =
                choice.mixed() ? some(choice.aimed(), random.nextInt(4), random) : choice.aimed();
        long begin = Math.min(QUIET_START, plan.calmFrom() / 4);
        long span = plan.calmFrom() - begin;
        List<Fault> faults = new ArrayList<>();
        for (FaultKind kind : plain) {
            // Something of a kind every two to ten seconds, and at least once.
            long count = 1 + random.nextLong(1 + span / (2 * SECOND + random.nextLong(8 * SECOND)));
            for (long i = 0; i < count; i++) {
                faults.add(new Draw(plan, random).plain(kind, begin + random.nextLong(span)));
            }
        }
        for (FaultChoice.Aimed aim : aimed) {
            int count = 1 + random.nextInt(2);
            for (long i = 0; i < count; i++) {
                long from = begin + random.nextLong(Math.max(1, span * 2 / 3));
                long delay = random.nextInt(3) > 0 ? 0 : random.nextLong(5 * MILLISECOND);
                Fault fault = new Draw(plan, random).plain(aim.kind(), from);
                int hit = NAMED[random.nextInt(NAMED.length)];
                int other = (hit + 1 + random.nextInt(2)) % 3;
                faults.add(new Fault(
                        aim.kind(), from, aim.window(), delay, -hit, -other, fault.amount(), fault.duration()));
            }
        }
        faults.sort(Comparator.comparingLong(Fault::at));
        return faults;
    }

    private static <T> List<T> some(List<T> all, int count, SplittableRandom random) {
        List<T> rest = new ArrayList<>(all);
        List<T> chosen = new ArrayList<>();
        while (chosen.size() < count && !rest.isEmpty()) {
            chosen.add(rest.remove(random.nextInt(rest.size())));
        }
        return chosen;
    }

    /** Draws the details of one fault. */
    private record Draw(Plan plan, SplittableRandom random) {
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
                case DRIFT -> Fault.at(at, kind, site, 0, random.nextLong(-400_000, 400_000), any);
                case JOIN -> Fault.at(at, kind, plan.members() + 1 + random.nextInt(Plan.SPARE_SITES), 0, 0, 0);
                case LEAVE -> Fault.at(at, kind, site, 0, 0, random.nextInt(4) == 0 ? 0 : any);
                case ROLLING -> Fault.at(at, kind, site, 0, 0, 5 * SECOND + random.nextLong(15 * SECOND));
                case HALVES, BRIDGE -> Fault.at(at, kind, site, 0, side(), any);
                case LOSS, DUPLICATE, REORDER -> Fault.at(
                        at, kind, 0, 0, 1_000 + random.nextLong(1L << (10 + random.nextInt(9))), any);
                case DELAY -> Fault.at(at, kind, site, other, random.nextLong(1L << (12 + random.nextInt(10))), any);
                case JITTER -> Fault.at(at, kind, 0, 0, random.nextLong(1L << (10 + random.nextInt(10))), any);
                case BANDWIDTH -> Fault.at(at, kind, site, 0, 100 + random.nextLong(2_000), any);
            };
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
}
