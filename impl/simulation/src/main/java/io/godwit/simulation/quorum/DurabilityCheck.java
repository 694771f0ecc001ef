package io.godwit.simulation.quorum;

import io.godwit.protocol.Command;
import io.godwit.protocol.map.Executed;
import io.godwit.protocol.quorum.data.PendingCall;
import io.godwit.protocol.quorum.data.Replica;
import io.godwit.protocol.quorum.data.log.Log;
import io.godwit.protocol.quorum.table.Configuration;
import io.godwit.protocol.quorum.table.Entry;
import io.godwit.protocol.quorum.table.Version;
import io.godwit.simulation.ClusterInvariants.Beginning;
import io.godwit.simulation.RunResult.Violation;
import io.godwit.simulation.quorum.QuorumInvariants.PropertyCheck;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.function.IntPredicate;

/** What clients were told survives. Properties of {@code spec/quorum/DataPlane.tla}. */
final class DurabilityCheck<S> implements PropertyCheck<S> {
    private final ProposalHistory decisions;
    private final AnsweredWrites effects;
    private final IdentityHashMap<Command.Answer, Promise> promises = new IdentityHashMap<>();

    private final PassiveCheck<S> passive;
    /** By partition, the declaration that it is lost, as soon as it is decided. */
    private final Map<Integer, Entry> declared = new HashMap<>();
    /** With what these have begun again. */
    private final Map<Integer, Beginning> begun = new HashMap<>();

    /** An answer that depends on the first entries of a log. */
    private record Promise(int partition, Log log, int length) {}

    DurabilityCheck(ProposalHistory decisions, AnsweredWrites effects, PassiveCheck<S> passive) {
        this.decisions = decisions;
        this.effects = effects;
        this.passive = passive;
    }

    /** With what a partition has begun again that was declared lost; null as long as it has not. */
    Beginning begun(int partition) {
        return begun.get(partition);
    }

    @Override
    public Violation stepped(ClusterPlanes<S> members, StateChange change) {
        Violation found = null;
        for (Command command : change.commands()) {
            if (command instanceof Command.Answer answer && answer.basis() != null) {
                promise(change, answer);
            } else if (command instanceof Command.Stop) {
                found = found == null ? stopped(change.member()) : found;
            }
        }
        if (change.isNothing()) {
            return found;
        }
        for (int p = 0; found == null && p < change.data().replicas().size(); p++) {
            begin(members, change, p);
            if (change.replica(p)) {
                found = replica(members, change, p);
            }
            if (found == null && change.committed(p)) {
                found = held(members, p);
            }
        }
        return found;
    }

    /**
     * A partition that was declared lost: what took effect before counts no more, and from the moment on at which its new primary activates the
     * declared version, or a later one, its copy does. {@code ActivateDeclared}
     */
    private void begin(ClusterPlanes<S> members, StateChange change, int partition) {
        Entry entry = decisions.declared(partition);
        if (entry == null || begun.containsKey(partition)) {
            return;
        } else if (!entry.equals(declared.put(partition, entry))) {
            effects.begin(partition, Log.EMPTY);
        }
        if (change.replica(partition)
                && change.activated(partition)
                && change.member() == entry.configuration().primary()
                && !entry.version().newerThan(change.after(partition).epoch())) {
            Log kept = change.after(partition).log();
            effects.begin(partition, kept);
            passive.begin(partition, kept.length());
            begun.put(partition, new Beginning(members.cluster().now(), kept.content()));
        }
    }

    /** Remembers what an answer depends on. */
    private void promise(StateChange change, Command.Answer answer) {
        int p = answer.basis().partition();
        PendingCall waiting = change.before(p).primaryState().calls().get(answer.client());
        if (waiting instanceof PendingCall.ForRead read && read.call() == answer.call()) {
            promises.put(answer, new Promise(p, read.seen(), read.seen().length()));
            return;
        }
        Log log = change.after(p).log();
        Executed executed = log.executed(answer.client());
        // A later entry may have expired the session.
        if (executed != null && executed.call() == answer.call()) {
            promises.put(answer, new Promise(p, log, executed.position()));
        }
    }

    /** An answer leaves the member: it takes effect, and with it all that it depends on. */
    Violation answered(ClusterPlanes<S> members, int member, Command.Answer answer) {
        Promise promise = promises.remove(answer);
        if (promise == null) {
            return null;
        }
        Violation found = effects.take(promise.partition(), member, promise.log(), promise.length());
        return found == null ? held(members, promise.partition()) : found;
    }

