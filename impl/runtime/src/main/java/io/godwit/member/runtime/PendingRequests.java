package io.godwit.member.runtime;

import io.godwit.protocol.PartitionVector;
import io.godwit.protocol.quorum.QuorumState;
import io.godwit.protocol.quorum.table.Entry;
import io.godwit.transport.frame.Frame.Route;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.BiConsumer;

/**
 * Pending requests of clients, by partition. Finds requests that wait at a member that does not lead their partition any
 * more; they are searched only if such a partition exists. For tasks of the event loop.
 *
 * @param <C> type of a client's connection
 */
public final class PendingRequests<C> {
    private final Map<Long, Pending<C>> pending = new LinkedHashMap<>();
    /** Partitions with pending requests that may be led by another member. */
    private final BitSet doubtful = new BitSet();
    /** The decided table at the last check. */
    private PartitionVector<Entry> looked;

    /** A pending request, and whether its client has been redirected. */
    private record Pending<C>(C client, long call, int partition, boolean redirected) {}

    /** Adds a request of a session, which replaces an earlier one of it. */
    public void add(long session, long call, C client, int partition) {
        pending.put(session, new Pending<>(client, call, partition, false));
        doubtful.set(partition);
    }

    /** Removes a request that is answered; returns its client, or null if the session has no such request. */
    public C answered(long session, long call) {
        Pending<C> found = pending.get(session);
        if (found == null || found.call() != call) {
            return null;
        }
        pending.remove(session);
        return found.client();
    }

    /** Removes the requests of a client. */
    public void removeAll(C client) {
        pending.values().removeIf(it -> it.client().equals(client));
    }

    /**
     * Redirects the clients, once, whose partitions another member leads now: their writes get no answer here, whether they
     * have been carried out or not, but from the new primary.
     */
    void redirect(QuorumState now, BiConsumer<C, Route> tell) {
        BitSet elsewhere = elsewhere(now);
        if (elsewhere.isEmpty()) {
            return;
        }
        pending.replaceAll((session, it) -> {
            if (it.redirected() || !elsewhere.get(it.partition())) {
                return it;
            }
            Entry entry = now.control().committed().get(it.partition());
            tell.accept(
                    it.client(),
                    new Route(
                            it.partition(),
                            entry.version(),
                            entry.configuration().primary()));
            return new Pending<>(it.client(), it.call(), it.partition(), true);
        });
    }

    /**
     * The partitions of pending requests that another member leads. Those that this one still leads are checked again later.
     */
    private BitSet elsewhere(QuorumState now) {
        PartitionVector<Entry> decided = now.control().committed();
        if (pending.isEmpty()) {
            doubtful.clear();
        } else if (looked != null) {
            decided.differences(looked, doubtful::set);
        }
        looked = decided;
        BitSet elsewhere = new BitSet();
        for (int p = doubtful.nextSetBit(0); p >= 0; p = doubtful.nextSetBit(p + 1)) {
            Entry entry = decided.get(p);
            boolean here = entry.isNone() || entry.configuration().primary() == now.self();
            boolean led = now.data().isPrimary(p);
            if (!here && !led) {
                elsewhere.set(p);
            }
            doubtful.set(p, !here && led);
        }
        return elsewhere;
    }
}
