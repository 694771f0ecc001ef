package io.godwit.bench.comparison;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.godwit.bench.comparison.ComparisonProcess.ProcessMessages;
import io.godwit.client.GodwitClient;
import io.godwit.client.GodwitMap;
import io.godwit.lab.SteadyLoad;
import io.godwit.protocol.PartitionVector;
import io.godwit.protocol.quorum.QuorumState;
import io.godwit.protocol.quorum.table.Configuration;
import io.godwit.protocol.quorum.table.Entry;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/** The members, the client and what happens to them, in a process of its own. */
final class ScaleCluster {
    private static final long BOUND = 1_800;
    private static final int PARTITIONS = 271;
    private static final int AT_ONCE = 32;
    private static final int READ_PERCENT = 50;
    private static final int PENDING_CALLS = 256;

    private final int keys;
    private final int size;
    private final long quiet;
    private final GodwitMembers cluster;
    private final List<Phase> phases = new ArrayList<>();

    private ScaleCluster(int keys, int size, long quiet, int parallel) {
        this.keys = keys;
        this.size = size;
        this.quiet = quiet;
        this.cluster = new GodwitMembers(PARTITIONS, 1, GodwitMembers.parallel(parallel));
    }

    /** Something that is done to the cluster. */
    @FunctionalInterface
    private interface Change {
        void run() throws Exception;
    }

    /**
     * Runs.
     *
     * @param args members, keys, bytes of a value, calls in a second, seconds before each change, parallel migrations
     */
    public static void main(String[] args) throws Exception {
        ScaleCluster side = new ScaleCluster(
                Integer.parseInt(args[1]),
                Integer.parseInt(args[2]),
                Long.parseLong(args[4]),
                Integer.parseInt(args[5]));
        side.run(Integer.parseInt(args[0]), Integer.parseInt(args[3]));
        ProcessMessages.tell(side.phases);
        System.exit(0);
    }

    private void run(int members, int rate) throws Exception {
        for (int i = 0; i < members; i++) {
            cluster.start();
        }
        ProcessMessages.await("all is balanced", BOUND, cluster::isBalanced);
        try (GodwitClient client = cluster.client()) {
            GodwitMap map = client.map("bench");
            fill(map);
            SteadyLoad.Plan calls = new SteadyLoad.Plan(keys, size, READ_PERCENT, PENDING_CALLS, rate);
            try (SteadyLoad load = new SteadyLoad(map, calls)) {
                load.start();
                ProcessMessages.say("quiet");
                Thread.sleep(TimeUnit.SECONDS.toMillis(quiet));
                load.look();
                change(load, "before", () -> Thread.sleep(TimeUnit.SECONDS.toMillis(quiet)));
                change(load, "a member comes", cluster::start);
                calm(load);
                change(
                        load,
                        "a member leaves",
                        () -> cluster.leave(cluster.members().get(members)));
                calm(load);
                change(
                        load,
                        "a member dies",
                        () -> cluster.crash(cluster.members().get(members - 1)));
            }
        }
    }

    private void fill(GodwitMap map) {
        ProcessMessages.say("fills");
        Random random = new Random(1);
        List<CompletableFuture<Void>> under = new ArrayList<>();
        for (int i = 0; i < keys; i++) {
            byte[] value = new byte[size];
            random.nextBytes(value);
            under.add(map.putAsync(SteadyLoad.key(i), value));
            if (under.size() == AT_ONCE) {
                under.forEach(CompletableFuture::join);
                under.clear();
            }
        }
        under.forEach(CompletableFuture::join);
    }

    private void calm(SteadyLoad load) throws InterruptedException {
        ProcessMessages.say("quiet");
        Thread.sleep(TimeUnit.SECONDS.toMillis(quiet));
        load.look();
    }

    private void change(SteadyLoad load, String name, Change change) throws Exception {
        PartitionVector<Entry> before = table();
        ProcessMessages.say(name);
        long start = System.nanoTime();
        change.run();
        ProcessMessages.await(name + ", and all is balanced again", BOUND, cluster::isBalanced);
        double seconds = (System.nanoTime() - start) / (double) TimeUnit.SECONDS.toNanos(1);
        SteadyLoad.Look calls = load.look();
        long copies = copies(before, table());
        Phase phase = new Phase(
                name,
                seconds,
                copies,
                copies * (double) keys * size / PARTITIONS / 1e6,
                Latencies.text(calls.latencies()),
                calls.failed() + calls.unknown());
        ProcessMessages.say(String.format(
                Locale.ROOT, "%s: %.1f s, 99.9 %% of the calls in %.1f ms", name, seconds, phase.millis(99.9)));
        phases.add(phase);
    }

    private PartitionVector<Entry> table() {
        return cluster.members().stream()
                .map(GodwitMembers::state)
                .filter(state -> state.control().isMaster())
                .findFirst()
                .map(QuorumState::control)
                .orElseThrow()
                .committed();
    }

    /** How many replicas are where none was. */
    private static long copies(PartitionVector<Entry> before, PartitionVector<Entry> after) {
        long copies = 0;
        for (int p = 0; p < PARTITIONS; p++) {
            Configuration then = before.get(p).configuration();
            Configuration now = after.get(p).configuration();
            for (int i = 0; i < now.size(); i++) {
                copies += then.isReplica(now.replica(i)) ? 0 : 1;
            }
        }
        return copies;
    }

    /**
     * The result of one change of the cluster.
     *
     * @param name what changed
     * @param seconds until all was balanced and safe
     * @param copies replicas that were made at a new place
     * @param megabytes how much these hold, in 10^6 bytes
     * @param latencies of the calls that were answered, in microseconds: a compressed HdrHistogram in base 64
     * @param failed calls that were not carried out or have an unknown outcome
     */
    record Phase(
            @JsonProperty("name") String name,
            @JsonProperty("seconds") double seconds,
            @JsonProperty("copies") long copies,
            @JsonProperty("megabytes") double megabytes,
            @JsonProperty("latencies") String latencies,
            @JsonProperty("failed") long failed) {
        /** MB in a second. */
        double speed() {
            return megabytes / seconds;
        }

        /** How long calls took that were answered, in microseconds. */
        Histogram times() {
            return Latencies.of(latencies);
        }

        /** The latency at a percentile, in milliseconds. */
        double millis(double percentile) {
            return times().getValueAtPercentile(percentile) / 1e3;
        }
    }
}
