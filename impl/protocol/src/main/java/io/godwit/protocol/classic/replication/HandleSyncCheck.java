package io.godwit.protocol.classic.replication;

import io.godwit.protocol.Guards;
import io.godwit.protocol.Received;
import io.godwit.protocol.SpecPart;
import io.godwit.protocol.Step;
import io.godwit.protocol.classic.ClassicGuard;
import io.godwit.protocol.classic.ClassicHandler;
import io.godwit.protocol.classic.ClassicState;
import io.godwit.protocol.classic.DataMessage.SyncCheck;
import io.godwit.protocol.classic.DataMessage.SyncRequest;
import io.godwit.protocol.classic.table.Entry;

/** A backup compares its copy with the owner's counter, and asks for a sync when they differ or when it has seen a gap. */
@SpecPart(value = "classic/Replication!StartSync", why = "the comparison at the backup, see StartSync")
public class HandleSyncCheck extends ClassicHandler<Received<SyncCheck>> {
    /** The part of the action under these guards. */
    public HandleSyncCheck(Guards guards) {
        super(guards);
    }

    @Override
    public Step<ClassicState> handle(ClassicState state, Received<SyncCheck> event) {
        int p = event.message().partition();
        Entry entry = state.table().get(p);
        Replica replica = state.replicas().get(p);
        if (entry.owner() != event.from()) {
            return Step.refuse(state, ClassicGuard.ASKED_BY_OWNER);
        }
        if (!entry.isBackup(state.self())) {
            return Step.refuse(state, ClassicGuard.BACKUP);
        }
        if (replica.version() == event.message().version() && !replica.dirty()) {
            return Step.refuse(state, ClassicGuard.OUT_OF_LINE);
        }
        return sending(state, event.from(), new SyncRequest(p));
    }
}
