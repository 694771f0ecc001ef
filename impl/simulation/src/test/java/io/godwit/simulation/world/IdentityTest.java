package io.godwit.simulation.world;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.godwit.simulation.plan.FaultChoice;
import io.godwit.simulation.plan.Planner;
import io.godwit.simulation.plan.Settings;
import io.godwit.simulation.subject.Identity;
import io.godwit.simulation.text.LogObserver;
import io.godwit.simulation.toy.ToySubject;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Who starts where another one died. */
class IdentityTest {
    private static final Pattern START = Pattern.compile("m(\\d+)\\S* starts at site (\\d+)");
    /** Not in each of them somebody starts where another one died. */
    private static final long SEEDS = 10;

    @Test
    void aSuccessorHasANumberOfItsOwnUnlessTheWorldIsBroken() {
        assertTrue(numbers(Identity.OWN).stream().allMatch(it -> it > 5));
        assertTrue(numbers(Identity.ADDRESS).stream().allMatch(it -> it > 5));
        List<Integer> same = numbers(Identity.NUMBER);
        assertFalse(same.isEmpty());
        assertTrue(same.stream().allMatch(it -> it <= 5), same.toString());
    }

    private static List<Integer> numbers(Identity identity) {
        Planner planner = new Planner(new Settings("toy", 5, 10_000_000, FaultChoice.parse("crash", List.of())));
        List<Integer> numbers = new ArrayList<>();
        for (long seed = 1; seed <= SEEDS; seed++) {
            Simulation.run(new ToySubject(identity), planner.plan(seed), new LogObserver<>(line -> {
                var matcher = START.matcher(line);
                if (matcher.find()) {
                    numbers.add(Integer.parseInt(matcher.group(1)));
                }
            }));
        }
        assertFalse(numbers.isEmpty());
        return numbers;
    }
}
