package io.godwit.simulation.quorum;

import io.godwit.member.runtime.EventRecorder;
import io.godwit.protocol.ActionListener;
import io.godwit.protocol.quorum.QuorumState;
import io.godwit.simulation.RandomPurpose;
import io.godwit.simulation.SeededRandom;
import io.godwit.transport.frame.VectorTime;
import java.util.Arrays;

/** The vector clock of a member that writes no event log: it travels as that of one that does. */
final class ClockRecorder implements EventRecorder {
    /** In one of so many seeds members have it. */
    private static final int SEEDS = 8;

    private final int self;
    private long[] events;

    private ClockRecorder(int self) {
        this.self = self;
        this.events = new long[self + 1];
    }

    /** For a seed. */
    static EventRecorder.Factory of(long seed) {
        return new SeededRandom(seed).below(SEEDS, RandomPurpose.MOMENTS, 0, 0) == 0
                ? (identity, restarted, state) ->
                        new ClockRecorder(identity.self().number())
                : (identity, restarted, state) -> NONE;
    }

    @Override
    public ActionListener actionListener() {
        return null;
    }

    @Override
    public VectorTime vectorTime() {
        return VectorTime.of(events);
    }

    @Override
    public void heard(VectorTime time) {
        events = Arrays.copyOf(events, Math.max(events.length, time.size()));
        for (int member = 0; member < time.size(); member++) {
            events[member] = Math.max(events[member], time.events(member));
        }
        events[self]++;
    }

    @Override
    public void close(QuorumState state) {
        // Nothing is written.
    }
}
