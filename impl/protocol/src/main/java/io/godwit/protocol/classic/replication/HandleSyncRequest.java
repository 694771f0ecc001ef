package io.godwit.protocol.classic.replication;

import io.godwit.protocol.Guards;
import io.godwit.protocol.Received;
import io.godwit.protocol.SpecPart;
import io.godwit.protocol.Step;
import io.godwit.protocol.classic.ClassicGuard;
import io.godwit.protocol.classic.ClassicHandler;
import io.godwit.protocol.classic.ClassicState;
import io.godwit.protocol.classic.DataMessage.SyncRequest;
import io.godwit.protocol.map.MapContent;

/**
 * The owner begins to serve a sync: it reads the counter, and sets the partition's flag, so that no writes run and no
 * migration starts before {@link FinishSync}.
 */
@SpecPart(value = "classic/Replication!StartSync", why = "the begin of the sync at the owner, see StartSync")
public class HandleSyncRequest extends ClassicHandler<Received<SyncRequest>> {
    private final SyncSource source;

    /** The part of the action under these guards. */
    public HandleSyncRequest(Guards guards) {
        super(guards);
        this.source = new SyncSource(guards);
    }

    @Override
    public Step<ClassicState> handle(ClassicState state, Received<SyncRequest> event) {
        int p = event.message().partition();
        ClassicGuard refusal = source.refusal(state, p, event.from());
        if (refusal != null) {
            return Step.refuse(state, refusal);
        }
        Serving serving = firstHalf(event.from(), state.replicas().get(p));
        return Step.to(state.but()
                .serving(state.serving().with(p, serving))
                .frozen(p, guards.has(ClassicGuard.SYNC_BLOCKS_WRITES))
                .done());
    }

    /** What is read first: the counter ({@code VERSIONS_BEFORE_DATA}). */
    protected Serving firstHalf(int backup, Replica replica) {
        return new Serving(backup, replica.version(), MapContent.EMPTY);
    }
}
