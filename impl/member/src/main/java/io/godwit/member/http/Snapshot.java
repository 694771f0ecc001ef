package io.godwit.member.http;

import io.godwit.member.Member;
import io.godwit.protocol.Copies;
import io.godwit.protocol.MemberSet;
import io.godwit.protocol.PartitionVector;
import io.godwit.protocol.quorum.QuorumState;
import io.godwit.protocol.quorum.table.Configuration;
import io.godwit.protocol.quorum.table.Entry;
import java.util.BitSet;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;

/**
 * What a member knew at one moment, as far as viewers are shown it. It shares the table with the member's state, and is taken by
 * the viewer's thread. What depends on partitions is made from an earlier snapshot, in time for what has changed since.
 *
 * @param view of itself and of the other members
 * @param table what it knew to be decided; empty as long as it belongs to no cluster
 * @param copies how many replicas partitions are to have
 * @param suspects whom it took to be dead
 * @param left who wanted to leave and has left: nothing names it any more
 * @param unserved partitions all of whose in-sync replicas are suspected
 */
record Snapshot(
        MemberView view,
        PartitionVector<Entry> table,
        Copies copies,
        MemberSet suspects,
        MemberSet left,
        BitSet unserved) {
    private static final PartitionVector<Entry> EMPTY = PartitionVector.filled(0, Entry.NONE);

    /** Of a member that belongs to no cluster. */
    private static Snapshot forming(Member member) {
        return new Snapshot(
                MemberView.forming(member), EMPTY, Copies.all(1), MemberSet.of(), MemberSet.of(), new BitSet());
    }

    /** The first one of a viewer. */
    static Snapshot first(Member member) {
        return forming(member).next(member);
    }

    /** The same member now. */
    Snapshot next(Member member) {
        QuorumState state = member.state().orElse(null);
        if (state == null) {
            return forming(member);
        }
        PartitionVector<Entry> now = state.control().committed();
        MemberSet nowSuspects = state.local().peers().suspects();
        MemberSet nowLeft = left(state);
        return new Snapshot(
                MemberView.of(member, state, nowLeft),
                now,
                state.setup().copies(),
                nowSuspects,
                nowLeft,
                unserved(now, nowSuspects));
    }

    /** The partitions for which it has something else than an earlier one, or all of them if there is no earlier one. */
    int[] changes(Snapshot earlier) {
        if (earlier == null) {
            return IntStream.range(0, table.size()).toArray();
        }
        IntStream.Builder partitions = IntStream.builder();
        table.differences(earlier.table, partitions::add);
        return partitions.build().toArray();
    }

    /** Do both have a table of the same partitions? */
    boolean hasTableOf(Snapshot other) {
        return table.size() == other.table.size();
    }

    /** A member that is suspected is looked for in the table until it has left; then it stays away, because numbers are not used again. */
    private MemberSet left(QuorumState state) {
        MemberSet gone = state.local()
                .peers()
                .leaving()
                .intersect(state.local().peers().suspects())
                .minus(state.control().voting().voters())
                .minus(left);
        if (gone.isEmpty()) {
            return left;
        }
        BitSet named = new BitSet();
        state.control().committed().forEach((partition, entry) -> entry.configuration().participants().stream()
                .forEach(named::set));
        return left.union(
                MemberSet.of(gone.stream().filter(member -> !named.get(member)).toArray()));
    }

    private BitSet unserved(PartitionVector<Entry> now, MemberSet nowSuspects) {
        BitSet all = (BitSet) unserved.clone();
        IntConsumer look = p -> all.set(p, isUnserved(now.get(p).configuration(), nowSuspects));
        if (nowSuspects.equals(suspects) && now.size() == table.size()) {
            now.differences(table, look);
        } else {
            now.forEach((p, entry) -> look.accept(p));
        }
        return all;
    }

    private static boolean isUnserved(Configuration c, MemberSet suspects) {
        return c.inSyncSize() > 0 && !suspects.isEmpty() && suspects.containsAll(c.inSync());
    }
}
