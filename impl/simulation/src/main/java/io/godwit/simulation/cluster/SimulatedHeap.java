package io.godwit.simulation.cluster;

import io.godwit.environment.Heap;

/** A heap that is empty, or as full as it is said to be. */
final class SimulatedHeap implements Heap {
    private final long capacity;
    private long used;
    private long collections;

    SimulatedHeap(long capacity) {
        this.capacity = capacity;
    }

    /** All but so many bytes are used from now on, and nothing of it can be collected. */
    void leave(long bytes) {
        used = capacity - bytes;
        collections++;
    }

    @Override
    public long capacity() {
        return capacity;
    }

    @Override
    public long used() {
        return used;
    }

    @Override
    public long collections() {
        return collections;
    }

    @Override
    public long usedAfterCollection() {
        return used;
    }

    @Override
    public void collect() {
        collections++;
    }
}
