package io.godwit.client;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntFunction;

/**
 * Calls for many keys, of which a bounded number is under way: a call begins when another one has ended, so that its time limit does not include the
 * time of those before it, and calls of other threads come in between.
 *
 * @param <T> type of their results
 */
final class KeyCalls<T> {
    private final int count;
    private final IntFunction<CompletableFuture<T>> call;
    private final List<KeyResult<T>> results;
    private final AtomicInteger next = new AtomicInteger();
    private final AtomicInteger left;
    private final CompletableFuture<List<KeyResult<T>>> all = new CompletableFuture<>();

    private KeyCalls(int count, IntFunction<CompletableFuture<T>> call) {
        this.count = count;
        this.call = call;
        this.results = new ArrayList<>(Collections.nCopies(count, null));
        this.left = new AtomicInteger(count);
    }

    /**
     * Makes the calls.
     *
     * @param atOnce number of calls that may be under way
     * @param call makes the call for the key with that index; does not throw
     * @return the results, in the order of the keys; does not fail
     */
    static <T> CompletableFuture<List<KeyResult<T>>> make(
            int count, int atOnce, IntFunction<CompletableFuture<T>> call) {
        KeyCalls<T> calls = new KeyCalls<>(count, call);
        if (count == 0) {
            calls.all.complete(List.of());
        }
        for (int i = 0; i < Math.min(count, atOnce); i++) {
            calls.goOn();
        }
        return calls.all;
    }

    /** Makes calls one after the other, until one is under way. */
    private void goOn() {
        for (int i = next.getAndIncrement(); i < count; i = next.getAndIncrement()) {
            int index = i;
            CompletableFuture<T> future = call.apply(index);
            boolean atOnce = future.isDone();
            CompletableFuture<T> unused = future.whenComplete((result, failure) -> {
                ended(index, result, failure);
                if (!atOnce) {
                    goOn();
                }
            });
            if (!atOnce) {
                return;
            }
        }
    }

    private void ended(int index, T result, Throwable failure) {
        synchronized (results) {
            results.set(index, failure == null ? KeyResult.done(result) : KeyResult.failed(cause(failure)));
        }
        if (left.decrementAndGet() == 0) {
            synchronized (results) {
                all.complete(Collections.unmodifiableList(results));
            }
        }
    }

    private static RuntimeException cause(Throwable failure) {
        Throwable cause =
                failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
        return cause instanceof RuntimeException known ? known : new CompletionException(cause);
    }
}
