package io.godwit.trace;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.godwit.trace.Trace.RawState;
import io.godwit.trace.Trace.SourceLocation;
import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class TlcStatesTest {
    @Test
    void readsATraceThatStutters() {
        TlcStates tlc = TlcStates.ofToolOutput(TestFiles.text("stuttering.out"));
        assertTrue(tlc.stuttering());
        assertEquals(OptionalInt.empty(), tlc.loopStart());
        assertEquals(
                List.of("Init", "Crash", "Send", "Crash", "HandleFoo", "HandleFoo", "HandleFoo"),
                tlc.states().stream().map(RawState::action).toList());
        RawState second = tlc.states().get(1);
        assertEquals(2, second.number());
        assertEquals(new SourceLocation("Demo", 14, 14), second.where());
        assertEquals(TlaValue.set(TlaValue.of("b")), second.variables().get("up"));
    }

    @Test
    void readsATraceThatGoesBack() {
        TlcStates tlc = TlcStates.ofToolOutput(TestFiles.text("lasso.out"));
        assertFalse(tlc.stuttering());
        assertEquals(OptionalInt.of(2), tlc.loopStart());
        assertEquals(4, tlc.states().size());
        assertEquals(TlaValue.of(3), tlc.states().get(3).variables().get("x"));
    }

    @Test
    void readsActionsWithArgumentsAndStatesWithoutAny() {
        RawState state = TlcStates.parse("7: <Foo(a,{1, 2}) line 3, col 1 to line 9, col 2 of module M>\n/\\ x = 1\n");
        assertEquals("Foo", state.action());
        assertEquals(new SourceLocation("M", 3, 9), state.where());
        assertEquals("Next", TlcStates.parse("3: <Action>\nx = 1").action());
    }

    @Test
    void errorNamesState() {
        assertTrue(assertThrows(TraceException.class, () -> TlcStates.parse("State two"))
                .getMessage()
                .contains("-tool"));
        String message = assertThrows(TraceException.class, () -> TlcStates.parse("5: <Initial predicate>\n/\\ x = {"))
                .getMessage();
        assertTrue(message.startsWith("state 5: line 1"), message);
    }
}
