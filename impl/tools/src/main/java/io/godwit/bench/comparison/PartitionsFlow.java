package io.godwit.bench.comparison;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.godwit.bench.comparison.ComparisonProcess.ProcessMessages;
import io.godwit.bench.comparison.ComparisonProcess.ProcessTask;
import io.godwit.bench.comparison.PartitionCalls.CallsResult;
import io.godwit.bench.comparison.SeedFlow.CountedMap;
import io.godwit.bench.comparison.SeedFlow.MemberGroup;
import io.godwit.client.GodwitClient;
import io.godwit.member.config.MemberConfig;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/**
 * The steps of {@code bench partitions} with one system, in a process of its own: three members form a cluster, clients call, new clients connect,
 * nothing happens for a while, and a fourth member joins.
 */
final class PartitionsFlow {
    private static final int MEMBERS = 3;
    private static final int CLIENTS = 5;
    private static final long SETTLE_SECONDS = 2;
    private static final double NANOS = 1e9;
    private static final byte[] KEY = "key-0".getBytes(StandardCharsets.US_ASCII);

    private final PartitionsPlan plan;
    private final MemberGroup group;

    PartitionsFlow(PartitionsPlan plan, MemberGroup group) {
        this.plan = plan;
        this.group = group;
    }

    /** Runs the flow with Godwit's members. */
    static final class OfGodwit {
        private OfGodwit() {}

        /**
         * Runs.
         *
         * @param args a {@link PartitionsPlan}
         */
        public static void main(String[] args) {
            ProcessMessages.endWith(() -> {
                PartitionsPlan plan = PartitionsPlan.of(args[0]);
                PartitionsFlow flow = new PartitionsFlow(plan, new GodwitGroup(plan.partitions(), 0));
                ProcessMessages.tell(List.of(flow.run()));
            });
        }
    }

    /** Runs the flow with Hazelcast's members. */
    static final class OfHazelcast {
        private OfHazelcast() {}

        /**
         * Runs.
         *
         * @param args a {@link PartitionsPlan}
         */
        public static void main(String[] args) {
            ProcessMessages.endWith(() -> {
                PartitionsPlan plan = PartitionsPlan.of(args[0]);
                PartitionsFlow flow = new PartitionsFlow(plan, new HazelcastGroup(plan.partitions(), 0));
                ProcessMessages.tell(List.of(flow.run()));
            });
        }
    }

    /** Starts Godwit's members again from their disks. */
    static final class Restart {
        private Restart() {}

        /**
         * Runs.
         *
         * @param args a {@link PartitionsPlan}, and a directory for the members' data
         */
        public static void main(String[] args) {
            ProcessMessages.endWith(
                    () -> ProcessMessages.tell(List.of(restart(PartitionsPlan.of(args[0]), Path.of(args[1])))));
        }

        /** Seconds from the start of all members until the cluster is balanced and safe. */
        static double restart(PartitionsPlan plan, Path data) throws Exception {
            try (GodwitMembers members =
                    new GodwitMembers(plan.partitions(), 1, usual -> usual.withDataDir(data.resolve(usual.name())))) {
                for (int i = 0; i < MEMBERS; i++) {
                    members.start();
                }
                await("all is balanced and safe", plan, members::isBalanced);
                fill(plan, members);
                List<MemberConfig> configs = members.closeAll();
                double seconds =
                        seconds("members come back", plan, () -> members.startAll(configs), members::isBalanced);
                try (GodwitClient client = members.client()) {
                    long size = client.map("bench").size();
                    if (size != plan.keys()) {
                        throw new IllegalStateException("the map has " + size + " keys, not " + plan.keys());
                    }
                }
                return seconds;
            }
        }

        private static void fill(PartitionsPlan plan, GodwitMembers members) throws InterruptedException {
            try (GodwitClient client = members.client()) {
                new PartitionCalls(plan, GodwitGroup.counted(client.map("bench"), () -> {})).fill();
            }
        }
    }

    /**
     * Runs the flow.
     *
     * @throws IllegalStateException if the cluster does not form within the limit, a call fails, or keys are missing
     */
    PartitionsOutcome run() throws Exception {
        double formed = seconds("the cluster forms", plan, this::form, group::isSafe);
        List<CallsResult> calls;
        try (CountedMap map = group.connect("bench")) {
            PartitionCalls callers = new PartitionCalls(plan, map);
            callers.fill();
            calls = callers.run();
        }
        List<Double> clients = new ArrayList<>();
        ProcessMessages.say("clients connect");
        for (int i = 0; i < CLIENTS; i++) {
            clients.add(connect());
        }
        TimeUnit.SECONDS.sleep(SETTLE_SECONDS);
        ProcessMessages.say("idle");
        ProcessUse before = ProcessUse.ofAll();
        TimeUnit.SECONDS.sleep(plan.idle());
        ProcessUse idle = ProcessUse.ofAll().minus(before);
        System.gc();
        long live = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
        return new PartitionsOutcome(
                formed,
                joined(),
                calls,
                clients,
                live,
                idle.processor() / NANOS / plan.idle(),
                idle.allocated() / plan.idle());
    }

    private void form() throws Exception {
        for (int i = 0; i < MEMBERS; i++) {
            group.start();
        }
    }

    /** Milliseconds until a new client has its first answer. */
    private double connect() throws Exception {
        long start = System.nanoTime();
        CountedMap map = group.connect("bench");
        map.get(KEY);
        double millis = (System.nanoTime() - start) / 1e6;
        map.close();
        return millis;
    }

    /** Seconds until one more member has joined, or null if that takes longer than the limit. */
    private Double joined() throws Exception {
        ProcessMessages.say("a member joins");
        long start = System.nanoTime();
        group.start();
        try {
            await("a member joins: all is balanced and safe", plan, group::isSafe);
        } catch (IllegalStateException e) {
            ProcessMessages.say(e.getMessage());
            return null;
        }
        return (System.nanoTime() - start) / NANOS;
    }

    private static double seconds(String what, PartitionsPlan plan, ProcessTask change, BooleanSupplier safe)
            throws Exception {
        ProcessMessages.say(what);
        long start = System.nanoTime();
        change.run();
        await(what + ": all is balanced and safe", plan, safe);
        return (System.nanoTime() - start) / NANOS;
    }

    private static void await(String what, PartitionsPlan plan, BooleanSupplier holds) throws InterruptedException {
        ProcessMessages.await(what, plan.limit(), holds);
    }

    /**
     * The results of one system.
     *
     * @param formed seconds from the start of the first of three members until the cluster was balanced and safe
     * @param joined seconds from the start of one more until it was so again, or null if it took longer than the limit
     * @param calls by mixture
     * @param clients milliseconds until a new client had its first answer, each
     * @param live bytes of the heap in use, after a collection, with members and without clients
     * @param idleProcessor processors that were busy while nothing was done
     * @param idleAllocated bytes that were allocated per second meanwhile
     */
    record PartitionsOutcome(
            @JsonProperty("formed") double formed,
            @JsonProperty("joined") Double joined,
            @JsonProperty("calls") List<CallsResult> calls,
            @JsonProperty("clients") List<Double> clients,
            @JsonProperty("live") long live,
            @JsonProperty("idleProcessor") double idleProcessor,
            @JsonProperty("idleAllocated") double idleAllocated) {}
}
