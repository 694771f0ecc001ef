package io.godwit.protocol.quorum;

import static io.godwit.protocol.quorum.QuorumRule.DECLARES_WHEN_GONE;
import static io.godwit.protocol.quorum.QuorumRule.MEMBER_UP;
import static io.godwit.protocol.quorum.QuorumRule.NOT_IN_SYNC;

import io.godwit.protocol.MemberSet;
import io.godwit.protocol.Rules;
import io.godwit.protocol.SpecAction;
import io.godwit.protocol.Step;
import io.godwit.protocol.quorum.data.Replica;
import io.godwit.protocol.quorum.data.decision.MasterView;
import io.godwit.protocol.quorum.table.Configuration;
import io.godwit.protocol.quorum.table.Entry;
import io.godwit.protocol.quorum.table.Version;

/** All in-sync members of a partition are gone for good. {@code spec/quorum/DeclareLost.tla}. */
public class DeclareLost extends DataModule {
    /** The module under these rules. */
    public DeclareLost(Rules rules) {
        super(rules);
    }

    /**
     * All in-sync members are declared gone for good: a member that is left goes on alone, with the copy that it has, or an empty one.
     * The engine decides this when an operator asks for it, or {@code on-loss} is {@code empty}.
     *
     * @param base the decided entry that is declared lost
     * @param member who goes on; an operator chooses one with the newest copy, {@code on-loss: empty} one that has none
     */
    @SpecAction({"quorum/DeclareLost!Declare", "quorum/ChangeStream!DeclareUnread"})
    public Step<MasterView> declare(MasterView view, Entry base, int member) {
        Configuration c = base.configuration();
        requireOnTop(view, base);
        rules.require(NOT_IN_SYNC, !c.isInSync(member), "{} is in sync in {}", member, c);
        rules.require(MEMBER_UP, !view.cluster().isDead(member), "{} does not answer", member);
        return decide(view, Configuration.settled(member));
    }

    /**
     * The version of which a member's copy of a partition is, {@code CopyVersion}: that under which its primary brought it in line; of a copy
     * without a part in the member's last configuration only the version of its last write is known.
     */
    public static Version copyVersion(int member, Replica replica) {
        return replica.configuration().isParticipant(member)
                ? replica.epoch()
                : replica.log().lastEpoch();
    }

    /** Is a member's copy of a partition newer than another member's? Under one version the longer one is. {@code NewerCopy} */
    public static boolean isNewerCopy(int member, Replica replica, int other, Replica others) {
        int order = copyVersion(member, replica).compareTo(copyVersion(other, others));
        return order > 0 || (order == 0 && replica.log().length() > others.log().length());
    }

    /** May a partition be declared lost? No in-sync member is up, as far as the master knows. */
    public final boolean isDeclarationDue(MasterView view, Entry base) {
        MemberSet answering =
                base.configuration().inSync().intersect(view.cluster().up());
        return rules.holds(DECLARES_WHEN_GONE, answering.isEmpty());
    }
}
