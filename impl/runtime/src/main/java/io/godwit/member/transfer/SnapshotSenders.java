package io.godwit.member.transfer;

import io.godwit.environment.Clock;
import io.godwit.member.limit.Limit;
import io.godwit.member.limit.LimitListener;
import io.godwit.member.transfer.SnapshotTransfer.RemotePartition;
import io.godwit.protocol.quorum.data.message.DataMessage.Sync;
import io.godwit.transport.frame.Frame;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The logs that a member sends. Belongs to the engine's executor, except for what any thread may call. */
final class SnapshotSenders {
    /** Logs that are offered between two ticks while clients call, because many migrations may begin at the same time. */
    private static final int OFFERS_PER_TICK = 2;

    private final SnapshotTransfer.Member member;
    private final Clock clock;
    private final PositionCache positions;
    private final LimitListener limits;
    private final SnapshotSender.SendPath path;
    private final TransferStatistics.Counters traffic = new TransferStatistics.Counters();
    private final Map<Integer, SendQueue> queues = new HashMap<>();
    private final Map<RemotePartition, SnapshotSender> senders = new LinkedHashMap<>();
    private final Map<Long, RemotePartition> numbers = new HashMap<>();
    /** Logs to be offered soon. */
    private final Map<RemotePartition, Sync> postponed = new LinkedHashMap<>();

    private int manifestsSinceTick;
    private long lastId;
    private boolean changed;
    private volatile List<SnapshotSender> published = List.of();

    SnapshotSenders(
            SnapshotTransfer.Member member,
            Store store,
            Clock clock,
            SnapshotTransfer.Executors executors,
            PositionCache positions,
            LimitListener limits) {
        this.member = member;
        this.clock = clock;
        this.positions = positions;
        this.limits = limits;
        this.path = new SnapshotSender.SendPath(
                clock,
                executors.transfer(),
                executors.files(),
                member,
                store,
                new ExportedFiles(limits),
                traffic,
                limits);
        // Frames of this member's last process may still arrive; their numbers must mean nothing.
        this.lastId = clock.random() >>> 2;
    }

    void send(int to, Sync sync) {
        RemotePartition place = new RemotePartition(to, sync.partition());
        SnapshotSender before = senders.get(place);
        if (before != null && before.version().equals(sync.version()) && !before.isOver()) {
            if (!before.isWanted() || before.isInLine()) {
                // A receiver that waits hears that it is not forgotten.
                member.post(to, before.manifest());
                return;
            } else if (before.idle(clock.nanoTime()) < SnapshotTransfer.STUCK_NANOS) {
                return;
            }
        }
        if (before != null) {
            before.cancel();
            numbers.remove(before.id());
            senders.remove(place);
            changed = true;
        }
        // Calls wait for a backup that is in sync.
        boolean waits = member.isCalled() && !sync.view().configuration().isInSync(to);
        if (waits && manifestsSinceTick >= OFFERS_PER_TICK) {
            limits.reached(Limit.OFFERS_WAIT);
            postponed.put(place, sync);
        } else {
            postponed.remove(place);
            sendManifest(place, sync);
        }
    }

    void tick() {
        manifestsSinceTick = 0;
        while (!postponed.isEmpty() && (manifestsSinceTick < OFFERS_PER_TICK || !member.isCalled())) {
            Map.Entry<RemotePartition, Sync> next =
                    postponed.entrySet().iterator().next();
            limits.reached(Limit.OFFERS_CONTINUE);
            postponed.remove(next.getKey());
            sendManifest(next.getKey(), next.getValue());
        }
        publish();
    }

    private void publish() {
        if (changed) {
            changed = false;
            published = List.copyOf(senders.values());
        }
    }

    private void sendManifest(RemotePartition place, Sync sync) {
        manifestsSinceTick++;
        lastId++;
        int to = place.member();
        SendQueue queue =
                queues.computeIfAbsent(to, it -> new SendQueue(clock, path.transfer(), this::rateLimit, limits));
        SnapshotSender started =
                new SnapshotSender(lastId, to, sync, positions.of(sync.partition(), sync.log()), path, queue);
        senders.put(place, started);
        changed = true;
        numbers.put(started.id(), place);
        member.post(to, started.manifest());
    }

    private RateLimit rateLimit() {
        return member.isCalled() ? RateLimit.WITH_CALLS : RateLimit.WITHOUT_CALLS;
    }

    private SnapshotSender find(int to, long id) {
        RemotePartition place = numbers.get(id);
        return place != null && place.member() == to ? senders.get(place) : null;
    }

    void requested(int from, Frame.SnapshotRequest request) {
        SnapshotSender found = find(from, request.transfer());
        if (found != null) {
            found.request(request);
        }
    }

    void acknowledged(int from, Frame.ChunkAck ack) {
        SnapshotSender found = find(from, ack.transfer());
        if (found != null) {
            found.acknowledged(ack.index());
        }
    }

    void tidy() {
        long now = clock.nanoTime();
        changed |= senders.values().removeIf(it -> {
            boolean ended = it.isOver() || it.idle(now) > SnapshotTransfer.ABANDONED_NANOS;
            if (ended) {
                it.cancel();
                numbers.remove(it.id());
            }
            return ended;
        });
        publish();
    }

    TransferStatistics traffic() {
        return traffic.now();
    }

    List<TransferProgress> transfers() {
        return published.stream()
                .filter(it -> !it.isOver())
                .map(SnapshotSender::transfer)
                .toList();
    }
}
