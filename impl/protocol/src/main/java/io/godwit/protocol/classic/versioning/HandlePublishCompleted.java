package io.godwit.protocol.classic.versioning;

import io.godwit.protocol.Guards;
import io.godwit.protocol.Received;
import io.godwit.protocol.SpecAction;
import io.godwit.protocol.Step;
import io.godwit.protocol.classic.ClassicGuard;
import io.godwit.protocol.classic.ClassicHandler;
import io.godwit.protocol.classic.ClassicState;
import io.godwit.protocol.classic.ControlMessage.PublishCompleted;
import io.godwit.protocol.classic.ControlMessage.PublishReply;
import io.godwit.protocol.classic.table.MigrationSet;
import io.godwit.protocol.classic.table.PartitionTable;

/**
 * Rule C: what is published is applied without a gap, or answered with no (seed 000 section 4). Who does not follow the
 * sender changes nothing and answers whether it is itself a master.
 *
 * <p>Guards, from {@code HandlePublishCompleted} in {@code spec/classic/PartitionVersioning.tla}:
 * {@code TABLE_CHECKS_SENDER}, {@code PUBLISH_BY_DELTA}.
 */
@SpecAction("classic/PartitionVersioning!HandlePublishCompleted")
public class HandlePublishCompleted extends ClassicHandler<Received<PublishCompleted>> {
    /** The action under these guards. */
    public HandlePublishCompleted(Guards guards) {
        super(guards);
    }

    @Override
    public Step<ClassicState> handle(ClassicState state, Received<PublishCompleted> event) {
        PublishCompleted m = event.message();
        int sender = event.from();
        if (!guards.pass(ClassicGuard.TABLE_CHECKS_SENDER, sender == state.master()) || state.leads()) {
            return sending(state, sender, new PublishReply(state.self() == state.master(), m.done()));
        }
        boolean delta = guards.has(ClassicGuard.PUBLISH_BY_DELTA);
        PartitionTable table = delta
                ? versioning.replayAll(state.table(), m.done())
                : state.table().newerOf(m.table());
        MigrationSet fresh =
                delta ? versioning.finalisedBy(state, table, m.done()) : versioning.unknown(state, m.done());
        ClassicState adopted = adoption.adopt(
                state, table, fresh, versioning.retained(state, m.done(), fresh, m.table()::version), sender);
        return sending(adopted, sender, new PublishReply(versioning.covers(table, m.done()), m.done()));
    }
}
