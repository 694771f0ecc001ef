package io.godwit.conformance.classic;

import io.godwit.conformance.corpus.Corpus;
import io.godwit.conformance.replay.Binding;
import io.godwit.conformance.replay.World;
import io.godwit.protocol.classic.Classic;
import java.util.Map;

/** {@code spec/classic/PartialRestart.tla}: disks and addresses are the world's, the engine is told of them when members return. */
public final class PartialRestartBinding implements Binding {
    private final Classic classic;

    /** The engine of these modules. */
    public PartialRestartBinding(Classic classic) {
        this.classic = classic;
    }

    @Override
    public String root() {
        return "PartialRestart";
    }

    @Override
    public String family() {
        return "classic";
    }

    /** None: the engine or the world has every variable. */
    @Override
    public Map<String, String> specificationOnly() {
        return Map.of();
    }

    @Override
    public Map<String, String> world() {
        return Map.of(
                "lost", "the disks that are gone; the engine is told who returns",
                "address", "where each member is; the engine is told it of those who return",
                "changes", "counts what a model's budget has paid for");
    }

    @Override
    public Map<String, String> environment() {
        return Map.of(
                "PartialRestart!Lose", "a disk is gone while nothing runs",
                "PartialRestart!Move", "a machine has another address while nothing runs");
    }

    @Override
    public Map<String, String> specificationOnlyGuards() {
        return Map.of(
                PartialRestartWorld.BUDGET, "a model's budget",
                PartialRestartWorld.AT_REST, "in the model disks and addresses change only while nothing runs",
                PartialRestartWorld.DISK, "a disk is lost once, and one is left",
                PartialRestartWorld.MOVES_ONCE, "the model has one other address for each member");
    }

    @Override
    public World world(Corpus corpus) {
        return new PartialRestartWorld(corpus, classic);
    }
}
