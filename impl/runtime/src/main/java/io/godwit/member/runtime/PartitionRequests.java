package io.godwit.member.runtime;

import io.godwit.environment.Clock;
import io.godwit.protocol.ClusterState;
import io.godwit.protocol.Command.Answer;
import io.godwit.protocol.Event;
import io.godwit.protocol.PartitionVector;
import io.godwit.protocol.map.Bytes;
import io.godwit.protocol.map.Operation.OnMap;
import io.godwit.protocol.map.Operation.Verb;
import io.godwit.protocol.map.Result.Done;
import io.godwit.protocol.quorum.QuorumState;
import io.godwit.protocol.quorum.data.PendingCall;
import io.godwit.protocol.quorum.data.Replica;
import io.godwit.protocol.quorum.table.Entry;
import io.godwit.transport.connection.Connection;
import io.godwit.transport.frame.Frame.PartitionsAnswer;
import io.godwit.transport.frame.Frame.PartitionsCall;
import io.godwit.transport.frame.Frame.Route;
import io.godwit.transport.frame.Frame.Table;
import io.godwit.transport.frame.PartitionSet;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Requests of clients for many partitions. Each partition gets the call as one of its own, with the session and the number of the
 * request, and a few hundred partitions of a request have it at a time. The answer has the sum of the results. If some partitions are slow, the
 * results of others are sent meanwhile; if nothing happens for a while, the client is told to ask again.
 *
 * <p>A read that comes while the same is being read waits until that has ended; then one read is made for all that wait. It may not have
 * the result of the one that is under way: that has read some partitions before it was called. For tasks of the event loop.
 */
final class PartitionRequests {
    /** Number of calls that the engine is given in one task. */
    private static final int CALLS_IN_TASK = 256;

    private static final int MAX_READS = 1_024;
    /** Each write may wait for the disk, together with the image of the member's state after it. */
    private static final int MAX_WRITES = 256;
    /** Interval of answers with some of the results. */
    private static final long PART_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    private final Clock clock;
    private final ClientRequestHandler.Member member;
    private final Admission admission;
    private final CallCounts.Counters counts;
    /** By session. */
    private final Map<Long, Request> open = new LinkedHashMap<>();
    /** Reads that have begun, and for whose end others wait. */
    private final Map<Subject, Request> reading = new HashMap<>();
    /** The first of the reads that wait, with the others. */
    private final Map<Subject, Request> next = new HashMap<>();
    /** The partition that is being given its call, -1 outside of that. */
    private int calling = -1;

    /** Decides which calls the engine is given. */
    interface Admission {
        /** Why a partition is not given a call; empty if it is. */
        Optional<String> refusal(long client, long number, OnMap operation, int partition);
    }

    /** Has no requests. */
    PartitionRequests(
            Clock clock, ClientRequestHandler.Member member, Admission admission, CallCounts.Counters counts) {
        this.clock = clock;
        this.member = member;
        this.admission = admission;
        this.counts = counts;
    }

    /** The partitions of a map that a read is for. */
    private record Subject(Verb verb, Bytes map, PartitionSet partitions) {
        static Subject of(PartitionsCall call) {
            return new Subject(call.verb(), call.map(), call.partitions());
        }
    }

    /** A request that is not answered completely. */
    private static final class Request {
        private Connection client;
        /** Requests that get the same answers. */
        private List<Request> others = new ArrayList<>();
        /** The request whose answers this one gets, or null. */
        private Request first;
        /** Whether calls have been made for it, or may be made now. */
        private boolean begun;
        /** Whether it has been told some of the results. */
        private boolean told;
        /** Whether it has been repeated for other partitions than those of the call. */
        private boolean repeated;

        private final PartitionsCall call;
        private final OnMap operation;
        /** Partitions that have not been given the call. */
        private final BitSet waiting;
        /** Partitions that have been given the call, and have no result. */
        private final BitSet called = new BitSet();

        private int calls;
        /** What the next answer says. */
        private BitSet done = new BitSet();

