package io.godwit.protocol.quorum.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import io.godwit.protocol.ActionListener;
import io.godwit.protocol.Event;
import io.godwit.protocol.Guard;
import io.godwit.protocol.MemberSet;
import io.godwit.protocol.Protocol.Setup;
import io.godwit.protocol.Refusal;
import io.godwit.protocol.Step;
import io.godwit.protocol.map.Operation;
import io.godwit.protocol.quorum.QuorumProtocol;
import io.godwit.protocol.quorum.QuorumRule;
import io.godwit.protocol.quorum.QuorumState;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A step tells which actions it takes, each from where the one before it ended, and is the same step as without. */
class ActionListenerTest {
    private static final MemberSet ALONE = MemberSet.of(1);

    private final QuorumProtocol protocol = new QuorumProtocol();
    private final Notes notes = new Notes();

    private static final class Notes implements ActionListener {
        private final List<String> actions = new ArrayList<>();
        private final List<Object> before = new ArrayList<>();
        private final List<Object> after = new ArrayList<>();
        private final List<Guard> refusals = new ArrayList<>();

        @Override
        public <S> void took(String action, Object event, S state, Step<S> step) {
            actions.add(action);
            before.add(state);
            after.add(step.state());
        }

        @Override
        public void refused(Refusal refusal) {
            refusals.add(refusal.rule());
        }
    }

    @Test
    void lonelyFounderElectsItselfAndDecides() {
        QuorumState state = protocol.found(1, new Setup(ALONE, 1, 1, 1));
        QuorumState now = protocol.step(state, new Event.Tick(0)).state();
        Step<QuorumState> told = protocol.step(now, new Event.Tick(Timing.MASTER_SILENCE * 2), notes);
        assertEquals(List.of("StartElection", "BecomeMaster", "RestampVoters"), notes.actions.subList(0, 3));
        assertSame(now.control(), notes.before.get(0));
        assertSame(notes.after.get(0), notes.before.get(1));
        assertEquals(protocol.step(now, new Event.Tick(Timing.MASTER_SILENCE * 2)), told);
    }

    @Test
    void writeThatComesTwiceIsRefusedTheSecondTime() {
        QuorumState state = protocol.found(1, new Setup(ALONE, 1, 1, 1));
        Event.Call call = new Event.Call(7, 1, 0, new Operation.Put(1, 1));
        Step<QuorumState> first = protocol.step(state, call, notes);
        assertEquals(List.of("Write", "AnswerWrite"), notes.actions);
        protocol.step(first.state(), call, notes);
        assertEquals(QuorumRule.DEDUPLICATES, notes.refusals.get(0));
    }
}
