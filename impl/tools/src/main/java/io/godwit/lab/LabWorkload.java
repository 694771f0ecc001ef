package io.godwit.lab;

import io.godwit.client.CallException;
import io.godwit.client.CallException.Outcome;
import io.godwit.client.ClientConfig;
import io.godwit.client.GodwitClient;
import io.godwit.client.GodwitMap;
import io.godwit.protocol.map.Operation;
import io.godwit.protocol.map.Result;
import io.godwit.simulation.linear.History;
import io.godwit.simulation.linear.History.RecordedCall;
import io.godwit.simulation.linear.Linearizability;
import io.godwit.simulation.linear.Linearizability.HistoryVerdict;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Calls on a few keys of a map by several threads, each with its own client and one call at a time, and a check whether the answers
 * are linearizable.
 */
public final class LabWorkload implements AutoCloseable {
    private static final int READERS = 1;

    private final ClientConfig config;
    private final Settings settings;
    private final History history = new History();
    private final AtomicLong values = new AtomicLong();
    private final AtomicLong answered = new AtomicLong();
    private final AtomicLong writes = new AtomicLong();
    private final AtomicLong unknown = new AtomicLong();
    private final AtomicLong failed = new AtomicLong();
    private final List<Thread> threads = new ArrayList<>();
    private volatile boolean over;
    private volatile RuntimeException broken;

    /**
     * The settings.
     *
     * @param map name of the map; its keys are new
     * @param keys number of keys; registers, lists and counters alternate
     * @param threads number of threads
     * @param pause milliseconds between two calls of a thread
     * @param seed the random seed
     */
    public record Settings(String map, int keys, int threads, long pause, long seed) {}

    /**
     * The result.
     *
     * @param calls number of answered calls
     * @param writes number of those that are writes
     * @param unknown number of calls with an unknown outcome
     * @param failed number of calls that were not carried out
     * @param problems descriptions of impossible answers; empty if all is well
     */
    public record Outcomes(long calls, long writes, long unknown, long failed, List<String> problems) {}

    /** Creates a workload; {@link #start} starts it. */
    public LabWorkload(ClientConfig config, Settings settings) {
        this.config = config;
        this.settings = settings;
    }

    /** Begins. */
    public void start() {
        for (int i = 0; i < settings.threads(); i++) {
            int number = i;
            Thread thread = new Thread(() -> run(number), "godwit-load-" + i);
            thread.setDaemon(true);
            threads.add(thread);
            thread.start();
        }
    }

    private void run(int number) {
        SplittableRandom random = new SplittableRandom(settings.seed() * 1_000 + number);
        Map<Long, Long> seen = new HashMap<>();
        try (GodwitClient client = GodwitClient.connect(config)) {
            GodwitMap map = client.map(settings.map());
            long calls = 0;
            while (!over) {
                long key = random.nextInt(settings.keys());
                Operation operation = kind(key).draw(random, key, values.incrementAndGet(), seen.getOrDefault(key, 0L));
                Result result = call(map, number, ++calls, operation);
                if (result instanceof Result.Done done
                        && operation.readOnly()
                        && !done.values().isEmpty()) {
                    seen.put(key, done.values().get(0));
                }
                Thread.sleep(settings.pause());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException e) {
            broken = e;
        }
    }

    private static MapValueKind kind(long key) {
        return MapValueKind.values()[(int) (key % MapValueKind.values().length)];
    }

    private static byte[] name(long key) {
        return (kind(key).name().toLowerCase(java.util.Locale.ROOT) + key).getBytes(StandardCharsets.UTF_8);
    }

    private Result call(GodwitMap map, int number, long calls, Operation operation) {
        long invoked = System.nanoTime();
        try {
            Result result = kind(operation.key()).perform(map, name(operation.key()), operation);
            note(new RecordedCall(number, calls, operation, invoked, System.nanoTime(), result));
            answered.incrementAndGet();
            writes.addAndGet(operation.readOnly() ? 0 : 1);
            return result;
        } catch (CallException e) {
            if (e.outcome() == Outcome.UNKNOWN) {
                note(RecordedCall.unanswered(number, calls, operation, invoked));
                unknown.incrementAndGet();
            } else {
                failed.incrementAndGet();
            }
            return null;
        }
    }

    private void note(RecordedCall call) {
        synchronized (history) {
            history.add(call);
        }
    }

    /** The number of answered calls so far. */
    public long answered() {
        return answered.get();
    }

    /** The number of acknowledged writes so far. */
    public long writes() {
        return writes.get();
    }

    /** The number of calls with an unknown outcome so far. */
    public long unknown() {
        return unknown.get();
    }

    /** Stops starting calls and waits for pending ones. */
    @Override
    public void close() {
        over = true;
        for (Thread thread : threads) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return;
            }
        }
    }

    /**
     * Stops starting calls, reads all keys once more, and checks all answers.
     *
     * @throws CallException if a key cannot be read
     */
    public Outcomes finish() {
        close();
        if (broken != null) {
            throw broken;
        }
        try (GodwitClient client = GodwitClient.connect(config)) {
            GodwitMap map = client.map(settings.map());
            for (long key = 0; key < settings.keys(); key++) {
                Operation read = new Operation.Get(key);
                long invoked = System.nanoTime();
                Result result = kind(key).perform(map, name(key), read);
                note(new RecordedCall(settings.threads() + READERS, key, read, invoked, System.nanoTime(), result));
            }
        }
        List<String> problems = new ArrayList<>();
        Linearizability search = new Linearizability(Linearizability.DEFAULT_LIMIT);
        history.byKey().forEach((key, calls) -> {
            HistoryVerdict verdict = kind(key).judge(search, calls);
            if (verdict != HistoryVerdict.LINEARIZABLE) {
                problems.add(new String(name(key), StandardCharsets.UTF_8) + " of map " + settings.map() + ": "
                        + (verdict == HistoryVerdict.VIOLATED ? "no order explains its " : "undecided: its ")
                        + calls.size() + " calls: " + calls);
            }
        });
        return new Outcomes(answered.get(), writes.get(), unknown.get(), failed.get(), problems);
    }
}
