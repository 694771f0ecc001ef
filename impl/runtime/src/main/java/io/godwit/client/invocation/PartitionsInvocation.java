package io.godwit.client.invocation;

import io.godwit.client.CallException;
import io.godwit.client.CallException.Outcome;
import io.godwit.environment.Clock;
import io.godwit.environment.Executor;
import io.godwit.protocol.Members;
import io.godwit.protocol.map.Bytes;
import io.godwit.protocol.map.Operation.Verb;
import io.godwit.transport.frame.Frame.PartitionsAnswer;
import io.godwit.transport.frame.Frame.PartitionsCall;
import io.godwit.transport.frame.PartitionSet;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A call for many partitions that has not ended. Each member gets one request with the partitions that it leads, as far as the client knows, and the
 * call is repeated for those for which it does not answer. All requests have the same session and number, by which a partition carries
 * out a write once. The result is the sum of the answers; each partition counts once.
 */
final class PartitionsInvocation extends QueuedCall {
    private static final long NANOS_PER_MILLI = 1_000_000;
    private static final int MAX_DOUBLINGS = 3;

    private final Service service;
    private final Verb verb;
    private final Bytes map;
    private final Callback<Long> callback;

    /** Partitions without a result. */
    private final BitSet remaining;
    /** Partitions that have to be asked next. */
    private final BitSet unasked;
    /** Partitions of which the member that the routes name has not answered; any member is asked. */
    private final BitSet unanswered = new BitSet();

    private final Map<MemberConnection, Request> requests = new LinkedHashMap<>();
    private long sum;
    /** Why a member has refused the call, or empty: then the others are not asked again, and their answers are waited for. */
    private String refusal = "";
    /** Whether some partition has carried out the call, or may have. */
    private boolean doubt;

    private int silent;
    private boolean redirected;
    private Clock.Timer retry;
    private Clock.Timer end;

    /** What the call needs of the service that makes it. */
    interface Service {
        Clock clock();

        Executor executor();

        Routes routes();

        /** The connection with the member at an address. */
        MemberConnection to(Address address);

        /** A connection with some member. */
        MemberConnection any();

        /** Opens a connection. */
        void open(MemberConnection connection);

        /** Asks for newer routes. */
        void requestTable();

        /** How long to wait for an answer, in nanoseconds. */
        long attemptNanos();

        /** The call is over: its session is free. */
        void ended(PartitionsInvocation invocation);
    }

    /** What one member has been asked. */
    private static final class Request {
        private final MemberConnection target;
        /** Partitions of which it has not answered. */
        private final BitSet asked = new BitSet();

        private boolean sent;
        private Clock.Timer timer;

        Request(MemberConnection target) {
            this.target = target;
        }
    }

    /** A call that does not begin yet. */
    PartitionsInvocation(
            Service service,
            Verb verb,
            Bytes map,
            PartitionSet partitions,
            boolean relaxed,
            long deadline,
            Callback<Long> callback) {
        super(relaxed, deadline);
        this.service = service;
        this.verb = verb;
        this.map = map;
        this.remaining = partitions.toBits();
        this.unasked = partitions.toBits();
        this.callback = callback;
    }

    @Override
    void failed(CallException cause) {
        callback.failed(cause);
    }

    /** Begins; it has a session. */
    void begin(String late) {
        long left = deadline - service.clock().nanoTime();
        end = schedule(Math.max(0, left), () -> giveUp(late));
        if (left > 0) {
            ask();
        }
    }

    private Clock.Timer schedule(long nanos, Runnable task) {
        return service.clock().schedule(service.executor(), nanos, task);
    }

    /** Sends a request to each member that leads unasked partitions and has no request yet. */
    private void ask() {
        Map<MemberConnection, Request> created = new LinkedHashMap<>();
        service.routes().forEachPrimary((member, led) -> {
            BitSet part = (BitSet) unasked.clone();
            part.and(led);
            part.andNot(unanswered);
            ask(member, part, created);
        });
        BitSet elsewhere = (BitSet) unasked.clone();
        elsewhere.and(unanswered);
        ask(Members.NONE, elsewhere, created);
        for (Request request : created.values()) {
            unasked.andNot(request.asked);
            requests.put(request.target, request);
            watch(request);
            if (request.target.isOpen()) {
                send(request);
            } else {
                service.open(request.target);
            }
        }
        if (unasked.intersects(unanswered)) {
            // The member that was chosen has a request already.
            askLater(pause(service.clock()));
        }
    }

    private void ask(int member, BitSet partitions, Map<MemberConnection, Request> created) {
        if (!partitions.isEmpty()) {
            MemberConnection target = target(member);
            if (!requests.containsKey(target)) {
                created.computeIfAbsent(target, Request::new).asked.or(partitions);
            }
        }
    }

