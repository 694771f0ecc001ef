package io.godwit.protocol.classic.promotion;

import io.godwit.protocol.Guards;
import io.godwit.protocol.Received;
import io.godwit.protocol.SpecAction;
import io.godwit.protocol.Step;
import io.godwit.protocol.classic.ClassicGuard;
import io.godwit.protocol.classic.ClassicHandler;
import io.godwit.protocol.classic.ClassicState;
import io.godwit.protocol.classic.ControlMessage.PromotionCommit;
import io.godwit.protocol.classic.ControlMessage.PromotionReply;
import io.godwit.protocol.classic.table.MigrationSet;

/**
 * The promoted member takes the table by rule T, which skips what is older than its own (seed 001 section 1.3). Equal
 * versions: it is applied already, and the answer is yes.
 *
 * <p>Guards, from {@code HandlePromotionCommit} in {@code spec/classic/PromotionCommit.tla}: {@code TABLE_CHECKS_SENDER}.
 */
@SpecAction("classic/PromotionCommit!HandlePromotionCommit")
public class HandlePromotionCommit extends ClassicHandler<Received<PromotionCommit>> {
    /** The action under these guards. */
    public HandlePromotionCommit(Guards guards) {
        super(guards);
    }

    @Override
    public Step<ClassicState> handle(ClassicState state, Received<PromotionCommit> event) {
        PromotionCommit m = event.message();
        int sender = event.from();
        boolean heeds = guards.pass(ClassicGuard.TABLE_CHECKS_SENDER, sender == state.master()) && !state.leads();
        boolean same = state.table().sameVersions(m.table());
        if (!heeds || same || state.table().divergesFrom(m.table())) {
            return sending(state, sender, new PromotionReply(m.partitions(), heeds && same));
        }
        MigrationSet fresh = versioning.unknown(state, m.done());
        ClassicState adopted = adoption.adopt(
                state,
                state.table().newerOf(m.table()),
                fresh,
                versioning.retained(state, m.done(), fresh, m.table()::version),
                sender);
        return sending(adopted, sender, new PromotionReply(m.partitions(), true));
    }
}
