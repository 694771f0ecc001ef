package io.godwit.conformance.run;

import io.godwit.conformance.classic.ClassicBinding;
import io.godwit.conformance.classic.ClusterStateBinding;
import io.godwit.conformance.classic.PartialRestartBinding;
import io.godwit.conformance.classic.PlannerBinding;
import io.godwit.conformance.classic.RollingUpgradeBinding;
import io.godwit.conformance.quorum.ClusterVersionBinding;
import io.godwit.conformance.quorum.ControlPlaneBinding;
import io.godwit.conformance.quorum.DataPlaneBinding;
import io.godwit.conformance.replay.Binding;
import io.godwit.protocol.classic.Classic;
import io.godwit.protocol.quorum.Quorum;
import java.util.List;

/** All bindings. */
public final class Bindings {
    private Bindings() {}

    /** The engine as it is. */
    public static List<Binding> all() {
        return of(Quorum.whole());
    }

    /** Another quorum. */
    public static List<Binding> of(Quorum quorum) {
        return of(quorum, Classic.repaired());
    }

    /**
     * Another engine.
     *
     * @param quorum the modules of quorum
     * @param classic the modules of classic
     */
    public static List<Binding> of(Quorum quorum, Classic classic) {
        return List.of(
                ControlPlaneBinding.plain(quorum),
                ControlPlaneBinding.durable(quorum),
                DataPlaneBinding.callsOnce(quorum),
                DataPlaneBinding.callsAgain(quorum),
                DataPlaneBinding.durable(quorum),
                DataPlaneBinding.leases(quorum),
                DataPlaneBinding.declareLost(quorum),
                DataPlaneBinding.states(quorum),
                DataPlaneBinding.changes(quorum),
                new ClusterVersionBinding(quorum),
                new ClassicBinding(classic),
                new PlannerBinding(classic),
                new PartialRestartBinding(classic),
                new ClusterStateBinding(classic),
                new RollingUpgradeBinding(classic));
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
