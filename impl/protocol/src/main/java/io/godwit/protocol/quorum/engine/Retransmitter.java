package io.godwit.protocol.quorum.engine;

import io.godwit.protocol.MemberSet;
import io.godwit.protocol.Members;
import io.godwit.protocol.PartitionVector;
import io.godwit.protocol.quorum.QuorumRule;
import io.godwit.protocol.quorum.data.PendingCall.ForRead;
import io.godwit.protocol.quorum.data.PrimaryState;
import io.godwit.protocol.quorum.data.Replica;
import io.godwit.protocol.quorum.data.log.LogEntry;
import io.godwit.protocol.quorum.data.message.DataMessage.Append;
import io.godwit.protocol.quorum.data.message.DataMessage.CaughtUp;
import io.godwit.protocol.quorum.data.message.DataMessage.Probe;
import io.godwit.protocol.quorum.data.message.DataMessage.Sync;
import java.util.BitSet;
import java.util.List;

/**
 * Retransmits a primary's messages that have no answer: in the specification a message that was sent once can be received
 * for ever, here it may be lost. Only messages that were sent before the last retransmission are sent again: the answer to a
 * later one may be on its way.
 */
final class Retransmitter {
    void tick(StepContext context) {
        if (context.now() < context.local.time().nextRepeat()) {
            return;
        }
        context.local = context.local.with(
                new LocalState.Time(true, context.now(), context.now() + Timing.RETRANSMIT_INTERVAL));
        LocalState.Retransmissions before = context.local.retransmissions();
        PartitionVector<Replica> replicas = context.data().replicas();
        BitSet candidates = before.candidates(replicas);
        BitSet open = new BitSet();
        for (int p = candidates.nextSetBit(0); p >= 0; p = candidates.nextSetBit(p + 1)) {
            open.set(p, isOpen(replicas.get(p), context.self()));
        }
        context.local = context.local.with(LocalState.Retransmissions.of(replicas, open));
        for (int p = open.nextSetBit(0); p >= 0; p = open.nextSetBit(p + 1)) {
            if (before.hasSeen(p, replicas.get(p))) {
                repeat(context, p, replicas.get(p), before);
            }
        }
    }

    /** Does a primary wait for something of this partition? */
    private static boolean isOpen(Replica replica, int self) {
        if (!replica.isPrimary(self) || replica.resumed()) {
            return false;
        }
        MemberSet others = replica.configuration().participants().without(self);
        PrimaryState primaryState = replica.primaryState();
        boolean open = !replica.waits().isEmpty() || primaryState.calls().size() > 0;
        for (int i = 0; i < others.size(); i++) {
            open |= primaryState.acks().of(others.get(i)) < replica.log().length();
        }
        return open;
    }

    private static void repeat(StepContext context, int p, Replica replica, LocalState.Retransmissions before) {
        MemberSet others = replica.configuration().participants().without(context.self());
        for (int i = 0; i < others.size(); i++) {
            int member = others.get(i);
            if (replica.primaryState().acks().of(member) < 0) {
                copy(context, p, member, before.of(p, member));
            } else {
                catchUp(context, p, replica, member, before);
            }
        }
        replica.waits().forEach(m -> context.output.send(Members.EVERYBODY, new CaughtUp(p, replica.epoch(), m)));
        ask(context, p, replica, others);
    }

    /** Asks the members again that have not confirmed a read. */
    private static void ask(StepContext context, int p, Replica replica, MemberSet members) {
        PrimaryState primaryState = replica.primaryState();
        for (long client : primaryState.calls().keys()) {
            if (primaryState.calls().get(client) instanceof ForRead read) {
                Probe probe = new Probe(p, replica.epoch(), client, read.call());
                members.minus(read.confirmed()).forEach(m -> context.output.send(m, probe));
            }
        }
    }

    /** Sends a whole log, at intervals that double: a silent member may be dead. */
    private static void copy(StepContext context, int p, int member, LocalState.Retransmission before) {
        Replica replica = context.data().replica(p);
        if (isDue(context, p, member, before)) {
            context.output.send(
                    member, new Sync(p, replica.view(), replica.primaryState().synced()));
        }
    }

    /** Is it time to send a member something of this partition again, at intervals that double? It is counted if so. */
    private static boolean isDue(StepContext context, int p, int member, LocalState.Retransmission before) {
        Replica replica = context.data().replica(p);
        boolean first = before == null || !before.version().equals(replica.epoch());
        if (!first && context.now() < before.next()) {
            context.local = context.local.with(context.local.retransmissions().with(p, member, before));
            return false;
        }
        int times = first ? 1 : before.times() + 1;
        long wait = Timing.RETRANSMIT_INTERVAL << Math.min(times - 1, Timing.MAX_DOUBLINGS);
        context.local = context.local.with(context.local
                .retransmissions()
                .with(p, member, new LocalState.Retransmission(replica.epoch(), times, context.now() + wait)));
        return true;
    }

    /**
     * Sends all entries from the first missing one, if that one existed at the last retransmission: a member that lacks it
     * has refused all later ones. A member that has acknowledged something since then lacks none, and is only slow.
     */
    private static void catchUp(
            StepContext context, int p, Replica replica, int member, LocalState.Retransmissions before) {
        int acknowledged = replica.primaryState().acks().of(member);
        Replica seen = before.seen(p);
        boolean stands = acknowledged == seen.primaryState().acks().of(member);
        if (stands && acknowledged < seen.log().length() && isDue(context, p, member, before.of(p, member))) {
            sendMore(context, p, replica, member, acknowledged);
        }
    }

    /** The number of entries that a member has, as far as the primary knows; -1 if it has not answered under this version. */
    static int acknowledged(StepContext context, int p, int member) {
        return context.data().replica(p).primaryState().acks().of(member);
    }

    /**
     * A member that lacks many entries is sent more as soon as it has taken the last ones, each time it passes another
     * {@link Timing#MAX_APPENDS} entries ({@link QuorumRule#SENDS_MORE_AT_ONCE}). Otherwise a learner would never catch up
     * while more is written between two retransmissions than one of them sends.
     *
     * <p>A member that has just activated the version has refused the entries and questions that came before its copy.
     *
     * @param before the number of entries that it had acknowledged before this answer, -1 for none under this version
     */
    static void sendMissing(StepContext context, int p, int member, int before) {
        Replica replica = context.data().replica(p);
        int acknowledged = replica.primaryState().acks().of(member);
        boolean more = before < 0 || acknowledged / Timing.MAX_APPENDS != before / Timing.MAX_APPENDS;
        if (!more || !context.quorum.rules().has(QuorumRule.SENDS_MORE_AT_ONCE)) {
            return;
        }
        boolean late = context.local.retransmissions().hasSeen(p, replica)
                && acknowledged < context.local.retransmissions().seen(p).log().length();
        // A learner has refused entries that came while it lacked an earlier one.
        boolean refused = (before < 0 || !replica.configuration().isInSync(member))
                && acknowledged < replica.log().length();
        if (late || refused) {
            sendMore(context, p, replica, member, acknowledged);
        }
        if (before < 0) {
            ask(context, p, replica, MemberSet.of(member));
        }
    }

    private static void sendMore(StepContext context, int p, Replica replica, int member, int acknowledged) {
        List<LogEntry> missing = replica.log().entries(acknowledged + 1, acknowledged + Timing.MAX_APPENDS);
        for (int i = 0; i < missing.size(); i++) {
            context.output.send(member, new Append(p, replica.epoch(), acknowledged + 1 + i, missing.get(i)));
        }
    }
}
