package io.godwit.conformance.classic;

import io.godwit.conformance.corpus.Corpus;
import io.godwit.conformance.replay.Binding;
import io.godwit.conformance.replay.World;
import io.godwit.protocol.classic.Classic;
import java.util.HashMap;
import java.util.Map;

/** {@code spec/classic/Classic.tla}. */
public final class ClassicBinding implements Binding {
    private static final String PAST = "the past, which properties speak of; no guard reads it";

    private final Classic classic;

    /** The engine of these modules. */
    public ClassicBinding(Classic classic) {
        this.classic = classic;
    }

    @Override
    public String root() {
        return "Classic";
    }

    @Override
    public String family() {
        return "classic";
    }

    @Override
    public Map<String, String> specificationOnly() {
        return Map.of(
                "spent", "counts what a model's budgets have paid for",
                "hist", PAST,
                "floor", PAST,
                "finalised", PAST,
                "decisions", PAST,
                "dropped", PAST,
                "strays", PAST);
    }

    @Override
    public Map<String, String> world() {
        return Map.of(
                "cut", "which links are dead",
                "msgs", "what is under way between masters and members",
                "dataMsgs", "what is under way between owners and backups",
                "writeCount", "numbers the calls of clients",
                "acked", "the answers that clients got");
    }

    @Override
    public Map<String, String> environment() {
        return Map.of(
                "Membership!Crash", "the process is gone, and its state with it",
                "Membership!CutLink", "links are the world's",
                "PartitionVersioning!LoseTable", "messages under way are the world's",
                "Replication!LoseBackup", "messages under way are the world's",
                "GracefulShutdown!LoseShutdownMessage", "messages under way are the world's");
    }

    @Override
    public Map<String, String> specificationOnlyGuards() {
        Map<String, String> conditions = new HashMap<>();
        conditions.put(ClassicOffers.RUNS, "what has crashed or is not there takes no step");
        conditions.put(ClassicOffers.MESSAGE, "what is not under way is not received");
        conditions.put(ClassicLimits.BUDGET, "a model's budget");
        conditions.put(ClassicLimits.DETECT, "a failure detector's reason, which the member cannot see");
        conditions.put(ClassicLimits.SUSPECT, "a failure detector's mistake, which the member cannot see");
        conditions.put(ClassicLimits.JOIN, "whoever starts a process says which");
        conditions.put(
                ClassicLimits.START_SYNC,
                "question and answer are one step in the specification: needless syncs are left out, and so are lost messages");
        conditions.put(ClassicLimits.ONE_ROUND, "a second round adds nothing; in the engine it is a matter of time");
        conditions.put(
                ClassicLimits.ONE_REQUEST, "a second request adds nothing; in the engine it is a matter of time");
        conditions.put(ClassicLimits.ONE_RELEASE, "a second answer adds nothing; in the engine it is a matter of time");
        return conditions;
    }

    @Override
    public World world(Corpus corpus) {
        return new ClassicWorld(corpus, classic);
    }
}
