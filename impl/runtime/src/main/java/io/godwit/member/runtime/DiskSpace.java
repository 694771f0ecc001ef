package io.godwit.member.runtime;

import io.godwit.environment.Clock;
import io.godwit.environment.Executor;
import io.godwit.environment.Storage;
import io.godwit.member.limit.Limit;
import io.godwit.member.limit.LimitListener;
import java.io.IOException;
import java.util.function.Consumer;

/**
 * Checks periodically how much space is left on a member's disk. While there is less than a reserve, the member takes no
 * writes of clients, so that there is always room for the writes of the protocol.
 */
public final class DiskSpace extends FreeSpace {
    /** The disk has room again when the reserve and one part in this many of it are free. */
    private static final long MARGIN = 8;

    private final Storage storage;

    /**
     * Creates a check that has not started.
     *
     * @param storage the member's storage, or null
     * @param disk runs the checks
     * @param reserve bytes that are to stay free
     * @param limits is called when the disk is full, and when it has room again
     * @param log gets a line about the same
     */
    public DiskSpace(
            Storage storage, Executor disk, Clock clock, long reserve, LimitListener limits, Consumer<String> log) {
        super(
                new Texts(Limit.DISK_FULL, Limit.DISK_HAS_ROOM, "writes", String.valueOf(storage)),
                disk,
                clock,
                reserve,
                limits,
                log);
        this.storage = storage;
    }

    @Override
    boolean exists() {
        return storage != null;
    }

    @Override
    long free() throws IOException {
        return storage.free();
    }

    @Override
    boolean measure(boolean wasFull) {
        return false;
    }

    @Override
    long margin(long bytes) {
        return bytes / MARGIN;
    }
}
