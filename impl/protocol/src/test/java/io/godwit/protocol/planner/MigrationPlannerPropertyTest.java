package io.godwit.protocol.planner;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.godwit.protocol.Rules;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.GenerationMode;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Whole plans, carried out step by step and checked against the invariants of the specification. */
class MigrationPlannerPropertyTest {
    /** Every way from three slots and four members, as the model has it. */
    @Test
    void keepsTheInvariantsOnEveryWay() {
        assertEquals(Set.of(), brokenInvariants(new PlanAndRun(Rules.ALL)));
    }

    /** Every rule that is a condition keeps an invariant. The others: {@code PlannerVariantsTest} of the mutants. */
    @ParameterizedTest
    @CsvSource({
        "CUT_ONLY_CYCLES, EndsAtTarget HotterFirst",
        "SHIFT_UP_WHEN_PRESENT, ReplicasDistinct",
        "RESOLVE_CONFLICTS, ReplicasDistinct",
        "SHIFT_DOWN_CHECKS_SLOT, StepFits",
        "OVERTAKE_CHECKS_MEMBERS, StepFits",
        "OVERTAKE_CHECKS_SLOT, HotterFirst",
    })
    void ruleKeepsInvariants(PlannerRule rule, String broken) {
        assertEquals(broken, String.join(" ", brokenInvariants(new PlanAndRun(Rules.without(rule)))));
    }

    private static Set<String> brokenInvariants(PlanAndRun planner) {
        Set<String> broken = new TreeSet<>();
        PlanCheck check = new PlanCheck(planner);
        for (Arrangement current : arrangements(3, 4)) {
            for (Arrangement wanted : arrangements(3, 4)) {
                if (current.primary() != 0 && wanted.primary() != 0 && isContiguous(wanted)) {
                    check.broken(current, wanted).ifPresent(broken::add);
                }
            }
        }
        return broken;
    }

    private static List<Arrangement> arrangements(int slots, int members) {
        List<Arrangement> all = new ArrayList<>();
        int number = (int) Math.pow(members + 1, slots);
        for (int i = 0; i < number; i++) {
            int[] a = new int[slots];
            for (int slot = 0, rest = i; slot < slots; slot++, rest /= members + 1) {
                a[slot] = rest % (members + 1);
            }
            Arrangement arrangement = Arrangement.of(a);
            if (arrangement.copies() == arrangement.held().count()) {
                all.add(arrangement);
            }
        }
        return all;
    }

    private static boolean isContiguous(Arrangement x) {
        return IntStream.range(1, x.size()).allMatch(slot -> x.at(slot) == 0 || x.at(slot - 1) != 0);
    }

    @Property(tries = 4_000, seed = "1", generation = GenerationMode.RANDOMIZED)
    void keepsTheInvariantsOnTheWay(
            @ForAll @IntRange(min = 1, max = 7) int slots,
            @ForAll @IntRange(min = 1, max = 100) int members,
            @ForAll Random random) {
        Arrangement current = random(slots, members, random, true);
        Arrangement wanted = random(slots, members, random, false);
        assertEquals(Optional.empty(), new PlanCheck(new PlanAndRun(Rules.ALL)).broken(current, wanted));
    }

    private static Arrangement random(int slots, int members, Random random, boolean gaps) {
        List<Integer> shuffled =
                new ArrayList<>(IntStream.rangeClosed(1, members).boxed().toList());
        // Few members make many conflicts.
        if (random.nextBoolean()) {
            shuffled = shuffled.subList(0, Math.min(members, slots + 1));
        }
        Collections.shuffle(shuffled, random);
        int filled = 1 + random.nextInt(Math.min(slots, shuffled.size()));
        int[] slotsOf = new int[slots];
        for (int slot = 0; slot < filled; slot++) {
            slotsOf[slot] = gaps && slot > 0 && random.nextInt(4) == 0 ? 0 : shuffled.get(slot);
        }
        return Arrangement.of(slotsOf);
    }
}
