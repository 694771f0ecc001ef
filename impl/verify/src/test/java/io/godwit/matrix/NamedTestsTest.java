package io.godwit.matrix;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.godwit.mutants.runtime.RuntimeMutants;
import io.godwit.mutants.runtime.RuntimeMutants.RuntimeMutant;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.platform.commons.JUnitException;
import org.junit.platform.launcher.listeners.TestExecutionSummary;

/** Mutants that the simulation does not notice: the test that the row names is there, passes, and fails with the mutant. */
class NamedTestsTest {
    static Stream<RuntimeMutant> tested() {
        return RuntimeMutants.list().stream().filter(it -> !it.test().isEmpty());
    }

    static Stream<String> tests() {
        return tested().map(RuntimeMutant::test).distinct();
    }

    @ParameterizedTest
    @MethodSource("tests")
    void passesWithTheMemberAsItIs(String test) {
        TestExecutionSummary summary = NamedTest.of(test).run(List.of());
        assertEquals(1, summary.getTestsSucceededCount(), test);
        assertEquals(0, summary.getTotalFailureCount(), test);
    }

    @ParameterizedTest
    @MethodSource("tested")
    void failsWithTheMutant(RuntimeMutant mutant) {
        TestExecutionSummary summary = NamedTest.of(mutant.test()).run(mutant.rewritings());
        assertEquals(1, summary.getTestsFailedCount(), mutant.name() + " is not noticed by " + mutant.test());
        // What does not fit the code is no mutant.
        summary.getFailures().forEach(it -> {
            String what = String.valueOf(it.getException());
            assertTrue(!what.contains("LinkageError") && !what.contains("VerifyError"), what);
        });
    }

    @Test
    void testThatIsNotThereIsAnError() {
        assertThrows(IllegalArgumentException.class, () -> NamedTest.of("io.godwit.NoTest.passes")
                .run(List.of()));
        assertThrows(JUnitException.class, () -> NamedTest.of("io.godwit.member.runtime.FailureDetectorTest.noSuchTest")
                .run(List.of()));
    }
}