        private BitSet left = new BitSet();
        private long count;
        /** When the last answer was sent, or the request came. */
        private long answeredAt;
        /** Whether a task is queued that gives the call to more partitions. */
        private boolean continuing;
        /** The decided table when the partitions were checked that have been called; null if that is to be done again. */
        private PartitionVector<Entry> checked;

        Request(Connection client, PartitionsCall call, long now) {
            this.client = client;
            this.call = call;
            this.operation = operation(call);
            this.waiting = call.partitions().toBits();
            this.answeredAt = now;
        }

        /** The client repeats the call, perhaps for fewer partitions: what has been done for these counts. */
        void repeat(Connection by, PartitionSet partitions) {
            client = by;
            BitSet asked = partitions.toBits();
            waiting.clear();
            waiting.or(asked);
            waiting.andNot(called);
            if (PartitionSet.of(done).isIn(asked)) {
                waiting.andNot(done);
            } else {
                // The client has counted some of them already, from the answer of another member.
                done = new BitSet();
                count = 0;
            }
            left = new BitSet();
            BitSet gone = (BitSet) called.clone();
            gone.andNot(asked);
            called.andNot(gone);
            calls -= gone.cardinality();
            repeated = true;
        }

        int maxCalls() {
            return call.verb() == Verb.CLEAR ? MAX_WRITES : MAX_READS;
        }

        void leave(int partition) {
            if (called.get(partition)) {
                called.clear(partition);
                calls--;
                left.set(partition);
            }
        }

        boolean isOver() {
            return calls == 0 && waiting.isEmpty();
        }

        /** Whether a repeated call changes nothing but the connection. */
        boolean isSame(PartitionsCall again) {
            return !told && !repeated && call.partitions().equals(again.partitions());
        }

        /** Lets the first of the others take its place; returns null if there are none. */
        Request leaveToOthers() {
            if (others.isEmpty()) {
                return null;
            }
            Request heir = others.remove(0);
            heir.first = null;
            heir.others = others;
            heir.others.forEach(other -> other.first = heir);
            others = new ArrayList<>();
            heir.begun = begun;
            heir.checked = checked;
            heir.waiting.clear();
            for (BitSet untold : List.of(waiting, called, done, left)) {
                heir.waiting.or(untold);
            }
            return heir;
        }
    }

    private static OnMap operation(PartitionsCall call) {
        return new OnMap(call.verb(), call.map(), Bytes.EMPTY, Bytes.EMPTY, Bytes.EMPTY);
    }

    /** Begins a request, in place of an earlier one of the session, or goes on with it if it is for the same call. */
    void begin(Connection client, PartitionsCall call) {
        Request before = open.get(call.client());
        if (before != null && before.call.number() == call.number()) {
            if (before.isSame(call)) {
                before.client = client;
            } else {
                separate(before);
                before.repeat(client, call.partitions());
                start(before);
            }
            return;
        }
        if (before != null) {
            drop(before);
        }
        Request request = new Request(client, call, clock.nanoTime());
        open.put(call.client(), request);
        Subject subject = Subject.of(call);
        if (!request.operation.readOnly()) {
            start(request);
        } else if (!reading.containsKey(subject)) {
            startRead(request);
        } else if (next.containsKey(subject)) {
            request.first = next.get(subject);
            request.first.others.add(request);
        } else {
            next.put(subject, request);
        }
    }

    /** Begins with the calls of a request. */
    private void start(Request request) {
        Optional<String> refusal = refusal(request.call);
        if (refusal.isPresent()) {
            end(request);
            forAll(request, it -> refuse(it.client, it.call, refusal.get()));
            endRead(request);
            return;
        }
        request.begun = true;
        request.checked = member.state().control().committed();
        proceed(request);
    }

    /** Begins with a read, for whose end others wait from now on. */
    private void startRead(Request request) {
        reading.put(Subject.of(request.call), request);
        start(request);
    }

