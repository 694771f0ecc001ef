package io.godwit.protocol.quorum;

import static io.godwit.protocol.quorum.QuorumRule.IN_SYNC;
import static io.godwit.protocol.quorum.QuorumRule.IS_BACKUP;
import static io.godwit.protocol.quorum.QuorumRule.NOT_MIGRATING;
import static io.godwit.protocol.quorum.QuorumRule.NOT_PRIMARY;
import static io.godwit.protocol.quorum.QuorumRule.PROMOTES_IN_SYNC_ONLY;

import io.godwit.protocol.Rules;
import io.godwit.protocol.SpecAction;
import io.godwit.protocol.Step;
import io.godwit.protocol.quorum.data.decision.MasterView;
import io.godwit.protocol.quorum.table.Configuration;
import io.godwit.protocol.quorum.table.Entry;

/** A new primary. {@code spec/quorum/PromotionCommit.tla}. */
public class PromotionCommit extends DataModule {
    /** The module under these rules. */
    public PromotionCommit(Rules rules) {
        super(rules);
    }

    /**
     * An in-sync backup takes the place of a primary that is dead, or suspected. Only the in-sync set is known to hold every
     * answered write; when no member of it lives, the partition is unavailable, and no empty one is made instead. A migration
     * in flight ends with the promotion.
     *
     * @param base the decided entry for which this was planned
     */
    @SpecAction({
        "quorum/PromotionCommit!Promote",
        "quorum/DurableDataPlane!PromoteNoWrite",
        "quorum/ReadLeases!PromoteNoLease",
        "quorum/ClusterStates!PromoteObeying",
        "quorum/ChangeStream!PromoteUnread"
    })
    public Step<MasterView> promote(MasterView view, Entry base, int backup) {
        Configuration c = base.configuration();
        requireOnTop(view, base);
        rules.require(IS_BACKUP, c.isBackup(backup), "{} is no backup in {}", backup, c);
        rules.require(PROMOTES_IN_SYNC_ONLY, c.isInSync(backup), "{} is not in sync in {}", backup, c);
        return decide(view, c.promoted(backup));
    }

    /** Is a promotion due? The primary is dead. */
    public final boolean isPromotionDue(MasterView view, Entry base) {
        return view.cluster().isDead(base.configuration().primary());
    }

    /**
     * The living primary and an in-sync backup change places: for balance, or because the primary wants to leave.
     *
     * @param base the decided entry for which this was planned
     */
    @SpecAction({
        "quorum/PromotionCommit!SwitchPrimary",
        "quorum/DurableDataPlane!SwitchPrimaryNoWrite",
        "quorum/ReadLeases!SwitchPrimaryNoLease",
        "quorum/ClusterStates!SwitchPrimaryObeying",
        "quorum/ChangeStream!SwitchPrimaryUnread"
    })
    public Step<MasterView> switchPrimary(MasterView view, Entry base, int backup) {
        Configuration c = base.configuration();
        requireOnTop(view, base);
        rules.require(IN_SYNC, c.isInSync(backup), "{} is not in sync in {}", backup, c);
        rules.require(NOT_PRIMARY, backup != c.primary(), "{} is the primary of {}", backup, c);
        rules.require(NOT_MIGRATING, !c.isMigrating(), "a migration goes on in {}", c);
        return decide(view, c.switched(backup));
    }
}
