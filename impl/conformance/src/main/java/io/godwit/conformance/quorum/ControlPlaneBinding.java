package io.godwit.conformance.quorum;

import io.godwit.conformance.corpus.Corpus;
import io.godwit.conformance.replay.Binding;
import io.godwit.conformance.replay.World;
import io.godwit.protocol.Guards;
import java.util.Map;

/** {@code spec/quorum/ControlPlane.tla}: registers, elections, voters. */
public final class ControlPlaneBinding implements Binding {
    private final Guards guards;

    /** The engine with these guards and handlers. */
    public ControlPlaneBinding(Guards guards) {
        this.guards = guards;
    }

    @Override
    public String root() {
        return "ControlPlane";
    }

    @Override
    public String family() {
        return "quorum";
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
        return Map.of(
                "alive", "which processes run", //
                "msgs", "what was sent; a member counts the answers to it as they come in");
    }

    @Override
    public Map<String, String> environment() {
        return Map.of("MasterFailover!BecomeCalm", "the end of a model's faults; nobody takes part in it");
    }

    @Override
    public Map<String, String> specificationOnlyGuards() {
        return Map.of(
                ControlWorld.ALIVE, "who is dead is offered nothing",
                ControlWorld.OTHER_ALIVE, "who is dead cannot ask to become a voter",
                ControlWorld.CALM, "the end of a model's faults",
                ControlWorld.CALMING, "whether a model's faults end",
                ControlWorld.BUDGET, "a model's budget",
                ControlWorld.VOTER_CHANGES, "models without changes of the voters do not re-stamp them",
                ControlWorld.LISTENERS, "models leave out who learns of decisions where that matters to itself only",
                ControlWorld.CANDIDATES, "models leave out who stands for election",
                ControlWorld.LAST_TERM, "a model has finitely many terms; which one is next is given with the event");
    }

    @Override
    public World world(Corpus corpus) {
        return new ControlWorld(corpus, guards);
    }
}
