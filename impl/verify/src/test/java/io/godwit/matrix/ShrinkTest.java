package io.godwit.matrix;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.godwit.mutants.runtime.MutatingLoader;
import io.godwit.mutants.runtime.RuntimeMutants;
import java.net.URLClassLoader;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.LongFunction;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** What is left of a failing seed of real members: chance that has no memory leaves the rest of a run as it was. */
class ShrinkTest {
    private static final int FAILURES = 3;
    /** Faults that are left at most, of some ten to twenty. */
    private static final int FAULTS = 3;

    private static final int CALLS = 5;

    @Test
    void missingSyncTakesFewFaultsAndCalls() throws Exception {
        List<int[]> shrunk = LongStream.iterate(1, seed -> seed + 1)
                .mapToObj(run("durability/NoSync"))
                .filter(Objects::nonNull)
                .limit(FAILURES)
                .toList();
        for (int[] numbers : shrunk) {
            assertTrue(numbers[0] > 2 * FAULTS && numbers[1] > 10 * CALLS, Arrays.toString(numbers));
            assertTrue(numbers[2] <= FAULTS && numbers[3] <= CALLS, Arrays.toString(numbers));
        }
    }

    @SuppressWarnings("unchecked")
    private static LongFunction<int[]> run(String mutant) throws Exception {
        URLClassLoader tests = new URLClassLoader(NamedTest.testClasses(), ShrinkTest.class.getClassLoader());
        MutatingLoader loader =
                new MutatingLoader(RuntimeMutants.find(mutant).orElseThrow().rewritings(), tests);
        return (LongFunction<int[]>) Class.forName(ShrinkRun.class.getName(), true, loader)
                .asSubclass(LongFunction.class)
                .getConstructor()
                .newInstance();
    }
}