    /** Takes a request out of those that share answers. The others go on. */
    private void separate(Request request) {
        if (request.first != null) {
            request.first.others.remove(request);
            request.first = null;
            return;
        }
        Request heir = request.leaveToOthers();
        Subject subject = Subject.of(request.call);
        if (next.remove(subject, request)) {
            if (heir != null) {
                next.put(subject, heir);
            }
        } else if (heir != null) {
            reading.replace(subject, request, heir);
            member.later(() -> proceed(heir));
        } else {
            endRead(request);
        }
    }

    private void drop(Request request) {
        separate(request);
        open.remove(request.call.client(), request);
    }

    /** Why the call is not given to any partition: the partitions of a refused call have not been changed by it. */
    private Optional<String> refusal(PartitionsCall call) {
        OnMap operation = operation(call);
        // The engine refuses each partition by itself; a client would take these for partitions that move, and ask
        // again.
        ClusterState state = member.state().control().voting().state();
        if (!operation.readOnly() && !state.allowsWrites()) {
            return Optional.of("the cluster is " + state);
        }
        for (int p = call.partitions().next(0); p >= 0; p = call.partitions().next(p + 1)) {
            Optional<String> refusal = admission.refusal(call.client(), call.number(), operation, p);
            if (refusal.isPresent()) {
                return refusal;
            }
        }
        return Optional.empty();
    }

    /** Gives the call to more partitions. */
    private void proceed(Request request) {
        request.continuing = false;
        if (open.get(request.call.client()) != request) {
            return;
        }
        int given = 0;
        for (int p = request.waiting.nextSetBit(0);
                p >= 0 && given < CALLS_IN_TASK && request.calls < request.maxCalls();
                p = request.waiting.nextSetBit(p + 1)) {
            given++;
            request.waiting.clear(p);
            request.called.set(p);
            request.calls++;
            calling = p;
            member.take(new Event.Call(request.call.client(), request.call.number(), p, request.operation));
            calling = -1;
            if (isLedElsewhereSoon(p)) {
                request.checked = null;
            }
        }
        goOn(request);
    }

    /** Whether another member is the decided primary of a partition, so that this one may not answer. */
    private boolean isLedElsewhereSoon(int partition) {
        QuorumState now = member.state();
        Entry entry = now.control().committed().get(partition);
        return !entry.isNone() && entry.configuration().primary() != now.self();
    }

    private void goOn(Request request) {
        if (request.isOver()) {
            answerFinally(request);
        } else if (!request.continuing && !request.waiting.isEmpty() && request.calls <= request.maxCalls() / 2) {
            request.continuing = true;
            member.later(() -> proceed(request));
        }
    }

    /**
     * A partition answers.
     *
     * @return whether the answer is for a request for many partitions
     */
    boolean answer(Answer answer) {
        Request request = open.get(answer.client());
        if (request == null || request.call.number() != answer.call()) {
            return false;
        }
        if (answer.result() instanceof Done done && answer.basis() != null) {
            int partition = answer.basis().partition();
            if (request.called.get(partition)) {
                request.called.clear(partition);
                request.calls--;
                request.done.set(partition);
                request.count += done.values().get(0);
            }
        } else if (calling >= 0) {
            request.leave(calling);
        } else {
            // Some partition has given up a read; which one shows in the member's state.
            request.checked = null;
        }
        if (calling < 0) {
            goOn(request);
        }
        return true;
    }

    /** To be called periodically: finds partitions that will not answer here, and sends the results that there are. */
    void maintain() {
        long now = clock.nanoTime();
        for (Request request : List.copyOf(open.values())) {
            boolean waited = now - request.answeredAt >= PART_NANOS;
            if (request.begun) {
                check(request);
                goOn(request);
                if (!request.isOver() && waited) {
                    answerPart(request);
                }
            } else if (waited && next.remove(Subject.of(request.call), request)) {
                // The read that is under way may take long because of some partitions.
                startRead(request);
            }
        }
    }

