package io.godwit.playground.browser.java.util.concurrent.atomic;

/** There is one thread. */
public final class TLongAdder {
    private long sum;

    /** Adds 1. */
    public void increment() {
        sum++;
    }

    /** Adds a number. */
    public void add(long number) {
        sum += number;
    }

    /** The sum. */
    public long sum() {
        return sum;
    }
}
