package io.godwit.simulation.quorum;

import io.godwit.member.runtime.EventRecorder;
import io.godwit.protocol.Trail;
import io.godwit.protocol.quorum.QuorumState;
import io.godwit.simulation.Concern;
import io.godwit.simulation.Dice;
import io.godwit.transport.frame.Moment;
import java.util.Arrays;

/** The vector clock of a member that writes no event log: it travels as that of one that does. */
final class Moments implements EventRecorder {
    /** In one of so many seeds members have it. */
    private static final int SEEDS = 8;

    private final int self;
    private long[] events;

    private Moments(int self) {
        this.self = self;
        this.events = new long[self + 1];
    }

    /** For a seed. */
    static EventRecorder.Factory of(long seed) {
        return new Dice(seed).below(SEEDS, Concern.MOMENTS, 0, 0) == 0
                ? (identity, restarted, state) -> new Moments(identity.self().number())
                : (identity, restarted, state) -> NONE;
    }

    @Override
    public Trail trail() {
        return null;
    }

    @Override
    public Moment moment() {
        return Moment.of(events);
    }

    @Override
    public void heard(Moment moment) {
        events = Arrays.copyOf(events, Math.max(events.length, moment.size()));
        for (int member = 0; member < moment.size(); member++) {
            events[member] = Math.max(events[member], moment.events(member));
        }
        events[self]++;
    }

    @Override
    public void close(QuorumState state) {
        // Nothing is written.
    }
}
