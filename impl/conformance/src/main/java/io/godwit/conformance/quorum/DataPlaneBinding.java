package io.godwit.conformance.quorum;

import io.godwit.conformance.corpus.Corpus;
import io.godwit.conformance.replay.Binding;
import io.godwit.conformance.replay.World;
import io.godwit.protocol.Guards;
import java.util.Map;

/** {@code spec/quorum/DataPlane.tla}: replication, decisions about data, leaving. */
public final class DataPlaneBinding implements Binding {
    private final Guards guards;

    /** The engine with these guards and handlers. */
    public DataPlaneBinding(Guards guards) {
        this.guards = guards;
    }

    @Override
    public String root() {
        return "DataPlane";
    }

    @Override
    public String family() {
        return "quorum";
    }

    @Override
    public Map<String, String> specificationOnly() {
        return Map.of(
                "contents", "the writes that took effect, which properties speak of; no member can know them",
                "seen", "the values that were current while a read ran; no member can know them",
                "outcomes", "what became of each migration, which a property speaks of; no guard reads it");
    }

    @Override
    public Map<String, String> world() {
        return Map.of("spent", "a model's budgets; whether a decision has to be paid for the engine says (isDue)");
    }

    @Override
    public Map<String, String> environment() {
        return Map.of();
    }

    @Override
    public Map<String, String> specificationOnlyGuards() {
        return Map.of(
                DataWorld.DECIDED, "what is not decided is no event",
                DataWorld.BUDGET, "a model's budget; whether a decision has to be paid for the engine says (isDue)",
                DataWorld.DECISIONS, "a model's budget",
                DataWorld.CALLS, "when clients call is theirs to say",
                DataWorld.CRASHES, "a model's budget",
                DataWorld.REBORN, "whoever starts a process gives it a new number; a dead member is no condition",
                DataWorld.LEAVERS, "a model's budget");
    }

    @Override
    public World world(Corpus corpus) {
        return new DataWorld(corpus, guards);
    }
}
