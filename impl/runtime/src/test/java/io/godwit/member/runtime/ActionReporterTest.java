package io.godwit.member.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.godwit.protocol.ActionListener;
import io.godwit.protocol.Guard;
import io.godwit.protocol.Refusal;
import io.godwit.protocol.Rules;
import io.godwit.protocol.Step;
import io.godwit.protocol.quorum.QuorumRule;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ActionReporterTest {
    private final List<String> log = new ArrayList<>();
    private final List<String> heard = new ArrayList<>();
    private final List<String> recorded = new ArrayList<>();
    private long now;
    private final ActionListener actionListener = new ActionReporter(
            new ActionListener() {
                @Override
                public <S> void took(String action, Object event, S before, Step<S> step) {
                    recorded.add("took " + action);
                }

                @Override
                public void refused(String action, Refusal refusal) {
                    recorded.add("refused " + action);
                }

                @Override
                public void refused(Refusal refusal) {
                    throw new AssertionError(refusal.toString());
                }
            },
            new StepListener<String>() {
                @Override
                public void refused(String action, Refusal refusal) {
                    heard.add(action + " " + refusal);
                }
            },
            log::add,
            () -> now);

    private static Refusal refusal(Guard rule, int term) {
        return Step.of("", state -> {
                    Rules.ALL.require(rule, false, "term {} is before {}", term, 5);
                    return Step.to(state);
                })
                .refused();
    }

    @Test
    void refusalsAreLoggedAtIntervalsByActionAndRule() {
        actionListener.refused("HandleAccept", refusal(QuorumRule.ACCEPT_CHECKS_TERM, 3));
        actionListener.refused("HandleAccept", refusal(QuorumRule.ACCEPT_CHECKS_TERM, 4));
        actionListener.refused("HandleVoters", refusal(QuorumRule.TERM_NOT_OVER, 4));
        actionListener.refused("HandleVoteRequest", refusal(QuorumRule.TERM_NOT_OVER, 4));
        now += ActionReporter.INTERVAL_NANOS - 1;
        actionListener.refused("HandleAccept", refusal(QuorumRule.ACCEPT_CHECKS_TERM, 1));
        now++;
        actionListener.refused("HandleAccept", refusal(QuorumRule.ACCEPT_CHECKS_TERM, 2));
        assertEquals(
                List.of(
                        "refuses HandleAccept: ACCEPT_CHECKS_TERM: term 3 is before 5",
                        "refuses HandleVoters: TERM_NOT_OVER: term 4 is before 5",
                        "refuses HandleVoteRequest: TERM_NOT_OVER: term 4 is before 5",
                        "refuses HandleAccept (and 2 more before): ACCEPT_CHECKS_TERM: term 2 is before 5"),
                log);
    }

    @Test
    void tellsOwnerAndEventLog() {
        actionListener.took("Write", "", "", Step.to(""));
        actionListener.refused("Write", refusal(QuorumRule.DEDUPLICATES, 3));
        assertEquals(List.of("took Write", "refused Write"), recorded);
        assertEquals(List.of("Write DEDUPLICATES: term 3 is before 5"), heard);
        Refusal nameless = refusal(QuorumRule.DEDUPLICATES, 3);
        assertThrows(IllegalArgumentException.class, () -> actionListener.refused(nameless));
    }

    @Test
    void memberWithoutEventLogLogsRefusals() {
        ActionListener bare = new ActionReporter(null, StepListener.none(), log::add, () -> now);
        bare.took("Write", "", "", Step.to(""));
        bare.refused("Write", refusal(QuorumRule.DEDUPLICATES, 3));
        assertEquals(List.of("refuses Write: DEDUPLICATES: term 3 is before 5"), log);
    }
}
