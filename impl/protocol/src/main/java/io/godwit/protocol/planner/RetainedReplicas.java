package io.godwit.protocol.planner;

import java.util.ArrayList;
import java.util.List;

/** Puts the replicas that may stay into the layout, each where it is if possible. */
final class RetainedReplicas {
    private final Layout layout;
    private final Style style;

    RetainedReplicas(Layout layout, Style style) {
        this.layout = layout;
        this.style = style;
    }

    void keep() {
        List<Integer> crowded = new ArrayList<>();
        for (int p = 0; p < layout.partitions; p++) {
            if (style.swaps() && survivors(p) > layout.copies) {
                crowded.add(p);
            } else {
                inSlots(p);
                inGaps(p);
            }
        }
        // Now it is known who has too much already.
        crowded.forEach(this::lightest);
    }

    private int survivors(int partition) {
        return (int) layout.current(partition)
                .held()
                .filter(name -> layout.member(name) >= 0)
                .count();
    }

    private void inSlots(int partition) {
        for (int slot = 0; slot < layout.copies; slot++) {
            keep(partition, slot, layout.member(layout.current(partition).at(slot)));
        }
    }

    /** Replicas in slots that are not wanted any more fill the gaps among the others. */
    private void inGaps(int partition) {
        for (int surplus = layout.copies; surplus < layout.current(partition).size(); surplus++) {
            int member = layout.member(layout.current(partition).at(surplus));
            for (int slot = 0; slot < layout.copies; slot++) {
                keep(partition, slot, member);
            }
        }
    }

    private void keep(int partition, int slot, int member) {
        int place = layout.place(partition, slot);
        if (member >= 0 && layout.occupant(place) == Layout.NOBODY && layout.fits(place, member)) {
            layout.put(place, member);
        }
    }

    /** There are more replicas than wanted: the primary stays, and those backups whose members have fewest. */
    private void lightest(int partition) {
        keep(partition, 0, layout.member(layout.current(partition).primary()));
        for (int slot = 0; slot < layout.copies; slot++) {
            int place = layout.place(partition, slot);
            int role = layout.role(place);
            int best = Layout.NOBODY;
            for (int from = 1; from < layout.current(partition).size(); from++) {
                int member = layout.member(layout.current(partition).at(from));
                if (member >= 0
                        && layout.occupant(place) == Layout.NOBODY
                        && layout.fits(place, member)
                        && (best == Layout.NOBODY || layout.count(role, member) < layout.count(role, best))) {
                    best = member;
                }
            }
            keep(partition, slot, best);
        }
    }
}
