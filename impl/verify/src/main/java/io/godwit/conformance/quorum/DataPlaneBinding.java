package io.godwit.conformance.quorum;

import io.godwit.conformance.corpus.Corpus;
import io.godwit.conformance.replay.Binding;
import io.godwit.conformance.replay.World;
import io.godwit.protocol.Guards;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;

/**
 * The data plane: {@code spec/quorum/DataPlane.tla}, replication, decisions about data, leaving; or {@code CallsAgain.tla}, the
 * same with calls that come twice; or {@code DurableDataPlane.tla}, the same with disks.
 */
public final class DataPlaneBinding implements Binding {
    private final Guards guards;
    private final String root;
    private final String next;
    private final Function<Guards, DiskRules> rules;

    private DataPlaneBinding(Guards guards, String root, String next, Function<Guards, DiskRules> rules) {
        this.guards = guards;
        this.root = root;
        this.next = next;
        this.rules = rules;
    }

    /** The engine with these guards and handlers, where calls come once. */
    public static DataPlaneBinding callsOnce(Guards guards) {
        return new DataPlaneBinding(guards, "DataPlane", "Next", DiskRules::new);
    }

    /** The engine with these guards and handlers, where calls may come again. */
    public static DataPlaneBinding callsAgain(Guards guards) {
        return new DataPlaneBinding(guards, "CallsAgain", "AgainNext", DiskRules::new);
    }

    /** The engine with these guards and handlers, where members have disks. */
    public static DataPlaneBinding durable(Guards guards) {
        return durable(guards, DiskRules::new);
    }

    /**
     * The engine with these guards and handlers, where members have disks.
     *
     * @param rules makes what the engine says about them, from guards
     */
    public static DataPlaneBinding durable(Guards guards, Function<Guards, DiskRules> rules) {
        return new DataPlaneBinding(guards, "DurableDataPlane", "DurableNext", rules);
    }

    private boolean isDurable() {
        return root.equals("DurableDataPlane");
    }

    @Override
    public String root() {
        return root;
    }

    @Override
    public String next() {
        return next;
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
        Map<String, String> world = new HashMap<>(isDurable() ? Disks.WORLD : Map.of());
        world.put("spent", "a model's budgets; whether a decision has to be paid for the engine says (isDue)");
        return world;
    }

    @Override
    public Map<String, String> environment() {
        if (!isDurable()) {
            return Map.of();
        }
        Map<String, String> environment = new HashMap<>(Disks.environment(root));
        environment.remove(root + "!RestartFromDisk");
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
        return all;
    }

    @Override
    public World world(Corpus corpus) {
        return new DataWorld(corpus, guards, rules);
    }
}
