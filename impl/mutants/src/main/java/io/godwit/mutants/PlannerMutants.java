package io.godwit.mutants;

import io.godwit.protocol.Guards;
import io.godwit.protocol.planner.PlannerGuard;
import java.util.Arrays;
import java.util.List;

/** Planning without one of its guards. Its steps are classic's migrations, so that these are mutants of classic. */
final class PlannerMutants {
    static final List<Mutant> ALL = Arrays.stream(PlannerGuard.values())
            .filter(guard -> !guard.spec().isEmpty())
            .map(guard -> new Mutant("classic", guard, Guards.without(guard)))
            .toList();

    private PlannerMutants() {}
}
