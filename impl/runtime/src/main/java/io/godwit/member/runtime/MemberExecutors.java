package io.godwit.member.runtime;

import io.godwit.environment.Environment;
import io.godwit.environment.Executor;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * The executors of a member.
 *
 * @param engine runs the engine, and everything else that is a task of the event loop
 * @param disk writes to the disk; null for a member without one
 * @param transfer builds and sends copies of partitions
 * @param files reads and writes the files of copies
 * @param heap checks how much of the heap is free, and waits for collections; null for a member that does not
 */
record MemberExecutors(Executor engine, Executor disk, Executor transfer, Executor files, Executor heap) {
    /**
     * Makes the executors of a member with that name.
     *
     * @param keepsHeap whether some of the heap is to stay free
     */
    static MemberExecutors create(
            Environment environment, String name, boolean durable, boolean keepsHeap, Consumer<Throwable> failed) {
        Executor.Factory factory = environment.executors();
        return new MemberExecutors(
                factory.createForNetwork(name, failed),
                durable ? factory.create(name + "-disk", failed) : null,
                factory.create(name + "-transfer", failed),
                factory.create(name + "-files", failed),
                keepsHeap && environment.heap() != null ? factory.create(name + "-heap", failed) : null);
    }

    /** Closes them all. */
    void close() {
        Stream.of(engine, disk, transfer, files, heap).filter(Objects::nonNull).forEach(Executor::close);
    }
}
