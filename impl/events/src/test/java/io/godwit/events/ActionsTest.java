package io.godwit.events;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import io.godwit.protocol.Handler;
import io.godwit.protocol.SpecAction;
import io.godwit.protocol.Step;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ActionsTest {
    @SpecAction("quorum/Some!Even")
    private static final class Even implements Handler<Integer, Integer> {
        @Override
        public Step<Integer> handle(Integer state, Integer event) {
            return Step.to(state);
        }
    }

    private static final class Odd implements Handler<Integer, Integer> {
        @Override
        public Step<Integer> handle(Integer state, Integer event) {
            return Step.to(state);
        }
    }

    /** Also when there are more than have a place. */
    @Test
    void everyHandlerHasTheActionOfItsClass() {
        Actions actions = new Actions();
        List<Handler<?, ?>> handlers = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            handlers.add(i % 2 == 0 ? new Even() : new Odd());
        }
        Action even = actions.of(handlers.get(0));
        Action odd = actions.of(handlers.get(1));
        assertEquals("Even", even.name());
        assertEquals("", odd.name());
        Random random = new Random(1);
        for (int i = 0; i < 10_000; i++) {
            int asked = random.nextInt(handlers.size());
            assertSame(asked % 2 == 0 ? even : odd, actions.of(handlers.get(asked)));
        }
        List<Action> all = new ArrayList<>();
        actions.forEach(all::add);
        assertEquals(2, all.size());
    }
}
