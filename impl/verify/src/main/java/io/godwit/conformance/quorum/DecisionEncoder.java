package io.godwit.conformance.quorum;

import io.godwit.conformance.binding.ReplayedState;
import io.godwit.protocol.Step;
import io.godwit.protocol.quorum.data.decision.MasterView;
import io.godwit.protocol.quorum.table.Configuration;

/** What a master has decided: the configuration that is next, or -1 for none. */
record DecisionEncoder(DataStateCodec codec) implements ReplayedState.Encoder<MasterView> {
    @Override
    public int[] parts(MasterView state) {
        Configuration proposed = state.proposed();
        return new int[] {
            proposed.equals(Configuration.NONE) ? -1 : codec.configurations().encode(proposed)
        };
    }

    @Override
    public int sent(MasterView before, Step<MasterView> step) {
        return -1;
    }
}
