package io.godwit.protocol.classic.replication;

import io.godwit.protocol.Guards;
import io.godwit.protocol.Received;
import io.godwit.protocol.SpecAction;
import io.godwit.protocol.Step;
import io.godwit.protocol.classic.ClassicGuard;
import io.godwit.protocol.classic.ClassicHandler;
import io.godwit.protocol.classic.ClassicState;
import io.godwit.protocol.classic.DataMessage.SyncResponse;
import io.godwit.protocol.classic.table.Entry;

/**
 * The backup takes the whole content, if it still is a backup and the sender still its owner.
 *
 * <p>Guards, from {@code HandleSyncResponse} in {@code spec/classic/Replication.tla}: {@code BACKUP},
 * {@code SYNC_CHECKS_SENDER}.
 */
@SpecAction("classic/Replication!HandleSyncResponse")
public class HandleSyncResponse extends ClassicHandler<Received<SyncResponse>> {
    /** The action under these guards. */
    public HandleSyncResponse(Guards guards) {
        super(guards);
    }

    @Override
    public Step<ClassicState> handle(ClassicState state, Received<SyncResponse> event) {
        SyncResponse m = event.message();
        Entry entry = state.table().get(m.partition());
        if (!entry.isBackup(state.self())) {
            return Step.refuse(state, ClassicGuard.BACKUP);
        }
        if (!guards.pass(ClassicGuard.SYNC_CHECKS_SENDER, event.from() == entry.owner())) {
            return Step.refuse(state, ClassicGuard.SYNC_CHECKS_SENDER);
        }
        Replica loaded = state.replicas().get(m.partition()).loaded(m.content(), m.version());
        return Step.to(state.but().replica(m.partition(), loaded).done());
    }
}
