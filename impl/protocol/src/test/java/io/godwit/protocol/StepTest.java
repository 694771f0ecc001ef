package io.godwit.protocol;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

class StepTest {
    private enum Some implements Guard {
        ONE;

        @Override
        public String spec() {
            return "";
        }
    }

    @Test
    void stepIsAcceptedOrRefused() {
        Command command = new Command.Stop();
        assertEquals(new Step<>("after", List.of(command), null), Step.to("after", command));
        assertTrue(Step.to("after", List.of(command)).accepted());
        assertEquals(List.of(command), Step.to("after", List.of(command)).commands());
        Step<String> refused = Step.refuse("before", Some.ONE);
        assertFalse(refused.accepted());
        assertEquals("before", refused.state());
        assertEquals(Some.ONE, refused.refusal());
        assertEquals(List.of(), refused.commands());
    }

    @Test
    void refusalWantsNothing() {
        List<Command> commands = List.of(new Command.Stop());
        Refusal refusal = Step.refuse("before", Some.ONE).refused();
        assertThrows(IllegalArgumentException.class, () -> new Step<>("before", commands, refusal));
        assertThrows(NullPointerException.class, () -> Step.refuse("before", null));
        assertThrows(NullPointerException.class, () -> new Step<>(null, commands, null));
    }
}
