package io.godwit.bench;

import io.godwit.protocol.ClusterState;
import io.godwit.protocol.Command;
import io.godwit.protocol.Event;
import io.godwit.protocol.MemberSet;
import io.godwit.protocol.Members;
import io.godwit.protocol.Message;
import io.godwit.protocol.Protocol.Setup;
import io.godwit.protocol.Step;
import io.godwit.protocol.quorum.QuorumMessage.Batch;
import io.godwit.protocol.quorum.QuorumProtocol;
import io.godwit.protocol.quorum.QuorumState;
import io.godwit.protocol.quorum.engine.Engine;
import io.godwit.protocol.quorum.table.Configuration;
import io.godwit.protocol.quorum.table.Entry;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;

/**
 * Whole members of the engine in one thread with virtual time: a message takes {@value #WAY} microseconds, and its
 * receiver is busy with it for {@value #WORK}. The result is the same each time, on any machine.
 */
final class VirtualCluster {
    private static final long WAY = 300;
    private static final long WORK = 30;
    private static final long TICK = 10_000;
    private static final int COPIES = 2;
    private static final int VOTERS = 5;

    private final QuorumProtocol protocol = new QuorumProtocol();
    private final Setup setup;
    private final QuorumState[] states;
    private final List<Deque<Event>> inboxes = new ArrayList<>();
    private final long[] busyUntil;
    private final PriorityQueue<Due> queue =
            new PriorityQueue<>(Comparator.comparingLong(Due::time).thenComparingLong(Due::number));
    private final Map<String, Long> sent = new TreeMap<>();
    private long letters;
    private long migrations;
    private long now;
    private long last;

    private record Due(long time, long number, int member, Event event) {}

    /** Members 1 to n, of whom the first is the founder and holds everything; none has heard of another one. */
    VirtualCluster(int members, int partitions, int parallel) {
        this.setup = new Setup(MemberSet.of(1), partitions, COPIES, parallel);
        this.states = new QuorumState[members + 1];
        this.busyUntil = new long[members + 1];
        for (int m = 0; m <= members; m++) {
            inboxes.add(new ArrayDeque<>());
        }
        for (int m = 1; m <= members; m++) {
            states[m] = m == 1 ? protocol.found(m, setup) : protocol.join(m, setup);
            add(m * TICK / (members + 1), m, new Event.Tick(0));
        }
    }

    /** Lets all members join, without a copy, and forgets what that took. */
    void join() {
        run(() -> states[1].control().isMaster());
        add(now, 1, new Event.ChangeState(ClusterState.FROZEN));
        int voters = Math.min(VOTERS, states.length - 1);
        run(() -> {
            for (int m = 1; m < states.length; m++) {
                if (states[m].control().voting().voters().size() != voters || stamp(m) != stamp(1)) {
                    return false;
                }
            }
            return states[1].master().cluster().up().size() == states.length - 1;
        });
        sent.clear();
        letters = 0;
    }

    /** Lets the master balance until all members know that no work is left. */
    void balance() {
        long start = now;
        add(now, 1, new Event.ChangeState(ClusterState.ACTIVE));
        run(() -> now > start + Engine.HEARTBEAT_MICROS && isBalanced());
    }

    private boolean isBalanced() {
        QuorumState master = states[1];
        if (master.master().target().members().isEmpty()) {
            return false;
        }
        for (int p = 0; p < setup.partitions(); p++) {
            Configuration c = master.control().committed().get(p).configuration();
            MemberSet wanted =
                    MemberSet.of(master.master().target().arrangements().get(p).toArray());
            if (c.isMigrating() || !c.replicas().equals(wanted) || !c.inSync().equals(wanted)) {
                return false;
            }
        }
        for (int m = 2; m < states.length; m++) {
            if (stamp(m) != stamp(1)) {
                return false;
            }
        }
        return true;
    }

    private long stamp(int member) {
        return states[member].local().tableStamps().decidedStamp();
    }

    private void add(long time, int member, Event event) {
        queue.add(new Due(time, last++, member, event));
    }

    private void run(BooleanSupplier done) {
        long look = now;
        while (now < look || !done.getAsBoolean()) {
            look = now < look ? look : now + TICK;
            Due due = queue.remove();
            now = due.time();
            // A busy member takes one event after the other, and is processed again when it is free.
            Deque<Event> inbox = inboxes.get(due.member());
            if (due.event() != null) {
                inbox.add(due.event());
            }
            if (busyUntil[due.member()] <= now && !inbox.isEmpty()) {
                take(due.member(), inbox.remove());
                add(busyUntil[due.member()], due.member(), null);
            }
        }
    }

    private void take(int m, Event due) {
        Event event = due;
        if (event instanceof Event.Tick) {
            event = new Event.Tick(now);
            add(now + TICK, m, event);
        }
        QuorumState before = states[m];
        Step<QuorumState> step = protocol.step(before, event);
        states[m] = step.state();
        busyUntil[m] = now + WORK * count(event);
        if (m == 1) {
            before.control().committed().differences(step.state().control().committed(), p -> {
                Entry then = before.control().committed().get(p);
                Configuration is = step.state().control().committed().get(p).configuration();
                migrations += then.configuration().isMigrating()
                                && is.isReplica(then.configuration().destination())
                        ? 1
                        : 0;
            });
        }
        for (Command command : step.commands()) {
            if (command instanceof Command.Send send) {
                send(m, send);
            }
        }
    }

    private static long count(Event event) {
        if (!(event instanceof Event.Deliver deliver)) {
            return 1;
        }
        return deliver.message() instanceof Batch batch ? batch.messages().size() : 1;
    }

    private void send(int from, Command.Send send) {
        List<Message> messages = send.message() instanceof Batch batch ? batch.messages() : List.of(send.message());
        for (int to = 1; to < states.length; to++) {
            if (to != from && (send.to() == to || send.to() == Members.EVERYBODY)) {
                letters++;
                messages.forEach(message -> sent.merge(message.getClass().getSimpleName(), 1L, Long::sum));
                add(busyUntil[from] + WAY, to, new Event.Deliver(from, send.message()));
            }
        }
    }

    /** Replicas that came into being at a new place. */
    long migrations() {
        return migrations;
    }

    /** Messages by kind. */
    Map<String, Long> sent() {
        return sent;
    }

    /** Messages that went together count once. */
    long letters() {
        return letters;
    }

    /** Microseconds of the cluster's own time. */
    long time() {
        return now;
    }
}
