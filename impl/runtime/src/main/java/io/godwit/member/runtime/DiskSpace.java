package io.godwit.member.runtime;

import io.godwit.environment.Clock;
import io.godwit.environment.Executor;
import io.godwit.environment.Storage;
import io.godwit.member.limit.Limit;
import io.godwit.member.limit.LimitListener;
import io.godwit.protocol.MemberSet;
import io.godwit.protocol.Message;
import io.godwit.protocol.quorum.data.DataState;
import io.godwit.protocol.quorum.data.message.DataMessage.Sync;
import io.godwit.transport.frame.Frame;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Checks periodically how much space is left on a member's disk. While there is less than a reserve, the member takes no
 * writes of clients, so that there is always room for the writes of the protocol.
 */
public final class DiskSpace {
    private static final long PERIOD_NANOS = TimeUnit.MILLISECONDS.toNanos(50);
    /** The disk has room again when the reserve and one part in this many of it are free. */
    private static final long MARGIN = 8;

    private final Storage storage;
    private final Executor disk;
    private final Clock clock;
    private final LimitListener limits;
    private final Consumer<String> log;
    private volatile long reserve;
    private volatile boolean full;
    /** Other members that have said that their disks are nearly full. For tasks of the event loop. */
    private MemberSet fullOthers = MemberSet.of();

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
        this.storage = storage;
        this.disk = disk;
        this.clock = clock;
        this.reserve = reserve;
        this.limits = limits;
        this.log = log;
    }

    /** Starts, with a first check before it returns. */
    public void start() throws IOException {
        if (storage != null) {
            look();
            again();
        }
    }

    private void again() {
        clock.schedule(disk, PERIOD_NANOS, () -> {
            try {
                look();
                again();
            } catch (IOException e) {
                log.accept("cannot tell how much space is left in " + storage + ": " + e.getMessage());
            }
        });
    }

    /** Sets the number of bytes that are to stay free, from the next check on. Any thread may call. */
    public void reserve(long bytes) {
        reserve = bytes;
    }

    /** Whether less than the reserve is free. Any thread may call. */
    public boolean isFull() {
        return full;
    }

    /** Another member says whether its disk is nearly full. For tasks of the event loop. */
    void heard(int member, boolean isFull) {
        fullOthers = isFull ? fullOthers.with(member) : fullOthers.without(member);
    }

    /** Members whose disks are nearly full, this one included. For tasks of the event loop. */
    MemberSet fullMembers(int self) {
        return full ? fullOthers.with(self) : fullOthers;
    }

    /** The messages for which there is room. */
    List<Message> allowed(List<Message> messages, DataState data) {
        return full ? messages.stream().filter(it -> !refuses(it, data)).toList() : messages;
    }

    /** Whether a message brings a complete copy for which there is no room. */
    boolean refuses(Message message, DataState data) {
        return full
                && message instanceof Sync copy
                && !copy.log().isEmpty()
                && data.replica(copy.partition()).log().isEmpty();
    }

    /**
     * Whether a frame announces a complete copy for which there is no room. Differences are taken: without them the
     * partition would not be served.
     */
    boolean refuses(Frame frame, DataState data) {
        return full
                && frame instanceof Frame.SnapshotManifest manifest
                && manifest.length() > 0
                && data.replica(manifest.partition()).log().isEmpty();
    }

    private void look() throws IOException {
        long free = storage.free();
        long least = reserve;
        if (!full && free < least) {
            full = true;
            limits.reached(Limit.DISK_FULL);
            log.accept("takes no writes: " + (free >> 20) + " MiB are free in " + storage + ", and " + (least >> 20)
                    + " are to stay free");
        } else if (full && free >= least + least / MARGIN) {
            full = false;
            limits.reached(Limit.DISK_HAS_ROOM);
            log.accept("takes writes again: " + (free >> 20) + " MiB are free in " + storage);
        }
    }
}
