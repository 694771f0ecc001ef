package io.godwit.protocol.quorum.agenda;

import io.godwit.protocol.MemberSet;
import io.godwit.protocol.Members;
import io.godwit.protocol.quorum.data.Lead;
import io.godwit.protocol.quorum.data.Replica;
import io.godwit.protocol.quorum.data.Waiting.ForRead;
import io.godwit.protocol.quorum.data.log.LogEntry;
import io.godwit.protocol.quorum.data.message.DataMessage.Append;
import io.godwit.protocol.quorum.data.message.DataMessage.CaughtUp;
import io.godwit.protocol.quorum.data.message.DataMessage.Probe;
import io.godwit.protocol.quorum.data.message.DataMessage.Sync;
import java.util.List;

/**
 * A primary sends again what has no answer: in the specification a message that was sent once can be received for ever, here
 * it may be lost. Nothing that was not sent before is sent.
 */
final class Repeats {
    void tick(Turn turn) {
        if (turn.now() < turn.clock.nextRepeat()) {
            return;
        }
        turn.clock = new Watch.Clock(true, turn.now(), turn.now() + Timing.AGAIN);
        for (int p = 0; p < turn.setup.partitions(); p++) {
            if (turn.data.isPrimary(p)) {
                repeat(turn, p);
            }
        }
    }

    private static void repeat(Turn turn, int p) {
        Replica replica = turn.data.replica(p);
        MemberSet others = replica.configuration().participants().without(turn.self());
        for (int i = 0; i < others.size(); i++) {
            catchUp(turn, p, replica, others.get(i));
        }
        replica.waits().forEach(m -> turn.send(Members.EVERYBODY, new CaughtUp(p, replica.epoch(), m)));
        Lead lead = replica.lead();
        for (long client : lead.calls().keys()) {
            if (lead.calls().get(client) instanceof ForRead read) {
                Probe probe = new Probe(p, replica.epoch(), client, read.call());
                others.minus(read.confirmed()).forEach(m -> turn.send(m, probe));
            }
        }
    }

    private static void catchUp(Turn turn, int p, Replica replica, int member) {
        int acknowledged = replica.lead().acks().of(member);
        if (acknowledged < 0) {
            turn.send(member, new Sync(p, replica.view(), replica.lead().synced()));
            return;
        }
        List<LogEntry> missing = replica.log().entries(acknowledged + 1, acknowledged + Timing.APPENDS);
        for (int i = 0; i < missing.size(); i++) {
            turn.send(member, new Append(p, replica.epoch(), acknowledged + 1 + i, missing.get(i)));
        }
    }
}
