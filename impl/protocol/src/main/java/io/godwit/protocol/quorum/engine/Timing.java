package io.godwit.protocol.quorum.engine;

/** Intervals and timeouts, in microseconds of a member's own clock. Only progress depends on them. */
final class Timing {
    /** Interval between heartbeats of a master. */
    static final long HEARTBEAT_INTERVAL = 100_000;

    /**
     * Maximum delay until members that need not act on a decision receive it; only the last decision about each partition is
     * sent.
     */
    static final long PUBLISH_INTERVAL = 50_000;

    /** Silence of the master after which a voter starts a pre-vote. */
    static final long MASTER_SILENCE = 500_000;

    /** Additional delay per rank, so that voters do not stand at the same time. */
    static final long RANK_DELAY = 100_000;

    /** Ranks added for a member that is leaving. */
    static final int LEAVER_RANKS = 10;

    /** Time for a pre-vote and an election before the next attempt. */
    static final long ELECTION_TIMEOUT = 300_000;

    /**
     * How long a candidate waits for votes that were announced, and how long others do not compete with it: longer than two
     * writes to a slow disk take.
     */
    static final long VOTE_WAIT = 4_000_000;

    /** Maximum factor of the election backoff. */
    static final int MAX_BACKOFF = 4;

    /** Silence after which a master takes a member to be dead. */
    static final long MEMBER_SILENCE = 800_000;

    /** A member that has been dead for so long is removed from configurations, and from the voters where that helps. */
    static final long REMOVAL_DELAY = 2_000_000;

    /** Silence after which a member is gone. */
    static final long GONE_SILENCE = MEMBER_SILENCE + REMOVAL_DELAY;

    /** Interval of retransmission and of master rounds. */
    static final long RETRANSMIT_INTERVAL = 150_000;

    /** Maximum number of voters. More make decisions slower and hardly safer. */
    static final int MAX_VOTERS = 5;

    /** Maximum number of doublings of the retransmission interval of copies and entries, {@link #RETRANSMIT_INTERVAL} at first. */
    static final int MAX_DOUBLINGS = 4;

    /** Maximum number of entries of a log that are retransmitted at once. */
    static final int MAX_APPENDS = 64;

    /** For the times of read leases, which are nanoseconds. */
    static final long NANOS_PER_MICRO = 1_000;

    private Timing() {}
}
