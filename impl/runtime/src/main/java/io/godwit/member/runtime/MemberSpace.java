package io.godwit.member.runtime;

import io.godwit.environment.Clock;
import io.godwit.environment.Environment;
import io.godwit.environment.Storage;
import io.godwit.member.limit.LimitListener;
import io.godwit.protocol.MemberSet;
import io.godwit.protocol.Message;
import io.godwit.protocol.quorum.data.DataState;
import io.godwit.protocol.quorum.data.message.DataMessage.Sync;
import io.godwit.transport.frame.Frame;
import io.godwit.transport.frame.Frame.KeepAlive;
import java.io.IOException;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * The space on a member's disk and in its heap, and what other members have said of theirs. A member whose disk is nearly full takes no
 * writes of clients. One whose heap is nearly full, but not its disk, takes removals. Neither takes complete copies of partitions.
 */
final class MemberSpace {
    private final int self;
    private final DiskSpace disk;
    private final HeapSpace heap;
    /** Other members that have said that their disks are nearly full. For tasks of the event loop. */
    private MemberSet fullDisks = MemberSet.of();
    /** Other members that have said that their heaps are nearly full, and their disks are not. For tasks of the event loop. */
    private MemberSet fullHeaps = MemberSet.of();

    /** Creates an instance whose checks have not started. */
    MemberSpace(int self, DiskSpace disk, HeapSpace heap) {
        this.self = self;
        this.disk = disk;
        this.heap = heap;
    }

    /**
     * Creates an instance for a member, whose checks have not started.
     *
     * @param storage the member's storage, or null
     * @param received gives how many bytes the member has received that it may keep; any thread may call
     */
    static MemberSpace create(
            int self,
            RuntimeConfig config,
            Environment environment,
            Storage storage,
            MemberExecutors executors,
            LongSupplier received,
            LimitListener limits,
            Consumer<String> log) {
        Clock clock = environment.clock();
        return new MemberSpace(
                self,
                new DiskSpace(storage, executors.disk(), clock, config.diskReserveBytes(), limits, log),
                new HeapSpace(
                        environment.heap(), executors.heap(), clock, config.heapReserveBytes(), received, limits, log));
    }

    /** Starts both checks, with a first one before it returns. */
    void start() throws IOException {
        disk.start();
        heap.start();
    }

    /** Sets the number of bytes that are to stay free on the disk, from the next check on. Any thread may call. */
    void diskReserve(long bytes) {
        disk.reserve(bytes);
    }

    /** Whether the disk is nearly full. Any thread may call. */
    boolean isDiskFull() {
        return disk.isFull();
    }

    /** Whether the heap is nearly full. Any thread may call. */
    boolean isHeapFull() {
        return heap.isFull();
    }

    private boolean isFull() {
        return disk.isFull() || heap.isFull();
    }

    /** A sign of life, which says whether this member has room. */
    KeepAlive keepAlive() {
        boolean fullDisk = disk.isFull();
        boolean fullHeap = heap.isFull();
        return new KeepAlive(fullDisk || fullHeap, fullHeap && !fullDisk);
    }

    /** Another member says whether it has room. For tasks of the event loop. */
    void heard(int member, KeepAlive said) {
        fullDisks = with(fullDisks, member, said.full() && !said.heapOnly());
        fullHeaps = with(fullHeaps, member, said.full() && said.heapOnly());
    }

    private static MemberSet with(MemberSet members, int member, boolean isIn) {
        return isIn ? members.with(member) : members.without(member);
    }

    /** The members without room, this one included. For tasks of the event loop. */
    FullMembers full() {
        return new FullMembers(with(fullDisks, self, disk.isFull()), with(fullHeaps, self, heap.isFull()));
    }

    /** The messages for which there is room. */
    List<Message> allowed(List<Message> messages, DataState data) {
        return isFull() ? messages.stream().filter(it -> !refuses(it, data)).toList() : messages;
    }

    /** Whether a message brings a complete copy for which there is no room. */
    boolean refuses(Message message, DataState data) {
        return isFull()
                && message instanceof Sync copy
                && !copy.log().isEmpty()
                && data.replica(copy.partition()).log().isEmpty();
    }

    /**
     * Whether a frame announces a complete copy for which there is no room. Differences are taken: without them the
     * partition would not be served.
     */
    boolean refuses(Frame frame, DataState data) {
        return isFull()
                && frame instanceof Frame.SnapshotManifest manifest
                && manifest.length() > 0
                && data.replica(manifest.partition()).log().isEmpty();
    }
}
