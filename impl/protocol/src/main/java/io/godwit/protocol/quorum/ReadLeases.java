package io.godwit.protocol.quorum;

import static io.godwit.protocol.quorum.QuorumRule.ANSWERS_REQUEST;
import static io.godwit.protocol.quorum.QuorumRule.FROM_PRIMARY;
import static io.godwit.protocol.quorum.QuorumRule.GRANTS_OWN_VERSION;
import static io.godwit.protocol.quorum.QuorumRule.LEASE_NAMES_EPOCH;
import static io.godwit.protocol.quorum.QuorumRule.OTHER_MEMBER;
import static io.godwit.protocol.quorum.QuorumRule.PROMISED;
import static io.godwit.protocol.quorum.QuorumRule.PROMISES_NO_LONGER;
import static io.godwit.protocol.quorum.QuorumRule.READ_CONFIRMS;
import static io.godwit.protocol.quorum.QuorumRule.RELEASES_WHEN_OVER;
import static io.godwit.protocol.quorum.QuorumRule.TIME_KNOWN;

import io.godwit.protocol.Command;
import io.godwit.protocol.Command.Send;
import io.godwit.protocol.LeaseTimes;
import io.godwit.protocol.MemberSet;
import io.godwit.protocol.Members;
import io.godwit.protocol.Rules;
import io.godwit.protocol.SpecAction;
import io.godwit.protocol.SpecStutter;
import io.godwit.protocol.Step;
import io.godwit.protocol.quorum.data.DataState;
import io.godwit.protocol.quorum.data.Leases;
import io.godwit.protocol.quorum.data.Leases.Promise;
import io.godwit.protocol.quorum.data.PendingCall.ForRead;
import io.godwit.protocol.quorum.data.Replica;
import io.godwit.protocol.quorum.data.message.DataMessage.Lease;
import io.godwit.protocol.quorum.data.message.DataMessage.LeaseRequest;
import io.godwit.protocol.quorum.table.Version;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads without a round trip: a primary answers a read alone while it holds leases of all for whom a write would have to wait, and a
 * new primary answers nothing that its own promises forbid. {@code spec/quorum/ReadLeases.tla}.
 */
public class ReadLeases extends DataModule {
    /** The module under these rules. */
    public ReadLeases(Rules rules) {
        super(rules);
    }

    /** {@code LeaseTime}: how long a lease lasts by the primary's clock, so that it is over before the promise by any other clock. */
    public long leaseTime(LeaseTimes times) {
        return times.promise() * times.slowest() / times.fastest();
    }

    /** From when a lease counts that has just come. */
    protected long countsFrom(DataState state, long sent) {
        return sent;
    }

    private void requireTime(DataState state) {
        rules.require(
                TIME_KNOWN, state.now() != LeaseTimes.UNKNOWN && state.times().exist(), "{}", state.times());
    }

    /**
     * A primary asks all other participants for leases, before or after the last ones have ended.
     *
     * @param number of the request; none of this member has had it before
     */
    @SpecAction("quorum/ReadLeases!RequestLeases")
    public Step<DataState> requestLeases(DataState state, int partition, long number) {
        Replica replica = state.replica(partition);
        requireUp(state);
        requireLeads(state, replica);
        requireTime(state);
        List<Command> commands = new ArrayList<>();
        LeaseRequest request = new LeaseRequest(
                partition, replica.epoch(), number, state.times().promise());
        toOthers(commands, state.self(), replica.configuration(), request);
        Leases asked = replica.leases().requested(number, state.now(), leaseTime(state.times()));
        return Step.to(state.with(partition, replica.withLeases(asked)), commands);
    }

    /** A member promises something to the primary of the version that it has activated. A request that comes twice prolongs that. */
    @SpecAction("quorum/ReadLeases!HandleLeaseRequest")
    public Step<DataState> handleLeaseRequest(DataState state, int from, LeaseRequest m) {
        Replica replica = state.replica(m.partition());
        boolean own = m.version().equals(replica.epoch());
        requireUp(state);
        rules.require(GRANTS_OWN_VERSION, own, "{} is not {}", m.version(), replica.epoch());
        rules.require(
                FROM_PRIMARY, !own || replica.isPrimary(from), "{} is not the primary of {}", from, replica.view());
        rules.require(OTHER_MEMBER, from != state.self(), "a message of {} to itself", from);
        requireTime(state);
        long most = state.times().promise();
        rules.require(PROMISES_NO_LONGER, m.time() <= most, "{} ns, at most {}", m.time(), most);
        Promise promise = new Promise(m.version(), from, state.now() + most);
        return Step.to(
                state.with(m.partition(), replica.withLeases(replica.leases().promising(promise, state.now()))),
                new Send(from, new Lease(m.partition(), m.version(), m.number())));
    }

