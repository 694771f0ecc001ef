package io.godwit.protocol.planner;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.godwit.protocol.Rules;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PlannedStepTest {
    @ParameterizedTest
    @CsvSource({
        // src, current, new, dst, current, new, kind, increment, adds only
        "2, 1, -1, 0, -1, -1, CLEAR, 1, false",
        "0, -1, -1, 3, -1, 2, COPY, 1, true",
        "2, 1, -1, 3, -1, 1, MOVE, 1, false",
        "0, -1, -1, 3, 2, 1, SHIFT_UP, 2, true",
        "2, 1, -1, 3, 2, 1, SHIFT_UP, 2, false",
        "2, 1, 2, 3, -1, 1, SHIFT_DOWN, 2, false",
        "2, 1, 2, 3, 3, 1, SHIFT_UP_AND_DOWN, 3, false",
    })
    void stepIsOfAKind(
            int src,
            int srcCur,
            int srcNew,
            int dst,
            int dstCur,
            int dstNew,
            String kind,
            int increment,
            boolean adds) {
        PlannedStep step = new PlannedStep(src, srcCur, srcNew, dst, dstCur, dstNew);
        assertEquals(PlannedStep.Kind.valueOf(kind), step.kind());
        assertEquals(increment, step.increment());
        assertEquals(adds, step.addsOnly());
        assertEquals(kind.equals("CLEAR"), step.isClear());
    }

    @Test
    void changesItsSlotsAndNoOthers() {
        Arrangement before = Arrangement.of(1, 2, 0, 3, 4);
        assertEquals(Arrangement.of(1, 3, 2, 0, 4), new PlannedStep(2, 1, 2, 3, 3, 1).applyTo(before));
        assertEquals(Arrangement.of(1, 0, 0, 3, 4), new PlannedStep(2, 1, -1, 0, -1, -1).applyTo(before));
        assertEquals(Arrangement.of(1, 2, 9, 3, 4), new PlannedStep(0, -1, -1, 9, -1, 2).applyTo(before));
        assertEquals(before, PlannedStep.NO_STEP.applyTo(before));
    }

    @ParameterizedTest
    @CsvSource({
        "false, COPY past a COPY, 0, -1, -1, 5, -1, 2",
        "true, past a MOVE of others, 6, 1, -1, 5, -1, 1",
        "false, past a MOVE of its member away, 9, 1, -1, 5, -1, 1",
        "false, past a MOVE of its member to a slot, 6, 1, -1, 9, -1, 1",
        "false, past a SHIFT DOWN into a hotter slot, 6, 1, 2, 5, -1, 1",
        "true, past a SHIFT DOWN into the same slot, 6, 1, 3, 5, -1, 1",
        "true, past a SHIFT DOWN into a colder slot, 6, 1, 4, 5, -1, 1",
    })
    void overtakes(boolean may, String what, int src, int srcCur, int srcNew, int dst, int dstCur, int dstNew) {
        PlannedStep copy = new PlannedStep(0, -1, -1, 9, -1, 3);
        PlannedStep earlier = new PlannedStep(src, srcCur, srcNew, dst, dstCur, dstNew);
        assertEquals(may, new MigrationPlanner(Rules.ALL).mayOvertake(copy, earlier), what);
    }
}
