package io.godwit.conformance.quorum;

import io.godwit.conformance.corpus.Corpus;
import io.godwit.conformance.replay.World;
import io.godwit.protocol.quorum.Quorum;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;

/**
 * The data plane: {@code spec/quorum/DataPlane.tla}, replication, decisions about data, leaving; or {@code CallsAgain.tla}, the
 * same with calls that come twice; or {@code DurableDataPlane.tla}, the same with disks; or {@code ReadLeases.tla}, the same with
 * read leases; or {@code DeclareLost.tla}, the same with partitions that an operator declares lost; or {@code ClusterStates.tla},
 * the same in clusters that have a state; or {@code ChangeStream.tla}, the same with readers of changes.
 */
public final class DataPlaneBinding extends QuorumBinding {
    private DataPlaneBinding(Quorum quorum, String root, String next, Function<Quorum, DiskRules> rules) {
        super(quorum, root, next, rules);
    }

    /** The engine of these modules, where calls come once. */
    public static DataPlaneBinding callsOnce(Quorum quorum) {
        return new DataPlaneBinding(quorum, "DataPlane", "Next", DiskRules::new);
    }

    /** The engine of these modules, where calls may come again. */
    public static DataPlaneBinding callsAgain(Quorum quorum) {
        return new DataPlaneBinding(quorum, "CallsAgain", "AgainNext", DiskRules::new);
    }

    /** The engine of these modules, where members have disks. */
    public static DataPlaneBinding durable(Quorum quorum) {
        return durable(quorum, DiskRules::new);
    }

    /** The engine of these modules, where primaries have read leases. */
    public static DataPlaneBinding leases(Quorum quorum) {
        return new DataPlaneBinding(quorum, "ReadLeases", "LeaseNext", DiskRules::new);
    }

    /** The engine of these modules, where an operator declares partitions lost. */
    public static DataPlaneBinding declareLost(Quorum quorum) {
        return new DataPlaneBinding(quorum, "DeclareLost", "LostNext", DiskRules::new);
    }

    /** The engine of these modules, where the cluster has a state. */
    public static DataPlaneBinding states(Quorum quorum) {
        return new DataPlaneBinding(quorum, "ClusterStates", "StateNext", DiskRules::new);
    }

    /** The engine of these modules, where changes are read. */
    public static DataPlaneBinding changes(Quorum quorum) {
        return new DataPlaneBinding(quorum, "ChangeStream", "StreamNext", DiskRules::new);
    }

    private boolean hasReaders() {
        return root().equals("ChangeStream");
    }

    private boolean hasStates() {
        return root().equals("ClusterStates");
    }

    private boolean declaresLost() {
        return root().equals("DeclareLost") || hasReaders();
    }

    private boolean hasLeases() {
        return root().equals("ReadLeases");
    }

    /**
     * The engine of these modules, where members have disks.
     *
     * @param rules makes what the engine says about them
     */
    public static DataPlaneBinding durable(Quorum quorum, Function<Quorum, DiskRules> rules) {
        return new DataPlaneBinding(quorum, "DurableDataPlane", "DurableNext", rules);
    }

    @Override
    public Map<String, String> specificationOnly() {
        Map<String, String> all = new HashMap<>(Map.of(
                "contents", "the writes that took effect, which properties speak of; no member can know them",
                "seen", "the values that were current while a read ran; no member can know them",
                "outcomes", "what became of each migration, which a property speaks of; no guard reads it"));
        if (declaresLost()) {
            all.put("lost", "what a declaration has given up, which properties speak of; no member can know it");
        }
        return all;
    }

    @Override
    public Map<String, String> world() {
        Map<String, String> world = new HashMap<>(isDurable() ? Disks.WORLD : Map.of());
        world.put("spent", "a model's budgets; whether a decision has to be paid for the engine says (isDue)");
        if (hasLeases()) {
            world.put("restarts", "a model's budget");
        }
        if (hasStates()) {
            world.put("register", "the versions that masters have made; a member has the one that it goes by");
            world.put("installed", "how far a majority is; the master counts who goes by its version");
            world.put("oldest", "how far the decisions are; the master has its proposals");
            world.put("used", "a model's budgets");
        }
        if (hasReaders()) {
            world.put("reader", "what a client knows by the answers of members");
            world.put("story", "what a client was shown; of the answers of members");
            world.put("kept", "the engine's log has no entry before that; in the specification logs stay whole");
            world.put("forgets", "a model's budget");
        }
        return world;
    }

    @Override
    public Map<String, String> environment() {
        if (hasLeases()) {
            return Map.of(root() + "!Tick", "time passes; an event says what time it is (Event.Timed)");
        }
        if (hasStates()) {
            return Map.of(
                    root() + "!InstallState", "the master has counted a majority that goes by its version",
                    root() + "!FinishProposals", "the master's proposals are decided");
        }
        if (hasReaders()) {
            return Map.of(root() + "!Forget", "memory is short; an event says how much to keep (Event.Forget)");
        }
        if (!isDurable()) {
            return Map.of();
        }
        Map<String, String> environment = new HashMap<>(Disks.environment(root()));
        environment.remove(root() + "!RestartFromDisk");
        return environment;
    }

    @Override
    public Map<String, String> specificationOnlyGuards() {
        Map<String, String> all = new HashMap<>(isDurable() ? Disks.GUARDS : Map.of());
        all.putAll(Map.of(
                DataWorld.DECIDED, "what is not decided is no event",
                DataWorld.BUDGET, "a model's budget; whether a decision has to be paid for the engine says (isDue)",
                DataWorld.DECISIONS, "a model's budget",
                DataWorld.CALLS, "when clients call is theirs to say",
                DataWorld.CRASHES, "a model's budget",
                DataWorld.REBORN, "whoever starts a process gives it a new number; a dead member is no condition",
                DataWorld.LEAVERS, "a model's budget"));
        if (declaresLost()) {
            all.put(DataWorld.CHOSEN, "the operator asks all members and chooses; the master takes whom it is told");
        }
        if (hasReaders()) {
            all.putAll(Map.of(
                    StreamActions.READER, "when clients read is theirs to say",
                    StreamActions.FORGETS, "a model's budget",
                    StreamActions.DECLARES, "which models have declarations"));
        }
        if (hasStates()) {
            all.putAll(Map.of(
                    StateActions.UP, "who is dead hears nothing",
                    StateActions.CHANGES, "a model's budgets",
                    StateActions.VERSIONS, "what nobody has made is not heard of",
                    StateActions.COUNTED, "what is counted already"));
        }
        if (hasLeases()) {
            all.putAll(Map.of(
                    LeaseActions.HOLDERS, "models leave out who asks for no leases",
                    LeaseActions.REQUESTS, "the engine counts its requests (LeaseState)",
                    LeaseActions.CONFIRMING, "models leave out that members are asked, too",
                    LeaseActions.RESTARTS, "a process that runs, and a model's budget"));
        }
        return all;
    }

    @Override
    public World world(Corpus corpus) {
        return new DataWorld(corpus, quorum, rules);
    }
}
