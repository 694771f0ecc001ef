package io.godwit.client.invocation;

import io.godwit.client.CallException;
import io.godwit.client.CallException.Outcome;
import io.godwit.environment.Clock;
import io.godwit.environment.Executor;
import io.godwit.protocol.map.Bytes;
import io.godwit.protocol.map.Operation.OnMap;
import io.godwit.protocol.map.Operation.Verb;
import io.godwit.protocol.map.Result;
import io.godwit.protocol.map.Result.Found;
import io.godwit.protocol.map.Result.NotHere;
import io.godwit.protocol.map.Result.Refused;
import io.godwit.transport.frame.Frame;
import io.godwit.transport.frame.PartitionSet;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Makes calls: sends each to the partition's primary, as far as it knows, repeats it with the same number if no answer
 * comes, and fails it after its timeout. Any thread may call the public methods; all else runs as tasks of one executor, and
 * callbacks do, too. After the executor is closed, no callback is called.
 */
public final class InvocationService {
    private static final long NANOS_PER_MILLI = 1_000_000;
    private static final long TABLE_INTERVAL_NANOS = 1_000 * NANOS_PER_MILLI;
    private static final long MIN_TABLE_INTERVAL_NANOS = 50 * NANOS_PER_MILLI;
    private static final int MAX_DOUBLINGS = 3;
    /** Time per byte on a slow network with 10 MB/s. */
    private static final long NANOS_PER_BYTE = 100;

    private final InvocationConfig config;
    private final Clock clock;
    private final Executor executor;
    private final ConnectionManager connections;
    private final CallBatches batches;

    private final Deque<Session> idle = new ArrayDeque<>();
    private final Deque<QueuedCall> queue = new ArrayDeque<>();
    /** By session, in the order in which they have begun. */
    private final Map<Long, Invocation> underWay = new LinkedHashMap<>();
    /** Calls for many partitions, by session. */
    private final Map<Long, PartitionsInvocation> overPartitions = new LinkedHashMap<>();

    private int sessions;
    private FirstConnection first;
    private Routes routes;
    private Clock.Timer tableTimer;
    private long tableRequested;
    private boolean closed;

    /** A service that is not connected yet. */
    public InvocationService(InvocationConfig config, Clock clock, Executor executor, Connector connector) {
        this.config = config;
        this.clock = clock;
        this.executor = executor;
        this.batches = new CallBatches(executor, it -> it.frame(routes));
        this.tableRequested = clock.nanoTime() - MIN_TABLE_INTERVAL_NANOS;
        this.connections = new ConnectionManager(config, clock, executor, connector, new ConnectionManager.Listener() {
            @Override
            public void received(MemberConnection from, Frame frame) {
                InvocationService.this.received(from, frame);
            }

            @Override
            public void opened(MemberConnection connection) {
                waitingFor(connection).forEach(InvocationService.this::send);
                List.copyOf(overPartitions.values()).forEach(it -> it.opened(connection));
            }

            @Override
            public void closed(MemberConnection connection) {
                waitingFor(connection).forEach(invocation -> retry(invocation, 0, true));
                List.copyOf(overPartitions.values()).forEach(it -> it.closed(connection));
            }
        });
    }

    /**
     * Connects to some member. To be called once, before all calls.
     *
     * @param callback receives the routes, or the reason why no member was reached within the timeout of a call
     */
    public void start(Callback<Routes> callback) {
        executor.execute(() -> {
            if (closed) {
                callback.failed(isClosed());
                return;
            }
            first = new FirstConnection(config, clock, executor, connections, new Callback<>() {
                @Override
                public void done(Routes found) {
                    routes = found;
                    requestTableRegularly();
                    callback.done(found);
                }

                @Override
                public void failed(CallException cause) {
                    callback.failed(cause);
                }
            });
            first.attempt(0);
        });
    }

    private void requestTableRegularly() {
        requestTable();
        tableTimer = clock.schedule(executor, TABLE_INTERVAL_NANOS, this::requestTableRegularly);
    }

