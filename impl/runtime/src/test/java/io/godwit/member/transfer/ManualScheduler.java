package io.godwit.member.transfer;

import io.godwit.environment.Clock;
import io.godwit.environment.Executor;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Random;

/** A clock that is set by the test, and executors whose tasks run when the test says so, in an order that a seed decides. */
final class ManualScheduler implements Clock {
    private final Random random;
    private final List<Queue> executors = new ArrayList<>();
    private final PriorityQueue<Due> timers =
            new PriorityQueue<>(Comparator.comparingLong(Due::time).thenComparingLong(Due::number));
    private long now = 1_000_000_000;
    private long timersMade;

    /** Runs tasks in an order that the seed decides, those of one executor in their order. */
    ManualScheduler(long seed) {
        this.random = new Random(seed);
    }

    private record Due(long time, long number, Queue on, Runnable task) {}

    private static final class Queue implements Executor {
        private final Deque<Runnable> tasks = new ArrayDeque<>();

        @Override
        public void execute(Runnable task) {
            tasks.add(task);
        }

        @Override
        public void yieldThread() {
            // One task runs at a time.
        }

        @Override
        public void close() {
            tasks.clear();
        }
    }

    Executor newExecutor() {
        Queue made = new Queue();
        executors.add(made);
        return made;
    }

    /** The number of tasks that wait on all executors. */
    int waiting() {
        return executors.stream().mapToInt(queue -> queue.tasks.size()).sum();
    }

    @Override
    public long nanoTime() {
        return now;
    }

    @Override
    public long wallMillis() {
        return now / 1_000_000;
    }

    @Override
    public Timer schedule(Executor on, long delayNanos, Runnable task) {
        Due due = new Due(now + delayNanos, timersMade++, (Queue) on, task);
        timers.add(due);
        return () -> timers.remove(due);
    }

    @Override
    public long random() {
        return random.nextLong();
    }

    /** Runs one task. Returns false if there is none that may run now. */
    boolean runOne() {
        Deque<Due> due = new ArrayDeque<>();
        while (!timers.isEmpty() && timers.peek().time() <= now) {
            due.push(timers.remove());
        }
        due.forEach(it -> it.on().tasks.addFirst(it.task()));
        List<Queue> ready = executors.stream().filter(it -> !it.tasks.isEmpty()).toList();
        if (ready.isEmpty()) {
            return false;
        }
        ready.get(random.nextInt(ready.size())).tasks.remove().run();
        return true;
    }

    /** Runs all tasks that may run now, and those that follow from them. */
    void run() {
        while (runOne()) {
            // All is done there.
        }
    }

    /** Lets time pass, and runs what becomes due. */
    void pass(long nanos) {
        long end = now + nanos;
        run();
        while (!timers.isEmpty() && timers.peek().time() <= end) {
            now = Math.max(now, timers.peek().time());
            run();
        }
        now = end;
        run();
    }

    /** Whether something waits for a time. */
    boolean hasTimers() {
        return !timers.isEmpty();
    }
}
