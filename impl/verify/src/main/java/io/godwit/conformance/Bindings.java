package io.godwit.conformance;

import io.godwit.conformance.classic.ClassicBinding;
import io.godwit.conformance.planner.PlannerBinding;
import io.godwit.conformance.quorum.ControlPlaneBinding;
import io.godwit.conformance.quorum.DataPlaneBinding;
import io.godwit.conformance.replay.Binding;
import io.godwit.protocol.Guards;
import io.godwit.protocol.classic.Classic;
import java.util.List;

/** All bindings. */
public final class Bindings {
    private Bindings() {}

    /** The engine as it is. */
    public static List<Binding> all() {
        return of(Guards.ALL);
    }

    /** Another quorum: with these guards and handlers. */
    public static List<Binding> of(Guards guards) {
        return of(guards, Classic.repaired());
    }

    /**
     * Another engine.
     *
     * @param guards the guards and handlers of quorum
     * @param classic the modules of classic
     */
    public static List<Binding> of(Guards guards, Classic classic) {
        return List.of(
                ControlPlaneBinding.plain(guards),
                ControlPlaneBinding.durable(guards),
                DataPlaneBinding.callsOnce(guards),
                DataPlaneBinding.callsAgain(guards),
                DataPlaneBinding.durable(guards),
                new ClassicBinding(classic),
                new PlannerBinding(classic));
    }

    /**
     * The binding of a root module.
     *
     * @throws IllegalArgumentException if there is none
     */
    public static Binding of(String root, List<Binding> bindings) {
        return bindings.stream()
                .filter(binding -> binding.root().equals(root))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no engine for " + root));
    }
}
