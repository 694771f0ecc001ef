package io.godwit.simulation.quorum;

import io.godwit.events.EventLog;
import io.godwit.events.EventLog.Began;
import io.godwit.events.EventLog.Origin;
import io.godwit.protocol.Event;
import io.godwit.protocol.Guard;
import io.godwit.protocol.Handler;
import io.godwit.protocol.Message;
import io.godwit.protocol.Protocol;
import io.godwit.protocol.Step;
import io.godwit.protocol.Trail;
import io.godwit.protocol.quorum.QuorumState;
import io.godwit.simulation.subject.Assumption;
import io.godwit.simulation.subject.Identity;
import io.godwit.simulation.subject.Invariants;
import io.godwit.simulation.subject.Portrait;
import io.godwit.simulation.subject.Subject;
import io.godwit.simulation.subject.Window;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The quorum protocol, with members that write event logs as real ones do. The world does one thing after the other, and the
 * vector clocks say so: everything that was done before has happened before. For one run.
 */
public final class RecordedSubject implements Subject<QuorumState>, AutoCloseable {
    private static final long LIMIT = 1L << 32;

    private final Subject<QuorumState> subject;
    private final Path directory;
    private final Map<Integer, EventLog> logs = new HashMap<>();
    private final Map<Integer, QuorumState> last = new HashMap<>();
    private final Protocol<QuorumState> protocol = new Recorded();
    private long[] clock = new long[8];

    /**
     * Members that write.
     *
     * @param directory where to
     */
    public RecordedSubject(Subject<QuorumState> subject, Path directory) {
        this.subject = subject;
        this.directory = directory;
    }

    private final class Recorded implements Protocol<QuorumState> {
        @Override
        public QuorumState found(int self, Setup setup) {
            return begin(setup, Began.FOUND, subject.protocol().found(self, setup));
        }

        @Override
        public QuorumState join(int self, Setup setup) {
            return begin(setup, Began.JOIN, subject.protocol().join(self, setup));
        }

        @Override
        public QuorumState restart(int self, Setup setup, Message image) {
            return begin(setup, Began.RESTART, subject.protocol().restart(self, setup, image));
        }

        @Override
        public Step<QuorumState> step(QuorumState state, Event event) {
            EventLog log = logs.get(state.self());
            Step<QuorumState> step = subject.protocol().step(state, event, new InOrder(log, state.self()));
            last.put(state.self(), step.state());
            return step;
        }
    }

    private QuorumState begin(Protocol.Setup setup, Began began, QuorumState state) {
        EventLog before = logs.get(state.self());
        if (before != null) {
            before.close();
        }
        logs.put(
                state.self(),
                EventLog.begin(directory, LIMIT, new Origin("sim", "m" + state.self(), setup), began, state));
        last.put(state.self(), state);
        return state;
    }

    private final class InOrder implements Trail {
        private final EventLog log;
        private final int self;

        InOrder(EventLog log, int self) {
            this.log = log;
            this.self = self;
        }

        @Override
        public <S, E> void took(Handler<S, E> handler, E event, S before, Step<S> step) {
            log.heard(clock);
            log.took(handler, event, before, step);
            long[] now = log.clock();
            clock = now.length > clock.length ? Arrays.copyOf(clock, now.length) : clock;
            if (self < now.length) {
                clock[self] = now[self];
            }
        }

        @Override
        public void refused(Handler<?, ?> handler, Guard guard) {
            log.refused(handler, guard);
        }
    }

    /** Ends all logs. */
    @Override
    public void close() {
        logs.forEach((member, log) -> log.end(last.get(member)));
    }

    @Override
    public String name() {
        return subject.name();
    }

    @Override
    public Protocol<QuorumState> protocol() {
        return protocol;
    }

    @Override
    public Identity identity() {
        return subject.identity();
    }

    @Override
    public Invariants<QuorumState> invariants() {
        return subject.invariants();
    }

    @Override
    public List<Window<QuorumState>> windows() {
        return subject.windows();
    }

    @Override
    public Assumption<QuorumState> assumption() {
        return subject.assumption();
    }

    @Override
    public boolean counts(String property) {
        return subject.counts(property);
    }

    @Override
    public long copied(Message message, QuorumState receiver) {
        return subject.copied(message, receiver);
    }

    @Override
    public Portrait<QuorumState> portrait() {
        return subject.portrait();
    }
}
