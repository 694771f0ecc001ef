package io.godwit.member;

import io.godwit.protocol.PartitionVector;
import io.godwit.protocol.quorum.QuorumState;
import io.godwit.protocol.quorum.table.Entry;
import io.godwit.transport.frame.Frame.Route;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import java.util.function.BiConsumer;

/**
 * Who waits for an answer, for what is done in which partition. Those are found who wait at the wrong member; as long as no
 * partition that somebody waits for is decided to be another member's, this takes no look at those who wait. Not safe for several
 * threads.
 *
 * @param <C> how a caller is reached
 */
final class Callers<C> {
    private final Map<Long, Waiting<C>> waiting = new HashMap<>();
    /** Partitions that may be another member's, while somebody waits for them here. */
    private final BitSet doubtful = new BitSet();
    /** What was decided when this was looked at last. */
    private PartitionVector<Entry> looked;

    /** Who waits for the answer to which call, for what is done in which partition, and was it told that this is another member's? */
    private record Waiting<C>(C caller, long call, int partition, boolean told) {}

    /** A client waits for the answer to its last call. */
    void wait(long client, long call, C caller, int partition) {
        waiting.put(client, new Waiting<>(caller, call, partition, false));
        doubtful.set(partition);
    }

    /** A client waits no more; who it was, or null if it did not wait, or waits for another call meanwhile. */
    C answered(long client, long call) {
        Waiting<C> found = waiting.get(client);
        if (found == null || found.call() != call) {
            return null;
        }
        waiting.remove(client);
        return found.caller();
    }

    /** Nobody is there any more. */
    void gone(C caller) {
        waiting.values().removeIf(it -> it.caller().equals(caller));
    }

    /**
     * Tells those where to ask who wait for a partition that this member does not lead any more, once: there is no answer to their
     * writes here, which may have been carried out or not, but the new primary has one.
     */
    void turnAway(QuorumState now, BiConsumer<C, Route> tell) {
        BitSet elsewhere = elsewhere(now);
        if (elsewhere.isEmpty()) {
            return;
        }
        waiting.replaceAll((client, it) -> {
            if (it.told() || !elsewhere.get(it.partition())) {
                return it;
            }
            Entry entry = now.control().committed().get(it.partition());
            tell.accept(
                    it.caller(),
                    new Route(
                            it.partition(),
                            entry.version(),
                            entry.configuration().primary()));
            return new Waiting<>(it.caller(), it.call(), it.partition(), true);
        });
    }

    /** The doubtful partitions that are another member's. Those stay doubtful that are decided to be, but still led here. */
    private BitSet elsewhere(QuorumState now) {
        PartitionVector<Entry> decided = now.control().committed();
        if (looked != null) {
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
