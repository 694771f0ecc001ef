package io.godwit.client;

import io.godwit.client.CallException.Outcome;
import io.godwit.protocol.map.Operation.OnMap;
import io.godwit.protocol.map.Result;
import io.godwit.protocol.map.Result.Found;
import io.godwit.protocol.map.Result.NotHere;
import io.godwit.protocol.map.Result.Refused;
import io.godwit.transport.frame.Frame;
import java.security.SecureRandom;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Makes calls: sends them to whom it takes to be the primary, repeats them with the same number when no answer comes, and
 * gives up when their time is over. All its state belongs to one thread.
 */
@SuppressWarnings("FutureReturnValueIgnored") // timers are never waited for
final class Caller implements AutoCloseable {
    private static final long TABLE_EVERY = 1_000;
    private static final long TABLE_AGAIN = TimeUnit.MILLISECONDS.toNanos(50);
    private static final int MOST_DOUBLINGS = 3;
    /** 10 MB/s, which is slow. */
    private static final long NANOS_PER_BYTE = 100;
    /** So long, in milliseconds, whoever closes waits for what the client does just then. */
    private static final long LAST_MOMENT = 1_000;

    private final ClientConfig config;
    private final SecureRandom random = new SecureRandom();
    private final ScheduledThreadPoolExecutor thread;
    private final Links links;

    private final Deque<Session> idle = new ArrayDeque<>();
    private final Deque<Pending> queue = new ArrayDeque<>();
    private final Map<Long, Pending> underWay = new HashMap<>();
    private int sessions;
    private boolean closed;
    private long tableAsked = System.nanoTime() - TABLE_AGAIN;
    private volatile Routes routes;
    private volatile Thread own;

    Caller(ClientConfig config) {
        this.config = config;
        this.thread = new ScheduledThreadPoolExecutor(1, task -> {
            own = new Thread(task, "godwit-client");
            own.setDaemon(true);
            return own;
        });
        thread.setRemoveOnCancelPolicy(true);
        thread.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
        this.links = new Links(config, new Links.Listener() {
            @Override
            public void received(Link from, Frame frame) {
                Caller.this.received(from, frame);
            }

            @Override
            public void opened(Link link) {
                waitingFor(link).forEach(Caller.this::send);
            }

            @Override
            public void closed(Link link) {
                waitingFor(link).forEach(pending -> again(pending, 0, true));
            }
        });
    }

    /** Reaches some member. */
    void start() {
        routes = links.first(thread);
        thread.scheduleWithFixedDelay(this::askForTable, 0, TABLE_EVERY, TimeUnit.MILLISECONDS);
    }

    /** Where maps lie. */
    Routes routes() {
        return routes;
    }

    /**
     * Makes a call.
     *
     * @param partition which one, or -1 for that of the key
     */
    CompletableFuture<Result> call(OnMap operation, int partition, boolean relaxed) {
        Pending pending = new Pending(
                operation,
                partition,
                relaxed,
                System.nanoTime() + config.timeout().toNanos());
        try {
            // Where the thread ends just then, it takes this without a word, and never comes to it.
            if (thread.submit(() -> begin(pending)).isCancelled()) {
                pending.result.completeExceptionally(isClosed());
            }
        } catch (RejectedExecutionException e) {
            pending.result.completeExceptionally(isClosed());
        }
        return pending.result;
    }

    private void begin(Pending pending) {
        if (closed) {
            // It came while the client was being closed.
            pending.result.completeExceptionally(isClosed());
            return;
        }
        queue.add(pending);
        next();
    }

    private static CallException isClosed() {
        return new CallException(Outcome.NOT_DONE, "the client is closed");
    }

    /** Lets the call begin that has waited longest, if a session is free. */
    private void next() {
        if (queue.isEmpty()) {
            return;
        }
        Session session = idle.poll();
        if (session == null && sessions < config.sessions()) {
            session = new Session(random.nextLong());
            sessions++;
        }
        if (session == null) {
            return;
        }
        Pending pending = queue.remove();
        pending.session = session;
        pending.number = session.nextNumber();
        underWay.put(session.id(), pending);
        ask(pending);
    }

    private void ask(Pending pending) {
        long left = pending.deadline - System.nanoTime();
        if (left <= 0) {
            giveUp(pending, "no answer within " + config.timeout().toMillis() + " ms");
            return;
        }
        pending.attempt++;
        pending.sent = false;
        pending.asked = target(pending);
        pending.forgetParts();
        watch(pending, pending.attempt, patience(pending));
        if (pending.asked.isOpen()) {
            send(pending);
        } else {
            links.open(pending.asked);
        }
    }

    /** How long to wait for an answer: longer for what takes longer to be sent, and after attempts that were too short. */
    private long patience(Pending pending) {
        return (config.attempt().toNanos() + pending.size() * NANOS_PER_BYTE)
                << Math.min(pending.silent, MOST_DOUBLINGS);
    }

    /** Asks somebody else if no answer comes, or none goes on. */
    private void watch(Pending pending, int attempt, long wait) {
        long left = pending.deadline - System.nanoTime();
        thread.schedule(
                () -> {
                    if (!isUnderWay(pending) || pending.attempt != attempt) {
                        return;
                    }
                    long now = System.nanoTime();
                    long goesOn = pending.heard == 0
                            ? 0
                            : pending.heard + config.attempt().toNanos() - now;
                    if (goesOn > 0 && now < pending.deadline) {
                        watch(pending, attempt, goesOn);
                    } else {
                        pending.silent++;
                        askForTable();
                        again(pending, 0, true);
                    }
                },
                Math.min(left, wait),
                TimeUnit.NANOSECONDS);
    }

