package io.godwit.conformance.quorum;

import io.godwit.conformance.corpus.Corpus;
import io.godwit.conformance.replay.World;
import io.godwit.protocol.quorum.Quorum;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;

/**
 * The control plane: {@code spec/quorum/ControlPlane.tla}, registers, elections, voters; or {@code DurableControlPlane.tla}, the
 * same with disks.
 */
public final class ControlPlaneBinding extends QuorumBinding {
    private ControlPlaneBinding(Quorum quorum, String root, String next, Function<Quorum, DiskRules> rules) {
        super(quorum, root, next, rules);
    }

    /** The engine of these modules, where members lose nothing. */
    public static ControlPlaneBinding plain(Quorum quorum) {
        return new ControlPlaneBinding(quorum, "ControlPlane", "Next", DiskRules::new);
    }

    /** The engine of these modules, where members have disks. */
    public static ControlPlaneBinding durable(Quorum quorum) {
        return durable(quorum, DiskRules::new);
    }

    /**
     * The engine of these modules, where members have disks.
     *
     * @param rules makes what the engine says about them
     */
    public static ControlPlaneBinding durable(Quorum quorum, Function<Quorum, DiskRules> rules) {
        return new ControlPlaneBinding(quorum, "DurableControlPlane", "DurableNext", rules);
    }

    @Override
    public Map<String, String> specificationOnly() {
        return Map.of(
                "calm", "says that a model's faults are over; no member knows",
                "used", "counts what a model's budgets have paid for",
                "decided", "the history of decisions, which properties speak of; no guard reads it",
                "history", "the decided configurations alone, as Table has them");
    }

    @Override
    public Map<String, String> world() {
        Map<String, String> world = new HashMap<>(isDurable() ? Disks.WORLD : Map.of());
        world.put("alive", "which processes run");
        world.put("msgs", "what was sent; a member counts the answers to it as they come in");
        return world;
    }

    @Override
    public Map<String, String> environment() {
        return isDurable()
                ? Disks.environment(root())
                : Map.of("MasterFailover!BecomeCalm", "the end of a model's faults; nobody takes part in it");
    }

    @Override
    public Map<String, String> specificationOnlyGuards() {
        Map<String, String> all = new HashMap<>(isDurable() ? Disks.GUARDS : Map.of());
        all.putAll(Map.of(
                ControlWorld.ALIVE, "who is dead is offered nothing",
                ControlWorld.OTHER_ALIVE, "who is dead cannot ask to become a voter",
                ControlWorld.CALM, "the end of a model's faults",
                ControlWorld.CALMING, "whether a model's faults end",
                ControlWorld.BUDGET, "a model's budget",
                ControlWorld.VOTER_CHANGES, "models without changes of the voters do not re-stamp them",
                ControlWorld.LISTENERS, "models leave out who learns of decisions where that matters to itself only",
                ControlWorld.CANDIDATES, "models leave out who stands for election",
                ControlWorld.LAST_TERM, "a model has finitely many terms; which one is next is given with the event"));
        return all;
    }

    @Override
    public World world(Corpus corpus) {
        return new ControlWorld(corpus, quorum, rules);
    }
}
