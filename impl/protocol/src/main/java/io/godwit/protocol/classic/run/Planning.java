package io.godwit.protocol.classic.run;

import io.godwit.protocol.MemberSet;
import io.godwit.protocol.classic.data.PartitionMap;
import io.godwit.protocol.classic.data.PartitionTable;
import java.util.List;

/** Decides which migrations lead to a balanced table. A pure function: it is asked anew whenever something changed. */
@FunctionalInterface
public interface Planning {
    /**
     * What is to be done for each partition, in order; nothing for those that stay as they are.
     *
     * @param table where the partitions are; each has an owner
     * @param stayers who may hold replicas afterwards, at least one
     */
    PartitionMap<List<PlannedWork>> plan(PartitionTable table, MemberSet stayers);
}
