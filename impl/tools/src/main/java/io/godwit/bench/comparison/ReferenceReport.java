package io.godwit.bench.comparison;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.godwit.bench.comparison.Page.Table;
import io.godwit.bench.comparison.ReferenceClient.Rates;
import io.godwit.bench.comparison.ReferenceClient.ReferenceCalls;
import io.godwit.bench.comparison.ReferenceMember.MemberUse;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.function.ToLongFunction;
import org.HdrHistogram.Histogram;

/**
 * What {@code bench reference} has measured, as tables, as JSON and as plots.
 *
 * @param machine what it ran on, and what was done
 * @param results in the order in which they were planned
 */
record ReferenceReport(
        @JsonProperty("machine") String machine, @JsonProperty("results") List<ReferenceResult> results) {
    private static final double MEGABYTE = 1e6;
    private static final double MICROS = 1e6;
    private static final int PERCENT = 100;

    /**
     * One measurement.
     *
     * @param members what the members have used that were alive at the end, while the calls counted
     */
    record ReferenceResult(
            @JsonProperty("plan") ReferencePlan plan,
            @JsonProperty("calls") ReferenceCalls calls,
            @JsonProperty("members") List<MemberUse> members) {
        Rates rates() {
            return calls.rates(plan);
        }

        Histogram latencies() {
            return Latencies.of(calls.latencies());
        }

        /** Members that ended before the measurement. */
        int died() {
            return ReferenceCluster.MEMBERS - members.size();
        }

        /** The most of any member. */
        long most(ToLongFunction<MemberUse> what) {
            return members.stream().mapToLong(what).max().orElse(0);
        }

        /** Calls per second that two round trips allow, one to a member and one between members, as they were before any call. */
        double allowedByPings() {
            double pings = median(calls.quietClientPings()) + median(calls.quietMemberPings());
            return pings == 0 ? 0 : plan.threads() * MICROS / pings;
        }

        /** Processor time of the members for each call, in microseconds. */
        double processorEach() {
            double nanos = members.stream().mapToDouble(MemberUse::processor).sum();
            return nanos / 1e3 / Math.max(1, rates().mean() * (plan.seconds() - 2 * plan.trim()));
        }

        private static double median(String pings) {
            return Latencies.of(pings).getValueAtPercentile(50);
        }

        private String series() {
            return plan.system() + ", " + plan.delay() + " ms, run " + plan.run();
        }
    }

    /** Calls per second, and latencies; one row for each measurement, in Markdown. */
    String table() {
        Table table = new Table(
                1,
                List.of(
                        "system",
                        "ms",
                        "threads",
                        "run",
                        "calls/s: min",
                        "max",
                        "mean",
                        "std dev",
                        "delays allow",
                        "pings allow",
                        "%",
                        "ms: half",
                        "99 %",
                        "99.9 %",
                        "failed"));
        for (ReferenceResult result : results) {
            ReferencePlan plan = result.plan();
            Rates rates = result.rates();
            Histogram latencies = result.latencies();
            table.row(String.format(
                    Locale.ROOT,
                    "%s | %d | %d | %d | %.0f | %.0f | %.1f | %.1f | %s | %s | %s | %.2f | %.2f | %.2f | %d",
                    plan.system(),
                    plan.delay(),
                    plan.threads(),
                    plan.run(),
                    rates.min(),
                    rates.max(),
                    rates.mean(),
                    rates.deviation(),
                    plan.delay() == 0 ? "" : String.format(Locale.ROOT, "%.0f", plan.allowed()),
                    plan.delay() == 0 ? "" : String.format(Locale.ROOT, "%.0f", result.allowedByPings()),
                    plan.delay() == 0
                            ? ""
                            : String.format(Locale.ROOT, "%.0f", PERCENT * rates.mean() / plan.allowed()),
                    latencies.getValueAtPercentile(50) / 1e3,
                    latencies.getValueAtPercentile(99) / 1e3,
                    latencies.getValueAtPercentile(99.9) / 1e3,
                    result.calls().failed()));
        }
        return table.text();
    }

    /** Members, and pings; one row for each measurement, in Markdown. */
    String members() {
        Table table = new Table(
                1,
                List.of(
                        "system",
                        "ms",
                        "threads",
                        "run",
                        "heap",
                        "in use MB: most",
                        "live",
                        "pauses ms",
                        "longest",
                        "CPU us per call",
                        "members that ended",
                        "ping us: members, before",
                        "client",
                        "members, half",
                        "99 %",
                        "client, half",
                        "99 %"));
        for (ReferenceResult result : results) {
            ReferencePlan plan = result.plan();
            ReferenceCalls calls = result.calls();
            Histogram memberPings = Latencies.of(calls.memberPings());
            Histogram clientPings = Latencies.of(calls.clientPings());
            table.row(String.format(
                    Locale.ROOT,
                    "%s | %d | %d | %d | %s | %.0f | %.0f | %d | %d | %.0f | %d | %.0f | %.0f | %d | %d | %d | %d",
                    plan.system(),
                    plan.delay(),
                    plan.threads(),
                    plan.run(),
                    plan.heap(),
                    result.most(MemberUse::heap) / MEGABYTE,
                    result.most(MemberUse::live) / MEGABYTE,
                    result.most(MemberUse::pauses),
                    result.most(MemberUse::longestPause),
                    result.processorEach(),
                    result.died(),
                    ReferenceResult.median(calls.quietMemberPings()),
                    ReferenceResult.median(calls.quietClientPings()),
                    memberPings.getValueAtPercentile(50),
                    memberPings.getValueAtPercentile(99),
                    clientPings.getValueAtPercentile(50),
                    clientPings.getValueAtPercentile(99)));
        }
        return table.text();
    }

    private List<Integer> threads() {
        return results.stream().map(it -> it.plan().threads()).distinct().toList();
    }

    /** Bars: the mean of the calls per second of each measurement, beside what the delays allow. */
    String bars(int threads) {
        BarChart bars = BarChart.logarithmic("Calls in a second, threads: " + threads);
        List<ReferenceResult> shown =
                results.stream().filter(it -> it.plan().threads() == threads).toList();
        for (int delay : shown.stream().map(it -> it.plan().delay()).distinct().toList()) {
            String group = delay + " ms";
            shown.stream()
                    .filter(it -> it.plan().delay() == delay)
                    .forEach(it -> bars.with(
                            group,
                            it.plan().system() + ", " + it.plan().run(),
                            it.rates().mean(),
                            ""));
            if (delay > 0) {
                bars.with(
                        group,
                        "delays allow",
                        shown.stream()
                                .filter(it -> it.plan().delay() == delay)
                                .findFirst()
                                .orElseThrow()
                                .plan()
                                .allowed(),
                        "");
            }
        }
        return bars.svg();
    }

    /** Curves: calls in each second, with the least and with the greatest delay. */
    String course(int threads) {
        RateChart curves = new RateChart("Calls in each second, threads: " + threads);
        int least = results.stream().mapToInt(it -> it.plan().delay()).min().orElse(0);
        int most = results.stream().mapToInt(it -> it.plan().delay()).max().orElse(0);
        results.stream()
                .filter(it -> it.plan().threads() == threads)
                .filter(it -> it.plan().delay() == least || it.plan().delay() == most)
                .forEach(it -> curves.with(it.series(), it.calls().perSecond()));
        return curves.svg();
    }

    /** Writes {@code reference.json}, {@code reference.md} and two plots for each number of threads. */
    void write(Path directory) throws IOException {
        Page page = new Page("reference", machine).text(table()).text(members());
        for (int threads : threads()) {
            page.plot("-" + threads, "calls in a second, threads: " + threads, bars(threads))
                    .plot("-" + threads + "-course", "calls in each second, threads: " + threads, course(threads));
        }
        page.write(directory, this);
    }
}
