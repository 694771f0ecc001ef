package io.godwit.member.transfer;

import io.godwit.environment.Clock;
import io.godwit.member.transfer.SnapshotTransfer.RemotePartition;
import io.godwit.protocol.quorum.data.Replica;
import io.godwit.protocol.quorum.data.log.Log;
import io.godwit.protocol.quorum.data.message.DataMessage.Sync;
import io.godwit.transport.frame.FileSlice;
import io.godwit.transport.frame.Frame;
import java.io.IOException;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** The logs that arrive at a member. Belongs to the engine's executor; files are written by tasks of the "files" executor. */
final class SnapshotReceivers {
    /** Number of transfers whose requests are remembered, for longer than frames can be on their way. */
    static final int REQUESTS_KEPT = 4_096;

    private final SnapshotTransfer.Member member;
    private final Store store;
    private final Clock clock;
    private final SnapshotTransfer.Executors executors;
    private final PositionCache positions;
    private final Consumer<String> log;
    private final Map<RemotePartition, SnapshotReceiver> receivers = new LinkedHashMap<>();
    private final Map<Transfer, RemotePartition> places = new HashMap<>();
    /** The requests of the latest transfers. */
    private final Map<Transfer, SnapshotReceiver.RequestKey> requests = new LinkedHashMap<>();

    /** A transfer as its sender names it. */
    private record Transfer(int member, long id) {}

    SnapshotReceivers(
            SnapshotTransfer.Member member,
            Store store,
            Clock clock,
            SnapshotTransfer.Executors executors,
            PositionCache positions,
            Consumer<String> log) {
        this.member = member;
        this.store = store;
        this.clock = clock;
        this.executors = executors;
        this.positions = positions;
        this.log = log;
    }

    void manifestReceived(int from, Frame.SnapshotManifest manifest) {
        RemotePartition place = new RemotePartition(from, manifest.partition());
        SnapshotReceiver before = receivers.get(place);
        if (before != null && before.version().newerThan(manifest.view().version())) {
            // A newer manifest of the same sender has overtaken it.
            return;
        }
        Replica replica = member.replica(manifest.partition());
        Log held = replica.log();
        boolean same = held.length() == manifest.length() && held.lastEpoch().equals(manifest.lastEpoch());
        boolean late = !manifest.view().version().newerThan(replica.epoch());
        if (same || late) {
            // The log is here already, or too old: the engine knows what to answer.
            drop(place);
            member.arrived(from, new Sync(manifest.partition(), manifest.view(), held));
            return;
        }
        long now = clock.nanoTime();
        boolean continues = before != null
                && before.id() == manifest.transfer()
                && before.version().equals(manifest.view().version())
                && before.idle(now) < SnapshotTransfer.STUCK_NANOS;
        if (continues) {
            before.manifestRepeated(now);
            member.post(from, before.request());
        } else {
            drop(place);
            begin(place, manifest, held, now);
        }
    }

    /**
     * Asks for a log. Chunks of the same transfer may still be on their way that complete what was held at an earlier request. If that
     * was something else, the request only lets the sender begin another transfer.
     */
    private void begin(RemotePartition place, Frame.SnapshotManifest manifest, Log held, long now) {
        boolean files = store != null && !store.isFull();
        SnapshotReceiver receiver =
                new SnapshotReceiver(manifest, held, positions.of(manifest.partition(), held), files, now);
        Transfer transfer = new Transfer(place.member(), manifest.transfer());
        SnapshotReceiver.RequestKey earlier = requests.putIfAbsent(transfer, receiver.requestKey());
        if (requests.size() > REQUESTS_KEPT) {
            requests.remove(requests.keySet().iterator().next());
        }
        if (earlier == null || earlier.equals(receiver.requestKey())) {
            receivers.put(place, receiver);
            places.put(transfer, place);
        }
        member.post(place.member(), receiver.request());
    }

