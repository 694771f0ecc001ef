package io.godwit.client.invocation;

import io.godwit.client.CallException;
import io.godwit.client.CallException.Outcome;
import io.godwit.client.invocation.Connector.Channel;
import io.godwit.environment.Clock;
import io.godwit.environment.Executor;
import io.godwit.protocol.map.Bytes;
import io.godwit.transport.connection.RefusedException;
import io.godwit.transport.frame.Frame.Reason;
import io.godwit.transport.frame.Frame.Welcome;
import java.io.IOException;

/** Tries the configured addresses one after the other, again and again, until a member that belongs to a cluster answers. */
final class FirstConnection {
    private static final long PAUSE_NANOS = 50_000_000;
    private static final long MAX_WAIT_NANOS = 2_000_000_000;

    private final InvocationConfig config;
    private final Clock clock;
    private final Executor executor;
    private final ConnectionManager connections;
    private final Callback<Routes> callback;
    private final long deadline;
    private String lastFailure = "no member belongs to a cluster yet";
    /** The attempt that is under way, null for none. */
    private Attempt current;
    /** When the attempt is given up, or the next round begins. */
    private Clock.Timer timer;

    private boolean ended;

    FirstConnection(
            InvocationConfig config,
            Clock clock,
            Executor executor,
            ConnectionManager connections,
            Callback<Routes> callback) {
        this.config = config;
        this.clock = clock;
        this.executor = executor;
        this.connections = connections;
        this.callback = callback;
        this.deadline = clock.nanoTime() + config.timeoutNanos();
    }

    /** Tries an address; behind the last one, the first one again after a pause, if there is time left. */
    void attempt(int index) {
        if (index == config.addresses().size()) {
            current = null;
            timer = clock.schedule(executor, PAUSE_NANOS, () -> {
                if (clock.nanoTime() - deadline < 0) {
                    attempt(0);
                } else {
                    fail("no member was reached; " + lastFailure);
                }
            });
            return;
        }
        current = new Attempt(index);
        long wait = Math.min(MAX_WAIT_NANOS, config.timeoutNanos());
        timer = clock.schedule(executor, wait, current::noAnswer);
        connections.connect(current.connection, current);
    }

    /** Ends the search with an error. */
    void fail(String why) {
        if (!ended) {
            end();
            callback.failed(new CallException(Outcome.NOT_DONE, why));
        }
    }

    private void end() {
        ended = true;
        current = null;
        timer.cancel();
    }

    private final class Attempt implements ConnectionManager.Outcome {
        private final int index;
        private final MemberConnection connection;

        Attempt(int index) {
            this.index = index;
            this.connection = connections.to(config.addresses().get(index));
        }

        @Override
        public void welcomed(Channel channel, Welcome welcome) {
            if (current != this) {
                // The answer comes after the time for it.
                channel.close();
            } else if (welcome.cluster().equals(Bytes.EMPTY)) {
                channel.close();
                next();
            } else {
                end();
                Routes routes = new Routes(welcome.maps(), welcome.partitions());
                routes.learn(welcome.peers());
                connections.opened(connection, channel, welcome);
                callback.done(routes);
            }
        }

        @Override
        public void failed(IOException cause) {
            if (current != this) {
                return;
            }
            if (cause instanceof RefusedException refused && refused.reason() != Reason.NOT_READY) {
                fail(connection.address() + " refuses: " + refused.getMessage());
            } else {
                noConnection(cause.getMessage());
            }
        }

        void noAnswer() {
            noConnection("no answer");
        }

        private void noConnection(String why) {
            lastFailure = connection.address() + ": " + why;
            next();
        }

        private void next() {
            timer.cancel();
            attempt(index + 1);
        }
    }
}
