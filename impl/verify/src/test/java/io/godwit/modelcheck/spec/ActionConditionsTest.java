package io.godwit.modelcheck.spec;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ActionConditionsTest {
    private static final String MODULE =
            """
            ---- MODULE Lamp ----
            VARIABLE on, age
            Grow == age' = age + 1
            Young(n) == age[n] < 9
            Switch(n) ==
              /\\ ~on[n]   \\* dark
              /\\ \\E m \\in Hands :
                   LET x == m IN
                   /\\ x # n
                   /\\ Guard => Young(n)
                        \\/ FALSE
                   /\\ Grow
                   /\\ on' = [on EXCEPT ![n] = TRUE]
              /\\ UNCHANGED <<other>>
            ====
            """;

    @TempDir
    private Path spec;

    @Test
    void unchangedConjunctIsCondition() throws Exception {
        Files.createDirectories(spec.resolve("common"));
        Files.writeString(Files.createDirectories(spec.resolve("toy")).resolve("Lamp.tla"), MODULE);
        assertEquals(
                List.of("~on[n]", "x # n", "Guard => Young(n)", "FALSE"),
                ActionConditions.of(spec, "toy", "Lamp", "Switch"));
        assertEquals(List.of(), ActionConditions.of(spec, "toy", "Lamp", "No"));
        assertEquals(List.of(), ActionConditions.of(spec, "toy", "No", "Switch"));
    }
}
