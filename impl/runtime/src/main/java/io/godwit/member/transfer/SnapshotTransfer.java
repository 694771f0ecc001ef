package io.godwit.member.transfer;

import io.godwit.environment.Clock;
import io.godwit.environment.Executor;
import io.godwit.member.limit.LimitListener;
import io.godwit.protocol.quorum.data.Replica;
import io.godwit.protocol.quorum.data.message.DataMessage.Sync;
import io.godwit.transport.frame.Frame;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Sends the logs of partitions to other members, and receives theirs. Belongs to the engine's executor, except for what any thread
 * may call.
 *
 * <p>The engine repeats a {@code Sync} until it has an answer. While the same log is being sent and makes progress, nothing begins
 * again.
 */
public final class SnapshotTransfer {
    /** A transfer without progress for this time is given up when the engine or the sender repeats it. */
    static final long STUCK_NANOS = TimeUnit.SECONDS.toNanos(3);
    /** A transfer without progress for this time is given up in any case. */
    static final long ABANDONED_NANOS = 4 * STUCK_NANOS;

    /** Partitions whose logs are indexed at a time. */
    private static final int INDEXED = 4;

    private final SnapshotSenders senders;
    private final SnapshotReceivers receivers;
    private final PositionCache positions = new PositionCache();
    private final Member member;
    /** The partition whose log is indexed next. */
    private int nextIndexed;

    /** A partition at another member. */
    record RemotePartition(int member, int partition) {}

    /** The member that sends and receives logs, with its connections to others. */
    public interface Member {
        /** Sends a frame and returns its size in bytes; -1 if there was no room or no connection. Any thread may call. */
        long send(int member, Frame frame);

        /** Sends a frame together with messages of the same step, or loses it. For the engine's executor. */
        void post(int member, Frame frame);

        /** Whether there is a connection. Any thread may call. */
        boolean isOpen(int member);

        /** The member's replica of a partition. */
        Replica replica(int partition);

        /** Takes a message that has arrived as a whole. For the engine's executor. */
        void arrived(int from, Sync sync);

        /** Whether clients call now, so that copies make way for them. Any thread may call. */
        boolean isCalled();
    }

    /**
     * The executors that take part.
     *
     * @param engine runs the engine and calls the methods of this class
     * @param transfer makes and sends chunks
     * @param files writes and reads files
     */
    public record Executors(Executor engine, Executor transfer, Executor files) {}

    /**
     * Creates an instance without transfers.
     *
     * @param store sends and takes files; null for a member that keeps nothing
     * @param limits is called when snapshots have to wait, and when they go on; on any of the executors
     * @param log gets a line about each file that cannot be used
     */
    public SnapshotTransfer(
            Member member, Store store, Clock clock, Executors executors, LimitListener limits, Consumer<String> log) {
        this.member = member;
        this.senders = new SnapshotSenders(member, store, clock, executors, positions, limits);
        this.receivers = new SnapshotReceivers(member, store, clock, executors, positions, log);
    }

    /** The engine sends a log. */
    public void send(int to, Sync sync) {
        senders.send(to, sync);
    }

    /** Offers logs that had to wait. To be called about every 10 ms. */
    public void tick() {
        senders.tick();
    }

    /**
     * Indexes new entries of the logs of the next {@value #INDEXED} partitions, so that these logs can be offered quickly later.
     *
     * @param partitions number of all partitions
     */
    public void index(int partitions) {
        for (int i = 0; i < INDEXED; i++) {
            positions.of(nextIndexed, member.replica(nextIndexed).log());
            nextIndexed = (nextIndexed + 1) % partitions;
        }
    }

    /**
     * A frame about logs has arrived. Frames may be lost, arrive twice, or be overtaken by later ones.
     *
     * @return whether it is about logs; nothing happens otherwise
     */
    public boolean received(int from, Frame frame) {
        if (frame instanceof Frame.SnapshotManifest manifest) {
            receivers.manifestReceived(from, manifest);
        } else if (frame instanceof Frame.SnapshotChunk chunk) {
            receivers.received(from, chunk);
        } else if (frame instanceof Frame.FileChunk chunk) {
            receivers.received(from, chunk);
        } else if (frame instanceof Frame.SnapshotRequest request) {
            senders.requested(from, request);
        } else if (frame instanceof Frame.ChunkAck ack) {
            senders.acknowledged(from, ack);
        } else {
            return false;
        }
        return true;
    }

    /** Forgets transfers that have ended or make no progress. To be called about every second. */
    public void tidy() {
        senders.tidy();
        receivers.tidy();
    }

    /** Statistics of sent logs. Any thread may call. */
    public TransferStatistics traffic() {
        return senders.traffic();
    }

    /** The logs that are being sent, as of the last tick, and their progress now. Any thread may call. */
    public List<TransferProgress> transfers() {
        return senders.transfers();
    }
}
