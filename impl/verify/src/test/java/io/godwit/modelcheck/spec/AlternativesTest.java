package io.godwit.modelcheck.spec;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class AlternativesTest {
    @Test
    void alternativesAreListed() {
        assertEquals(Optional.of(List.of("A", "B", "C")), Alternatives.of(" \\/ A\n \\/ B(x)\n \\/ C\n"));
        assertEquals(Optional.of(List.of("A")), Alternatives.of("A"));
        assertEquals(Optional.of(List.of("A", "B")), Alternatives.of("A \\/ (B)"));
    }

    @Test
    void quantifiersAreLookedThrough() {
        assertEquals(
                Optional.of(List.of("A", "B")),
                Alternatives.of(
                        "\\/ \\E n \\in S, f \\in [x: {1}, y: T] : \\E q \\in If(a /\\ b) : A(n, f[q])\n\\/ \\E n \\in S : \\/ B(n)"));
    }

    @Test
    void valueAboveLimitIsNone() {
        for (String formula :
                List.of("/\\ A\n/\\ B", "x' = 1", "A /\\ B", "\\E n \\in S : x' = n", "A(n", "", "\\E n")) {
            assertEquals(Optional.empty(), Alternatives.of(formula), formula);
        }
    }
}
