package io.godwit.simulation;

import io.godwit.protocol.Copies;
import io.godwit.simulation.RunPlan.RunSettings;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/**
 * What only some seeds of the quorum protocol have. Each of these things is drawn for itself, so that everything else stays as
 * it is without them.
 *
 * @param settings what the user wants
 */
record PlanVariants(RunSettings settings) {
    private static final String QUORUM = "quorum";

    /** One of so many seeds has partitions that want different numbers of replicas. */
    private static final int RANGED = 8;

    private static final int MOST_COPIES = 4;

    /** Two of so many seeds have as many migrations at once as real members usually have, and one has some. */
    private static final int AT_ONCE = 8;

    private static final int USUAL_OF_MEMBERS = 100;
    /** One of so many of the former has more partitions than others, so that many migrate at once. */
    private static final int WIDE = 8;

    /** One of so many seeds has a rush of writes. */
    private static final int RUSHED = 20;
    /** One of so many seeds has large values. */
    private static final int LARGE = 8;
    /** The values of a large set have this part of the bytes of the largest. */
    private static final int SET_PART = 4;
    /** A link carries one copy of a rush of large values in this part of the calm. */
    private static final int CALM_PARTS = 4;
    /** A rush begins so long, in microseconds, before the faults end: what waits for a narrow link must not wait for seconds. */
    private static final long LEAD = 300_000;

    /** One of so many seeds has bursts of calls. */
    private static final int BURSTS = 8;

    /** One of so many seeds has damaged records, one to so many. */
    private static final int DAMAGED = 8;

    private static final int MOST_DAMAGED = 4;

    /** One of so many seeds has calls of all sorts, and one of so many has processes that are configured otherwise. */
    private static final int OTHERS = 8;

    /** One of so many seeds changes the state of the cluster. */
    private static final int STATES = 8;

    /** One of so many seeds loses all in-sync members of a partition. */
    private static final int LOST = 8;

    /** In one of so many seeds clients follow changes. */
    private static final int FOLLOWED = 4;

    /** One of so many seeds upgrades all members. */
    private static final int UPGRADED = 9;

    /** One of so many seeds has read leases. */
    private static final int LEASED = 4;

    private static final String TWO_MASTERS = "two-masters";
    /** In so many microseconds a member that is cut off is suspected, and another one is elected in its place. */
    private static final long ELECTION = 2_000_000;

    /** A plan with what it gets of all that. */
    RunPlan of(RunPlan plain) {
        if (!settings.protocol().equals(QUORUM)) {
            return plain;
        }
        SeededRandom random = new SeededRandom(plain.seed());
        RunPlan plan = atOnce(plain, random.stream(RandomPurpose.AT_ONCE));
        plan = plan.withPartitions(plan.partitions(), ranges(plan, random.stream(RandomPurpose.RANGES)));
        plan = machines(rush(plan, random.stream(RandomPurpose.RUSH)), random.stream(RandomPurpose.MACHINE));
        plan = opened(values(plan, random.stream(RandomPurpose.VALUES)), random.stream(RandomPurpose.OPENING));
        plan = some(plan, FaultKind.BURST, BURSTS, 2, 2, random.stream(RandomPurpose.BURST));
        plan = some(plan, FaultKind.MIXED_CALLS, OTHERS, 2, 2, random.stream(RandomPurpose.MIXED_CALLS));
        plan = some(plan, FaultKind.MISCONFIGURED, OTHERS, 2, 2, random.stream(RandomPurpose.MISCONFIGURED));
        plan = some(plan, FaultKind.DAMAGE, DAMAGED, 1, MOST_DAMAGED, random.stream(RandomPurpose.DAMAGE));
        plan = some(plan, FaultKind.STATE, STATES, 1, 2, random.stream(RandomPurpose.STATE));
        plan = some(plan, FaultKind.LOST_PARTITION, LOST, 1, 3, random.stream(RandomPurpose.LOST));
        plan = some(plan, FaultKind.FOLLOWED_CALLS, FOLLOWED, 2, 2, random.stream(RandomPurpose.FOLLOWED_CALLS));
        plan = some(plan, FaultKind.UPGRADE, UPGRADED, 1, 1, random.stream(RandomPurpose.UPGRADE));
        return leases(plan, random.stream(RandomPurpose.LEASES));
    }

    /** Their times fit to the clocks. */
    private RunPlan leases(RunPlan plan, SplittableRandom random) {
        if (!settings.choice().mixed() || random.nextInt(LEASED) > 0) {
            return plan;
        }
        List<Fault> faults = new ArrayList<>(plan.faults());
        faults.add(new FaultDraw(plan, random).plain(FaultKind.LEASES, plan.calmFrom() - 1));
        faults.sort(Comparator.comparingLong(Fault::at));
        return plan.withFaults(faults);
    }

    /** One of {@code oneOf} seeds has a fault {@code least} to {@code most} times. */
    private RunPlan some(RunPlan plan, FaultKind kind, int oneOf, int least, int most, SplittableRandom random) {
        if (!settings.choice().mixed() || random.nextInt(oneOf) > 0) {
            return plan;
        }
        FaultDraw draw = new FaultDraw(plan, random);
        List<Fault> faults = new ArrayList<>(plan.faults());
        for (int times = least + random.nextInt(most - least + 1); times > 0; times--) {
            faults.add(draw.plain(kind, plan.calmFrom() / 4 + random.nextLong(plan.calmFrom() / 2)));
        }
        faults.sort(Comparator.comparingLong(Fault::at));
        return plan.withFaults(faults);
    }

