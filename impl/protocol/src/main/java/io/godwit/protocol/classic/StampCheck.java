package io.godwit.protocol.classic;

import io.godwit.protocol.MemberSet;
import io.godwit.protocol.Rules;
import io.godwit.protocol.SpecAction;
import io.godwit.protocol.Step;
import io.godwit.protocol.classic.ControlMessage.PartitionStateCheck;
import io.godwit.protocol.classic.ControlMessage.PartitionStateCheckReply;

/**
 * The master looks for stale members when it has nothing else to do, by asking for equality of stamps (seed 000 section 4,
 * seed 001 section 1.3). {@code spec/classic/StampCheck.tla}.
 */
public class StampCheck extends ClassicModule {
    /** The module under these rules. */
    public StampCheck(Rules rules) {
        super(rules);
    }

    /** The idle master sends its stamp to everybody. */
    @SpecAction("classic/StampCheck!SendStampCheck")
    public Step<ClassicState> sendStampCheck(ClassicState state) {
        requireReady(state);
        requireNothingInFlight(ClassicRule.STAMP_CHECKS_WHEN_IDLE, state);
        rules.require(ClassicRule.NOT_ALONE, !state.alone());
        return Step.to(
                state,
                toEach(state.others(), new PartitionStateCheck(state.stamp().value())));
    }

    /** A member compares stamps and answers whoever asks. */
    @SpecAction("classic/StampCheck!HandlePartitionStateCheck")
    public Step<ClassicState> handlePartitionStateCheck(ClassicState state, int from, PartitionStateCheck m) {
        return sending(
                state,
                from,
                new PartitionStateCheckReply(m.stamp() == state.stamp().value()));
    }

    /** A member whose stamp differs is sent the table; with equal stamps there is nothing to do. */
    @SpecAction("classic/StampCheck!HandlePartitionStateCheckReply")
    public Step<ClassicState> handlePartitionStateCheckReply(ClassicState state, int from, PartitionStateCheckReply m) {
        requireLeads(state);
        MemberSet stale = m.ok() ? MemberSet.of() : MemberSet.of(from);
        return Step.to(state, tableTo(state, stale, state.table(), state.completed()));
    }
}
