package io.godwit.protocol;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class GuardsTest {
    private enum Some implements Guard {
        ONE,
        OTHER;

        @Override
        public String spec() {
            return "";
        }
    }

    /** Says what it was made with. */
    private static class Own {
        final Guards guards;

        Own(Guards guards) {
            this.guards = guards;
        }
    }

    private static final class StandIn extends Own {
        StandIn(Guards guards) {
            super(guards);
        }
    }

    @Test
    void aGuardInForceNeedsItsCondition() {
        assertTrue(Guards.ALL.has(Some.ONE));
        assertTrue(Guards.ALL.pass(Some.ONE, true));
        assertFalse(Guards.ALL.pass(Some.ONE, false));
        assertEquals(Set.of(), Guards.ALL.absent());
    }

    @Test
    void anAbsentGuardLetsEverythingPass() {
        Guards fewer = Guards.without(Some.ONE);
        assertFalse(fewer.has(Some.ONE));
        assertTrue(fewer.pass(Some.ONE, true));
        assertTrue(fewer.pass(Some.ONE, false));
        assertTrue(fewer.has(Some.OTHER));
        assertFalse(fewer.pass(Some.OTHER, false));
        assertEquals(Set.of(Some.ONE), fewer.absent());
        Guards none = fewer.lacking(Some.OTHER);
        assertEquals(Set.of(Some.ONE, Some.OTHER), none.absent());
        assertEquals(Set.of(Some.ONE), fewer.absent());
    }

    @Test
    void handlersAreMadeWithTheGuards() {
        Guards fewer = Guards.without(Some.ONE);
        Own own = fewer.make(Own.class, Own::new);
        assertEquals(Own.class, own.getClass());
        assertEquals(fewer, own.guards);
    }

    @Test
    void anotherHandlerStandsIn() {
        Guards replaced = Guards.without(Some.ONE).replacing(Own.class, StandIn::new);
        Own standIn = replaced.make(Own.class, Own::new);
        assertEquals(StandIn.class, standIn.getClass());
        assertEquals(replaced, standIn.guards);
        assertFalse(replaced.has(Some.ONE));
        assertEquals(
                StandIn.class,
                replaced.lacking(Some.OTHER).make(Own.class, Own::new).getClass());
        assertEquals(Own.class, Guards.ALL.make(Own.class, Own::new).getClass());
    }

    @Test
    void aStepIsAcceptedOrRefused() {
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
    void aRefusalWantsNothing() {
        List<Command> commands = List.of(new Command.Stop());
        Refusal refusal = Step.refuse("before", Some.ONE).refused();
        assertThrows(IllegalArgumentException.class, () -> new Step<>("before", commands, refusal));
        assertThrows(NullPointerException.class, () -> Step.refuse("before", null));
        assertThrows(NullPointerException.class, () -> new Step<>(null, commands, null));
    }
}
