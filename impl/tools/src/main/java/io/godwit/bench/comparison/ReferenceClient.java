package io.godwit.bench.comparison;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.godwit.bench.comparison.ComparisonProcess.ProcessMessages;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.stream.LongStream;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.Recorder;

/** The client of {@code bench reference}: threads that set one reference, one call after another, beside pings over links of the same delay. */
final class ReferenceClient {
    /** What it says when the calls begin to count. */
    static final String MEASURES = "measures";

    /** What it says when they do not count any more. */
    static final String MEASURED = "measured";

    private static final int DIGITS = 3;
    private static final int VALUES = 4;
    private static final long QUIET_SECONDS = 2;
    private static final long FAILURE_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

    private final ReferencePlan plan;
    private final Consumer<byte[]> reference;
    private final AtomicLongArray perSecond;
    private final Recorder latencies = new Recorder(DIGITS);
    private final AtomicLong failed = new AtomicLong();
    private volatile String failure = "";
    private volatile boolean over;

    ReferenceClient(ReferencePlan plan, Consumer<byte[]> reference) {
        this.plan = plan;
        this.reference = reference;
        this.perSecond = new AtomicLongArray(plan.seconds());
    }

    /**
     * Runs.
     *
     * @param args the name of the system, a {@link ReferencePlan}, a {@link ReferenceCluster}, and the addresses at which pings are answered
     *     as a member sees them and as the client does
     */
    public static void main(String[] args) {
        ProcessMessages.endWith(() -> {
            ReferencePlan plan = ReferencePlan.of(args[1]);
            ReferenceSystem system = ReferenceSystem.of(args[0]);
            try (Ping members = new Ping(args[3]);
                    Ping clients = new Ping(args[4])) {
                ProcessMessages.say("pings");
                TimeUnit.SECONDS.sleep(QUIET_SECONDS);
                Histogram quietMembers = members.look();
                Histogram quietClients = clients.look();
                ReferenceClient client = new ReferenceClient(plan, system.client(ReferenceCluster.of(args[2])));
                ReferenceCalls calls = client.run(members, clients);
                ProcessMessages.tell(List.of(calls.with(quietMembers, quietClients)));
            }
        });
    }

    /** Calls for as long as planned. */
    ReferenceCalls run(Ping members, Ping clients) throws InterruptedException {
        ProcessMessages.say("calls");
        long start = System.nanoTime();
        for (int i = 0; i < plan.threads(); i++) {
            int number = i;
            Thread thread = new Thread(() -> call(number, start), "godwit-bench-caller-" + i);
            thread.setDaemon(true);
            thread.start();
        }
        sleepUntil(start, plan.trim());
        ProcessMessages.say(MEASURES);
        members.look();
        clients.look();
        sleepUntil(start, plan.seconds() - plan.trim());
        Histogram memberPings = members.look();
        Histogram clientPings = clients.look();
        ProcessMessages.say(MEASURED);
        sleepUntil(start, plan.seconds());
        over = true;
        ReferenceCalls calls = new ReferenceCalls(
                LongStream.range(0, plan.seconds())
                        .map(second -> perSecond.get((int) second))
                        .boxed()
                        .toList(),
                Latencies.text(latencies.getIntervalHistogram()),
                failed.get(),
                failure,
                "",
                "",
                Latencies.text(memberPings),
                Latencies.text(clientPings));
        ProcessMessages.say(
                String.format(Locale.ROOT, "%.1f calls/s", calls.rates(plan).mean()));
        return calls;
    }

    private static void sleepUntil(long start, long seconds) throws InterruptedException {
        TimeUnit.NANOSECONDS.sleep(start + TimeUnit.SECONDS.toNanos(seconds) - System.nanoTime());
    }

    private void call(int number, long start) {
        SplittableRandom random = new SplittableRandom(number);
        byte[][] values = new byte[VALUES][plan.size()];
        for (byte[] value : values) {
            random.nextBytes(value);
        }
        for (int i = 0; !over; i = (i + 1) % VALUES) {
            long begin = System.nanoTime();
            try {
                reference.accept(values[i]);
            } catch (RuntimeException e) {
                // Each system has exceptions of its own; how many calls failed is in the table.
                failed.incrementAndGet();
                failure = String.valueOf(e.getCause() == null ? e : e.getCause());
                LockSupport.parkNanos(FAILURE_NANOS);
                continue;
            }
            long end = System.nanoTime();
            long second = TimeUnit.NANOSECONDS.toSeconds(end - start);
            if (second < plan.seconds()) {
                perSecond.incrementAndGet((int) second);
            }
            if (plan.trim() <= second && second < plan.seconds() - plan.trim()) {
                latencies.recordValue(TimeUnit.NANOSECONDS.toMicros(end - begin));
            }
        }
    }

    /**
     * What the client has seen. Histograms are compressed HdrHistograms in base 64, in microseconds.
     *
     * @param perSecond calls that were answered in each second, those that do not count included
     * @param latencies of the calls that count
     * @param failed calls that failed
     * @param failure why the last one of them failed, or empty
     * @param quietMemberPings round trips between members before any call
     * @param quietClientPings round trips between the client and a member before any call
     * @param memberPings round trips between members beside the calls that count
     * @param clientPings round trips between the client and a member beside the calls that count
     */
    record ReferenceCalls(
            @JsonProperty("perSecond") List<Long> perSecond,
            @JsonProperty("latencies") String latencies,
            @JsonProperty("failed") long failed,
            @JsonProperty("failure") String failure,
            @JsonProperty("quietMemberPings") String quietMemberPings,
            @JsonProperty("quietClientPings") String quietClientPings,
            @JsonProperty("memberPings") String memberPings,
            @JsonProperty("clientPings") String clientPings) {
        ReferenceCalls with(Histogram quietMembers, Histogram quietClients) {
            return new ReferenceCalls(
                    perSecond,
                    latencies,
                    failed,
                    failure,
                    Latencies.text(quietMembers),
                    Latencies.text(quietClients),
                    memberPings,
                    clientPings);
        }

        /** Calls per second, of the seconds that count. */
        Rates rates(ReferencePlan plan) {
            return Rates.of(perSecond.subList(plan.trim(), plan.seconds() - plan.trim()));
        }
    }

    /**
     * How the numbers of calls of single seconds are spread.
     *
     * @param deviation standard deviation
     */
    record Rates(double min, double max, double mean, double deviation) {
        static Rates of(List<Long> counts) {
            double mean = counts.stream().mapToLong(it -> it).average().orElse(0);
            double variance = counts.stream()
                    .mapToDouble(it -> (it - mean) * (it - mean))
                    .average()
                    .orElse(0);
            List<Long> sorted = new ArrayList<>(counts);
            sorted.sort(null);
            return new Rates(sorted.get(0), sorted.get(sorted.size() - 1), mean, Math.sqrt(variance));
        }
    }
}
