package io.godwit.member.runtime;

import io.godwit.environment.Clock;
import io.godwit.transport.connection.Connection;
import io.godwit.transport.connection.Receiver;
import io.godwit.transport.frame.Frame;

/**
 * Takes what clients send: relaxed reads are answered at once, everything else is handled by the event loop. For the threads of
 * connections.
 */
record ClientReceiver(ClientRequestHandler requests, Clock clock, EventLoop loop, Backlog backlog, HeldClients held)
        implements Receiver {
    @Override
    public void received(Connection connection, Frame frame) {
        if (!requests.answersAtOnce(connection, frame)) {
            long now = clock.nanoTime();
            backlog.add(connection, frame, () -> requests.received(connection, frame, now));
            held.hold(connection);
        }
    }

    @Override
    public void closed(Connection connection) {
        loop.execute(() -> requests.closed(connection));
    }
}
