package io.godwit.trace.page;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.godwit.trace.SampleTraces;
import io.godwit.trace.TestFiles;
import org.junit.jupiter.api.Test;

class MermaidDiagramTest {
    @Test
    void drawsTheGoldenPage() {
        assertEquals(
                TestFiles.text("toy-lost-write.md"),
                ReviewPage.render(SampleTraces.fifo(), "models/traces/toy-lost-write.json"));
    }

    @Test
    void escapesWhatMermaidWouldRead() {
        String odd = "[type |-> \"Odd;#<b>\", src |-> \"a\", dst |-> \"b\"]";
        String drawn = MermaidDiagram.render(SampleTraces.soup("Init | 0 | 0 | ", "Send | 1 | 0 | " + odd));
        assertTrue(drawn.contains("Odd#59;#35;#lt;b#gt;"), drawn);
    }

    @Test
    void stutteringRunHasANote() {
        assertTrue(MermaidDiagram.render(SampleTraces.soup("Init | 0 | 0 | ", "Tick | 1 | 0 | "))
                .contains("no further steps"));
    }
}
