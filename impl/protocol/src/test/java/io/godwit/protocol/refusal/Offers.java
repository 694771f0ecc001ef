package io.godwit.protocol.refusal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import io.godwit.protocol.Step;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiFunction;

/**
 * Any action, again and again: what is accepted leads to the next state, what is refused has to leave the
 * state as it was and to want nothing.
 *
 * @param <S> the state
 */
final class Offers<S> {
    private record Offer<S>(String action, BiFunction<S, Random, Step<S>> make) {}

    private final List<Offer<S>> offers = new ArrayList<>();
    private final Set<String> accepted = new TreeSet<>();
    private final Set<String> refused = new TreeSet<>();

    /** One more action, with what it is given drawn. */
    Offers<S> to(String action, BiFunction<S, Random, Step<S>> make) {
        offers.add(new Offer<>(action, (state, random) -> Step.of(state, s -> make.apply(s, random))));
        return this;
    }

    /** Takes so many steps from a state. */
    void walk(S start, int turns, Random random) {
        S state = start;
        for (int turn = 0; turn < turns; turn++) {
            Offer<S> offer = offers.get(random.nextInt(offers.size()));
            int before = state.hashCode();
            Step<S> step = offer.make().apply(state, random);
            assertEquals(before, state.hashCode(), () -> offer.action() + " has changed the state that it was given");
            if (step.accepted()) {
                accepted.add(offer.action());
                state = step.state();
            } else {
                refused.add(offer.action());
                assertSame(state, step.state(), () -> offer.action() + " refuses with another state");
                assertEquals(List.of(), step.commands(), offer::action);
            }
        }
    }

    /** The walks were about something: every action has accepted, and all but some have refused. */
    void assertBothSeen(String... neverRefuse) {
        Set<String> all = new TreeSet<>();
        offers.forEach(offer -> all.add(offer.action()));
        assertEquals(all, accepted);
        Set<String> others = new TreeSet<>(all);
        others.removeAll(List.of(neverRefuse));
        assertEquals(others, refused);
    }

    static <T> T any(Random random, List<T> values) {
        return values.get(random.nextInt(values.size()));
    }

    @SafeVarargs
    static <T> T any(Random random, T... values) {
        return values[random.nextInt(values.length)];
    }
}
