package io.godwit.bench;

import io.godwit.protocol.Command;
import io.godwit.protocol.Event;
import io.godwit.protocol.MemberSet;
import io.godwit.protocol.Message;
import io.godwit.protocol.Protocol;
import io.godwit.protocol.Step;
import io.godwit.protocol.map.Operation;
import io.godwit.protocol.map.Result;
import io.godwit.protocol.quorum.QuorumProtocol;
import io.godwit.protocol.quorum.QuorumState;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/**
 * Steps of whole members of quorum: three of them, three copies, messages that arrive at once. It is to cost the same
 * whatever the number of partitions.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class StepBenchmark {
    private static final int MEMBERS = 3;
    private static final int CLIENT = 1;
    private static final long BEGIN = 10_000;
    /** Number of calls before the cluster is recreated; otherwise the logs would fill the memory. */
    private static final int CALLS = 1_000;

    /** Number of partitions. */
    @Param({"271", "50021"})
    public int partitions;

    private final QuorumProtocol protocol = new QuorumProtocol();
    private final QuorumState[] start = new QuorumState[MEMBERS + 1];
    private final Deque<InFlightMessage> underWay = new ArrayDeque<>();
    private QuorumState[] members;
    private int calls;
    private Result answer;

    private record InFlightMessage(int from, int to, Message message) {}

    /** Forms the cluster; its members know the time, and there is no master yet. */
    @Setup
    public void found() {
        Protocol.Setup setup = new Protocol.Setup(MemberSet.of(1, 2, 3), partitions, MEMBERS, 1);
        for (int member = 1; member <= MEMBERS; member++) {
            QuorumState founder = protocol.found(member, setup);
            start[member] = protocol.step(founder, new Event.Tick(BEGIN)).state();
        }
        members = start.clone();
    }

    /** A tick at which nothing is due: one step. */
    @Benchmark
    public Step<QuorumState> idleTick() {
        return protocol.step(start[1], new Event.Tick(BEGIN + 1));
    }

    /** A write until its answer: five steps, for the call, two entries and two acknowledgements. */
    @Benchmark
    public Result write() {
        return call(new Operation.Put(1, calls));
    }

    /** A read until its answer: five steps, for the call, two questions and two confirmations. */
    @Benchmark
    public Result read() {
        return call(new Operation.Get(1));
    }

    private Result call(Operation operation) {
        if (++calls % CALLS == 0) {
            members = start.clone();
        }
        int partition = calls % partitions;
        answer = null;
        step(1 + partition % MEMBERS, new Event.Call(CLIENT, calls, partition, operation));
        for (InFlightMessage letter = underWay.poll(); letter != null; letter = underWay.poll()) {
            step(letter.to(), new Event.Deliver(letter.from(), letter.message()));
        }
        if (answer == null) {
            throw new IllegalStateException("no answer to " + operation);
        }
        return answer;
    }

    private void step(int member, Event event) {
        Step<QuorumState> step = protocol.step(members[member], event);
        members[member] = step.state();
        for (Command command : step.commands()) {
            if (command instanceof Command.Send send) {
                underWay.add(new InFlightMessage(member, send.to(), send.message()));
            } else if (command instanceof Command.Answer answered) {
                answer = answered.result();
            }
        }
    }
}