    private void answerPart(Request request) {
        if (request.done.isEmpty() && request.left.isEmpty()) {
            request.left.or(request.waiting);
            request.left.or(request.called);
            answerFinally(request);
        } else {
            answer(request);
        }
    }

    @SuppressWarnings("ReferenceEquality") // the same table needs no look
    private void check(Request request) {
        QuorumState now = member.state();
        PartitionVector<Entry> decided = now.control().committed();
        if (request.checked == decided) {
            return;
        }
        request.checked = decided;
        for (int p = request.called.nextSetBit(0); p >= 0; p = request.called.nextSetBit(p + 1)) {
            Replica replica = now.data().replica(p);
            PendingCall pending = replica.primaryState().calls().get(request.call.client());
            if (!now.data().isPrimary(p) || pending == null || pending.call() != request.call.number()) {
                // Or its answer waits for the disk: then the client asks again, and gets the same result.
                request.leave(p);
            } else if (isLedElsewhereSoon(p)) {
                request.checked = null;
            }
        }
    }

    private void answer(Request request) {
        PartitionSet done = PartitionSet.owning(request.done);
        PartitionSet left = PartitionSet.owning(request.left);
        long count = request.count;
        request.done = new BitSet();
        request.left = new BitSet();
        request.count = 0;
        request.answeredAt = clock.nanoTime();
        forAll(request, it -> {
            it.told = true;
            send(it.client, it.call, done, left, count, "");
        });
    }

    private static void forAll(Request request, Consumer<Request> action) {
        action.accept(request);
        request.others.forEach(action);
    }

    /** Sends an answer, after the routes of the partitions that other members lead. Any thread may call. */
    private void send(
            Connection client, PartitionsCall call, PartitionSet done, PartitionSet left, long count, String refusal) {
        QuorumState now = member.state();
        List<Route> routes = new ArrayList<>();
        left.forEach(p -> {
            Entry entry = now.control().committed().get(p);
            if (!entry.isNone() && entry.configuration().primary() != now.self()) {
                routes.add(new Route(p, entry.version(), entry.configuration().primary()));
            }
        });
        if (!routes.isEmpty()) {
            client.send(new Table(0, routes, member.known()));
        }
        PartitionsAnswer answer = new PartitionsAnswer(call.client(), call.number(), count, done, left, refusal);
        counts.ended(answer);
        client.send(answer);
    }

    /** Answers a call that is not allowed. Any thread may call. */
    void refuse(Connection client, PartitionsCall call, String why) {
        send(client, call, PartitionSet.NONE, PartitionSet.NONE, 0, why);
    }

    /** Answers a relaxed read from the member's copies. Any thread may call. */
    void readRelaxed(Connection client, PartitionsCall call) {
        QuorumState now = member.state();
        OnMap operation = operation(call);
        BitSet done = new BitSet();
        BitSet left = new BitSet();
        long count = 0;
        for (int p = call.partitions().next(0); p >= 0; p = call.partitions().next(p + 1)) {
            Replica replica = now.data().replica(p);
            if (replica.configuration().isReplica(now.self())) {
                Done size = (Done) replica.log().content().read(operation);
                count += size.values().get(0);
                done.set(p);
            } else {
                left.set(p);
            }
        }
        send(client, call, PartitionSet.owning(done), PartitionSet.owning(left), count, "");
    }

    private void answerFinally(Request request) {
        end(request);
        answer(request);
        endRead(request);
    }

    private void end(Request request) {
        forAll(request, it -> open.remove(it.call.client(), it));
    }

    /** Begins with the read that waits for the end of this one. */
    private void endRead(Request request) {
        Subject subject = Subject.of(request.call);
        if (reading.remove(subject, request) && next.containsKey(subject)) {
            startRead(next.remove(subject));
        }
    }

    /** A client's connection is closed. */
    void closed(Connection client) {
        for (Request request : List.copyOf(open.values())) {
            if (request.client == client) {
                drop(request);
            }
        }
    }
}
