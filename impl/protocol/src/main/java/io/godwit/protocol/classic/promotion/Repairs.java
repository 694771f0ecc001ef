package io.godwit.protocol.classic.promotion;

import io.godwit.protocol.Guards;
import io.godwit.protocol.MemberSet;
import io.godwit.protocol.classic.ClassicGuard;
import io.godwit.protocol.classic.table.Entry;
import io.godwit.protocol.classic.table.PartitionTable;
import io.godwit.protocol.classic.versioning.Versioning;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

/** What repair makes of a table. Operators of {@code PromotionCommit} with the same names. */
final class Repairs {
    /** A promotion changes the owner's slot and the promoted member's. */
    private static final int PROMOTED_SLOTS = 2;

    private final Guards guards;
    private final Versioning versioning;

    Repairs(Guards guards) {
        this.guards = guards;
        this.versioning = new Versioning(guards);
    }

    /** Removes who is not in the view; one version per slot. */
    PartitionTable strip(PartitionTable table, MemberSet view) {
        int all = IntStream.range(0, table.size())
                .map(p -> table.get(p).goneFrom(view))
                .sum();
        return table.map(p -> {
            Entry entry = table.get(p);
            int gone = entry.goneFrom(view);
            return (gone == 0 ? entry : entry.within(view)).raised(versioning.added(gone, all));
        });
    }

    /** Promotes the first survivor of each of the partitions; two versions per promotion. */
    PartitionTable promote(PartitionTable table, List<Integer> partitions) {
        PartitionTable promoted = raise(table, new HashSet<>(partitions), PROMOTED_SLOTS);
        for (int p : partitions) {
            promoted = promoted.with(p, promoted.get(p).promoted());
        }
        return promoted;
    }

    /** Fences promotions that failed: the promoted member may have applied them. */
    PartitionTable fence(PartitionTable table, List<Integer> partitions) {
        int k = guards.has(ClassicGuard.PROMOTION_FENCE) ? PROMOTED_SLOTS + 1 : PROMOTED_SLOTS;
        return raise(table, new HashSet<>(partitions), k);
    }

    private PartitionTable raise(PartitionTable table, Set<Integer> partitions, int k) {
        return table.map(
                p -> table.get(p).raised(versioning.added(partitions.contains(p) ? k : 0, k * partitions.size())));
    }

    /** The partitions without an owner that somebody survives of, ascending. */
    static List<Integer> orphans(PartitionTable table) {
        return IntStream.range(0, table.size())
                .filter(p -> table.get(p).isOrphan())
                .boxed()
                .toList();
    }
}
