package io.godwit.protocol.quorum.voters;

import io.godwit.protocol.Guards;
import io.godwit.protocol.Members;
import io.godwit.protocol.SpecAction;
import io.godwit.protocol.Step;
import io.godwit.protocol.quorum.QuorumGuard;
import io.godwit.protocol.quorum.registers.ControlState;

/**
 * A learner, which has accepted all registers, becomes a voter.
 *
 * <p>Guards, from {@code AddVoter} in {@code spec/quorum/Voters.tla}: {@code NOT_VOTER}, {@code LEARNER_FIRST},
 * {@code ONE_VOTER_AT_A_TIME}, and those of {@code Installing}.
 */
@SpecAction({"quorum/Voters!AddVoter", "quorum/DurableControlPlane!AddVoterAndStore"})
public class AddVoter extends Installing<AddVoter.Request> {
    /**
     * What is wanted.
     *
     * @param member who becomes a voter
     * @param instead a voter that would go in the same step, or {@code NONE}, which is all that the protocol allows
     */
    public record Request(int member, int instead) {
        /** One voter more. */
        public Request(int member) {
            this(member, Members.NONE);
        }
    }

    /** The action with these guards. */
    public AddVoter(Guards guards) {
        super(guards);
    }

    @Override
    public Step<ControlState> handle(ControlState state, Request request) {
        if (state.voting().voters().contains(request.member())) {
            return Step.refuse(state, QuorumGuard.NOT_VOTER);
        }
        if (!guards.pass(QuorumGuard.LEARNER_FIRST, holdsEnough(state, heldBy(state, request.member())))) {
            return Step.refuse(state, QuorumGuard.LEARNER_FIRST);
        }
        if (!guards.pass(QuorumGuard.ONE_VOTER_AT_A_TIME, request.instead() == Members.NONE)) {
            return Step.refuse(state, QuorumGuard.ONE_VOTER_AT_A_TIME);
        }
        return change(state, state.voting().voters().without(request.instead()).with(request.member()));
    }

    /** Does a newcomer that holds that many registers become a voter? Only one that holds all does. */
    protected boolean holdsEnough(ControlState state, int held) {
        return held == state.partitions();
    }

    /** The number of registers that the newcomer holds as the master has decided them; {@code HeldBy}. */
    private static int heldBy(ControlState state, int member) {
        int held = 0;
        for (int p = 0; p < state.partitions(); p++) {
            if (state.answers().get(p).committed().contains(member)) {
                held++;
            }
        }
        return held;
    }
}
