package io.godwit.protocol.quorum.engine;

/** How long things take, in microseconds of a member's own clock. Only progress depends on them. */
final class Timing {
    /** A master shows itself that often. */
    static final long HEARTBEAT_INTERVAL = 100_000;

    /** All who need not act on a decision hear of it so much later at most, of the last one about each partition. */
    static final long PUBLISH_INTERVAL = 50_000;

    /** Whoever hears no master for so long thinks of standing for election. */
    static final long MASTER_SILENCE = 500_000;

    /** The next oldest voter waits so much longer, so that not all stand at once. */
    static final long RANK_DELAY = 100_000;

    /** A member that wants to leave waits so many ranks longer. */
    static final int LEAVER_RANKS = 10;

    /** Time to ask around, and to be elected, before it is tried again. */
    static final long ELECTION_TIMEOUT = 300_000;

    /**
     * So long a candidate waits for votes that it knows to be given, and so long it is left alone by those who know that it
     * stands: longer than two writes to a slow disk take.
     */
    static final long VOTE_WAIT = 4_000_000;

    /** Steps by which the time between campaigns grows. */
    static final int MAX_BACKOFF = 4;

    /** A master takes a member to be dead that has been silent for so long. */
    static final long MEMBER_SILENCE = 800_000;

    /** A member that has been dead for so long is removed from configurations, and from the voters where that helps. */
    static final long REMOVAL_DELAY = 2_000_000;

    /** What has no answer is sent again after so long, and a master looks through all partitions that often. */
    static final long RETRANSMIT_INTERVAL = 150_000;

    /** So many voters are enough; more make decisions slower and hardly safer. */
    static final int MAX_VOTERS = 5;

    /** A copy that is not acknowledged is sent again after {@link #RETRANSMIT_INTERVAL}, then after twice that, and so on; so often it doubles. */
    static final int MAX_DOUBLINGS = 4;

    /** At most so many entries of a log are sent again at once. */
    static final int MAX_APPENDS = 64;

    private Timing() {}
}
