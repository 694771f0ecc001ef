package io.godwit.simulation;

import io.godwit.protocol.Copies;
import io.godwit.simulation.RunPlan.RunSettings;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;

/** Draws the plan of a seed. */
public final class RunPlanner {
    private static final long SECOND = 1_000_000;
    private static final long MILLISECOND = 1_000;
    /** The cluster forms before the first fault. */
    private static final long QUIET_START = 2 * SECOND;
    /** The time, in microseconds, that a cluster has after the faults to come to rest. */
    public static final long CALM = 20 * SECOND;

    /** Which of the members that a window names is hit: mostly the first, now and then the second or the third. */
    private static final int[] NAMED = {0, 0, 0, 0, 0, 1, 1, 2};

    private final RunSettings settings;

    /** With what the user wants. */
    public RunPlanner(RunSettings settings) {
        this.settings = settings;
    }

    /** The plan of a seed. */
    public RunPlan plan(long seed) {
        return new PlanVariants(settings).of(plain(seed));
    }

    /** The plan of a seed without {@link PlanVariants}: seeds that once failed are known by it. */
    public RunPlan plain(long seed) {
        SeededRandom random = new SeededRandom(seed);
        SplittableRandom shape = random.stream(RandomPurpose.SHAPE);
        int copies = Math.min(settings.members(), 2 + shape.nextInt(2));
        int partitions = 2 + shape.nextInt(6);
        int parallel = 1 + shape.nextInt(3);
        int clients = 3 + shape.nextInt(3);
        long calm = Math.min(CALM, settings.micros() / 2);
        RunPlan empty = new RunPlan(
                settings.protocol(),
                seed,
                settings.members(),
                partitions,
                Copies.all(copies),
                parallel,
                settings.micros(),
                settings.micros() - calm,
                clients,
                List.of(),
                List.of());
        return empty.withFaults(faults(empty, random.stream(RandomPurpose.FAULTS)));
    }

    private List<Fault> faults(RunPlan plan, SplittableRandom random) {
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
                faults.add(new FaultDraw(plan, random).plain(kind, begin + random.nextLong(span)));
            }
        }
        for (FaultChoice.Aimed aim : aimed) {
            int count = 1 + random.nextInt(2);
            for (long i = 0; i < count; i++) {
                long from = begin + random.nextLong(Math.max(1, span * 2 / 3));
                long delay = random.nextInt(3) > 0 ? 0 : random.nextLong(5 * MILLISECOND);
                Fault fault = new FaultDraw(plan, random).plain(aim.kind(), from);
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
}
