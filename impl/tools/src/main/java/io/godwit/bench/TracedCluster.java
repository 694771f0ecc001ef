package io.godwit.bench;

import com.sun.management.OperatingSystemMXBean;
import io.godwit.client.ClientConfig;
import io.godwit.client.GodwitClient;
import io.godwit.client.GodwitMap;
import io.godwit.member.Member;
import io.godwit.member.config.MemberConfig;
import io.godwit.member.config.MemberConfig.Tracing;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/** A cluster in this process with a client that calls it as fast as it answers, with event logs or without. */
final class TracedCluster implements AutoCloseable {
    private static final long BOUND = 120;
    private static final int KEYS = 10_000;
    private static final int VALUE = 100;
    private static final int UNDER_WAY = 128;
    private static final OperatingSystemMXBean SYSTEM =
            (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

    private final List<Member> members = new ArrayList<>();
    private GodwitClient client;
    private GodwitMap map;
    private long key;

    /**
     * The result of a round.
     *
     * @param calls that were answered
     * @param nanos how long it took
     * @param processor nanoseconds of processor time of the whole process
     */
    record Round(long calls, long nanos, long processor) {
        double perSecond() {
            return calls * 1e9 / nanos;
        }

        double microsPerCall() {
            return processor / 1e3 / calls;
        }
    }

    /**
     * A cluster that runs.
     *
     * @param traces where the logs go, or null for none
     */
    static TracedCluster start(String name, int count, int partitions, Path traces) throws Exception {
        TracedCluster side = new TracedCluster();
        try {
            side.begin(name, count, partitions, traces);
        } catch (Exception e) {
            side.close();
            throw e;
        }
        return side;
    }

    private void begin(String name, int count, int partitions, Path traces) throws Exception {
        for (int i = 0; i < count; i++) {
            members.add(Member.bind(
                    MemberConfig.of(name, name + i)
                            .withPartitions(partitions, 1)
                            .withTracing(traces == null ? null : new Tracing(traces)),
                    line -> {}));
        }
        List<String> addresses = members.stream().map(Member::address).toList();
        List<CompletableFuture<Void>> started =
                members.stream().map(member -> member.start(addresses)).toList();
        for (CompletableFuture<Void> each : started) {
            each.get(BOUND, TimeUnit.SECONDS);
        }
        client = GodwitClient.connect(ClientConfig.of(name, addresses).withTimeout(Duration.ofSeconds(BOUND)));
        map = client.map("bench");
        map.put(new byte[] {1}, new byte[] {1});
    }

    /** Half writes and half reads, for a while. */
    @SuppressWarnings("FutureReturnValueIgnored") // the callback of a call records its outcome
    Round load(long millis) throws InterruptedException {
        Semaphore free = new Semaphore(UNDER_WAY);
        AtomicLong done = new AtomicLong();
        long processor = SYSTEM.getProcessCpuTime();
        long begin = System.nanoTime();
        long end = begin + TimeUnit.MILLISECONDS.toNanos(millis);
        while (System.nanoTime() < end) {
            free.acquire();
            key++;
            byte[] name =
                    ByteBuffer.allocate(Long.BYTES).putLong(key / 2 % KEYS).array();
            CompletableFuture<?> call = key % 2 == 0 ? map.putAsync(name, new byte[VALUE]) : map.getAsync(name);
            call.whenComplete((result, failure) -> {
                if (failure == null) {
                    done.incrementAndGet();
                }
                free.release();
            });
        }
        free.acquire(UNDER_WAY);
        return new Round(done.get(), System.nanoTime() - begin, SYSTEM.getProcessCpuTime() - processor);
    }

    @Override
    public void close() {
        if (client != null) {
            client.close();
        }
        members.forEach(Member::close);
    }
}
