package io.godwit.protocol.classic.replication;

import io.godwit.protocol.Guards;
import io.godwit.protocol.SpecAction;
import io.godwit.protocol.Step;
import io.godwit.protocol.classic.ClassicGuard;
import io.godwit.protocol.classic.ClassicHandler;
import io.godwit.protocol.classic.ClassicState;
import io.godwit.protocol.classic.DataMessage.SyncCheck;

/**
 * Anti-entropy begins: the owner tells a backup its counter. The specification has one step for that, the comparison at the
 * backup ({@link HandleSyncCheck}) and the begin of the sync at the owner ({@link HandleSyncRequest}), since it needs both
 * to agree on who they are, and a request that comes late only makes a needless sync.
 *
 * <p>In a model without {@code SyncInSteps} the step contains {@link FinishSync} as well.
 *
 * <p>Guards, from {@code StartSync} in {@code spec/classic/Replication.tla}: those of {@code SyncSource}.
 */
@SpecAction("classic/Replication!StartSync")
public class StartSync extends ClassicHandler<StartSync.Question> {
    private final SyncSource source;

    /** The action under these guards. */
    public StartSync(Guards guards) {
        super(guards);
        this.source = new SyncSource(guards);
    }

    /** Which backup is to be asked about which partition. */
    public record Question(int partition, int backup) {}

    @Override
    public Step<ClassicState> handle(ClassicState state, Question question) {
        int p = question.partition();
        ClassicGuard refusal = source.refusal(state, p, question.backup());
        if (refusal != null) {
            return Step.refuse(state, refusal);
        }
        return sending(
                state,
                question.backup(),
                new SyncCheck(p, state.replicas().get(p).version()));
    }
}
