package io.godwit.bench;

import io.godwit.events.EventLog;
import io.godwit.events.EventLog.Began;
import io.godwit.events.EventLog.Origin;
import io.godwit.protocol.ActionListener;
import io.godwit.protocol.Command;
import io.godwit.protocol.Event;
import io.godwit.protocol.MemberSet;
import io.godwit.protocol.Message;
import io.godwit.protocol.Protocol;
import io.godwit.protocol.Refusal;
import io.godwit.protocol.Step;
import io.godwit.protocol.map.Operation;
import io.godwit.protocol.quorum.QuorumProtocol;
import io.godwit.protocol.quorum.QuorumState;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * Lines of event logs: what one of three members tells its log when clients read and write, half and half, each partition
 * with one backup. The events are recorded once and replayed to the log repeatedly.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class EventsBenchmark {
    private static final int MEMBERS = 3;
    private static final int SELF = 1;
    private static final int PARTITIONS = 271;
    private static final int CLIENTS = 128;
    /** Few, so that the states are as near to the processor as those of a member that has just made them. */
    private static final int CALLS = 300;

    private static final long LIMIT = 1L << 34;

    private final QuorumProtocol protocol = new QuorumProtocol();
    private final Protocol.Setup setup = new Protocol.Setup(MemberSet.of(1, 2, 3), PARTITIONS, 2, 1);
    private final QuorumState[] members = new QuorumState[MEMBERS + 1];
    private final long[] heard = new long[MEMBERS + 1];
    private final List<List<LogCall>> events = new ArrayList<>();
    private List<LogCall> notes = new ArrayList<>();
    private Path directory;
    private EventLog log;
    private int next;

    /** A call of the log. */
    private interface LogCall {
        void tell(EventLog to);
    }

    private record InFlightMessage(int from, int to, Message message) {}

    /** Records all calls of a log, up to each line. */
    private final class Notes implements ActionListener {
        @Override
        public <S> void took(String action, Object event, S before, Step<S> step) {
            notes.add(to -> to.took(action, event, before, step));
            long lines = lines();
            log.took(action, event, before, step);
            if (lines() > lines) {
                events.add(notes);
                notes = new ArrayList<>();
            }
        }

        @Override
        public void refused(String action, Refusal refusal) {
            notes.add(to -> to.refused(action, refusal));
        }

        @Override
        public void refused(Refusal refusal) {
            throw new IllegalStateException("refused, and nobody says what: " + refusal);
        }

        private long lines() {
            long[] clock = log.clock();
            return clock.length > SELF ? clock[SELF] : 0;
        }
    }

    /** Lets members answer clients, and notes what one of them does. */
    @Setup
    public void note() throws IOException {
        begin();
        for (int member = 1; member <= MEMBERS; member++) {
            members[member] = protocol.found(member, setup);
        }
        Random random = new Random(1);
        long[] clients = random.longs(CLIENTS).toArray();
        for (int call = 1; call <= CALLS; call++) {
            int partition = random.nextInt(PARTITIONS);
            Operation operation = call % 2 == 0 ? new Operation.Put(1, call) : new Operation.Get(1);
            call(new Event.Call(clients[call % CLIENTS], call, partition, operation));
        }
        end();
    }

    private void call(Event.Call call) {
        int primary = 1;
        while (!members[primary].data().isPrimary(call.partition())) {
            primary++;
        }
        Deque<InFlightMessage> underWay = new ArrayDeque<>();
        step(primary, call, underWay);
        for (InFlightMessage letter = underWay.poll(); letter != null; letter = underWay.poll()) {
            int from = letter.from();
            if (letter.to() == SELF) {
                notes.add(to -> {
                    heard[from]++;
                    to.heard(heard);
                });
            }
            step(letter.to(), new Event.Deliver(from, letter.message()), underWay);
        }
    }

    private void step(int member, Event event, Deque<InFlightMessage> underWay) {
        Step<QuorumState> step = protocol.step(members[member], event, member == SELF ? new Notes() : null);
        members[member] = step.state();
        for (Command command : step.commands()) {
            if (command instanceof Command.Send send) {
                underWay.add(new InFlightMessage(member, send.to(), send.message()));
                if (member == SELF) {
                    notes.add(EventLog::clock);
                }
            }
        }
    }

    /** Begins a log of its own for each second or so. */
    @Setup(Level.Iteration)
    public void begin() throws IOException {
        directory = Files.createTempDirectory("godwit-bench-events");
        log = EventLog.begin(
                directory, LIMIT, new Origin("bench", "1", setup), Began.FOUND, protocol.found(SELF, setup));
    }

    /** Ends it. */
    @TearDown(Level.Iteration)
    public void end() throws IOException {
        log.close();
        Files.delete(log.path());
        Files.delete(directory);
    }

    /** A line, with the refusals and letters before it. */
    @Benchmark
    public int line() {
        List<LogCall> told = events.get(next);
        for (LogCall note : told) {
            note.tell(log);
        }
        next = next + 1 < events.size() ? next + 1 : 0;
        return told.size();
    }
}
