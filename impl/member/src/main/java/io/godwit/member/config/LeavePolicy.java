package io.godwit.member.config;

import io.godwit.member.runtime.EnumNames;
import java.util.Objects;

/**
 * How a member leaves.
 *
 * @param onSigterm what a member does upon SIGTERM
 * @param timeout seconds after which a member that leaves logs what it still waits for, 1 or more
 * @param onTimeout what it does then
 */
public record LeavePolicy(OnSigterm onSigterm, int timeout, OnTimeout onTimeout) {
    /** Seconds until the timeout, unless something else is said: containers are given 10 s after SIGTERM, and the JVM needs some. */
    public static final int TIMEOUT = 8;

    /** SIGTERM stops a member; one that leaves for another reason takes as long as it needs. */
    public static final LeavePolicy DEFAULT = new LeavePolicy(OnSigterm.STOP, TIMEOUT, OnTimeout.STOP_AFTER_SIGTERM);

    /** What a member does upon SIGTERM. */
    public enum OnSigterm {
        /** It stops at once. To others it has crashed. */
        STOP,
        /** It leaves. */
        LEAVE;

        /** As it is written in configurations. */
        @Override
        public String toString() {
            return EnumNames.text(this);
        }
    }

    /** What a member does that has not left in time. */
    public enum OnTimeout {
        /** It continues to leave. */
        CONTINUE,
        /** It gives up, and stops. To others it has crashed. */
        STOP,
        /** It stops if it leaves because of SIGTERM, and continues otherwise. */
        STOP_AFTER_SIGTERM;

        /** As it is written in configurations. */
        @Override
        public String toString() {
            return EnumNames.text(this);
        }
    }

    /** Refuses what makes no sense. */
    public LeavePolicy {
        Objects.requireNonNull(onSigterm, "onSigterm");
        Objects.requireNonNull(onTimeout, "onTimeout");
        if (timeout < 1) {
            throw new IllegalArgumentException("leave-timeout: 1 s or more, not " + timeout);
        }
    }

    /** Whether a member gives up when the timeout has passed. */
    public boolean givesUp(boolean becauseOfSigterm) {
        return onTimeout == OnTimeout.STOP || (onTimeout == OnTimeout.STOP_AFTER_SIGTERM && becauseOfSigterm);
    }
}
