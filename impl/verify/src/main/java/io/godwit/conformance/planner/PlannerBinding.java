package io.godwit.conformance.planner;

import io.godwit.conformance.corpus.Corpus;
import io.godwit.conformance.replay.Binding;
import io.godwit.conformance.replay.World;
import io.godwit.protocol.classic.Classic;
import java.util.Map;

/** {@code spec/classic/PlanAndRun.tla}: the plan of one partition, made and carried out. */
public final class PlannerBinding implements Binding {
    private final Classic classic;

    /** The planner of this engine. */
    public PlannerBinding(Classic classic) {
        this.classic = classic;
    }

    @Override
    public String root() {
        return "PlanAndRun";
    }

    @Override
    public String family() {
        return "classic";
    }

    /** None: the engine has every variable. */
    @Override
    public Map<String, String> specificationOnly() {
        return Map.of();
    }

    /** None: the planner is pure. */
    @Override
    public Map<String, String> world() {
        return Map.of();
    }

    /** None: the engine carries out every action. */
    @Override
    public Map<String, String> environment() {
        return Map.of();
    }

    /** None: the engine has every condition. */
    @Override
    public Map<String, String> specificationOnlyGuards() {
        return Map.of();
    }

    @Override
    public World world(Corpus corpus) {
        return new PlannerWorld(corpus, classic);
    }
}
