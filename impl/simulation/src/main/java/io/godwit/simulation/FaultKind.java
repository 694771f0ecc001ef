package io.godwit.simulation;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** The faults there are. A fault names a site; what else it needs is said of each kind. */
public enum FaultKind {
    /** The member dies and loses its memory and disk; after {@code duration} a new incarnation starts there. */
    CRASH(Group.MEMBER),
    /**
     * The member dies, and after {@code duration} comes back with what it made durable, at a port that is greater by {@code amount}. Before
     * cluster version 7 it is refused there, and comes back at the first port.
     */
    REBOOT(Group.MEMBER),
    /** All members die at once, and each comes back after {@code duration} with what it made durable. */
    REBOOT_ALL(Group.CLUSTER),
    /** The member stops for {@code duration}; nothing is lost, and it does not notice. */
    PAUSE(Group.MEMBER),
    /** Each event takes the member {@code amount} microseconds, for {@code duration}. */
    SLOW(Group.MEMBER),
    /** The member's clock runs {@code amount} millionths too fast (below 0: too slow), for {@code duration}. */
    DRIFT(Group.MEMBER),
    /** The detector of {@code site} takes the member at {@code other} to be dead, for {@code duration}. */
    SUSPECT(Group.DETECTOR),
    /** A new member starts at {@code site}, where none was before. */
    JOIN(Group.MEMBERSHIP),
    /** The member is told to leave; {@code duration} after it stopped, a new incarnation starts there. */
    LEAVE(Group.MEMBERSHIP),
    /** Each member in turn leaves and is replaced by a new incarnation, all within {@code duration}. */
    ROLLING(Group.CLUSTER),
    /** Nothing gets from {@code site} to {@code other}, for {@code duration}; the way back works. */
    ONE_WAY(Group.CUT),
    /** Nothing gets to or from {@code site}, for {@code duration}. */
    ISOLATE(Group.CUT),
    /** The sites whose bits are set in {@code amount} (bit 0 is site 1) are cut from the others, for {@code duration}. */
    HALVES(Group.CUT),
    /** Each site reaches its neighbours on a ring only, so that all see a majority and no two the same; for {@code duration}. */
    RING(Group.CUT),
    /** Like {@link #HALVES}, but {@code site} reaches both sides. */
    BRIDGE(Group.CUT),
    /** That many messages in a million ({@code amount}) are lost, for {@code duration}. */
    LOSS(Group.LINK),
    /** That many messages in a million ({@code amount}) arrive twice, for {@code duration}. */
    DUPLICATE(Group.LINK),
    /** That many messages in a million ({@code amount}) are overtaken by later ones, for {@code duration}. */
    REORDER(Group.LINK),
    /** Messages from {@code site} to {@code other} take {@code amount} microseconds longer, for {@code duration}. */
    DELAY(Group.LINK),
    /** Every message takes up to {@code amount} microseconds longer, drawn anew for each, for {@code duration}. */
    JITTER(Group.LINK),
    /** That many writes in a million ({@code amount}) are cut off, and their connection is reset, for {@code duration}. */
    RESET(Group.MACHINE),
    /** That many writes in a million ({@code amount}) arrive with a bit flipped, for {@code duration}. */
    CORRUPT(Group.MACHINE),
    /** Each sync of the member's disk takes {@code amount} microseconds longer, for {@code duration}. */
    SLOW_DISK(Group.MACHINE),
    /** The next sync of the member's disk fails; what it was to make durable is there or not. */
    DISK_ERROR(Group.MACHINE),
    /**
     * A sync of the member's disk takes {@code amount} microseconds, and within the second one the power fails; after {@code duration}
     * the member comes back with what is on its disk. The site 0 stands for all members.
     */
    POWER_CUT(Group.MACHINE),
    /** The member's disk is full, for {@code duration}. */
    FULL_DISK(Group.MACHINE),
    /**
     * A bit of a record on the member's disk is flipped. With {@code amount} 0 it is one of a member that is down, or ends just then; it
     * starts again after {@code duration}. Otherwise the member runs on; {@code amount} microseconds later it ends in the same way, or
     * the next sync of its disk fails, after which the damage is noticed. Who has noticed damage comes back as a new incarnation.
     */
    DAMAGE(Group.MACHINE),
    /**
     * All in-sync members of the partition {@code amount}, or of the first one after it for which that can be, lose their power, and an operator
     * declares the partition lost. Then they come back: with {@code other} 0 as new incarnations after {@code duration}, otherwise with what is on their disks, {@code duration} after the partition
     * has begun again. With 2 added to {@code other} it is a partition of maps without backups, with all others of these of which they have the only copies, and no operator
     * declares anything: in the whole run members have {@code on-loss: empty}.
     */
    LOST_PARTITION(Group.MACHINE),
    /** Links to and from {@code site} carry {@code amount} messages a second, for {@code duration}; others wait. */
    BANDWIDTH(Group.LINK),
    /**
     * Writers at {@code site} make {@code amount} writes to {@code other} partitions, spread over {@code duration}, or as fast
     * as they are answered: see {@link RushWorkload}.
     */
    RUSH(Group.LOAD),
    /** A copy of a log takes {@code amount} microseconds longer for each entry that its receiver lacks, beside all other messages; for {@code duration}. */
    COPYING(Group.LOAD),
    /** Values under some keys have {@code amount} bytes, or a quarter of that; in the whole run, for real members only. */
    LARGE_VALUES(Group.LOAD),
    /**
     * Primaries answer reads under leases, for clocks that deviate by at most {@code amount} millionths. A promise runs for {@code
     * duration}; in the whole run.
     */
    LEASES(Group.LOAD),
    /**
     * A client at {@code site} makes {@code amount} calls at once, to {@code other} partitions. So many more than its library makes
     * at a time, and than may wait at a member: both limits are smaller in a run with bursts.
     */
    BURST(Group.LOAD),
    /**
     * A client at {@code site} makes calls of all sorts, also such as are refused, under keys of its own, and is closed in the midst of
     * them after {@code duration}.
     */
    MIXED_CALLS(Group.LOAD),
    /**
     * A client at {@code site} puts values into maps with an idle time and with limits, which only the members of such a run have, and follows
     * the changes of these maps, for {@code duration}.
     */
    FOLLOWED_CALLS(Group.LOAD),
    /**
     * A client at {@code site} makes calls for {@code amount} keys at once, of {@code other} partitions, one such call after the other for {@code
     * duration}; only in plans that name it.
     */
    MANY_KEYS(Group.LOAD),
    /** A client at {@code site} puts {@code amount} under the key number {@code other} of those for calls by hand; only in plans that name it. */
    PUT(Group.LOAD),
    /** A client at {@code site} gets what is under the key number {@code other} of those for calls by hand; only in plans that name it. */
    GET(Group.LOAD),
    /**
     * A process at {@code site} starts that is configured for another cluster: its name ({@code amount} 0), its number of partitions (1)
     * or the backups of its maps (2, 3) differ. It ends after {@code duration}.
     */
    MISCONFIGURED(Group.LOAD),
    /**
     * Members are asked for the state of the cluster with the number {@code amount}, from the one at {@code site} on, until it is there; after
     * {@code duration} for {@code ACTIVE}. For {@code STOPPING} they are asked for the cluster version that has it, too, and in the middle all
     * members end and start again.
     */
    STATE(Group.LOAD),
    /**
     * In the whole run members go by the first cluster version at most. From the fault on one after the other ends, and starts again without
     * that limit, all within {@code duration}, and members are asked for the newest version again and again.
     */
    UPGRADE(Group.LOAD),
    /** The member's heap is full, for {@code duration}; only in plans that name it. */
    FULL_HEAP(Group.MACHINE);

