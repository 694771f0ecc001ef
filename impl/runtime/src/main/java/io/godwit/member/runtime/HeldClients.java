package io.godwit.member.runtime;

import io.godwit.member.limit.Limit;
import io.godwit.member.limit.LimitListener;
import io.godwit.transport.connection.Connection;
import java.util.LinkedHashSet;
import java.util.Set;

/**
 * Connections of clients that are not read until fewer commands wait for the disk. Members do not have to wait, because these
 * commands may depend on their messages.
 */
final class HeldClients {
    private final DurabilityQueue durability;
    private final int maxWaiting;
    private final EventLoop loop;
    private final LimitListener limits;
    private final Set<Connection> held = new LinkedHashSet<>();

    /**
     * No connection is held.
     *
     * @param durability null without a data directory: then none ever is
     */
    HeldClients(DurabilityQueue durability, int maxWaiting, EventLoop loop, LimitListener limits) {
        this.durability = durability;
        this.maxWaiting = maxWaiting;
        this.loop = loop;
        this.limits = limits;
    }

    /** Holds the connection if too many commands wait. Any thread may call. */
    void hold(Connection connection) {
        if (durability != null && durability.waiting() > maxWaiting) {
            limits.reached(Limit.HELD);
            connection.reading(false);
            loop.execute(() -> held.add(connection));
        }
    }

    /** Reads all connections again if few enough commands wait. For tasks of the event loop. */
    void release() {
        if (!held.isEmpty() && durability.waiting() <= maxWaiting / 2) {
            limits.reached(Limit.RELEASED);
            held.forEach(connection -> connection.reading(true));
            held.clear();
        }
    }
}
