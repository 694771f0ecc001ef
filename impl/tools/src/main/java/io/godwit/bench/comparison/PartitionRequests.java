package io.godwit.bench.comparison;

import com.sun.management.OperatingSystemMXBean;
import io.godwit.bench.comparison.ComparisonProcess.ProcessMessages;
import io.godwit.client.CallException;
import io.godwit.client.invocation.Address;
import io.godwit.client.invocation.Callback;
import io.godwit.client.invocation.FrameConnector;
import io.godwit.client.invocation.InvocationConfig;
import io.godwit.client.invocation.InvocationService;
import io.godwit.client.invocation.KeyCallback;
import io.godwit.client.invocation.Routes;
import io.godwit.environment.Clock;
import io.godwit.environment.threads.SystemClock;
import io.godwit.member.Member;
import io.godwit.protocol.map.Bytes;
import io.godwit.protocol.map.Operation.OnMap;
import io.godwit.protocol.map.Operation.Verb;
import io.godwit.protocol.map.Result;
import io.godwit.transport.connection.Connections;
import io.godwit.transport.connection.Limits;
import io.godwit.transport.frame.PartitionSet;
import io.godwit.transport.netty.NettyTransport;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Calls for all partitions of a map and for many keys, with a request for each partition or key, and with one for each member, in turns, so that
 * what disturbs the machine disturbs both. Three members with one backup in this process, over loopback TCP.
 */
final class PartitionRequests {
    private static final int MEMBERS = 3;
    private static final long BOUND_SECONDS = 120;
    private static final int KEYS = 1_000;
    private static final int CALLS = 1_024;
    private static final Bytes MAP = Bytes.owning("bench".getBytes(StandardCharsets.UTF_8));

    private final List<Integer> partitions;
    private final int seconds;
    private final int rounds;
    private final OperatingSystemMXBean system = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    private InvocationService service;
    private Routes routes;

    /**
     * Calls.
     *
     * @param partitions numbers of partitions
     * @param seconds of each measurement
     * @param rounds measurements of each way, 2 or more; the first one does not count
     */
    PartitionRequests(List<Integer> partitions, int seconds, int rounds) {
        this.partitions = List.copyOf(partitions);
        this.seconds = seconds;
        this.rounds = rounds;
    }

    /** Times of the calls of one kind, made in one way, and what the process used meanwhile. */
    private static final class Times {
        private final List<Long> nanos = new ArrayList<>();
        private long processor;

        double median() {
            return nanos.stream().sorted().toList().get(nanos.size() / 2) / 1e6;
        }

        double processorEach() {
            return processor / 1e6 / nanos.size();
        }
    }

    /** Measures, and prints a row for each kind of call and number of partitions. */
    void run() throws Exception {
        System.out.println("| call | partitions | calls | a request per partition or key, ms | processor ms | calls "
                + "| a request per member, ms | processor ms | ratio |");
        System.out.println("|---|--:|--:|--:|--:|--:|--:|--:|--:|");
        for (int count : partitions) {
            try (GodwitMembers members = new GodwitMembers(count, 1);
                    NettyTransport transport =
                            new NettyTransport("bench-net", 1, Limits.DEFAULT.patience(), null, Map.of())) {
                for (int i = 0; i < MEMBERS; i++) {
                    members.start();
                }
                ProcessMessages.await("all is balanced and safe", BOUND_SECONDS, members::isBalanced);
                connect(members, transport);
                measure("size", count, Verb.SIZE, false);
                measure("size, relaxed", count, Verb.SIZE, true);
                measureKeys("get 1,000 keys", count, Verb.GET);
                measureKeys("put 1,000 keys", count, Verb.PUT);
                measure("clear", count, Verb.CLEAR, false);
                service.close();
            }
        }
    }