    /** What sort of thing is hit. */
    public enum Group {
        /** One member. */
        MEMBER,
        /** All members. */
        CLUSTER,
        /** A failure detector. */
        DETECTOR,
        /** Who belongs to the cluster. */
        MEMBERSHIP,
        /** Links, which carry nothing. */
        CUT,
        /** Links, which carry less. */
        LINK,
        /** Connections and disks, which only members that run as in a process have. */
        MACHINE,
        /** No fault, but what a cluster has to bear; it does not end with the faults. */
        LOAD
    }

    private final Group group;

    FaultKind(Group group) {
        this.group = group;
    }

    /** What sort of thing is hit. */
    public Group group() {
        return group;
    }

    /** All but the load, which seeds have together or not at all, and those of machines, which are drawn for themselves. */
    static List<FaultKind> faults() {
        return Arrays.stream(values())
                .filter(kind -> kind.group != Group.LOAD && kind.group != Group.MACHINE)
                .toList();
    }

    /** Those of connections and disks, but for damage and lost partitions, which are drawn for themselves; none of heaps. */
    static List<FaultKind> ofMachines() {
        return Arrays.stream(values())
                .filter(kind ->
                        kind.group == Group.MACHINE && kind != DAMAGE && kind != LOST_PARTITION && kind != FULL_HEAP)
                .toList();
    }

    /** How users call it: {@code one-way}. */
    public String text() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** The kind that users call so, or null. */
    public static FaultKind of(String text) {
        for (FaultKind kind : values()) {
            if (kind.text().equals(text)) {
                return kind;
            }
        }
        return null;
    }
}
