package io.godwit.protocol.classic.run;

import io.godwit.protocol.MemberSet;
import io.godwit.protocol.classic.table.PartitionMap;
import io.godwit.protocol.classic.table.PartitionTable;
import java.util.ArrayList;
import java.util.List;

/**
 * A plan in progress.
 *
 * @param stayers for whom it was made
 * @param table for which table
 * @param lanes what is still to be done, by partition, never empty
 */
public record Planned(MemberSet stayers, PartitionTable table, PartitionMap<List<Work>> lanes) {
    /** The partitions with work left: first those whose next work only adds a replica, or brings one to a hotter slot. */
    List<Integer> order() {
        List<Integer> repairs = new ArrayList<>();
        List<Integer> balance = new ArrayList<>();
        lanes.forEach(lane -> (lane.getValue().get(0).repairs() ? repairs : balance).add(lane.getKey()));
        repairs.addAll(balance);
        return repairs;
    }

    /** The next work of a partition. */
    Work first(int partition) {
        return lanes.get(partition).get(0);
    }

    /** The plan after the first work of a partition was begun. */
    Planned begun(int partition) {
        List<Work> lane = lanes.get(partition);
        List<Work> rest = lane.subList(1, lane.size());
        return new Planned(
                stayers, table, rest.isEmpty() ? lanes.without(partition) : lanes.with(partition, List.copyOf(rest)));
    }
}
