package io.godwit.member.runtime;

import io.godwit.protocol.ActionListener;
import io.godwit.protocol.Guard;
import io.godwit.protocol.Refusal;
import io.godwit.protocol.Step;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * Reports the actions that the engine takes, and those that it refuses, to the event log and to the owner. The member's log
 * gets the refusals, too: for each action and rule at intervals, with the number of refusals. For tasks of the event loop.
 */
final class ActionReporter implements ActionListener {
    /** Minimum interval between two messages about the same action and rule, in nanoseconds. */
    static final long INTERVAL_NANOS = 60_000_000_000L;

    private final ActionListener recorded;
    private final StepListener<?> listener;
    private final Consumer<String> log;
    private final LongSupplier clock;
    private final Map<Kind, Logged> known = new HashMap<>();

    private record Kind(String action, Guard rule) {}

    /** When a kind of refusal was logged last, and how many were not since then. */
    private static final class Logged {
        private long last;
        private long more;
    }

    /**
     * A reporter without refusals yet.
     *
     * @param recorded the event log's, or null
     * @param clock in nanoseconds
     */
    ActionReporter(ActionListener recorded, StepListener<?> listener, Consumer<String> log, LongSupplier clock) {
        this.recorded = recorded;
        this.listener = listener;
        this.log = log;
        this.clock = clock;
    }

    @Override
    public <S> void took(String action, Object event, S before, Step<S> step) {
        if (recorded != null) {
            recorded.took(action, event, before, step);
        }
        listener.took(action);
    }

    @Override
    public void refused(String action, Refusal refusal) {
        if (recorded != null) {
            recorded.refused(action, refusal);
        }
        listener.refused(action, refusal);
        log(action, refusal);
    }

    private void log(String action, Refusal refusal) {
        Kind kind = new Kind(action, refusal.rule());
        Logged logged = known.get(kind);
        long now = clock.getAsLong();
        if (logged == null) {
            logged = new Logged();
            known.put(kind, logged);
        } else if (now - logged.last < INTERVAL_NANOS) {
            logged.more++;
            return;
        }
        String more = logged.more == 0 ? "" : " (and " + logged.more + " more before)";
        logged.last = now;
        logged.more = 0;
        log.accept("refuses " + action + more + ": " + refusal);
    }

    @Override
    public void refused(Refusal refusal) {
        throw new IllegalArgumentException("refused, and nobody says what: " + refusal);
    }
}
