package io.godwit.simulation;

/** What chance is drawn for; each has draws of its own. */
public final class RandomPurpose {
    /** Sizes of the cluster. */
    public static final long SHAPE = 1;
    /** Which faults happen, and when. */
    public static final long FAULTS = 2;
    /** Clocks: where they start. */
    public static final long CLOCKS = 3;
    /** How long a message is on its way. */
    public static final long DELAY = 4;
    /** Whether a write is lost. */
    public static final long LOSS = 5;
    /** Whether a write is cut off and its connection reset, and where; how long it takes to hear of a reset. */
    public static final long RESET = 6;
    /** Whether a bit of a write is flipped, and which. */
    public static final long CORRUPT = 7;
    /** Disks: how long they take. */
    public static final long DISK = 8;
    /** Whether a write is overtaken or repeated, and by how much. */
    public static final long REORDER = 9;
    /** What clients call. */
    public static final long CALLS = 10;
    /** Whom clients ask. */
    public static final long ROUTES = 11;
    /** How patient failure detectors are. */
    public static final long PATIENCE = 12;

    /** Whether all partitions want the same number of replicas. */
    public static final long RANGES = 13;

    /** How many migrations a member takes part in at once, and of how many partitions. */
    public static final long AT_ONCE = 14;

    /** Whether there is a rush of writes, and where it goes. */
    public static final long RUSH = 15;

    /** What is left of a disk after a crash, or after a sync that has failed. */
    public static final long REST = 16;

    /** Processes of members: their random numbers. */
    public static final long PROCESS = 17;

    /** Whether a machine loses its power, or only a process ends. */
    public static final long POWER = 18;

    /** Which faults of disks and connections happen. */
    public static final long MACHINE = 19;

    /** Whether there are large values, and how large. */
    public static final long VALUES = 20;

    /** How long sessions last. */
    public static final long SESSIONS = 21;

    /** When a fault opens the window of another one. */
    public static final long OPENING = 22;

    /** Whether there are bursts of calls. */
    public static final long BURST = 23;

    /** Whether records on disks are damaged, and which. */
    public static final long DAMAGE = 24;

    /** Whether there are calls of all sorts, and which. */
    public static final long MIXED_CALLS = 25;

    /** Whether processes start that are configured otherwise. */
    public static final long MISCONFIGURED = 26;

    /** Whether members tell each other what they know to have happened. */
    public static final long MOMENTS = 27;

    /** Whether some space of disks is to stay free. */
    public static final long RESERVE = 28;

    /** Processes of clients. */
    public static final long CLIENT = 29;

    /** How long it takes to hand over a task. */
    public static final long HAND_OVER = 30;

    /** Connections, and on which threads of a process they are. */
    public static final long CONNECTION = 31;

    /** Whether a write arrives in chunks, and in which. */
    public static final long CHUNKS = 32;

    /** Whether a fault of a link breaks a connection, and when. */
    public static final long BREAK = 33;

    /** How many entries logs keep. */
    public static final long LOG = 34;

    /** Whether members have zones, and which. */
    public static final long ZONES = 35;

    /** Whether there are read leases, and how long they last. */
    public static final long LEASES = 36;

    /** Whether the state of the cluster changes, and how. */
    public static final long STATE = 37;

    /** Whether all in-sync members of a partition are lost, and of which. */
    public static final long LOST = 38;

    /** Whether members are upgraded. */
    public static final long UPGRADE = 39;

    /** Calls of clients that follow changes. */
    public static final long FOLLOWED_CALLS = 40;

    private RandomPurpose() {}
}