    /** There are two masters only if one of them is cut off: seeds in which a fault waits for that have such a cut before it. */
    private RunPlan opened(RunPlan plan, SplittableRandom random) {
        List<Fault> waiting = plan.faults().stream()
                .filter(fault -> fault.window().equals(TWO_MASTERS))
                .toList();
        if (!settings.choice().mixed() || waiting.isEmpty()) {
            return plan;
        }
        List<Fault> faults = new ArrayList<>(plan.faults());
        for (Fault fault : waiting) {
            long lasts = ELECTION + random.nextLong(ELECTION);
            faults.add(
                    Fault.at(fault.at() + 1, FaultKind.ISOLATE, 0, -1, 0, lasts).when(FaultChoice.OPEN, 0));
        }
        faults.sort(Comparator.comparingLong(Fault::at));
        return plan.withFaults(faults);
    }

    /** Answers then have several pages, and copies travel in several parts, or as files. */
    private RunPlan values(RunPlan plan, SplittableRandom random) {
        if (!settings.choice().mixed() || random.nextInt(LARGE) > 0) {
            return plan;
        }
        Fault values = new FaultDraw(plan, random).plain(FaultKind.LARGE_VALUES, 0);
        List<Fault> faults = new ArrayList<>(List.of(values));
        plan.faults()
                .forEach(fault -> faults.add(fault.kind() == FaultKind.RUSH ? fitting(plan, fault, values) : fault));
        return plan.withFaults(faults);
    }

    /** A rush of large values, at the same rate: a link carries one copy of it in a part of the calm. */
    private static Fault fitting(RunPlan plan, Fault rush, Fault values) {
        long nanosPerByte = plan.faults().stream()
                .filter(fault -> fault.kind() == FaultKind.COPYING)
                .mapToLong(Fault::amount)
                .sum();
        long calmNanos = (plan.micros() - plan.calmFrom()) * 1_000;
        long most = calmNanos / CALM_PARTS / Math.max(1, nanosPerByte * values.amount() / SET_PART);
        long writes = Math.min(rush.amount(), most);
        long lasts = rush.duration() * writes / rush.amount();
        return Fault.at(rush.at(), FaultKind.RUSH, rush.site(), rush.other(), writes, lasts);
    }

    /** Faults of connections and disks: most seeds have some. */
    private RunPlan machines(RunPlan plan, SplittableRandom random) {
        if (!settings.choice().mixed()) {
            return plan;
        }
        List<FaultKind> kinds = new ArrayList<>(FaultKind.ofMachines());
        List<Fault> faults = new ArrayList<>(plan.faults());
        FaultDraw draw = new FaultDraw(plan, random);
        long begin = plan.calmFrom() / 4;
        for (int number = random.nextInt(kinds.size()); number > 0; number--) {
            FaultKind kind = kinds.remove(random.nextInt(kinds.size()));
            for (int times = 1 + random.nextInt(3); times > 0; times--) {
                faults.add(draw.plain(kind, begin + random.nextLong(plan.calmFrom() - begin)));
            }
        }
        faults.sort(Comparator.comparingLong(Fault::at));
        return plan.withFaults(faults);
    }

    private static RunPlan atOnce(RunPlan plan, SplittableRandom random) {
        int which = random.nextInt(AT_ONCE);
        if (which > 2) {
            return plan;
        } else if (which == 2) {
            return plan.withParallel(4 + random.nextInt(7));
        }
        int partitions = random.nextInt(WIDE) > 0 ? plan.partitions() : 8 + random.nextInt(17);
        return plan.withParallel(USUAL_OF_MEMBERS).withPartitions(partitions, plan.copies());
    }

    private Copies ranges(RunPlan plan, SplittableRandom random) {
        if (random.nextInt(RANGED) > 0) {
            return plan.copies();
        }
        int partitions = plan.partitions();
        List<Integer> counts = new ArrayList<>(IntStream.rangeClosed(1, Math.min(settings.members(), MOST_COPIES))
                .boxed()
                .toList());
        int[] divisors = IntStream.rangeClosed(2, counts.size())
                .filter(ranges -> partitions % ranges == 0)
                .toArray();
        if (divisors.length == 0) {
            return plan.copies();
        }
        int ranges = divisors[random.nextInt(divisors.length)];
        while (counts.size() > ranges) {
            counts.remove(random.nextInt(counts.size()));
        }
        // Maps have their ranges in this order: any first, and the others by their number of copies.
        counts.add(0, counts.remove(random.nextInt(ranges)));
        return Copies.ranges(
                partitions / ranges, counts.stream().mapToInt(Integer::intValue).toArray());
    }

    /** Somebody comes or goes as the rush begins, so that what is written to migrates. */
    private RunPlan rush(RunPlan plan, SplittableRandom random) {
        if (!settings.choice().mixed() || random.nextInt(RUSHED) > 0) {
            return plan;
        }
        FaultDraw draw = new FaultDraw(plan, random);
        long begin = Math.max(0, plan.calmFrom() - 1 - random.nextLong(LEAD));
        FaultKind moves = random.nextInt(3) == 0 ? FaultKind.JOIN : FaultKind.LEAVE;
        List<Fault> faults = new ArrayList<>(plan.faults());
        faults.add(draw.plain(moves, Math.max(0, begin - random.nextLong(LEAD))));
        faults.add(draw.plain(FaultKind.COPYING, begin));
        faults.add(draw.plain(FaultKind.RUSH, begin));
        faults.sort(Comparator.comparingLong(Fault::at));
        return plan.withFaults(faults);
    }
}