    /** Whatever an answer depended on is held by every living in-sync member of the last decided configuration. */
    private Violation held(ClusterPlanes<S> members, int partition) {
        Configuration latest = decisions.latest(partition).configuration();
        for (int i = 0; i < latest.size(); i++) {
            int member = latest.replica(i);
            if (latest.isInSync(member)
                    && members.up(member)
                    && !effects.heldBy(
                            partition, members.replica(member, partition).log())) {
                return notHeld(partition, member, members.replica(member, partition));
            }
        }
        return null;
    }

    private Violation notHeld(int partition, int member, Replica replica) {
        return new Violation(
                "AckedDurable",
                "partition " + partition + ": " + effects.size(partition) + " writes took effect, and in-sync member "
                        + member + " has not got them: version " + replica.epoch() + ", "
                        + replica.log().length() + " entries; decided is " + decisions.latest(partition));
    }

    private Violation replica(ClusterPlanes<S> members, StateChange change, int partition) {
        if (!change.log(partition)) {
            return null;
        }
        int member = change.member();
        Replica before = change.before(partition);
        Replica after = change.after(partition);
        boolean other = change.activated(partition);
        boolean had = effects.size(partition) > 0 && effects.certainlyHeldBy(partition, before.log());
        boolean has = other ? effects.whollyHeldBy(partition, after.log()) : effects.heldBy(partition, after.log());
        Configuration latest = decisions.latest(partition).configuration();
        if (!has && latest.isInSync(member)) {
            return notHeld(partition, member, after);
        }
        return had && !has ? gaveUp(members, change, partition) : null;
    }

    /** A member that held all that took effect gives it up. */
    private Violation gaveUp(ClusterPlanes<S> members, StateChange change, int partition) {
        int holders = 0;
        for (int n = 1; n <= members.count(); n++) {
            if (members.up(n)
                    && effects.heldBy(partition, members.replica(n, partition).log())) {
                holders++;
            }
        }
        ReplicaRelease release = new ReplicaRelease(
                partition, change.member(), change.after(partition).epoch());
        return release.check(
                decisions, members::up, holders, change.data().copies().of(partition));
    }

    /** A drained member that has stopped has no part in anything. */
    private Violation stopped(int member) {
        for (int p = 0; p < decisions.partitions(); p++) {
            if (decisions.latest(p).configuration().isParticipant(member)) {
                return new Violation(
                        "ShutdownOnlyWhenEmpty",
                        "member " + member + " stops and has a part in partition " + p + ": " + decisions.latest(p));
            }
        }
        return null;
    }

    /**
     * A member that held all that took effect in a partition gives it up: {@code GivesUp} in {@code spec/quorum/DataPlane.tla}.
     *
     * @param partition of what
     * @param member who
     * @param version what it has activated by then
     */
    record ReplicaRelease(int partition, int member, Version version) {
        /**
         * May it?
         *
         * @param up who runs
         * @param holders how many hold it afterwards
         * @param copies how many there should be
         * @return null if it may
         */
        Violation check(ProposalHistory decisions, IntPredicate up, int holders, int copies) {
            Entry decided = decisions.at(partition, version);
            boolean takenOut = decided != null && takenOutLater(decisions, member);
            if (decided == null || (decided.configuration().isParticipant(member) && !takenOut)) {
                return violation("SourceDropsOnlyAfterDecision", "decided is " + decided);
            }
            if (holders < copies && !takenOut && !overtaken(decisions, decided.configuration(), up)) {
                return violation("CopiesNonDecreasing", holders + " copies are left");
            }
            return null;
        }

        /** {@code TakenOutLater}: a later decision does without what a member has. */
        private boolean takenOutLater(ProposalHistory decisions, int who) {
            for (Entry later : decisions.after(partition, version)) {
                if (!later.configuration().isInSync(who)) {
                    return true;
                }
            }
            return false;
        }

        /** {@code Overtaken}: an in-sync member of that decision is dead, or was taken out later. */
        private boolean overtaken(ProposalHistory decisions, Configuration decided, IntPredicate up) {
            for (int i = 0; i < decided.size(); i++) {
                int replica = decided.replica(i);
                if (decided.isInSync(replica) && (!up.test(replica) || takenOutLater(decisions, replica))) {
                    return true;
                }
            }
            return false;
        }

        private Violation violation(String property, String why) {
            return new Violation(
                    property,
                    "partition " + partition + ": member " + member + " gives up its data under version " + version
                            + ", and " + why);
        }
    }
}
