package io.godwit.protocol.planner;

import io.godwit.protocol.Members;
import io.godwit.protocol.PartitionVector;

/**
 * Arranges partitions over members: every member gets the same number of replicas of each role, up to one, and as few data
 * as possible are moved. A pure function: every master comes to the same result.
 *
 * <p>First every replica stays where it is, if its member stays and its group does not get too many. Then missing replicas
 * are given to those with fewest. What is still uneven after that is evened out: first by what costs nothing, then
 * by moving replicas one by one from those with most to those with fewest ({@link Balancer}). So a member that joins gets
 * its share and nothing else moves, and when one leaves only its replicas move.
 */
public final class Arranger {
    private final Layout layout;
    private final Style style;

    private Arranger(Layout layout, Style style) {
        this.layout = layout;
        this.style = style;
    }

    /**
     * The wanted arrangement of every partition. Partitions that stay as they are keep the very same object.
     *
     * @param current who holds what; all arrangements have at least {@code copies} slots. Replicas at members that are in
     *     no group are wanted elsewhere
     * @param groups the members that may hold replicas; when there is none, everything stays as it is
     * @param copies wanted replicas of each partition, 1 to 7; with fewer members than that, one at each
     * @param style what the protocol can do with the replicas of one partition
     */
    public static PartitionVector<Arrangement> arrange(
            PartitionVector<Arrangement> current, MemberGroups groups, int copies, Style style) {
        if (groups.members().isEmpty()) {
            return current;
        }
        Layout layout = new Layout(current, groups, copies, style);
        new Arranger(layout, style).arrange();
        PartitionVector<Arrangement> wanted = current;
        for (int p = 0; p < layout.partitions; p++) {
            wanted = wanted.with(p, layout.arrangement(p));
        }
        return wanted;
    }

    private void arrange() {
        new RetainedReplicas(layout, style).keep();
        for (int slot = 0; slot < layout.copies; slot++) {
            fill(slot);
            if (!style.swaps()) {
                shiftDown(slot);
            }
        }
        for (int role = 0; role < layout.roles; role++) {
            if (style.swaps() && role == 0) {
                new Balancer(layout, role, new Swap(layout)).balance();
            }
            new Balancer(layout, role, new Replacement(layout, true)).balance();
            new Balancer(layout, role, new Replacement(layout, false)).balance();
            if (!style.swaps()) {
                new Balancer(layout, role, new Swap(layout)).balance();
            }
        }
    }

    private void fill(int slot) {
        for (int p = 0; p < layout.partitions; p++) {
            int place = layout.place(p, slot);
            if (layout.occupant(place) == Layout.NOBODY) {
                layout.put(place, leastLoaded(place));
            }
        }
    }

    /**
     * Who has too many replicas of this slot's role drops to an empty slot, where it keeps its data, and a newcomer takes
     * over.
     */
    private void shiftDown(int slot) {
        for (int p = 0; p < layout.partitions; p++) {
            int place = layout.place(p, slot);
            int gap = gapBelow(p, slot);
            if (gap != Layout.NOBODY && !layout.isNewcomer(place)) {
                shiftDown(place, gap);
            }
        }
    }

    private void shiftDown(int place, int gap) {
        int there = layout.occupant(place);
        layout.take(place);
        layout.put(gap, there);
        int other = leastLoaded(place);
        int role = layout.role(place);
        if (layout.count(role, there) > layout.count(role, other)) {
            layout.put(place, other);
        } else {
            layout.take(gap);
            layout.put(place, there);
        }
    }

    /** A colder place that has nobody, neither now nor at the end so far. */
    private int gapBelow(int partition, int slot) {
        for (int below = slot + 1; below < layout.copies; below++) {
            int place = layout.place(partition, below);
            if (layout.occupant(place) == Layout.NOBODY
                    && layout.current(partition).at(below) == Members.NONE) {
                return place;
            }
        }
        return Layout.NOBODY;
    }

    /** Of the members that fit into a place, one with fewest replicas of its role; which one differs from place to place. */
    private int leastLoaded(int place) {
        int role = layout.role(place);
        int best = Layout.NOBODY;
        long bestLoad = Long.MAX_VALUE;
        for (int member = 0; member < layout.members; member++) {
            long load = ((long) layout.count(role, member) << 32) | lot(place, member);
            if (load < bestLoad && layout.fits(place, member)) {
                best = member;
                bestLoad = load;
            }
        }
        return best;
    }

    /** The same for the same place and member, otherwise anything: so that two members do not share all their partitions. */
    private static long lot(int place, int member) {
        int h = place * 0x9E3779B9 + member * 0x85EBCA6B;
        h = (h ^ (h >>> 15)) * 0xC2B2AE35;
        return (h ^ (h >>> 13)) & 0xFFFF_FFFFL;
    }
}