    void received(int from, Frame.SnapshotChunk chunk) {
        RemotePartition place = places.get(new Transfer(from, chunk.transfer()));
        if (place == null || receivers.get(place).has(chunk.index())) {
            return;
        }
        try {
            receivers.get(place).take(chunk, clock.nanoTime()).ifPresent(sync -> {
                drop(place);
                member.arrived(from, sync);
            });
            member.post(from, new Frame.ChunkAck(chunk.transfer(), chunk.index()));
        } catch (IllegalArgumentException e) {
            // A chunk is missing, or it is another log: the sender will send its manifest again.
            drop(place);
        }
    }

    void received(int from, Frame.FileChunk chunk) {
        RemotePartition place = places.get(new Transfer(from, chunk.transfer()));
        if (place == null
                || store == null
                || receivers.get(place).has(chunk.index())
                || !(chunk.data() instanceof FileSlice.Held data)) {
            return;
        }
        SnapshotReceiver receiver = receivers.get(place);
        try {
            ArrivingSnapshotFile file = receiver.take(chunk, store, clock.nanoTime());
            executors.files().execute(() -> write(place, receiver, file, chunk, data));
        } catch (IllegalArgumentException e) {
            drop(place);
        }
    }

    /** A task of the "files" executor. */
    private void write(
            RemotePartition place,
            SnapshotReceiver receiver,
            ArrivingSnapshotFile file,
            Frame.FileChunk chunk,
            FileSlice.Held data) {
        try {
            file.append(data.bytes());
            if (chunk.last()) {
                Log arrived = file.finish();
                executors.engine().execute(() -> arrived(place, receiver, arrived));
            }
            member.send(place.member(), new Frame.ChunkAck(chunk.transfer(), chunk.index()));
        } catch (IOException e) {
            executors.engine().execute(() -> refused(place, receiver, e));
        }
    }

    /** A file is in the store. It is removed again if the engine does not take its log. */
    private void arrived(RemotePartition place, SnapshotReceiver receiver, Log arrived) {
        if (isCurrent(place, receiver)) {
            try {
                Sync sync = receiver.complete(arrived);
                drop(place);
                member.arrived(place.member(), sync);
            } catch (IllegalArgumentException e) {
                refused(place, receiver, e);
            }
        }
        if (!isHeld(place.partition(), arrived)) {
            executors.files().execute(() -> dismiss(place.partition(), arrived));
        }
    }

    /** A task of the "files" executor. */
    private void dismiss(int partition, Log arrived) {
        try {
            store.dismiss(partition, arrived);
        } catch (IOException e) {
            log.accept("a copy that is not used stays until the next start: " + e.getMessage());
        }
    }

    @SuppressWarnings("ReferenceEquality") // the very log that the store has
    private boolean isHeld(int partition, Log arrived) {
        return member.replica(partition).log() == arrived;
    }

    @SuppressWarnings("ReferenceEquality") // another one may have begun
    private boolean isCurrent(RemotePartition place, SnapshotReceiver receiver) {
        return receivers.get(place) == receiver;
    }

    /** Another request lets the sender give the transfer up, so that it need not wait for an answer before it offers again. */
    private void refused(RemotePartition place, SnapshotReceiver receiver, Exception cause) {
        if (isCurrent(place, receiver)) {
            log.accept("a copy of partition " + place.partition() + " from member " + place.member()
                    + " came as a file that is of no use: " + cause.getMessage());
            drop(place);
            Frame.SnapshotRequest request = receiver.request();
            member.post(
                    place.member(),
                    new Frame.SnapshotRequest(
                            request.transfer(), request.length(), request.lastEpoch(), request.undone(), false));
        }
    }

    private void drop(RemotePartition place) {
        SnapshotReceiver dropped = receivers.remove(place);
        if (dropped == null) {
            return;
        }
        places.remove(new Transfer(place.member(), dropped.id()));
        ArrivingSnapshotFile file = dropped.file();
        if (file != null) {
            executors.files().execute(file::discard);
        }
    }

    void tidy() {
        long now = clock.nanoTime();
        List.copyOf(receivers.keySet()).stream()
                .filter(place -> receivers.get(place).idle(now) > SnapshotTransfer.ABANDONED_NANOS)
                .forEach(this::drop);
    }
}
