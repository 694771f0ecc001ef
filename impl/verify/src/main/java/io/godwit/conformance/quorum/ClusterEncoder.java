package io.godwit.conformance.quorum;

import io.godwit.conformance.binding.Subject;
import io.godwit.conformance.corpus.Values;
import io.godwit.protocol.Command;
import io.godwit.protocol.Step;
import io.godwit.protocol.quorum.data.decision.Cluster;
import io.godwit.protocol.quorum.data.message.DataMessage.Released;

/** Who leaves and who is a voter; and the leavers that are let go. */
record ClusterEncoder(DataCodec codec, Values values) implements Subject.Encoder<Cluster> {
    @Override
    public int[] parts(Cluster state) {
        return new int[] {
            codec.members().value(state.leaving()), codec.members().value(state.voters())
        };
    }

    @Override
    public int sent(Cluster before, Step<Cluster> step) {
        int[] ids = step.commands().stream()
                .filter(command -> command instanceof Command.Send send && send.message() instanceof Released)
                .mapToInt(command -> codec.messages().released(((Command.Send) command).to()))
                .toArray();
        return values.ofSet(ids, -1);
    }
}
