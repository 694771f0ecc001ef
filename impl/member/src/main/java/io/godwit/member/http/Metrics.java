package io.godwit.member.http;

import io.godwit.member.Member;
import io.godwit.member.runtime.CallCounts;
import io.godwit.member.runtime.CallLatencies;
import io.godwit.member.runtime.EngineLoad;
import io.godwit.member.runtime.MapCounts;
import io.godwit.member.transfer.TransferStatistics;
import io.prometheus.metrics.expositionformats.PrometheusTextFormatWriter;
import io.prometheus.metrics.instrumentation.jvm.JvmMetrics;
import io.prometheus.metrics.model.registry.MultiCollector;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import io.prometheus.metrics.model.snapshots.ClassicHistogramBuckets;
import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.CounterSnapshot.CounterDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot.GaugeDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot.HistogramDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** What a member does, as Prometheus reads it, and what its JVM does. Any thread may ask. */
final class Metrics implements MultiCollector {
    /** Of the text that {@link #text} gives. */
    static final String CONTENT_TYPE = PrometheusTextFormatWriter.CONTENT_TYPE;

    /** Bounds of the latencies in nanoseconds, as powers of 2. */
    private static final int LEAST_LATENCY_BITS = 14;

    private static final int MOST_LATENCY_BITS = 34;

    private final Member member;
    private final PrometheusRegistry registry = new PrometheusRegistry();

    /** The metrics of this member. */
    Metrics(Member member) {
        this.member = member;
        registry.register(this);
        JvmMetrics.builder().register(registry);
    }

    /** All of them now, in Prometheus' text format 0.0.4. */
    String text() throws IOException {
        ByteArrayOutputStream text = new ByteArrayOutputStream();
        PrometheusTextFormatWriter.create().write(text, registry.scrape());
        return text.toString(StandardCharsets.UTF_8);
    }

    @Override
    public MetricSnapshots collect() {
        MemberStatus status = MemberStatus.of(member);
        Sheet sheet = new Sheet(status);
        table(sheet, status);
        engine(sheet, member.load());
        sheet.gauge("log_bytes", "Estimated size of the logs of the member's copies.", member.logBytes());
        clients(sheet, member.calls(), member.refusedConnections());
        sheet.latencies(
                "call_seconds", "Time from the arrival of a call with a key to its answer.", member.latencies());
        MapCounts maps = member.mapCounts();
        sheet.counters(
                "entries_removed", "Entries that were removed as expired, as idle, or to make room.", maps.removed());
        sheet.counters("writes_refused", "Writes that were refused for want of room.", maps.refused());
        transfers(sheet, member.traffic(), member.loaded());
        return sheet.all.build();
    }

    private static void table(Sheet sheet, MemberStatus status) {
        sheet.gauge("term", "The highest term that the member has promised to.", status.term());
        sheet.gauge("is_master", "1 if the member is master.", status.role().equals("master") ? 1 : 0);
        sheet.gauge("ready", "1 if the member hears a master or is one.", status.ready() ? 1 : 0);
        sheet.gauge("voters", "Number of voters.", status.voters().size());
        sheet.gauge(
                "suspects",
                "Members that this one takes to be dead.",
                status.suspects().size());
        sheet.gauge("partitions", "Partitions of the cluster.", status.partitions());
        sheet.gauge("primaries", "Partitions of which the member is primary.", status.primaries());
        sheet.gauge("replicas", "Partitions of which the member holds a copy.", status.replicas());
        sheet.gauge("migrations", "Migrations that the member knows of.", status.migrations());
        sheet.gauge("incomplete_partitions", "Partitions with replicas out of sync.", status.incomplete());
        sheet.gauge("unserved_partitions", "Partitions whose in-sync replicas are all at suspects.", status.unserved());
        sheet.gauge(
                "disk_full",
                "1 if so little of the disk is free that the member takes no writes.",
                status.full() ? 1 : 0);
        sheet.gauge(
                "heap_full",
                "1 if so little of the heap is free that the member takes no writes that add data.",
                status.heapFull() ? 1 : 0);
        sheet.gauge("entries", "Keys in the member's copies.", status.entries());
    }

    private static void engine(Sheet sheet, EngineLoad load) {
        sheet.counter(
                "engine_busy_seconds",
                "Time in which the engine had something to do.",
                (double) load.busyNanos() / TimeUnit.SECONDS.toNanos(1));
        sheet.gauge("engine_backlog", "Events that wait for the engine.", load.backlog());
    }

