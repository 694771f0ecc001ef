package io.godwit.protocol.planner;

import io.godwit.protocol.MemberSet;
import java.util.ArrayList;
import java.util.List;

/**
 * Members that may fail together: those of a machine, a rack, a zone. Two replicas of a partition go to one group only when
 * there are too few groups, and then as few to each as possible. Immutable.
 */
public final class MemberGroups {
    private final MemberSet members;

    /** Per member, in the order of {@link #members}: the number of its group. */
    private final int[] group;

    private final int[] sizes;

    private MemberGroups(MemberSet members, int[] group, int[] sizes) {
        this.members = members;
        this.group = group;
        this.sizes = sizes;
    }

    /** Every member is a group of its own. */
    public static MemberGroups each(MemberSet members) {
        return of(members.stream().mapToObj(MemberSet::of).toList());
    }

    /**
     * These groups; empty ones are left out.
     *
     * @throws IllegalArgumentException if a member is in two groups
     */
    public static MemberGroups of(List<MemberSet> groups) {
        List<MemberSet> filled = new ArrayList<>(groups);
        filled.removeIf(MemberSet::isEmpty);
        MemberSet members = filled.stream().reduce(MemberSet.of(), MemberSet::union);
        int[] sizes = filled.stream().mapToInt(MemberSet::size).toArray();
        int[] group = new int[members.size()];
        int named = 0;
        for (int g = 0; g < filled.size(); g++) {
            for (int i = 0; i < members.size(); i++) {
                if (filled.get(g).contains(members.get(i))) {
                    group[i] = g;
                    named++;
                }
            }
        }
        if (named > members.size()) {
            throw new IllegalArgumentException("a member is in two groups: " + groups);
        }
        return new MemberGroups(members, group, sizes);
    }

    /** All members that may hold replicas. */
    public MemberSet members() {
        return members;
    }

    /** Number of groups. */
    public int size() {
        return sizes.length;
    }

    /**
     * The number of a member's group.
     *
     * @param index of the member in {@link #members}
     */
    public int groupOf(int index) {
        return group[index];
    }

    /**
     * The most replicas of one partition that a group has to take.
     *
     * @param copies replicas of the partition, at most the number of members
     * @return 1 when there are as many groups as copies
     */
    public int share(int copies) {
        int share = 0;
        int places = 0;
        while (places < copies) {
            share++;
            places = 0;
            for (int size : sizes) {
                places += Math.min(size, share);
            }
        }
        return share;
    }
}
