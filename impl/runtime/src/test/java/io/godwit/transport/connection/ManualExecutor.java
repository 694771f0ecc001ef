package io.godwit.transport.connection;

import io.godwit.environment.Executor;
import java.util.ArrayDeque;
import java.util.Queue;

/** Runs its tasks when a test says so. For one thread. */
final class ManualExecutor implements Executor {
    private final Queue<Runnable> tasks = new ArrayDeque<>();

    @Override
    public void execute(Runnable task) {
        tasks.add(task);
    }

    @Override
    public void yieldThread() {}

    @Override
    public void close() {
        tasks.clear();
    }

    int backlog() {
        return tasks.size();
    }

    /** Runs all tasks, those too that these add. */
    void run() {
        for (Runnable task = tasks.poll(); task != null; task = tasks.poll()) {
            task.run();
        }
    }
}
