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

    /**
     * A pending request.
     *
     * @param arrived when it arrived for the first time, in nanoseconds
     * @param redirected whether its client has been redirected
     */
    public record Pending<C>(C client, long call, int partition, long arrived, boolean redirected) {}

    /**
     * Adds a request of a session, which replaces an earlier one of it.
     *
     * @param arrived the time in nanoseconds; a request that is repeated keeps that of its first arrival
     */
    public void add(long session, long call, C client, int partition, long arrived) {
        pending.merge(
                session,
                new Pending<>(client, call, partition, arrived, false),
                (before, it) -> before.call() == it.call()
                        ? new Pending<>(it.client(), it.call(), it.partition(), before.arrived(), false)
                        : it);
        doubtful.set(partition);
    }

    /** Removes a request that is answered, and returns it; null if the session has no such request. */
    public Pending<C> answered(long session, long call) {
        Pending<C> found = pending.get(session);
        if (found == null || found.call() != call) {
            return null;
        }
        pending.remove(session);
        return found;
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
            return new Pending<>(it.client(), it.call(), it.partition(), it.arrived(), true);
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