    /**
     * Makes a call for a key.
     *
     * @param relaxed whether any copy may answer
     */
    public void invoke(OnMap operation, boolean relaxed, Callback<Result> callback) {
        begin(new Invocation(operation, relaxed, clock.nanoTime() + config.timeoutNanos(), callback));
    }

    /** Makes calls for keys, each for itself, as many at once as there are sessions; those for one member in common frames. */
    public void invokeMany(List<OnMap> operations, KeyCallback callback) {
        executor.execute(
                new KeyCalls(List.copyOf(operations), config.sessions(), this::addOfMany, callback)::beginMore);
    }

    private void addOfMany(OnMap operation, Callback<Result> callback) {
        add(Invocation.ofMany(operation, clock.nanoTime() + config.timeoutNanos(), callback));
    }

    /** Makes a call to a partition of the operation's map, whatever its key. */
    public void invoke(int partition, OnMap operation, Callback<Result> callback) {
        begin(new Invocation(partition, operation, false, clock.nanoTime() + config.timeoutNanos(), callback));
    }

    /**
     * Makes a call for partitions, with one request for each member that leads some of them.
     *
     * @param verb {@link Verb#SIZE} or {@link Verb#CLEAR}
     * @param partitions of that map, at least one
     * @param relaxed whether any copy may answer
     * @param callback receives the sum of what the partitions return
     */
    public void invokeOnPartitions(
            Verb verb, Bytes map, PartitionSet partitions, boolean relaxed, Callback<Long> callback) {
        begin(new PartitionsInvocation(
                new ForPartitions(),
                verb,
                map,
                partitions,
                relaxed,
                clock.nanoTime() + config.timeoutNanos(),
                callback));
    }

    private void begin(QueuedCall call) {
        executor.execute(() -> add(call));
    }

    private void add(QueuedCall call) {
        if (closed) {
            call.failed(isClosed());
            return;
        }
        queue.add(call);
        next();
    }

    private final class ForPartitions implements PartitionsInvocation.Service {
        @Override
        public Clock clock() {
            return clock;
        }

        @Override
        public Executor executor() {
            return executor;
        }

        @Override
        public Routes routes() {
            return routes;
        }

        @Override
        public MemberConnection to(Address address) {
            return connections.to(address);
        }

        @Override
        public MemberConnection any() {
            return connections.any(routes);
        }

        @Override
        public void open(MemberConnection connection) {
            connections.open(connection);
        }

        @Override
        public void requestTable() {
            InvocationService.this.requestTable();
        }

        @Override
        public long attemptNanos() {
            return config.attemptNanos();
        }

        @Override
        public void ended(PartitionsInvocation invocation) {
            overPartitions.remove(invocation.session.id());
            free(invocation.session);
        }
    }

    /** The exception for calls made after close. */
    public static CallException isClosed() {
        return new CallException(Outcome.NOT_DONE, "the client is closed");
    }

    /** Starts the call that has waited longest, if a session is free. */
    private void next() {
        if (queue.isEmpty()) {
            return;
        }
        Session session = idle.poll();
        if (session == null && sessions < config.sessions()) {
            session = new Session(clock.random());
            sessions++;
        }
        if (session == null) {
            return;
        }
        QueuedCall call = queue.remove();
        call.session = session;
        call.number = session.nextNumber();
        if (call instanceof Invocation invocation) {
            underWay.put(session.id(), invocation);
            attempt(invocation);
        } else if (call instanceof PartitionsInvocation invocation) {
            overPartitions.put(session.id(), invocation);
            invocation.begin(late());
        }
    }

    private String late() {
        return "no answer within " + config.timeoutNanos() / NANOS_PER_MILLI + " ms";
    }

