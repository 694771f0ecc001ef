package io.godwit.modelcheck.run;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Runs tasks side by side within the memory and the cores there are: the longest first, then whatever still fits. A task that wants more cores
 * than there are gets all of them.
 */
public final class TaskScheduler {
    /**
     * Something to run.
     *
     * @param name for the thread
     * @param heapMb memory it needs, in MiB
     * @param cores cores it keeps busy
     * @param estimatedSeconds roughly how long it takes
     * @param body what to do; must not throw
     */
    public record Task(String name, int heapMb, int cores, double estimatedSeconds, Runnable body) {}

    private final int cores;
    private int freeHeapMb;
    private int freeCores;
    private int running;

    /**
     * A scheduler.
     *
     * @param heapMb memory for all tasks together, in MiB
     * @param cores cores for all tasks together
     */
    public TaskScheduler(int heapMb, int cores) {
        this.freeHeapMb = heapMb;
        this.freeCores = cores;
        this.cores = cores;
    }

    /**
     * Runs all tasks and waits for the last one.
     *
     * @throws IllegalArgumentException when a task needs more memory than there is
     * @throws InterruptedException when this thread is interrupted; tasks that run are interrupted too
     */
    public void run(List<Task> tasks) throws InterruptedException {
        for (Task task : tasks) {
            if (task.heapMb() > freeHeapMb) {
                throw new IllegalArgumentException(
                        task.name() + " needs " + task.heapMb() + " MiB, there are " + freeHeapMb);
            }
        }
        List<Task> waiting = new ArrayList<>(tasks);
        waiting.sort(Comparator.comparingDouble(Task::estimatedSeconds).reversed());
        List<Thread> threads = new ArrayList<>();
        try {
            while (!waiting.isEmpty()) {
                threads.add(start(take(waiting)));
            }
            for (Thread thread : threads) {
                thread.join();
            }
        } catch (InterruptedException e) {
            threads.forEach(Thread::interrupt);
            throw e;
        }
    }

    /** Waits until one of the waiting tasks fits, and books it in. */
    private synchronized Task take(List<Task> waiting) throws InterruptedException {
        while (true) {
            for (Task task : waiting) {
                if (task.heapMb() <= freeHeapMb && share(task) <= freeCores) {
                    waiting.remove(task);
                    freeHeapMb -= task.heapMb();
                    freeCores -= share(task);
                    running++;
                    return task;
                }
            }
            wait();
        }
    }

    private Thread start(Task task) {
        Thread thread = new Thread(
                () -> {
                    try {
                        task.body().run();
                    } finally {
                        release(task);
                    }
                },
                "godwit-" + task.name());
        thread.start();
        return thread;
    }

    private synchronized void release(Task task) {
        freeHeapMb += task.heapMb();
        freeCores += share(task);
        running--;
        notifyAll();
    }

    private int share(Task task) {
        return Math.min(task.cores(), cores);
    }

    /** How many tasks run right now. */
    public synchronized int running() {
        return running;
    }
}
