package io.godwit.protocol.planner;

import io.godwit.protocol.MemberSet;
import io.godwit.protocol.Members;
import io.godwit.protocol.PartitionVector;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

/** Tables for tests, and what is to be counted in them. */
final class PlannerTestCluster {
    static final int SLOTS = 7;

    private PlannerTestCluster() {}

    /** Members 1 to n. */
    static MemberSet members(int n) {
        return MemberSet.of(IntStream.rangeClosed(1, n).toArray());
    }

    static PartitionVector<Arrangement> empty(int partitions) {
        return PartitionVector.filled(partitions, Arrangement.empty(SLOTS));
    }

    static PartitionVector<Arrangement> balanced(int partitions, MemberGroups groups, int copies, Style style) {
        return Arranger.arrange(empty(partitions), groups, copies, style);
    }

    /** Anything: every partition has some replicas at any members, in any slots; slot 0 is filled. */
    static PartitionVector<Arrangement> random(int partitions, MemberSet members, Random random) {
        List<Integer> shuffled = new ArrayList<>(members.stream().boxed().toList());
        return PartitionVector.of(partitions, p -> {
            Collections.shuffle(shuffled, random);
            int[] slots = new int[SLOTS];
            for (int slot = 0; slot < Math.min(SLOTS, shuffled.size()); slot++) {
                slots[slot] = slot == 0 || random.nextInt(3) > 0 ? shuffled.get(slot) : Members.NONE;
            }
            return Arrangement.of(slots);
        });
    }

    /** The table after the members have died and backups were promoted as the seed does it: the first that survived. */
    static PartitionVector<Arrangement> crashed(PartitionVector<Arrangement> table, MemberSet dead) {
        return PartitionVector.of(table.size(), p -> {
            int[] slots = Arrays.stream(table.get(p).toArray())
                    .map(member -> dead.contains(member) ? Members.NONE : member)
                    .toArray();
            for (int slot = 1; slot < slots.length && slots[0] == Members.NONE; slot++) {
                slots[0] = slots[slot];
                slots[slot] = Members.NONE;
            }
            return Arrangement.of(slots);
        });
    }

    /** The greatest difference between two members in any role. */
    static int spread(PartitionVector<Arrangement> table, MemberSet members, int copies, Style style) {
        int widest = 0;
        for (int[] role : counts(table, members, copies, style)) {
            widest = Math.max(
                    widest,
                    Arrays.stream(role).max().getAsInt()
                            - Arrays.stream(role).min().getAsInt());
        }
        return widest;
    }

    /** Replicas by role and position of the member; replicas of other members are not counted. */
    static int[][] counts(PartitionVector<Arrangement> table, MemberSet members, int copies, Style style) {
        int[][] counts = new int[style.role(copies - 1) + 1][members.size()];
        for (int p = 0; p < table.size(); p++) {
            for (int slot = 0; slot < copies; slot++) {
                int member = members.indexOf(table.get(p).at(slot));
                if (member >= 0) {
                    counts[style.role(slot)][member]++;
                }
            }
        }
        return counts;
    }

    /** Replicas at members that held none of the partition before. */
    static int transfers(PartitionVector<Arrangement> before, PartitionVector<Arrangement> after) {
        int transfers = 0;
        for (int p = 0; p < before.size(); p++) {
            Arrangement held = before.get(p);
            transfers += (int)
                    after.get(p).held().filter(member -> !held.holds(member)).count();
        }
        return transfers;
    }

    /**
     * Nobody can do with fewer transfers and be balanced. No partition can do with fewer than it misses copies. And in each role everybody
     * ends with the least number of replicas or with one more, where it is laid down how many members have one more. Who holds at least that
     * many replicas needs none; the rest has to be taken over by somebody. Groups are not looked at, nor who can hold which partition.
     */
    static int lowerBound(PartitionVector<Arrangement> before, MemberSet members, int copies, Style style) {
        int missing = 0;
        int[] held = new int[members.size()];
        for (int p = 0; p < before.size(); p++) {
            int staying = 0;
            for (int member : before.get(p).held().toArray()) {
                int index = members.indexOf(member);
                if (index >= 0) {
                    held[index]++;
                    staying++;
                }
            }
            missing += Math.max(0, copies - staying);
        }
        int least = 0;
        int[] more = new int[style.role(copies - 1) + 1];
        for (int role = 0; role < more.length; role++) {
            int replicas = before.size() * slots(role, copies, style);
            least += replicas / members.size();
            more[role] = replicas % members.size();
        }
        int below = 0;
        int[] room = new int[members.size()];
        for (int member = 0; member < room.length; member++) {
            below += Math.max(0, least - held[member]);
            room[member] = Math.max(0, held[member] - least);
        }
        return Math.max(missing, below + Arrays.stream(more).sum() - placed(more, room));
    }

    /**
     * How many can be given out at most, when each member takes so many, and one of each role? The smallest cut through that flow: some
     * of the roles with most to give are limited by who takes them, the others by what there is.
     */
    private static int placed(int[] more, int[] room) {
        int[] ascending = more.clone();
        Arrays.sort(ascending);
        int least = Integer.MAX_VALUE;
        for (int limited = 0; limited <= ascending.length; limited++) {
            int roles = limited;
            int cut = Arrays.stream(ascending, 0, ascending.length - limited).sum()
                    + Arrays.stream(room).map(taken -> Math.min(taken, roles)).sum();
            least = Math.min(least, cut);
        }
        return least;
    }

    private static int slots(int role, int copies, Style style) {
        return (int) IntStream.range(0, copies)
                .filter(slot -> style.role(slot) == role)
                .count();
    }
}