    private void attempt(Invocation invocation) {
        long left = invocation.deadline - clock.nanoTime();
        if (left <= 0) {
            giveUp(invocation, late());
            return;
        }
        invocation.sent = false;
        invocation.target = target(invocation);
        invocation.nextAttempt();
        watch(invocation, Math.min(left, patience(invocation)));
        if (invocation.target.isOpen()) {
            send(invocation);
        } else {
            connections.open(invocation.target);
        }
    }

    /** The timeout of an attempt: longer for large calls, and after attempts that were too short. */
    private long patience(Invocation invocation) {
        return (config.attemptNanos() + invocation.size() * NANOS_PER_BYTE)
                << Math.min(invocation.silent, MAX_DOUBLINGS);
    }

    /** Begins another attempt if no answer comes, or the next part of one does not come. */
    private void watch(Invocation invocation, long wait) {
        timer(invocation, wait, () -> {
            long now = clock.nanoTime();
            long left = invocation.deadline - now;
            long forNextPart = invocation.heard ? invocation.heardAt + config.attemptNanos() - now : 0;
            if (forNextPart > 0 && left > 0) {
                watch(invocation, Math.min(left, forNextPart));
            } else {
                invocation.silent++;
                requestTable();
                retry(invocation, 0, true);
            }
        });
    }

    /** Replaces the timer of a call; it has one. */
    private void timer(Invocation invocation, long delay, Runnable task) {
        if (invocation.timer != null) {
            invocation.timer.cancel();
        }
        invocation.timer = clock.schedule(executor, delay, task);
    }

    private MemberConnection target(Invocation invocation) {
        int member = invocation.hint > 0 ? invocation.hint : routes.primary(invocation.partition(routes));
        Address address = invocation.anyMember ? null : routes.address(member);
        MemberConnection connection = address == null ? null : connections.to(address);
        // A member that was gone a moment ago is not asked: another one may know the partition's new primary.
        return connection == null || connection.isGone(clock.nanoTime()) ? connections.any(routes) : connection;
    }

    private void send(Invocation invocation) {
        if (invocation.ofMany) {
            batches.add(invocation);
        } else {
            invocation.sent = invocation.target.send(invocation.frame(routes));
        }
    }

    /** Begins another attempt after a short pause. */
    private void retry(Invocation invocation, int hint, boolean failed) {
        retry(invocation, hint, failed, invocation.pause(clock));
    }

    /**
     * Begins another attempt, with the same session and number: the cluster carries out the call once.
     *
     * @param hint the member to ask, 0 for the one that the routes name
     * @param failed whether the last attempt had no answer
     * @param pauseMillis milliseconds until it begins
     */
    private void retry(Invocation invocation, int hint, boolean failed, long pauseMillis) {
        invocation.doubt |= failed && invocation.sent;
        invocation.hint = hint;
        invocation.anyMember = failed;
        invocation.target = null;
        timer(invocation, pauseMillis * NANOS_PER_MILLI, () -> attempt(invocation));
    }

    private List<Invocation> waitingFor(MemberConnection connection) {
        return underWay.values().stream().filter(it -> it.target == connection).toList();
    }

    private void received(MemberConnection from, Frame frame) {
        if (frame instanceof Frame.Table table) {
            primariesChanged(routes.learn(table));
        } else if (frame instanceof Frame.Answer answer) {
            take(from, answer);
        } else if (frame instanceof Frame.AnswerBatch batch) {
            batch.answers().forEach(answer -> take(from, answer));
        } else if (frame instanceof Frame.PartitionsAnswer answer) {
            PartitionsInvocation invocation = overPartitions.get(answer.client());
            if (invocation != null && invocation.number == answer.number()) {
                invocation.answered(from, answer);
            }
        }
    }

    private void take(MemberConnection from, Frame.Answer answer) {
        Invocation invocation = underWay.get(answer.client());
        if (invocation != null && invocation.number == answer.number()) {
            answered(from, invocation, answer);
        }
    }