    /** The connection with a member, or with any if it is not known or not there. */
    private MemberConnection target(int member) {
        Address address = service.routes().address(member);
        MemberConnection connection = address == null ? null : service.to(address);
        return connection == null || connection.isGone(service.clock().nanoTime()) ? service.any() : connection;
    }

    private void send(Request request) {
        request.sent = request.target.send(
                new PartitionsCall(session.id(), number, verb, map, PartitionSet.of(request.asked), relaxed));
    }

    /** Asks again if the member is silent for too long. */
    private void watch(Request request) {
        if (request.timer != null) {
            request.timer.cancel();
        }
        request.timer = schedule(service.attemptNanos() << Math.min(silent, MAX_DOUBLINGS), () -> {
            silent++;
            service.requestTable();
            notAnswered(request);
        });
    }

    private void notAnswered(Request request) {
        doubt |= request.sent;
        end(request);
        unasked.or(request.asked);
        unanswered.or(request.asked);
        askLater(pause(service.clock()));
    }

    private void end(Request request) {
        request.timer.cancel();
        requests.remove(request.target);
    }

    private void askLater(long millis) {
        if (!refusal.isEmpty()) {
            if (requests.isEmpty()) {
                giveUp(refusal);
            }
        } else if (retry == null) {
            retry = schedule(millis * NANOS_PER_MILLI, () -> {
                retry = null;
                ask();
            });
        }
    }

    /** A connection can be used. */
    void opened(MemberConnection connection) {
        Request request = requests.get(connection);
        if (request != null && !request.sent) {
            send(request);
        }
    }

    /** A connection is over, or could not be opened. */
    void closed(MemberConnection connection) {
        Request request = requests.get(connection);
        if (request != null) {
            notAnswered(request);
        }
    }

    /** Some partitions have other primaries: the former ones may not answer. */
    void primariesChanged(Set<Integer> partitions) {
        if (relaxed) {
            return;
        }
        for (Request request : List.copyOf(requests.values())) {
            for (int p : partitions) {
                Address primary = service.routes().address(service.routes().primary(p));
                if (request.asked.get(p) && primary != null && !primary.equals(request.target.address())) {
                    doubt |= request.sent;
                    request.asked.clear(p);
                    unasked.set(p);
                    unanswered.clear(p);
                }
            }
            endIfAnswered(request);
        }
        if (!unasked.isEmpty()) {
            askLater(0);
        }
    }

    private void endIfAnswered(Request request) {
        if (request.asked.isEmpty()) {
            end(request);
        }
    }

    /** A member answers, perhaps to an earlier request. An answer with partitions that have been counted already is not counted. */
    void answered(MemberConnection from, PartitionsAnswer answer) {
        if (!answer.refusal().isEmpty()) {
            refused(from, answer.refusal());
            return;
        }
        if (answer.done().isIn(remaining)) {
            sum += answer.count();
            doubt |= !answer.done().isEmpty();
            BitSet done = answer.done().toBits();
            remaining.andNot(done);
            unasked.andNot(done);
            unanswered.andNot(done);
            for (Request request : new ArrayList<>(requests.values())) {
                request.asked.andNot(done);
                if (request.target != from) {
                    endIfAnswered(request);
                }
            }
        }
        if (remaining.isEmpty()) {
            end();
            callback.done(sum);
            return;
        }
        Request request = requests.get(from);
        if (request != null) {
            leave(request, answer.left());
        }
        if (!unasked.isEmpty()) {
            // Only the first redirection is followed without a pause: two members may name each other.
            askLater(redirected ? pause(service.clock()) : 0);
            redirected = true;
        }
    }

    /** None of the partitions of the request carries out the call. */
    private void refused(MemberConnection from, String why) {
        Request request = requests.get(from);
        if (request != null) {
            end(request);
            unasked.or(request.asked);
            refusal = why;
            askLater(0);
        }
    }

    private void leave(Request request, PartitionSet left) {
        Routes routes = service.routes();
        boolean known = true;
        for (int p = left.next(0); p >= 0; p = left.next(p + 1)) {
            if (request.asked.get(p)) {
                request.asked.clear(p);
                unasked.set(p);
                unanswered.clear(p);
                known &= !request.target.address().equals(routes.address(routes.primary(p)));
            }
        }
        if (!known) {
            redirected = true;
            service.requestTable();
        }
        watch(request);
        endIfAnswered(request);
    }

    /** Ends without a result. */
    void giveUp(String why) {
        requests.values().forEach(request -> doubt |= request.sent);
        end();
        boolean unknown = doubt && verb == Verb.CLEAR;
        callback.failed(new CallException(unknown ? Outcome.UNKNOWN : Outcome.NOT_DONE, why));
    }

    private void end() {
        List.copyOf(requests.values()).forEach(this::end);
        end.cancel();
        if (retry != null) {
            retry.cancel();
        }
        service.ended(this);
    }
}
