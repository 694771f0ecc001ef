package io.godwit.member.runtime;

import io.godwit.protocol.Protocol.Setup;
import java.util.Objects;
import java.util.concurrent.TimeUnit;

/**
 * What a master does about a partition of maps without backups when the members with its only copies are gone.
 *
 * @param action what it does
 * @param delaySeconds how long they must have been gone before that, 0 or more; counted from the moment at which the master removes
 *     members that are dead from configurations
 */
public record OnLoss(Action action, int delaySeconds) {
    /** An operator has to declare the partition lost, or a member has to come back. */
    public static final OnLoss WAIT = new OnLoss(Action.WAIT, 0);

    /** Seconds to wait for members that keep their data on disks, unless something else is said: a process starts again within them. */
    public static final int DURABLE_DELAY = 300;

    /** What a master does. */
    public enum Action {
        /** Nothing. */
        WAIT,
        /** It declares the partition lost, so that it begins again empty. */
        EMPTY;

        /** As it is written in configurations. */
        @Override
        public String toString() {
            return EnumNames.text(this);
        }
    }

    /** Refuses what makes no sense. */
    public OnLoss {
        Objects.requireNonNull(action, "action");
        if (delaySeconds < 0) {
            throw new IllegalArgumentException("on-loss-delay: 0 s or more, not " + delaySeconds);
        }
    }

    /** The setup with the delay of this setting, in the engine's time. */
    Setup addTo(Setup setup, EngineClock clock) {
        if (action == Action.WAIT) {
            return setup;
        }
        return setup.withLossDelay(clock.micros(TimeUnit.SECONDS.toNanos(delaySeconds)));
    }
}
