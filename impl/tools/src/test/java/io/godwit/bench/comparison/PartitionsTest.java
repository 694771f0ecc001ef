package io.godwit.bench.comparison;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.godwit.bench.comparison.PartitionCalls.CallsResult;
import io.godwit.bench.comparison.PartitionCalls.Mix;
import io.godwit.bench.comparison.PartitionsFlow.PartitionsOutcome;
import io.godwit.bench.comparison.PartitionsReport.PartitionsRun;
import io.godwit.bench.comparison.SeedFlow.CountedMap;
import io.godwit.bench.comparison.SeedFlow.MemberGroup;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class PartitionsTest {
    private static final PartitionsPlan PLAN = new PartitionsPlan(7, 2, 50, 10, 0, 1, 1, 1);

    /** Members that do nothing, beside a map in memory. */
    private static final class Group implements MemberGroup {
        private final Map<String, byte[]> map = new ConcurrentHashMap<>();
        private final AtomicInteger clients = new AtomicInteger();
        private int members;
        private int safeWith = 4;

        @Override
        public void start() {
            members++;
        }

        @Override
        public void shutDownLast() {}

        @Override
        public void killLast() {}

        @Override
        public boolean isSafe() {
            return members <= safeWith;
        }

        @Override
        public CountedMap map(String name) {
            return connect(name);
        }

        @Override
        public CountedMap connect(String name) {
            clients.incrementAndGet();
            return new CountedMap() {
                @Override
                public byte[] get(byte[] key) {
                    return map.get(new String(key, StandardCharsets.US_ASCII));
                }

                @Override
                public void put(byte[] key, byte[] value) {
                    map.put(new String(key, StandardCharsets.US_ASCII), value);
                }

                @Override
                public long size() {
                    return map.size();
                }

                @Override
                public void close() {
                    clients.decrementAndGet();
                }
            };
        }
    }

    private static long count(String histogram) {
        return Latencies.of(histogram).getTotalCount();
    }

    @Test
    void eachMixtureHasTheCallsOfItsName() throws Exception {
        Group group = new Group();
        PartitionsOutcome outcome = new PartitionsFlow(PLAN, group).run();
        assertEquals(4, group.members);
        assertEquals(0, group.clients.get());
        assertEquals(50, group.map.size());
        assertEquals(10, group.map.get("key-49").length);
        assertEquals(
                List.of(Mix.values()),
                outcome.calls().stream().map(CallsResult::mix).toList());
        CallsResult calls = outcome.calls().get(0);
        assertTrue(count(calls.gets()) > 0 && count(calls.puts()) > 0 && count(calls.sizes()) == 0);
        CallsResult mixed = outcome.calls().get(1);
        assertTrue(count(mixed.gets()) > 0 && count(mixed.puts()) > 0 && count(mixed.sizes()) > 0);
        CallsResult sizes = outcome.calls().get(2);
        assertTrue(count(sizes.gets()) == 0 && count(sizes.puts()) == 0 && count(sizes.sizes()) > 0);
        assertTrue(outcome.calls().stream().allMatch(it -> it.perSecond() > 0));
        assertEquals(5, outcome.clients().size());
        assertTrue(outcome.live() > 0 && outcome.joined() >= 0);
    }

    @Test
    void memberThatDoesNotJoinInTimeTakesNothingFromTheRest() throws Exception {
        Group group = new Group();
        group.safeWith = 3;
        PartitionsOutcome outcome = new PartitionsFlow(PLAN, group).run();
        assertNull(outcome.joined());
        assertEquals(3, outcome.calls().size());
    }

    @Test
    void clusterThatDoesNotFormIsAnError() {
        Group group = new Group();
        group.safeWith = 2;
        PartitionsFlow flow = new PartitionsFlow(PLAN, group);
        assertEquals(
                "not within 1 s: the cluster forms: all is balanced and safe",
                assertThrows(IllegalStateException.class, flow::run).getMessage());
    }

    @Test
    void wrongSizeIsAnError() {
        Group group = new Group();
        group.map.put("another", new byte[0]);
        PartitionsFlow flow = new PartitionsFlow(PLAN, group);
        assertEquals(
                "the map has 51 keys, not 50",
                assertThrows(IllegalStateException.class, flow::run).getMessage());
    }

    @Test
    void planGoesThroughTheArgumentOfAProcess() throws Exception {
        assertEquals(PLAN, PartitionsPlan.of(PLAN.argument()));
    }

    private static String of(long... micros) {
        Histogram histogram = new Histogram(3);
        Arrays.stream(micros).forEach(histogram::recordValue);
        return Latencies.text(histogram);
    }

    private static PartitionsRun run(String system, int partitions, int round, double perSecond, Double restarted) {
        List<CallsResult> calls = Arrays.stream(Mix.values())
                .map(mix -> new CallsResult(
                        mix,
                        perSecond,
                        of(1_000L * round),
                        mix == Mix.SIZE ? of() : of(2_000),
                        mix == Mix.CALLS ? of() : of(30_000),
                        new ProcessUse(12_000, 2_000, 1),
                        10L * round,
                        5,
                        64_000_000))
                .toList();
        PartitionsOutcome outcome = new PartitionsOutcome(
                1.5 * round, round == 1 ? 2.0 : null, calls, List.of(30.0, 10.0, 20.0), 5_000_000, 0.02, 500_000);
        return new PartitionsRun(system, partitions, round, outcome, restarted);
    }

    private static PartitionsReport report() {
        return new PartitionsReport(
                "some machine",
                60,
                List.of(
                        run("Godwit", 271, 1, 1_000, 3.0),
                        run("Hazelcast 5.7.0", 271, 1, 2_000, null),
                        run("Godwit", 50_021, 1, 900, 4.0),
                        run("Godwit", 50_021, 3, 700, 6.0),
                        run("Godwit", 50_021, 2, 800, 5.0)));
    }

    @Test
    void rowsAreOfAllRounds() {
        List<String> calls = report().calls().lines().toList();
        assertEquals(2 + 3 * 3, calls.size());
        assertEquals(
                "| Godwit | gets and puts | 271 | 1000 | 100 | 1.00 | 1.00 | 1.00 | 2.00 | 2.00 | 2.00 |  |  |  | 12.0 | 2.0 | 10"
                        + " | 5 | 64 |",
                calls.get(2));
        assertEquals(
                "| Godwit | gets and puts | 50,021 | 800 | 80 | 2.00 | 3.00 | 3.00 | 2.00 | 2.00 | 2.00 |  |  |  | 12.0 | 2.0 | 20"
                        + " | 5 | 64 |",
                calls.get(3));
        assertEquals(
                """
                | system | partitions | form s | join s | restart s | new client ms | live heap MB | idle: CPU % | MB/s |
                |---|---:|---:|---:|---:|---:|---:|---:|---:|
                | Godwit | 271 | 1.50 | 2.00 | 3.00 | 20.0 | 5 | 2.0 | 0.50 |
                | Godwit | 50,021 | 3.00 | more than 60 | 5.00 | 20.0 | 5 | 2.0 | 0.50 |
                | Hazelcast 5.7.0 | 271 | 1.50 | 2.00 |  | 20.0 | 5 | 2.0 | 0.50 |
                """,
                report().clusters());
    }

    @Test
    void allOfItIsWrittenAndCanBeRead(@TempDir Path directory) throws Exception {
        report().write(directory);
        String text = Files.readString(directory.resolve("partitions.md"));
        for (String plot :
                List.of("partitions-calls", "partitions-with-size", "partitions-size", "partitions-latency")) {
            assertTrue(text.contains("(" + plot + ".svg)"), text);
            assertTrue(Files.readString(directory.resolve(plot + ".svg")).startsWith("<svg"));
        }
        assertEquals(
                report(),
                new ObjectMapper()
                        .readValue(directory.resolve("partitions.json").toFile(), PartitionsReport.class));
    }

    @Test
    void measuresGodwit(@TempDir Path directory) throws Exception {
        String[] arguments = {
            "--hazelcast",
            "none",
            "--partitions",
            "5",
            "--keys",
            "20",
            "--size",
            "10",
            "--threads",
            "2",
            "--warmup",
            "0",
            "--seconds",
            "1",
            "--idle",
            "1",
            "--heap",
            "256m",
            "--out",
            directory.toString()
        };
        assertEquals(0, new CommandLine(new PartitionsCommand()).execute(arguments));
        PartitionsReport report = new ObjectMapper()
                .readValue(directory.resolve("partitions.json").toFile(), PartitionsReport.class);
        PartitionsRun run = report.runs().get(0);
        assertEquals(1, report.runs().size());
        assertEquals("Godwit", run.system());
        assertTrue(run.restarted() > 0 && run.outcome().joined() > 0, run.toString());
        assertTrue(run.outcome().calls().stream().allMatch(it -> it.perSecond() > 0), run.toString());
        try (Stream<Path> left = Files.list(directory)) {
            assertTrue(left.noneMatch(Files::isDirectory));
        }
    }
}