    /** A primary records a lease, which {@code Leased} looks up. */
    @SpecStutter("the specification looks leases up among all messages when it needs them")
    public Step<DataState> handleLease(DataState state, int from, Lease m) {
        Replica replica = state.replica(m.partition());
        Leases leases = replica.leases();
        Long sent = leases.requests().get(m.number());
        requireUp(state);
        rules.require(
                LEASE_NAMES_EPOCH, m.version().equals(replica.epoch()), "{} is not {}", m.version(), replica.epoch());
        rules.require(ANSWERS_REQUEST, sent != null, "request {} is unknown", m.number());
        Leases held = leases.heldFrom(from, countsFrom(state, sent));
        return Step.to(state.with(m.partition(), replica.withLeases(held)));
    }

    /**
     * A primary takes back what it has promised to the primary of an older version, which has acknowledged the new version, or is
     * dead: that one reads under no lease any more.
     *
     * @param dead members that are known to be dead; suspicion is not enough
     */
    @SpecAction("quorum/ReadLeases!ReleasePromise")
    public Step<DataState> releasePromise(DataState state, int partition, Version version, MemberSet dead) {
        Replica replica = state.replica(partition);
        Promise promise = replica.leases().promise(version);
        requireUp(state);
        requireLeads(state, replica);
        rules.require(
                PROMISED,
                promise != null
                        && promise.runs(state.now())
                        && promise.primary() != Members.NONE
                        && replica.epoch().newerThan(version),
                "{} has promised nothing under {}",
                state.self(),
                version);
        rules.require(
                RELEASES_WHEN_OVER,
                isOver(replica, promise, dead),
                "{} has not acknowledged {}",
                promise.primary(),
                replica.epoch());
        return Step.to(state.with(partition, replica.withLeases(replica.leases().released(version))));
    }

    private static boolean isOver(Replica replica, Promise promise, MemberSet dead) {
        return replica.primaryState().acks().of(promise.primary()) >= 0 || dead.contains(promise.primary());
    }

    /** {@code Leased}: has the member given a lease, which still runs? */
    private boolean isLeased(DataState state, Replica replica, int member) {
        Long from = replica.leases().held().get(member);
        return from != null && state.now() != LeaseTimes.UNKNOWN && state.now() - from < leaseTime(state.times());
    }

    /** {@code HoldsLeases}: can the primary answer reads alone? */
    public final boolean holdsLeases(DataState state, int partition) {
        Replica replica = state.replica(partition);
        return state.times().exist() && waits.allAgree(state.self(), replica, it -> isLeased(state, replica, it));
    }

    /** {@code ConfirmedOrLeased}: has each member that a write would wait for confirmed the read, or given a lease? */
    final boolean isConfirmedOrLeased(DataState state, Replica replica, ForRead read) {
        return rules.holds(
                READ_CONFIRMS,
                waits.allAgree(
                        state.self(), replica, it -> read.confirmed().contains(it) || isLeased(state, replica, it)));
    }

    final void requireMayAnswer(QuorumRule rule, DataState state, Replica replica, int length) {
        List<Promise> promises = replica.leases().promises();
        rules.require(rule, mayAnswer(state, replica, length), "the first {} entries wait for {}", length, promises);
    }

    /**
     * {@code MayAnswer}: does no promise keep the member from an answer that depends on the first entries of its log? The primary to
     * which it has made a promise has those of its own version and of older ones, too: the member had them from there.
     *
     * @param length how many entries, 0 or more
     */
    private static boolean mayAnswer(DataState state, Replica replica, int length) {
        List<Promise> promises = replica.leases().promises();
        if (promises.isEmpty()) {
            return true;
        }
        Version newest = length == 0 ? Version.NONE : replica.log().epochAt(length);
        for (Promise promise : promises) {
            if (promise.runs(state.now()) && newest.newerThan(promise.version())) {
                return false;
            }
        }
        return true;
    }

    /**
     * What a member that starts again has: no lease, and what it may have promised to anybody it has promised just now. No disk
     * tells how long it was away.
     *
     * @param found what it had before
     */
    public Leases startedAgain(DataState state, Leases found) {
        long end = state.now() + state.times().promise();
        return Leases.NONE.promising(new Promise(Version.NONE, Members.NONE, end), state.now());
    }
}
