package io.godwit.protocol;

import io.godwit.protocol.map.Operation;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/** What the world tells a member. Time comes with {@link Tick} and {@link Timed}, and from nowhere else. */
public sealed interface Event {
    /**
     * A message arrived.
     *
     * @param from the member that sent it, as the transport has authenticated it
     * @param message the message
     */
    record Deliver(int from, Message message) implements Event {}

    /**
     * Time passes. Comes every few milliseconds; what is sent again, tried again or given up is decided here.
     *
     * @param now microseconds by the member's own clock, which may drift and starts anywhere, but never goes back
     */
    record Tick(long now) implements Event {}

    /**
     * A client calls, for the first time or again.
     *
     * @param client who is to get the answer
     * @param call the client's number for this call; the same when it calls again
     * @param partition the partition that the client takes the key to be in
     * @param operation what is to be done
     */
    record Call(long client, long call, int partition, Operation operation) implements Event {}

    /**
     * An event, and when it came by the member's monotonic clock. Read leases go by that ({@link LeaseTimes}); an event without a
     * time neither uses a lease nor ends a promise.
     *
     * @param now nanoseconds; read after the event came, and before anything that follows from it leaves the member
     * @param event what came
     */
    record Timed(long now, Event event) implements Event {}

    /** The failure detector takes a member to be dead. It may be wrong. */
    record Suspect(int member) implements Event {}

    /** The failure detector hears of a suspected member again. */
    record Trust(int member) implements Event {}

    /** A process that wants to take part was found; its incarnation is new. */
    record Join(int member) implements Event {}

    /** The operator wants this member to leave. */
    record Leave() implements Event {}

    /**
     * The operator wants the cluster to be in another state. It is asked for once; when it does not come, ask again.
     *
     * @param state the state
     */
    record ChangeState(ClusterState state) implements Event {}

    /**
     * The operator wants the cluster version to rise. It is asked for once; when it does not come, ask again.
     *
     * @param clusterVersion the version
     */
    record RaiseVersion(int clusterVersion) implements Event {}

    /**
     * An operator declares all in-sync members of a partition gone for good. Only a master that knows none of them to answer decides
     * so; any other member ignores it.
     *
     * @param partition the partition
     * @param member who goes on, with the copy that it has
     */
    record DeclareLost(int partition, int member) implements Event {}

    /**
     * In which zones members are, as far as the member knows; in place of what was said before. A master places copies and voters
     * accordingly.
     *
     * @param zones of all members that it knows
     */
    record ZonesKnown(Zones zones) implements Event {}

    /**
     * Which cluster versions members can go by, as far as the member knows; in place of what was said before.
     *
     * @param greatest the greatest version of each member that has said it, by number, the member itself included
     */
    record VersionsKnown(Map<Integer, Integer> greatest) implements Event {
        /** Copies the map. */
        public VersionsKnown {
            greatest = Collections.unmodifiableMap(new TreeMap<>(greatest));
        }
    }

    /**
     * Memory is short: what is not needed any more of a partition's log may be forgotten.
     *
     * @param partition the partition
     * @param keep how many of the last writes to keep in any case, 1 or more
     */
    record Forget(int partition, int keep) implements Event {}
}
