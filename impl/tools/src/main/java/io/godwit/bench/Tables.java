package io.godwit.bench;

import io.godwit.protocol.MemberSet;
import io.godwit.protocol.PartitionVector;
import io.godwit.protocol.planner.Arrangement;
import io.godwit.protocol.planner.Arranger;
import io.godwit.protocol.planner.MemberGroups;
import io.godwit.protocol.planner.Style;
import java.util.stream.IntStream;

/** Tables to measure with. */
final class Tables {
    private Tables() {}

    /** Members 1 to n, each a group of its own. */
    static MemberGroups members(int n) {
        return MemberGroups.each(MemberSet.of(IntStream.rangeClosed(1, n).toArray()));
    }

    /** A table without replicas. */
    static PartitionVector<Arrangement> empty(int partitions, int copies) {
        return PartitionVector.filled(partitions, Arrangement.empty(copies));
    }

    /** A balanced table over members 1 to n. */
    static PartitionVector<Arrangement> balanced(int partitions, int n, int copies, Style style) {
        return Arranger.arrange(empty(partitions, copies), members(n), copies, style);
    }
}
