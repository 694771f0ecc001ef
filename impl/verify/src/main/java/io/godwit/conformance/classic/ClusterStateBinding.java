package io.godwit.conformance.classic;

import io.godwit.conformance.corpus.Corpus;
import io.godwit.conformance.replay.Binding;
import io.godwit.conformance.replay.World;
import io.godwit.protocol.classic.Classic;
import java.util.Map;

/**
 * {@code spec/classic/ClusterStateChange.tla}: the transaction. {@code ClusterStateTables} beside it is the world's; the engine's
 * actions for that are replayed as {@code Classic}, and asked here whether the state allows them.
 */
public final class ClusterStateBinding implements Binding {
    private static final String REDUCED = "in Classic with all its messages, where the engine carries it out";
    private static final String PAST = "the past, which properties speak of; no guard reads it";

    private final Classic classic;

    /** The engine of these modules. */
    public ClusterStateBinding(Classic classic) {
        this.classic = classic;
    }

    @Override
    public String root() {
        return "ClusterStateChange";
    }

    @Override
    public String family() {
        return "classic";
    }

    @Override
    public Map<String, String> specificationOnly() {
        return Map.of("checked", PAST, "answered", PAST);
    }

    @Override
    public Map<String, String> world() {
        return Map.of(
                "life", "which processes run",
                "leads", "a failover in one step; message by message it is replayed in Classic",
                "table", "the table reduced to an owner for each partition; whole in Classic",
                "active", "a migration reduced to its destination; whole in Classic",
                "msgs", "what is under way between members",
                "spent", "counts what a model's budgets have paid for, writes of clients among it");
    }

    @Override
    public Map<String, String> environment() {
        return Map.of(
                "ClusterStateTables!Crash", "the process is gone, and its state with it",
                "ClusterStateTables!Join", REDUCED,
                "ClusterStateTables!StartMigration", REDUCED,
                "ClusterStateTables!HandleMigrationRequest", REDUCED,
                "ClusterStateTables!HandleMigrationReply", REDUCED,
                "ClusterStateTables!AbortMigration", REDUCED,
                "ClusterStateTables!HandlePartitionState", REDUCED,
                "ClusterStateTables!Claim", REDUCED,
                "ClusterStateTables!Repair", REDUCED,
                "ClusterStateTables!Write", REDUCED);
    }

    @Override
    public Map<String, String> specificationOnlyGuards() {
        return Map.of(
                ClusterStateWorld.RUNS, "what has crashed or is not there takes no step",
                ClusterStateWorld.MESSAGE, "what is not under way is not received",
                ClusterStateWorld.BUDGET, "a model's budget",
                ClusterStateWorld.DETECT, "a failure detector's reason, which the member cannot see",
                ClusterStateWorld.TABLE, "the reduced table is the world's");
    }

    @Override
    public World world(Corpus corpus) {
        return new ClusterStateWorld(corpus, classic);
    }
}