    private Link target(Pending pending) {
        int member = pending.hint > 0 ? pending.hint : routes.primary(pending.partition(routes));
        Address address = pending.anybody ? null : routes.address(member);
        Link link = address == null ? null : links.to(address);
        // Who was not there a moment ago is not there now: somebody else may know who serves the partition instead.
        return link == null || link.isGone(System.nanoTime()) ? links.any(routes) : link;
    }

    private void send(Pending pending) {
        pending.sent = pending.asked.send(new Frame.Call(
                pending.session.id(), pending.number, pending.partition(routes), pending.operation, pending.relaxed));
    }

    /** Asks again soon. */
    private void again(Pending pending, int hint, boolean failed) {
        again(pending, hint, failed, pending.pause(random));
    }

    /** Asks again after so many milliseconds. The first one who is named is asked at once; those who name each other are not. */
    private void again(Pending pending, int hint, boolean failed, long pause) {
        pending.doubt |= failed && pending.sent;
        pending.hint = hint;
        pending.anybody = failed;
        pending.attempt++;
        pending.asked = null;
        int attempt = pending.attempt;
        thread.schedule(
                () -> {
                    if (isUnderWay(pending) && pending.attempt == attempt) {
                        ask(pending);
                    }
                },
                pause,
                TimeUnit.MILLISECONDS);
    }

    private boolean isUnderWay(Pending pending) {
        return underWay.get(pending.session.id()) == pending;
    }

    private List<Pending> waitingFor(Link link) {
        List<Pending> waiting = new ArrayList<>();
        for (Pending pending : underWay.values()) {
            if (pending.asked == link) {
                waiting.add(pending);
            }
        }
        return waiting;
    }

    private void received(Link from, Frame frame) {
        if (frame instanceof Frame.Table table) {
            moved(routes.learn(table));
        } else if (frame instanceof Frame.Answer answer) {
            Pending pending = underWay.get(answer.client());
            if (pending != null && pending.number == answer.number()) {
                answered(from, pending, answer);
            }
        }
    }

    /** Who led these partitions leaves writes without an answer: the new primary has one, whatever became of them. */
    private void moved(Set<Integer> partitions) {
        if (partitions.isEmpty()) {
            return;
        }
        for (Pending pending : List.copyOf(underWay.values())) {
            int partition = pending.partition(routes);
            if (!pending.relaxed && partitions.contains(partition)) {
                Address primary = routes.address(routes.primary(partition));
                boolean asked = pending.asked != null && pending.asked.address().equals(primary);
                if (primary != null && !asked) {
                    pending.doubt |= pending.asked != null && pending.sent;
                    again(pending, 0, false, 0);
                }
            }
        }
    }

    private void answered(Link from, Pending pending, Frame.Answer answer) {
        Result result = answer.result();
        if (result instanceof NotHere elsewhere) {
            if (pending.asked == from) {
                pending.sent = false;
                askForTable();
                boolean known = elsewhere.ask() > 0 && !pending.redirected;
                pending.redirected = true;
                again(pending, elsewhere.ask(), false, known ? 0 : pending.pause(random));
            }
        } else if (result instanceof Refused refused) {
            giveUp(pending, refused.why());
        } else if (result instanceof Found found && (answer.more() || answer.index() > 0)) {
            if (pending.asked == from) {
                pending.heard = System.nanoTime();
                finish(pending, pending.take(answer.index(), found.values(), !answer.more()));
            }
        } else {
            finish(pending, result);
        }
    }

    private void finish(Pending pending, Result result) {
        if (result != null) {
            end(pending);
            pending.result.complete(result);
        }
    }

    private void giveUp(Pending pending, String why) {
        end(pending);
        boolean unknown = pending.doubt && !pending.operation.readOnly();
        pending.result.completeExceptionally(new CallException(unknown ? Outcome.UNKNOWN : Outcome.NOT_DONE, why));
    }

    private void end(Pending pending) {
        underWay.remove(pending.session.id());
        idle.push(pending.session);
        if (!queue.isEmpty() && !thread.isShutdown()) {
            // Not here: of many that wait each one may end at once, too.
            thread.execute(this::next);
        }
    }

    /** Not more often than makes sense: a table is large, and many calls may find out at once that it is old. */
    private void askForTable() {
        long now = System.nanoTime();
        if (now - tableAsked < TABLE_AGAIN) {
            return;
        }
        tableAsked = now;
        Link link = links.anyOpen();
        if (link != null) {
            link.send(new Frame.TableRequest(routes.stamp()));
        } else {
            links.open(links.any(routes));
        }
    }

    /** Fails what is under way. */
    @Override
    public void close() {
        try {
            thread.execute(() -> {
                closed = true;
                queue.forEach(pending -> pending.result.completeExceptionally(isClosed()));
                queue.clear();
                List.copyOf(underWay.values()).forEach(pending -> {
                    pending.doubt |= pending.sent;
                    giveUp(pending, "the client is closed");
                });
            });
        } catch (RejectedExecutionException e) {
            return;
        }
        thread.shutdown();
        awaitEnd();
        links.close();
    }

    /** Nothing is dialled any more when the network is closed. */
    private void awaitEnd() {
        if (Thread.currentThread().equals(own)) {
            return;
        }
        try {
            // If it takes longer, somebody waits in the client's thread, and perhaps for this.
            thread.awaitTermination(LAST_MOMENT, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
