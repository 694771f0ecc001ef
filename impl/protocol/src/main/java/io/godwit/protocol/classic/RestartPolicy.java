package io.godwit.protocol.classic;

/** Which of several stored tables a cluster starts with when not all its disks are left. */
public enum RestartPolicy {
    /** The table with the greatest sum of versions. */
    MOST_RECENT,
    /** The table that most of the returning members have stored. */
    MOST_COMPLETE
}
