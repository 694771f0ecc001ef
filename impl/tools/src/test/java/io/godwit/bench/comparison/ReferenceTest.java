package io.godwit.bench.comparison;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.godwit.bench.comparison.ComparisonProcess.ProcessMessages;
import io.godwit.bench.comparison.Ping.PingServer;
import io.godwit.bench.comparison.ReferenceClient.Rates;
import io.godwit.bench.comparison.ReferenceClient.ReferenceCalls;
import io.godwit.bench.comparison.ReferenceMember.MemberUse;
import io.godwit.bench.comparison.ReferenceReport.ReferenceResult;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class ReferenceTest {
    private static final ReferencePlan PLAN = new ReferencePlan("Godwit", "256m", 8, 1, 2, 5, 1, 100);

    private static String only(long micros) {
        Histogram histogram = new Histogram(3);
        histogram.recordValue(micros);
        return Latencies.text(histogram);
    }

    private static ReferenceResult result(ReferencePlan plan, int members) {
        ReferenceCalls calls = new ReferenceCalls(
                List.of(9L, 40L, 60L, 50L, 1L),
                only(12_000),
                3,
                "",
                only(8_200),
                only(4_300),
                only(9_000),
                only(5_000));
        return new ReferenceResult(
                plan,
                calls,
                List.of(
                                new MemberUse(90_000_000, 40_000_000, 30, 7, 15e6, 1e6),
                                new MemberUse(80_000_000, 45_000_000, 40, 5, 15e6, 1e6),
                                new MemberUse(70_000_000, 30_000_000, 20, 9, 15e6, 1e6))
                        .subList(0, members));
    }

    private static ReferenceReport report() {
        return new ReferenceReport(
                "some machine",
                List.of(
                        result(PLAN, 3),
                        result(PLAN.of("Hazelcast 5.3.2", "3g"), 2),
                        result(new ReferencePlan("Godwit", "256m", 0, 8, 1, 5, 1, 100), 3)));
    }

    @Test
    void planGoesThroughTheArgumentOfAProcess() throws Exception {
        assertEquals(PLAN, ReferencePlan.of(PLAN.argument()));
        ReferenceCluster cluster =
                new ReferenceCluster(List.of(1, 2, 3), List.of(4, 5, 6), List.of("a:1"), List.of("b:2"), 7);
        assertEquals(cluster, ReferenceCluster.of(cluster.argument()));
    }

    @Test
    void eachMeasurementHasAFileOfItsOwn() {
        assertEquals("godwit-8ms-1t-2.json", PLAN.file());
        assertEquals(
                "hazelcast-5.3.2-8ms-1t-2.json",
                PLAN.of("Hazelcast 5.3.2", "3g").file());
    }

    /** A call needs 4 ms to a member and back, and 8 ms to another one and back. */
    @Test
    void delaysAllowACallInOneAndAHalfRoundTrips() {
        assertEquals(1_000 / 12.0, PLAN.allowed(), 1e-9);
        assertEquals(0, new ReferencePlan("Godwit", "256m", 0, 8, 1, 5, 1, 100).allowed());
        assertEquals(80, result(PLAN, 3).allowedByPings(), 0.1);
    }

    @Test
    void secondsAtTheEndsDoNotCount() {
        Rates rates = result(PLAN, 3).rates();
        assertEquals(new Rates(40, 60, 50, Math.sqrt(200 / 3.0)), rates);
    }

    @Test
    void tablesHaveARowForEachMeasurement() {
        assertEquals(
                """
                | system | ms | threads | run | calls/s: min | max | mean | std dev | delays allow | pings allow | % | ms: half | 99 % | 99.9 % | failed |
                |---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|
                | Godwit | 8 | 1 | 2 | 40 | 60 | 50.0 | 8.2 | 83 | 80 | 60 | 12.01 | 12.01 | 12.01 | 3 |
                | Hazelcast 5.3.2 | 8 | 1 | 2 | 40 | 60 | 50.0 | 8.2 | 83 | 80 | 60 | 12.01 | 12.01 | 12.01 | 3 |
                | Godwit | 0 | 8 | 1 | 40 | 60 | 50.0 | 8.2 |  |  |  | 12.01 | 12.01 | 12.01 | 3 |
                """,
                report().table());
        List<String> members = report().members().lines().toList();
        assertEquals(
                "| Godwit | 8 | 1 | 2 | 256m | 90 | 45 | 40 | 9 | 300 | 0 | 8207 | 4303 | 9007 | 9007 | 5003 | 5003 |",
                members.get(2));
        assertTrue(members.get(3).startsWith("| Hazelcast 5.3.2 | 8 | 1 | 2 | 3g | 90 | 45 | 40 | 7 | 200 | 1 |"));
    }

    @Test
    void allOfItIsWrittenAndCanBeRead(@TempDir Path directory) throws Exception {
        report().write(directory);
        String text = Files.readString(directory.resolve("reference.md"));
        for (String plot : List.of("reference-1", "reference-1-course", "reference-8", "reference-8-course")) {
            assertTrue(text.contains("(" + plot + ".svg)"), text);
            assertTrue(Files.readString(directory.resolve(plot + ".svg")).startsWith("<svg"));
        }
        assertTrue(Files.readString(directory.resolve("reference-1.svg")).contains("delays allow"));
        assertEquals(
                report(),
                new ObjectMapper().readValue(directory.resolve("reference.json").toFile(), ReferenceReport.class));
    }

    @Test
    void plotOfNothingIsAnImage() {
        assertTrue(new RateChart("nothing").svg().startsWith("<svg"));
        assertTrue(new RateChart("nothing").with("none", List.of()).svg().contains("none"));
    }

    @Test
    void callsThatFailAreCountedAndNotTimed() throws Exception {
        AtomicInteger asked = new AtomicInteger();
        try (PingServer server = new PingServer();
                Ping members = new Ping(server.address());
                Ping clients = new Ping(server.address())) {
            ReferenceCalls calls = new ReferenceClient(new ReferencePlan("Godwit", "1m", 0, 2, 1, 1, 0, 10), value -> {
                        assertEquals(10, value.length);
                        asked.incrementAndGet();
                        throw new IllegalStateException("no");
                    })
                    .run(members, clients);
            assertTrue(asked.get() > 0);
            assertTrue(calls.failed() > 0);
            assertEquals("java.lang.IllegalStateException: no", calls.failure());
            assertEquals(List.of(0L), calls.perSecond());
            assertEquals(0, Latencies.of(calls.latencies()).getTotalCount());
            assertTrue(Latencies.of(calls.memberPings()).getTotalCount() > 0);
        }
    }

    /** A process that does not do what a member should. */
    static final class Failing {
        private Failing() {}

        public static void main(String[] args) {
            System.out.println("noise");
            ProcessMessages.say(ReferenceMember.READY);
            throw new IllegalStateException("broken");
        }
    }

    @Test
    void memberThatEndsIsSaidWithItsLastWords() throws Exception {
        try (MemberProcess member = new MemberProcess(
                "member 1", ComparedSystem.godwit(Failing.class).command("64m", List.of(), List.of()))) {
            member.await(ReferenceMember.READY, 60);
            String message = assertThrows(IOException.class, () -> member.result(MemberUse.class, 60))
                    .getMessage();
            assertTrue(message.startsWith("member 1 has ended, exit status 1"), message);
            assertTrue(message.contains("noise") && message.contains("broken"), message);
        }
    }

    private final StringWriter errors = new StringWriter();

    private int bench(Path directory, String... more) {
        CommandLine line = new CommandLine(new ReferenceCommand()).setErr(new PrintWriter(errors));
        return line.execute(java.util.stream.Stream.concat(
                        java.util.stream.Stream.of(
                                "--hazelcast",
                                "none",
                                "--delays",
                                "2",
                                "--threads",
                                "2",
                                "--runs",
                                "1",
                                "--seconds",
                                "2",
                                "--trim",
                                "0",
                                "--heap",
                                "128m",
                                "--out",
                                directory.toString()),
                        java.util.stream.Stream.of(more))
                .toArray(String[]::new));
    }

    @Test
    void measuresGodwitOnceAndKeepsTheResult(@TempDir Path directory) throws Exception {
        assertEquals(0, bench(directory));
        Path kept = directory.resolve("reference/godwit-2ms-2t-1.json");
        ReferenceResult result = new ObjectMapper().readValue(kept.toFile(), ReferenceResult.class);
        assertEquals(0, result.died());
        assertEquals(0, result.calls().failed(), result.calls().failure());
        Histogram latencies = result.latencies();
        assertTrue(latencies.getTotalCount() > 0);
        // A message waits for at least its delay: 1 ms from a member, whether to the client or to another member.
        assertTrue(latencies.getMinValue() >= 3_000, () -> "fastest call: " + latencies.getMinValue() + " us");
        assertTrue(Latencies.of(result.calls().quietMemberPings()).getMinValue() >= 2_000);
        assertTrue(Latencies.of(result.calls().quietClientPings()).getMinValue() >= 1_000);
        assertEquals(131_072, result.plan().size());

        FileTime before = Files.getLastModifiedTime(kept);
        Files.delete(directory.resolve("reference.md"));
        assertEquals(0, bench(directory));
        assertEquals(before, Files.getLastModifiedTime(kept));
        assertTrue(Files.readString(directory.resolve("reference.md")).contains("| Godwit | 2 | 2 | 1 |"));

        assertEquals(2, bench(directory, "--size", "10"));
        assertTrue(errors.toString().contains(kept + " was measured otherwise"), errors.toString());

        Files.writeString(kept, "{");
        assertEquals(2, bench(directory));
        assertTrue(errors.toString().contains(kept + " is no measurement of this version"), errors.toString());
        assertFalse(Files.exists(directory.resolve("jars")));
    }
}