    private static void clients(Sheet sheet, CallCounts calls, long refused) {
        sheet.counter("calls_answered", "Calls of clients that were answered.", calls.answered());
        sheet.counter("calls_redirected", "Calls whose clients were redirected to another member.", calls.redirected());
        sheet.counter(
                "calls_turned_away",
                "Calls that waited while another member became the primary of their partition, whose clients were redirected.",
                calls.turnedAway());
        sheet.counter("calls_refused", "Calls of clients that the member refused.", calls.refused());
        sheet.counter("connections_refused", "Connections of members and clients that were refused.", refused);
    }

    private static void transfers(Sheet sheet, TransferStatistics traffic, long loaded) {
        sheet.counter("transfer_bytes", "Bytes sent of copies of partitions in parts.", traffic.bytes());
        sheet.counter("transfer_file_bytes", "Bytes sent of copies of partitions as files.", traffic.fileBytes());
        sheet.counter("transfers_whole", "Copies that were sent whole, in parts.", traffic.whole());
        sheet.counter("transfers_file", "Copies that were sent whole, as files.", traffic.files());
        sheet.counter("copies_loaded", "Copies that came as files and were taken as they are.", loaded);
        sheet.counter(
                "transfers_difference",
                "Copies of which only what the receiver lacked was sent.",
                traffic.differences());
        sheet.counter(
                "transfers_rollback",
                "Those of these for which the receiver had to take writes back.",
                traffic.rollbacks());
    }

    /** What is being collected. */
    private static final class Sheet {
        private final MetricSnapshots.Builder all = MetricSnapshots.builder();
        private final Labels labels;

        Sheet(MemberStatus status) {
            labels = Labels.of("cluster", status.cluster(), "member", Integer.toString(status.number()));
        }

        void gauge(String name, String help, long value) {
            all.metricSnapshot(GaugeSnapshot.builder()
                    .name("godwit_" + name)
                    .help(help)
                    .dataPoint(GaugeDataPointSnapshot.builder()
                            .labels(labels)
                            .value((double) value)
                            .build())
                    .build());
        }

        void counter(String name, String help, long value) {
            counter(name, help, (double) value);
        }

        /** Buckets of which each is twice as wide as the one before, from about 16 microseconds to 17 seconds. */
        void latencies(String name, String help, CallLatencies latencies) {
            ClassicHistogramBuckets.Builder buckets = ClassicHistogramBuckets.builder();
            int from = 0;
            for (int bits = LEAST_LATENCY_BITS; bits <= MOST_LATENCY_BITS; bits++) {
                long bound = 1L << bits;
                int to = from;
                while (CallLatencies.upTo(to) <= bound) {
                    to++;
                }
                buckets.bucket(seconds(bound), latencies.calls(from, to));
                from = to;
            }
            buckets.bucket(Double.POSITIVE_INFINITY, latencies.calls(from, CallLatencies.BUCKETS));
            all.metricSnapshot(HistogramSnapshot.builder()
                    .name("godwit_" + name)
                    .help(help)
                    .dataPoint(HistogramDataPointSnapshot.builder()
                            .labels(labels)
                            .classicHistogramBuckets(buckets.build())
                            .sum(seconds(latencies.nanos()))
                            .build())
                    .build());
        }

        private static double seconds(long nanos) {
            return (double) nanos / TimeUnit.SECONDS.toNanos(1);
        }

        /** A counter for each map and reason. */
        void counters(String name, String help, Map<String, Map<String, Long>> values) {
            CounterSnapshot.Builder counters =
                    CounterSnapshot.builder().name("godwit_" + name).help(help);
            values.forEach((map, reasons) ->
                    reasons.forEach((reason, value) -> counters.dataPoint(CounterDataPointSnapshot.builder()
                            .labels(labels.merge(Labels.of("map", map, "reason", reason)))
                            .value((double) value)
                            .build())));
            all.metricSnapshot(counters.build());
        }

        /** A counter, whose name Prometheus ends with {@code _total}. */
        void counter(String name, String help, double value) {
            all.metricSnapshot(CounterSnapshot.builder()
                    .name("godwit_" + name)
                    .help(help)
                    .dataPoint(CounterDataPointSnapshot.builder()
                            .labels(labels)
                            .value(value)
                            .build())
                    .build());
        }
    }
}
