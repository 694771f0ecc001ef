package io.godwit.member.runtime;

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
 */
record MemberExecutors(Executor engine, Executor disk, Executor transfer, Executor files) {
    /** Makes the executors of a member with that name. */
    static MemberExecutors create(Executor.Factory factory, String name, boolean durable, Consumer<Throwable> failed) {
        return new MemberExecutors(
                factory.createForNetwork(name, failed),
                durable ? factory.create(name + "-disk", failed) : null,
                factory.create(name + "-transfer", failed),
                factory.create(name + "-files", failed));
    }

    /** Closes them all. */
    void close() {
        Stream.of(engine, disk, transfer, files).filter(Objects::nonNull).forEach(Executor::close);
    }
}