    private void connect(GodwitMembers members, NettyTransport transport) {
        Clock clock = new SystemClock();
        List<Address> addresses = members.members().stream()
                .map(Member::address)
                .map(Address::parse)
                .toList();
        InvocationConfig config = new InvocationConfig(
                GodwitMembers.CLUSTER,
                addresses,
                TimeUnit.SECONDS.toNanos(BOUND_SECONDS),
                TimeUnit.SECONDS.toNanos(10),
                CALLS);
        service = new InvocationService(
                config,
                clock,
                transport.executors().createForNetwork("bench-client", failure -> {}),
                new FrameConnector(new Connections(transport, clock, Limits.DEFAULT)));
        routes = Answers.of(service::start);
        for (int i = 0; i < KEYS; i++) {
            OnMap put = new OnMap(Verb.PUT, MAP, Bytes.ofNumber(i), Bytes.ofNumber(i), Bytes.EMPTY);
            Answers.<Result>of(callback -> service.invoke(put, false, callback));
        }
    }

    /** Turns the outcome of a callback into a value that a caller waits for. */
    private static final class Answers {
        static <T> T of(Consumer<Callback<T>> begin) {
            return later(begin).join();
        }

        static <T> CompletableFuture<T> later(Consumer<Callback<T>> begin) {
            CompletableFuture<T> future = new CompletableFuture<>();
            begin.accept(new Callback<>() {
                @Override
                public void done(T result) {
                    future.complete(result);
                }

                @Override
                public void failed(CallException cause) {
                    future.completeExceptionally(cause);
                }
            });
            return future;
        }
    }

    private void measure(String name, int count, Verb verb, boolean relaxed) {
        PartitionSet all = routes.partitions(MAP);
        List<PartitionSet> single = new ArrayList<>();
        all.forEach(p -> single.add(PartitionSet.range(p, p + 1)));
        measure(name, count, () -> calls(verb, relaxed, single), () -> calls(verb, relaxed, List.of(all)));
    }

    private List<CompletableFuture<?>> calls(Verb verb, boolean relaxed, List<PartitionSet> requests) {
        List<CompletableFuture<?>> calls = new ArrayList<>();
        requests.forEach(it -> calls.add(
                Answers.<Long>later(callback -> service.invokeOnPartitions(verb, MAP, it, relaxed, callback))));
        return calls;
    }

    private void measureKeys(String name, int count, Verb verb) {
        List<OnMap> operations = new ArrayList<>();
        for (int i = 0; i < KEYS; i++) {
            Bytes value = verb == Verb.PUT ? Bytes.ofNumber(i) : Bytes.EMPTY;
            operations.add(new OnMap(verb, MAP, Bytes.ofNumber(i), value, Bytes.EMPTY));
        }
        measure(
                name,
                count,
                () -> {
                    List<CompletableFuture<?>> calls = new ArrayList<>();
                    operations.forEach(
                            it -> calls.add(Answers.<Result>later(callback -> service.invoke(it, false, callback))));
                    return calls;
                },
                () -> List.of(together(operations)));
    }

    private CompletableFuture<?> together(List<OnMap> operations) {
        CompletableFuture<Void> future = new CompletableFuture<>();
        service.invokeMany(operations, new KeyCallback() {
            private int ended;

            @Override
            public void done(int index, Result result) {
                ended++;
                if (ended == operations.size()) {
                    future.complete(null);
                }
            }

            @Override
            public void failed(int index, CallException cause) {
                future.completeExceptionally(cause);
            }
        });
        return future;
    }

    private void measure(
            String name,
            int count,
            Supplier<List<CompletableFuture<?>>> each,
            Supplier<List<CompletableFuture<?>>> together) {
        Times perPartition = new Times();
        Times perMember = new Times();
        for (int round = 0; round < rounds; round++) {
            if (round == 1) {
                perPartition = new Times();
                perMember = new Times();
            }
            measure(perPartition, each);
            measure(perMember, together);
        }
        System.out.printf(
                "| %s | %,d | %d | %.2f | %.2f | %d | %.2f | %.2f | %.1f |%n",
                name,
                count,
                perPartition.nanos.size(),
                perPartition.median(),
                perPartition.processorEach(),
                perMember.nanos.size(),
                perMember.median(),
                perMember.processorEach(),
                perPartition.median() / perMember.median());
    }

    private void measure(Times times, Supplier<List<CompletableFuture<?>>> calls) {
        long processor = system.getProcessCpuTime();
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
        while (System.nanoTime() < end) {
            long begin = System.nanoTime();
            calls.get().forEach(CompletableFuture::join);
            times.nanos.add(System.nanoTime() - begin);
        }
        times.processor += system.getProcessCpuTime() - processor;
    }
}
