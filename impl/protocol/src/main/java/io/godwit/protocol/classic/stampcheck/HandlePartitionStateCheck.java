package io.godwit.protocol.classic.stampcheck;

import io.godwit.protocol.Guards;
import io.godwit.protocol.Received;
import io.godwit.protocol.SpecAction;
import io.godwit.protocol.Step;
import io.godwit.protocol.classic.ClassicHandler;
import io.godwit.protocol.classic.ClassicState;
import io.godwit.protocol.classic.ControlMessage.PartitionStateCheck;
import io.godwit.protocol.classic.ControlMessage.PartitionStateCheckReply;

/**
 * A member compares stamps and answers whoever asks.
 *
 * <p>Guards, from {@code HandlePartitionStateCheck} in {@code spec/classic/StampCheck.tla}: none beside the message.
 */
@SpecAction("classic/StampCheck!HandlePartitionStateCheck")
public class HandlePartitionStateCheck extends ClassicHandler<Received<PartitionStateCheck>> {
    /** The action under these guards. */
    public HandlePartitionStateCheck(Guards guards) {
        super(guards);
    }

    @Override
    public Step<ClassicState> handle(ClassicState state, Received<PartitionStateCheck> event) {
        boolean same = event.message().stamp() == state.stamp().value();
        return sending(state, event.from(), new PartitionStateCheckReply(same));
    }
}
