package io.godwit.bench.comparison;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ExperimentTest {
    @Test
    void goesThroughTheArgumentsOfAProcess() {
        Experiment experiment = Experiment.named("10x10007", 10_000, 1_000, 40);
        assertEquals(new Experiment(10, 10_007, 10_000, 1_000, 40), experiment);
        assertEquals(experiment, Experiment.of(experiment.arguments()));
        assertEquals("10x10007", experiment.name());
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "5", "x", "5x", "x5", "5x5x5", "5 x 5", "-5x5", "5x99999999999", "1x5", "5x0"})
    void invalidCaseIsRefused(String name) {
        assertThrows(IllegalArgumentException.class, () -> Experiment.named(name, 1, 1, 0));
    }

    @Test
    void invalidSettingsAreRefused() {
        assertThrows(IllegalArgumentException.class, () -> new Experiment(5, 5, -1, 1, 0));
        assertThrows(IllegalArgumentException.class, () -> new Experiment(5, 5, 0, 0, 0));
        assertThrows(IllegalArgumentException.class, () -> new Experiment(5, 5, 0, 1, -1));
    }
}
