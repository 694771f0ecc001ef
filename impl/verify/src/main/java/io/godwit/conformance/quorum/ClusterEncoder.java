package io.godwit.conformance.quorum;

import io.godwit.conformance.binding.ReplayedState;
import io.godwit.conformance.corpus.ValueTable;
import io.godwit.protocol.Command;
import io.godwit.protocol.Step;
import io.godwit.protocol.quorum.data.decision.ClusterView;
import io.godwit.protocol.quorum.data.message.DataMessage.Released;

/** Who leaves and who is a voter; and the leavers that are let go. */
record ClusterEncoder(DataStateCodec codec, ValueTable values) implements ReplayedState.Encoder<ClusterView> {
    @Override
    public int[] parts(ClusterView state) {
        return new int[] {
            codec.members().value(state.leaving()), codec.members().value(state.voters())
        };
    }

    @Override
    public int sent(ClusterView before, Step<ClusterView> step) {
        int[] ids = step.commands().stream()
                .filter(command -> command instanceof Command.Send send && send.message() instanceof Released)
                .mapToInt(command -> codec.messages().released(((Command.Send) command).to()))
                .toArray();
        return values.ofSet(ids, -1);
    }
}
