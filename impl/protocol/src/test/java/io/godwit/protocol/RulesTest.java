package io.godwit.protocol;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class RulesTest {
    private enum Some implements Guard {
        ONE,
        OTHER;

        @Override
        public String spec() {
            return "";
        }
    }

    private static Step<String> taking(Rules rules, Consumer<Rules> preconditions) {
        return Step.of("before", state -> {
            preconditions.accept(rules);
            return Step.to("after", new Command.Stop());
        });
    }

    private static Refusal refusal(Consumer<Rules> precondition) {
        Step<String> refused = taking(Rules.ALL, precondition);
        assertFalse(refused.accepted());
        assertEquals("before", refused.state());
        assertEquals(List.of(), refused.commands());
        return refused.refused();
    }

    @Test
    void preconditionsThatHoldLetAnActionPass() {
        Step<String> step = taking(Rules.ALL, rules -> {
            rules.require(Some.ONE, true);
            rules.require(Some.ONE, true, "{}", 1);
            rules.require(Some.ONE, true, "{} {}", 1, 2);
            rules.require(Some.ONE, true, "{}", "x");
            rules.require(Some.ONE, true, "{} {}", 1, "x");
            rules.require(Some.ONE, true, "{} {}", "x", "y");
        });
        assertEquals(Step.to("after", new Command.Stop()), step);
        assertEquals(null, step.refusal());
    }

    @Test
    void refusalsCarryTheRuleAndTheValues() {
        assertEquals("ONE", refusal(rules -> rules.require(Some.ONE, false)).toString());
        assertEquals(
                "OTHER: term 3 is before 5",
                refusal(rules -> rules.require(Some.OTHER, false, "term {} is before {}", 3, 5))
                        .toString());
        assertEquals(
                "3 left",
                refusal(rules -> rules.require(Some.ONE, false, "{} left", 3)).words());
        assertEquals(
                "[] left",
                refusal(rules -> rules.require(Some.ONE, false, "{} left", List.of()))
                        .words());
        assertEquals(
                "1 of [2]",
                refusal(rules -> rules.require(Some.ONE, false, "{} of {}", 1, List.of(2)))
                        .words());
        assertEquals(
                "a of null",
                refusal(rules -> rules.require(Some.ONE, false, "{} of {}", "a", null))
                        .words());
        assertEquals(
                Some.OTHER,
                taking(Rules.ALL, rules -> rules.require(Some.OTHER, false)).refusal());
    }

    @Test
    void refusalsAreEqualByRuleAndWords() {
        Refusal three = refusal(rules -> rules.require(Some.ONE, false, "{}", 3));
        Refusal same = refusal(rules -> rules.require(Some.ONE, false, "{}", "3"));
        assertEquals(three, same);
        assertEquals(three.hashCode(), same.hashCode());
        assertNotEquals(three, refusal(rules -> rules.require(Some.ONE, false, "{}", 4)));
        assertNotEquals(three, refusal(rules -> rules.require(Some.OTHER, false, "{}", 3)));
        assertNotEquals(three, "ONE: 3");
    }

    @Test
    void refusalsComeWithTheVeryState() {
        String state = new String("state");
        assertSame(
                state,
                Step.of(state, s -> {
                            Rules.ALL.require(Some.ONE, false);
                            return Step.to("another");
                        })
                        .state());
    }

    @Test
    void otherExceptionsPass() {
        assertThrows(
                IllegalStateException.class,
                () -> Step.of("before", s -> {
                    throw new IllegalStateException();
                }));
    }

    @Test
    void rulesThatAreSwitchedOffRefuseNothing() {
        Rules fewer = Rules.without(Some.ONE);
        assertTrue(taking(fewer, rules -> rules.require(Some.ONE, false)).accepted());
        assertTrue(
                taking(fewer, rules -> rules.require(Some.ONE, false, "{}", 1)).accepted());
        assertTrue(taking(fewer, rules -> rules.require(Some.ONE, false, "{}{}", 1, 2))
                .accepted());
        assertTrue(taking(fewer, rules -> rules.require(Some.ONE, false, "{}", "x"))
                .accepted());
        assertTrue(taking(fewer, rules -> rules.require(Some.ONE, false, "{}{}", 1, "x"))
                .accepted());
        assertTrue(taking(fewer, rules -> rules.require(Some.ONE, false, "{}{}", "x", "y"))
                .accepted());
        assertFalse(taking(fewer, rules -> rules.require(Some.OTHER, false)).accepted());
        assertFalse(fewer.has(Some.ONE));
        assertTrue(fewer.has(Some.OTHER));
        assertTrue(fewer.holds(Some.ONE, false));
        assertFalse(fewer.holds(Some.OTHER, false));
        assertTrue(fewer.holds(Some.OTHER, true));
    }

    @Test
    void rulesAreSwitchedOffOneByOne() {
        assertEquals(Set.of(), Rules.ALL.off());
        assertEquals(Set.of(Some.ONE), Rules.without(List.of(Some.ONE)).off());
        assertEquals(
                Set.of(Some.ONE, Some.OTHER),
                Rules.without(Some.ONE).lacking(Some.OTHER).off());
    }
}