    /** Handles a change of primaries: the former one may leave calls without an answer, and the new one has an answer. */
    private void primariesChanged(Set<Integer> partitions) {
        if (partitions.isEmpty()) {
            return;
        }
        List.copyOf(overPartitions.values()).forEach(it -> it.primariesChanged(partitions));
        for (Invocation invocation : List.copyOf(underWay.values())) {
            int partition = invocation.partition(routes);
            if (!invocation.relaxed && partitions.contains(partition)) {
                Address primary = routes.address(routes.primary(partition));
                boolean asked =
                        invocation.target != null && invocation.target.address().equals(primary);
                if (primary != null && !asked) {
                    invocation.doubt |= invocation.target != null && invocation.sent;
                    retry(invocation, 0, false, 0);
                }
            }
        }
    }

    private void answered(MemberConnection from, Invocation invocation, Frame.Answer answer) {
        Result result = answer.result();
        if (result instanceof NotHere elsewhere) {
            if (invocation.target == from) {
                invocation.sent = false;
                requestTable();
                // Only the first redirection is followed without a pause: two members may name each other.
                boolean known = elsewhere.ask() > 0 && !invocation.redirected;
                invocation.redirected = true;
                retry(invocation, elsewhere.ask(), false, known ? 0 : invocation.pause(clock));
            }
        } else if (result instanceof Refused refused) {
            giveUp(invocation, refused.why());
        } else if (result instanceof Found found && (answer.more() || answer.index() > 0)) {
            if (invocation.target == from) {
                invocation.heard = true;
                invocation.heardAt = clock.nanoTime();
                finish(invocation, invocation.take(answer.index(), found.values(), !answer.more()));
            }
        } else {
            finish(invocation, result);
        }
    }

    private void finish(Invocation invocation, Result result) {
        if (result != null) {
            end(invocation);
            invocation.callback.done(result);
        }
    }

    private void giveUp(Invocation invocation, String why) {
        end(invocation);
        boolean unknown = invocation.doubt && !invocation.operation.readOnly();
        invocation.callback.failed(new CallException(unknown ? Outcome.UNKNOWN : Outcome.NOT_DONE, why));
    }

    private void end(Invocation invocation) {
        if (invocation.timer != null) {
            // Else its time was over before it had its turn.
            invocation.timer.cancel();
        }
        invocation.target = null;
        underWay.remove(invocation.session.id());
        free(invocation.session);
    }

    private void free(Session session) {
        idle.push(session);
        if (!queue.isEmpty()) {
            // In another task: if many wait whose time is over, each ends at once, and their calls would nest.
            executor.execute(this::next);
        }
    }

    /**
     * Asks for a newer table, at most once per interval: a table is large, and many calls may find at the same time that it
     * is outdated.
     */
    private void requestTable() {
        long now = clock.nanoTime();
        if (now - tableRequested < MIN_TABLE_INTERVAL_NANOS) {
            return;
        }
        tableRequested = now;
        MemberConnection connection = connections.anyOpen();
        if (connection != null) {
            connection.send(new Frame.TableRequest(routes.stamp()));
        } else {
            connections.open(connections.any(routes));
        }
    }

    /** Fails all calls that have not ended, and closes the connections. */
    public void close() {
        executor.execute(this::closeNow);
    }

    /** The same, before it returns. For tasks of the executor, or after the executor was closed, when any thread may call. */
    public void closeNow() {
        closed = true;
        if (first != null) {
            first.fail(isClosed().getMessage());
        }
        if (tableTimer != null) {
            tableTimer.cancel();
        }
        List<QueuedCall> waiting = List.copyOf(queue);
        queue.clear();
        waiting.forEach(call -> call.failed(isClosed()));
        List.copyOf(underWay.values()).forEach(invocation -> {
            invocation.doubt |= invocation.sent;
            giveUp(invocation, isClosed().getMessage());
        });
        List.copyOf(overPartitions.values()).forEach(it -> it.giveUp(isClosed().getMessage()));
        connections.close();
    }
}
