package io.godwit.protocol.planner;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.godwit.protocol.Guards;
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

class MigrationPlannerTest {
    private static final MigrationPlanner PLANNER = new MigrationPlanner(Guards.ALL);

    /** Arrangements are written as one letter per slot, steps as kind, members and slots. */
    @ParameterizedTest
    @CsvSource({
        "A--, A--, ''",
        "AB-, A--, ''",
        "A--, AB-, COPY B 1",
        "AB-, CB-, MOVE C 0 for A",
        "AB-, CA-, MOVE C 0 for A; MOVE A 1 for B",
        "A--, BA-, SHIFT_DOWN B 0 for A to 1",
        "AB-, CAB, MOVE C 0 for A; SHIFT_DOWN A 1 for B to 2",
        "A-B, AB-, SHIFT_UP B 2 to 1",
        "A-B, AC-, COPY C 1",
        "ABC, AC-, SHIFT_UP C 2 to 1 for B",
        "ABC, CA-, SHIFT_UP C 2 to 0 for A; MOVE A 1 for B",
        "A-BC, BAC-, SHIFT_UP C 3 to 1",
        "AB-, BA-, ''",
        "ABC, BCA, ''",
        "ABC, BAD, MOVE D 2 for C",
        "AB-, B--, SHIFT_UP B 1 to 0 for A",
        "A-B, BA-, SHIFT_UP_AND_DOWN B 2 to 0 for A to 1",
        "AB-, BC-, MOVE C 1 for B; MOVE B 0 for A",
        "ABC, BCD, MOVE D 2 for C; MOVE C 1 for B; MOVE B 0 for A",
        "ABC, DBE, MOVE D 0 for A; MOVE E 2 for C",
        "AB-, CBD, COPY D 2; MOVE C 0 for A",
    })
    void makesTheStepsOfTheSeed(String current, String wanted, String steps) {
        assertEquals(
                steps,
                describe(PLANNER.plan(arrangement(current), arrangement(wanted)).steps()));
    }

    @Test
    void leavesAPartitionWithoutPrimaryAlone() {
        Arrangement current = Arrangement.of(0, 2, 3);
        assertEquals(new Plan(List.of(), current), PLANNER.plan(current, Arrangement.of(1, 2, 3)));
    }

    @Test
    void takesTheTargetWithoutItsCyclesForTheTarget() {
        assertEquals(
                Arrangement.of(1, 2, 4),
                PLANNER.plan(arrangement("ABC"), arrangement("BAD")).target());
    }

    /** Every way from three slots and four members, as the model has it. */
    @Test
    void keepsTheInvariantsOnEveryWay() {
        assertEquals(Set.of(), brokenInvariants(Guards.ALL));
    }

    /** Every switch of the specification keeps an invariant. */
    @ParameterizedTest
    @CsvSource({
        "CUT_CYCLES, PlanCompletes",
        "CUT_ONLY_CYCLES, EndsAtTarget HotterFirst",
        "SHIFT_UP_WHEN_PRESENT, ReplicasDistinct",
        "RESOLVE_CONFLICTS, ReplicasDistinct",
        "SHIFT_DOWN_CHECKS_SLOT, StepFits",
        "PRIORITISE_COPIES, RepairsFirst",
        "OVERTAKE_CHECKS_MEMBERS, StepFits",
        "OVERTAKE_CHECKS_SLOT, HotterFirst",
        "CLEAR_LAST, CopiesNonDecreasing",
    })
    void everySwitchKeepsInvariants(PlannerGuard guard, String broken) {
        assertEquals(broken, String.join(" ", brokenInvariants(Guards.without(guard))));
    }

    /** With three replicas pulling urgent steps forward hides finding P2. */
    @Test
    void fillsGapsFirst() {
        Arrangement current = arrangement("A-BC");
        Arrangement wanted = arrangement("BAC-");
        assertEquals(
                Optional.of("CopiesNonDecreasing"),
                new PlanCheck(Guards.without(PlannerGuard.FILL_GAPS_FIRST)).broken(current, wanted));
        assertEquals(Optional.empty(), new PlanCheck(Guards.ALL).broken(current, wanted));
    }

    private static Set<String> brokenInvariants(Guards guards) {
        Set<String> broken = new TreeSet<>();
        PlanCheck check = new PlanCheck(guards);
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
        assertEquals(Optional.empty(), new PlanCheck(Guards.ALL).broken(current, wanted));
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

    static Arrangement arrangement(String letters) {
        return Arrangement.of(
                letters.chars().map(c -> c == '-' ? 0 : c - 'A' + 1).toArray());
    }

    static String describe(List<PlannedStep> steps) {
        List<String> texts = new ArrayList<>();
        for (PlannedStep s : steps) {
            String text = s.kind() + " " + letter(s.dst()) + " ";
            text += s.dstCurIdx() < 0 ? s.dstNewIdx() : s.dstCurIdx() + " to " + s.dstNewIdx();
            text += s.srcCurIdx() < 0 ? "" : " for " + letter(s.src());
            texts.add(text + (s.srcNewIdx() < 0 ? "" : " to " + s.srcNewIdx()));
        }
        return String.join("; ", texts);
    }

    private static char letter(int member) {
        return (char) ('A' + member - 1);
    }
}
