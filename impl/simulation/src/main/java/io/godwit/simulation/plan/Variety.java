package io.godwit.simulation.plan;

import io.godwit.protocol.Copies;
import io.godwit.simulation.Concern;
import io.godwit.simulation.Dice;
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
record Variety(Settings settings) {
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
    /** A rush begins so long, in microseconds, before the faults end: what waits for a narrow link must not wait for seconds. */
    private static final long LEAD = 300_000;

    /** A plan with what it gets of all that. */
    Plan of(Plan plain) {
        if (!settings.protocol().equals(QUORUM)) {
            return plain;
        }
        Dice dice = new Dice(plain.seed());
        Plan plan = atOnce(plain, dice.stream(Concern.AT_ONCE));
        plan = plan.withPartitions(plan.partitions(), ranges(plan, dice.stream(Concern.RANGES)));
        return rush(plan, dice.stream(Concern.RUSH));
    }

    private static Plan atOnce(Plan plan, SplittableRandom random) {
        int which = random.nextInt(AT_ONCE);
        if (which > 2) {
            return plan;
        } else if (which == 2) {
            return plan.withParallel(4 + random.nextInt(7));
        }
        int partitions = random.nextInt(WIDE) > 0 ? plan.partitions() : 8 + random.nextInt(17);
        return plan.withParallel(USUAL_OF_MEMBERS).withPartitions(partitions, plan.copies());
    }

    private Copies ranges(Plan plan, SplittableRandom random) {
        if (random.nextInt(RANGED) > 0) {
            return plan.copies();
        }
        int partitions = plan.partitions();
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

    /** Somebody comes or goes as the rush begins, so that what is written to migrates. */
    private Plan rush(Plan plan, SplittableRandom random) {
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
