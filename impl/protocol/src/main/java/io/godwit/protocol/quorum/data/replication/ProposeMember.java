package io.godwit.protocol.quorum.data.replication;

import static io.godwit.protocol.quorum.QuorumRule.IS_PARTICIPANT;
import static io.godwit.protocol.quorum.QuorumRule.IS_PRIMARY;
import static io.godwit.protocol.quorum.QuorumRule.MEMBER_UP;
import static io.godwit.protocol.quorum.QuorumRule.NEW_VERSION_AFTER_RESTART;
import static io.godwit.protocol.quorum.QuorumRule.NOT_IN_SYNC;
import static io.godwit.protocol.quorum.QuorumRule.NOT_PROPOSED;
import static io.godwit.protocol.quorum.QuorumRule.PROPOSES_CAUGHT_UP;
import static io.godwit.protocol.quorum.QuorumRule.PROPOSES_IN_LINE;

import io.godwit.protocol.Command.Send;
import io.godwit.protocol.Guards;
import io.godwit.protocol.Handler;
import io.godwit.protocol.Members;
import io.godwit.protocol.SpecAction;
import io.godwit.protocol.Step;
import io.godwit.protocol.quorum.data.DataState;
import io.godwit.protocol.quorum.data.Replica;
import io.godwit.protocol.quorum.data.message.DataMessage.CaughtUp;

/**
 * The primary asserts that a member, the learner or a replica that is not in sync, holds what the in-sync set holds. From
 * now on every answer waits for that member, because it may be added without the primary's knowing.
 *
 * <p>Guards: {@code ProposeMember} in {@code spec/quorum/LearnerMigration.tla}. The word is for the master; who that is the
 * data plane does not know, so that it goes to everybody.
 */
@SpecAction({"quorum/LearnerMigration!ProposeMember", "quorum/DurableDataPlane!ProposeMemberAndStore"})
public class ProposeMember implements Handler<DataState, ProposeMember.Candidate> {
    /**
     * A member may be caught up.
     *
     * @param partition of which partition
     * @param member who
     */
    public record Candidate(int partition, int member) {}

    private final Guards guards;
    private final WaitSet waitSet;

    /** The action with these guards. */
    public ProposeMember(Guards guards) {
        this.guards = guards;
        this.waitSet = new WaitSet(guards);
    }

    @Override
    public Step<DataState> handle(DataState state, Candidate event) {
        Replica replica = state.replica(event.partition());
        int member = event.member();
        if (!guards.pass(MEMBER_UP, state.isUp())) {
            return Step.refuse(state, MEMBER_UP);
        }
        if (!guards.pass(IS_PRIMARY, replica.hasPrimary(state.self()))) {
            return Step.refuse(state, IS_PRIMARY);
        }
        if (!guards.pass(NEW_VERSION_AFTER_RESTART, !replica.resumed())) {
            return Step.refuse(state, NEW_VERSION_AFTER_RESTART);
        }
        if (!guards.pass(IS_PARTICIPANT, replica.configuration().isParticipant(member))) {
            return Step.refuse(state, IS_PARTICIPANT);
        }
        if (!guards.pass(NOT_IN_SYNC, !replica.configuration().isInSync(member))) {
            return Step.refuse(state, NOT_IN_SYNC);
        }
        if (!guards.pass(NOT_PROPOSED, !replica.waits().contains(member))) {
            return Step.refuse(state, NOT_PROPOSED);
        }
        if (!guards.pass(PROPOSES_IN_LINE, replica.lead().acks().of(member) >= 0)) {
            return Step.refuse(state, PROPOSES_IN_LINE);
        }
        if (!guards.pass(PROPOSES_CAUGHT_UP, isCaughtUp(state.self(), replica, member))) {
            return Step.refuse(state, PROPOSES_CAUGHT_UP);
        }
        return Step.to(
                state.with(event.partition(), afterwards(replica.waitingFor(member))),
                new Send(Members.EVERYBODY, new CaughtUp(event.partition(), replica.epoch(), member)));
    }

    /**
     * Does the member hold whatever everybody holds for whom the primary waits? The first entry that it has not acknowledged
     * is enough to tell: if that is not held, no later one is.
     */
    private boolean isCaughtUp(int self, Replica replica, int member) {
        int next = Math.max(replica.lead().acks().of(member), 0) + 1;
        return next > replica.log().length() || !waitSet.hold(self, replica, next);
    }

    /** What else the primary does: nothing. A source keeps its data until a decision; {@code DropsAfterDecision}. */
    protected Replica afterwards(Replica proposed) {
        return proposed;
    }
}
