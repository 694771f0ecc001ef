package io.godwit.conformance.quorum;

import io.godwit.conformance.corpus.Corpus;
import io.godwit.conformance.replay.World;
import io.godwit.protocol.quorum.Quorum;
import java.util.Map;

/**
 * {@code spec/quorum/ClusterVersion.tla}: the engine's part of the cluster version, with what decides in the runtime whether two processes
 * have a connection, which format a store has, and who may start from it.
 */
public final class ClusterVersionBinding extends QuorumBinding {
    private static final String FEATURE =
            "a feature that waits for its version: version 7 has none, it has added itself, and runs";

    /** The engine of these modules. */
    public ClusterVersionBinding(Quorum quorum) {
        super(quorum, "ClusterVersion", "Next", DiskRules::new);
    }

    @Override
    public Map<String, String> specificationOnly() {
        return Map.of("misread", "what properties speak of; no guard reads it");
    }

    @Override
    public Map<String, String> world() {
        return Map.of(
                "build", "the program that each process runs",
                "up", "which processes run",
                "master", "who is master; the engine has it as a role",
                "register", "the versions that masters have made; a member has the one that it goes by",
                "decided", "how far majorities are; the master counts who goes by its version",
                "format", "of the store, as the runtime says what it becomes (Format)",
                "data", FEATURE,
                "knows", FEATURE,
                "told", "what greetings have said; the engine is told it (Event.VersionsKnown)",
                "used", "a model's budgets");
    }

    @Override
    public Map<String, String> environment() {
        return Map.of(
                "ClusterVersion!Stop", "the process is gone",
                "ClusterVersion!Start",
                        "the operator starts a program; whether the store lets it, the runtime says (Format)",
                "ClusterVersion!TellRange", "the greeting says it when a connection is opened",
                "ClusterVersion!InstallVersion", "the master has counted a majority that goes by its version",
                "ClusterVersion!HearDecided", FEATURE,
                "ClusterVersion!UseFeature", FEATURE,
                "ClusterVersion!CopyFeature", FEATURE);
    }

    @Override
    public Map<String, String> specificationOnlyGuards() {
        return Map.of(
                ClusterVersionWorld.UP, "who does not run takes no step",
                ClusterVersionWorld.MASTER, "without a master there is nobody to tell, and nobody who counts",
                ClusterVersionWorld.BUDGET, "a model's budgets",
                ClusterVersionWorld.OPERATOR, "which program is started is the operator's to say",
                ClusterVersionWorld.REGISTER, "what nobody has made is not heard of",
                ClusterVersionWorld.OWN_VOTE, "a candidate votes for itself when it stands",
                ClusterVersionWorld.KNOWN, "what is counted or told already",
                ClusterVersionWorld.FEATURE, FEATURE);
    }

    @Override
    public World world(Corpus corpus) {
        return new ClusterVersionWorld(corpus, quorum);
    }
}
