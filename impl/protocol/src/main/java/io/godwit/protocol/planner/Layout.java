package io.godwit.protocol.planner;

import io.godwit.protocol.MemberSet;
import io.godwit.protocol.Members;
import io.godwit.protocol.PartitionVector;
import io.godwit.protocol.Rules;
import java.util.Arrays;

/**
 * The target in the making: a table that is changed in place while {@link Arranger} works and that nobody else sees.
 *
 * <p>Members are numbers from 0 to {@link #members} - 1 here. A place is {@code partition * copies + slot}. A newcomer is a
 * member at a partition of which it holds no replica now: to put another newcomer in its place costs no transfer.
 */
final class Layout {
    static final int NOBODY = -1;

    final int partitions;
    final int copies;
    final int members;
    final int roles;

    private final PartitionVector<Arrangement> current;
    private final MemberSet names;
    private final MemberGroups groups;
    private final int share;
    private final Style style;
    private final PlanAndRun planner = new PlanAndRun(Rules.ALL);

    private final int[] occupant;
    private final int[] index;
    private final boolean[] newcomer;
    private final int[][] count;
    private final SlotSet[] kept;
    private final SlotSet[] fresh;

    Layout(PartitionVector<Arrangement> current, MemberGroups groups, int copies, Style style) {
        this.current = current;
        this.names = groups.members();
        this.groups = groups;
        this.style = style;
        this.partitions = current.size();
        this.members = names.size();
        this.copies = Math.min(copies, members);
        this.share = groups.share(this.copies);
        this.roles = style.role(this.copies - 1) + 1;
        occupant = new int[partitions * this.copies];
        Arrays.fill(occupant, NOBODY);
        index = new int[occupant.length];
        newcomer = new boolean[occupant.length];
        count = new int[roles][members];
        kept = places(roles * members);
        fresh = places(roles * members);
    }

    private static SlotSet[] places(int number) {
        SlotSet[] places = new SlotSet[number];
        for (int i = 0; i < number; i++) {
            places[i] = new SlotSet();
        }
        return places;
    }

    int place(int partition, int slot) {
        return partition * copies + slot;
    }

    int partition(int place) {
        return place / copies;
    }

    int role(int place) {
        return style.role(place % copies);
    }

    /** The number of the member with this name; negative if it may hold no replica. */
    int member(int name) {
        return names.indexOf(name);
    }

    Arrangement current(int partition) {
        return current.get(partition);
    }

    int occupant(int place) {
        return occupant[place];
    }

    boolean isNewcomer(int place) {
        return newcomer[place];
    }

    /** Number of replicas of a role that a member has. */
    int count(int role, int member) {
        return count[role][member];
    }

    /** Slots of a member in a role: the newcomer's or the other ones. */
    SlotSet places(int role, int member, boolean newcomers) {
        return (newcomers ? fresh : kept)[role * members + member];
    }

    /** Puts a member into an empty place. */
    void put(int place, int member) {
        occupant[place] = member;
        newcomer[place] = !current.get(partition(place)).holds(names.get(member));
        count[role(place)][member]++;
        index[place] = placesOf(place).add(place);
    }

    /** Empties a place. */
    void take(int place) {
        SlotSet places = placesOf(place);
        int moved = places.remove(index[place]);
        index[moved] = index[place];
        count[role(place)][occupant[place]]--;
        occupant[place] = NOBODY;
    }

    private SlotSet placesOf(int place) {
        return places(role(place), occupant[place], newcomer[place]);
    }

    /** Another member instead. */
    void replace(int place, int member) {
        take(place);
        put(place, member);
    }

    /** Two places of a partition swap their members. */
    void swap(int place, int other) {
        int a = occupant[place];
        int b = occupant[other];
        take(place);
        take(other);
        put(place, b);
        put(other, a);
    }

    /**
     * May the member be put into this place, whoever is there now? Not beside itself, not beside too many of its group, and where
     * replicas cannot swap places, not where it would have to leave a slot that is still wanted.
     */
    boolean fits(int place, int member) {
        int partition = partition(place);
        int first = partition * copies;
        int group = groups.groupOf(member);
        int companions = 0;
        for (int other = first; other < first + copies; other++) {
            int there = occupant[other];
            if (there == member) {
                return false;
            }
            if (there != NOBODY && other != place && groups.groupOf(there) == group) {
                companions++;
            }
        }
        return companions < share && (style.swaps() || staysInSlot(partition, place - first, member));
    }

    private boolean staysInSlot(int partition, int slot, int member) {
        int held = current.get(partition).slotOf(names.get(member));
        return held == Arrangement.NO_SLOT || held == slot || held >= copies;
    }

    /** Where the next partition's places begin. */
    int endOfPartition(int place) {
        return (partition(place) + 1) * copies;
    }

    /** May two places of a partition swap their members, so that a plan really leads there? */
    boolean maySwap(int place, int other) {
        int partition = partition(place);
        if (style.swaps() || current.get(partition).primary() == Members.NONE) {
            return true;
        }
        int a = occupant[place];
        int b = occupant[other];
        occupant[place] = b;
        occupant[other] = a;
        Arrangement traded = arrangement(partition);
        occupant[place] = a;
        occupant[other] = b;
        return planner.plan(current.get(partition), traded).target().equals(traded);
    }

    /** The arrangement of a partition as it is now; the very object that is there already when it is the same. */
    Arrangement arrangement(int partition) {
        int[] slots = new int[current.get(partition).size()];
        for (int slot = 0; slot < copies; slot++) {
            int member = occupant[place(partition, slot)];
            slots[slot] = member == NOBODY ? Members.NONE : names.get(member);
        }
        Arrangement arrangement = Arrangement.of(slots);
        return arrangement.equals(current.get(partition)) ? current.get(partition) : arrangement;
    }
}
