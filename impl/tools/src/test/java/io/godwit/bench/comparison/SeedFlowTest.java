package io.godwit.bench.comparison;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.godwit.bench.Bench;
import io.godwit.bench.comparison.SeedFlow.CountedMap;
import io.godwit.bench.comparison.SeedFlow.FlowPlan;
import io.godwit.bench.comparison.SeedFlow.FlowStep;
import io.godwit.bench.comparison.SeedFlow.MemberGroup;
import io.godwit.bench.comparison.SeedFlowReport.FlowRun;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class SeedFlowTest {
    private static final FlowPlan PLAN = new FlowPlan(3, 7, 50, 10, 2_000, 2, 0, 5, 2);

    /** Members that do nothing, beside maps in memory. */
    private static final class Group implements MemberGroup {
        private final List<String> done = new ArrayList<>();
        private final Map<String, Map<String, byte[]>> maps = new ConcurrentHashMap<>();
        private boolean loses;
        private boolean failsAfterCount;
        private volatile boolean fails;

        @Override
        public void start() {
            done.add("start");
        }

        @Override
        public void shutDownLast() {
            done.add("shut down");
        }

        @Override
        public void killLast() {
            done.add("kill");
            if (loses) {
                maps.get("bench-1").remove("key-7");
            }
        }

        @Override
        public boolean isSafe() {
            return true;
        }

        @Override
        public CountedMap connect(String name) {
            return map(name);
        }

        @Override
        public CountedMap map(String name) {
            Map<String, byte[]> map = maps.computeIfAbsent(name, none -> new ConcurrentHashMap<>());
            return new CountedMap() {
                @Override
                public byte[] get(byte[] key) {
                    if (fails) {
                        throw new IllegalStateException("no");
                    }
                    return map.get(new String(key, StandardCharsets.US_ASCII));
                }

                @Override
                public void put(byte[] key, byte[] value) {
                    if (fails) {
                        throw new IllegalStateException("no");
                    }
                    if (!loses || map.size() < PLAN.keysPerMap()) {
                        map.put(new String(key, StandardCharsets.US_ASCII), value);
                    }
                }

                @Override
                public long size() {
                    fails = failsAfterCount;
                    return map.size();
                }

                @Override
                public void close() {}
            };
        }
    }

    @Test
    void oneShutsDownComesBackAndIsKilled() throws Exception {
        Group group = new Group();
        List<FlowStep> steps = new SeedFlow(PLAN, group).run();
        assertEquals(List.of("start", "start", "start", "shut down", "start", "kill"), group.done);
        assertEquals(
                List.of("before", "shutdown", "join", "kill"),
                steps.stream().map(FlowStep::name).toList());
        assertEquals(
                List.of(50, 50), group.maps.values().stream().map(Map::size).toList());
        assertEquals(10, group.maps.get("bench-0").get("key-49").length);
        assertTrue(steps.stream().allMatch(step -> step.failed() == 0));
    }

    @Test
    void keysThatAreMissingAtTheEndAreAnError() {
        Group group = new Group();
        group.loses = true;
        SeedFlow flow = new SeedFlow(new FlowPlan(3, 7, 50, 10, 1, 1, 0, 5, 2), group);
        assertEquals(
                "map bench-1 has 49 keys, not 50",
                assertThrows(IllegalStateException.class, flow::run).getMessage());
    }

    @Test
    void callsThatFailAreCountedAndNotTimed() throws Exception {
        Group group = new Group();
        FlowPlan plan = new FlowPlan(3, 7, 50, 10, 1_000, 1, 1, 5, 1);
        group.failsAfterCount = true;
        FlowStep before = new SeedFlow(plan, group).run().get(0);
        assertTrue(before.failed() > 0);
        assertEquals(0, before.times().getTotalCount());
    }

    @Test
    void planGoesThroughTheArgumentsOfAProcess() {
        assertEquals(PLAN, FlowPlan.of(PLAN.arguments()));
    }

    private static FlowStep step(String name, double seconds) {
        Histogram histogram = new Histogram(3);
        histogram.recordValue(2_500);
        return new FlowStep(name, seconds, Latencies.text(histogram), 3, 40, 25, 64_000_000);
    }

    @Test
    void tableHasARowForEachChange(@TempDir Path directory) throws Exception {
        SeedFlowReport report = new SeedFlowReport(
                "some machine",
                List.of(
                        new FlowRun("Godwit", 1, 20, List.of(step("before", 5), step("kill", 1.25))),
                        new FlowRun("Hazelcast 5.7.0", 10, 0, List.of(step("before", 5), step("kill", 12.5)))));
        assertEquals(
                """
                | system | change | s | calls | half ms | 99 % ms | 99.9 % ms | slowest | failed | pauses ms | longest | heap MB |
                |---|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|
                | Godwit, 1 map, 20 at once | before | 5.0 | 1 | 2.50 | 2.50 | 2.50 | 2.5 | 3 | 40 | 25 | 64 |
                | Godwit, 1 map, 20 at once | kill | 1.3 | 1 | 2.50 | 2.50 | 2.50 | 2.5 | 3 | 40 | 25 | 64 |
                | Hazelcast 5.7.0, 10 maps, as by default | before | 5.0 | 1 | 2.50 | 2.50 | 2.50 | 2.5 | 3 | 40 | 25 | 64 |
                | Hazelcast 5.7.0, 10 maps, as by default | kill | 12.5 | 1 | 2.50 | 2.50 | 2.50 | 2.5 | 3 | 40 | 25 | 64 |
                """,
                report.table());
        report.write(directory);
        assertTrue(Files.readString(directory.resolve("scale-seed.md")).contains("(scale-seed.svg)"));
        assertTrue(Files.readString(directory.resolve("scale-seed.svg")).contains("kill"));
    }

    private static String refused(String... arguments) {
        StringWriter errors = new StringWriter();
        CommandLine line = new CommandLine(new ScaleCommand()).setErr(new PrintWriter(errors));
        assertEquals(2, line.execute(arguments));
        return errors.toString().lines().findFirst().orElseThrow();
    }

    @Test
    void numbersOutOfRangeAreRefused() {
        assertEquals("--parallel: one number, or --flow seed", refused("--parallel", "1,5"));
        assertEquals(
                "members: 2 or more; partitions, keys, rate, threads and maps: 1 or more;"
                        + " size, quiet and parallel: 0 or more",
                refused("--flow", "seed", "--maps", "1,0"));
        assertTrue(refused("--flow", "other").startsWith("Invalid value for option '--flow'"));
        assertEquals(3, Bench.FAILED);
    }
}
