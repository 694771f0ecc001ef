package io.godwit.protocol.planner;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.godwit.protocol.Rules;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MigrationPlannerTest {
    private static final PlanAndRun PLANNER = new PlanAndRun(Rules.ALL);

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

    /** With three replicas pulling urgent steps forward hides finding P2. */
    @Test
    void fillsGapsFirst() {
        Arrangement current = arrangement("A-BC");
        Arrangement wanted = arrangement("BAC-");
        assertEquals(Optional.empty(), new PlanCheck(new PlanAndRun(Rules.ALL)).broken(current, wanted));
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
