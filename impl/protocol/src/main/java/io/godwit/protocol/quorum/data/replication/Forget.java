package io.godwit.protocol.quorum.data.replication;

import io.godwit.protocol.Event;
import io.godwit.protocol.Guards;
import io.godwit.protocol.Handler;
import io.godwit.protocol.MemberSet;
import io.godwit.protocol.SpecStutter;
import io.godwit.protocol.Step;
import io.godwit.protocol.quorum.QuorumRule;
import io.godwit.protocol.quorum.data.DataState;
import io.godwit.protocol.quorum.data.Lead;
import io.godwit.protocol.quorum.data.Replica;
import io.godwit.protocol.quorum.data.log.Log;

/**
 * A member forgets the older part of a log; its effect stays. A primary keeps what it may have to send again: whatever a
 * participant has not acknowledged under the version.
 */
@SpecStutter("in the specification logs are kept whole; to all actions, a log without its older part is the same log")
public class Forget implements Handler<DataState, Event.Forget> {
    private final Guards guards;

    /** The action with these guards. */
    public Forget(Guards guards) {
        this.guards = guards;
    }

    @Override
    public Step<DataState> handle(DataState state, Event.Forget event) {
        Replica replica = state.replica(event.partition());
        if (!guards.pass(QuorumRule.MEMBER_UP, state.isUp())) {
            return Step.refuse(state, QuorumRule.MEMBER_UP);
        }
        Log log = replica.log();
        if (!replica.hasPrimary(state.self())) {
            return Step.to(state.with(event.partition(), replica.withLog(log.keeping(event.keep()))));
        }
        Lead lead = replica.lead();
        MemberSet others = replica.configuration().participants().without(state.self());
        int held = others.stream().map(lead.acks()::of).min().orElse(log.length());
        // Who has said nothing is sent again what the log was when the version was activated.
        if (!guards.pass(QuorumRule.HELD, held >= 0)) {
            return Step.refuse(state, QuorumRule.HELD);
        }
        Log shorter = log.keeping(Math.max(event.keep(), log.length() - held));
        return Step.to(state.with(
                event.partition(),
                replica.withLog(shorter).withLead(lead.syncedWith(lead.synced().keeping(1)))));
    }
}
