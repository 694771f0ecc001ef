package io.godwit.environment;

import java.util.function.Consumer;

/**
 * Runs tasks one after the other, in the order in which they were given: one executor stands for one thread. Tasks of different
 * executors run at the same time; they share queues that are made for it, and immutable values. Any thread may call.
 */
public interface Executor {
    /** Runs a task soon. After {@link #close} the task is dropped. */
    void execute(Runnable task);

    /**
     * Lets other threads that wait for a processor run first, so that what they have to say can be answered together. Only for
     * tasks of this executor. Nothing depends on it but speed.
     */
    void yieldThread();

    /** Drops all tasks that have not begun. Waits for the one that runs, unless that task itself calls this. */
    void close();

    /** Makes executors. */
    interface Factory {
        /**
         * An executor.
         *
         * @param name of its thread
         * @param failed is told what a task has thrown; the executor is closed then
         */
        Executor create(String name, Consumer<Throwable> failed);

        /**
         * An executor for tasks that mostly come from the threads of the network and send something: it may run them on these
         * threads, so that no other thread has to be woken.
         *
         * @param name of its thread, if it has one
         * @param failed is told what a task has thrown; the executor is closed then
         */
        default Executor createForNetwork(String name, Consumer<Throwable> failed) {
            return create(name, failed);
        }
    }
}
