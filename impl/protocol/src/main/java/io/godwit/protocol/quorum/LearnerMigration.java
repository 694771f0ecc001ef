package io.godwit.protocol.quorum;

import static io.godwit.protocol.quorum.QuorumRule.ABORT_COMPARES_BASE;
import static io.godwit.protocol.quorum.QuorumRule.DESTINATION_IS_NEW;
import static io.godwit.protocol.quorum.QuorumRule.DESTINATION_UP;
import static io.godwit.protocol.quorum.QuorumRule.GROW_COMPARES_BASE;
import static io.godwit.protocol.quorum.QuorumRule.IS_BACKUP;
import static io.godwit.protocol.quorum.QuorumRule.IS_PARTICIPANT;
import static io.godwit.protocol.quorum.QuorumRule.IS_REPLICA;
import static io.godwit.protocol.quorum.QuorumRule.LEAVER_GETS_NOTHING;
import static io.godwit.protocol.quorum.QuorumRule.MIGRATING;
import static io.godwit.protocol.quorum.QuorumRule.NOT_IN_SYNC;
import static io.godwit.protocol.quorum.QuorumRule.NOT_PROPOSED;
import static io.godwit.protocol.quorum.QuorumRule.ONE_MIGRATION;
import static io.godwit.protocol.quorum.QuorumRule.PROMISE_DELAYS_PROPOSAL;
import static io.godwit.protocol.quorum.QuorumRule.PROPOSES_CAUGHT_UP;
import static io.godwit.protocol.quorum.QuorumRule.PROPOSES_IN_LINE;
import static io.godwit.protocol.quorum.QuorumRule.SOURCE_IS_OTHER;
import static io.godwit.protocol.quorum.QuorumRule.VOUCHED;

import io.godwit.protocol.Command.Send;
import io.godwit.protocol.MemberSet;
import io.godwit.protocol.Members;
import io.godwit.protocol.Rules;
import io.godwit.protocol.SpecAction;
import io.godwit.protocol.SpecStutter;
import io.godwit.protocol.Step;
import io.godwit.protocol.quorum.data.DataState;
import io.godwit.protocol.quorum.data.Replica;
import io.godwit.protocol.quorum.data.decision.ClusterView;
import io.godwit.protocol.quorum.data.decision.MasterView;
import io.godwit.protocol.quorum.data.message.DataMessage.CaughtUp;
import io.godwit.protocol.quorum.table.Configuration;
import io.godwit.protocol.quorum.table.Entry;
import io.godwit.protocol.quorum.table.Version;

/**
 * Migration without a freeze, of a primary, of a backup, or from nowhere: the destination is a learner first, and becomes a
 * replica by decision. A replica that was evicted comes back in the same way. {@code spec/quorum/LearnerMigration.tla}.
 */
public class LearnerMigration extends DataModule {
    /** The module under these rules. */
    public LearnerMigration(Rules rules) {
        super(rules);
    }

    /**
     * A copy moves from one member to another, or is made in addition. The decided configuration makes the destination a
     * learner; the primary sends it everything while writes go on.
     *
     * @param base the decided entry for which this was planned
     * @param source whose copy moves, {@link Members#NONE} for a copy in addition
     * @param destination who gets it
     */
    @SpecAction({
        "quorum/LearnerMigration!StartMigration",
        "quorum/DurableDataPlane!StartMigrationNoWrite",
        "quorum/ReadLeases!StartMigrationNoLease",
        "quorum/DeclareLost!StartMigrationAsBefore",
        "quorum/ClusterStates!StartMigrationIfAllowed",
        "quorum/ChangeStream!StartMigrationUnread"
    })
    public Step<MasterView> startMigration(MasterView view, Entry base, int source, int destination) {
        Configuration c = base.configuration();
        ClusterView cluster = view.cluster();
        requireOnTop(view, base);
        rules.require(ONE_MIGRATION, !c.isMigrating(), "a migration goes on in {}", c);
        rules.require(DESTINATION_UP, !cluster.isDead(destination), "{} is not among {}", destination, cluster.up());
        rules.require(DESTINATION_IS_NEW, !c.isReplica(destination), "{} is a replica in {}", destination, c);
        rules.require(IS_REPLICA, source == Members.NONE || c.isReplica(source), "{} is no replica in {}", source, c);
        rules.require(SOURCE_IS_OTHER, source != destination, "from {} to {}", source, destination);
        rules.require(
                LEAVER_GETS_NOTHING,
                !cluster.leaving().contains(destination),
                "{} is leaving, as are {}",
                destination,
                cluster.leaving());
        return decide(view, c.withMigration(source, destination));
    }

    /** The members that are planned to hold replicas: those that are up and not leaving. */
    public MemberSet holders(ClusterView cluster) {
        return cluster.up().minus(cluster.leaving());
    }

    /** Is a migration due, without anybody's plan? The source is leaving, and too few in-sync replicas would be left without it. */
    public boolean isMigrationDue(MasterView view, Entry base, int source) {
        return view.cluster().leaving().contains(source)
                && base.configuration().inSync().without(source).size() < view.copies();
    }

    /**
     * {@code CaughtUp}: does the member hold whatever all members hold for which the primary waits? It is enough to
     * look at the first entry that it has not acknowledged: if that is not held by all, no later one is.
     */
    private boolean isCaughtUp(int self, Replica replica, int member) {
        int next = Math.max(replica.primaryState().acks().of(member), 0) + 1;
        return next > replica.log().length() || !waits.isHeld(self, replica, next);
    }

    /**
     * May the primary assert that a member has caught up, and has it not done so? Asked of each acknowledgement, because most are
     * not the last one.
     */
    public final boolean isProposalDue(DataState state, int partition, int member) {
        Replica replica = state.replica(partition);
        return rules.holds(NOT_PROPOSED, !replica.waits().contains(member))
                && rules.holds(PROPOSES_IN_LINE, replica.primaryState().acks().of(member) >= 0)
                && rules.holds(PROPOSES_CAUGHT_UP, isCaughtUp(state.self(), replica, member));
    }

    /**
     * The primary asserts that a member, the learner or a replica that is not in sync, holds what the in-sync set holds. From
     * now on every answer waits for that member, because the master may add it before the primary knows. The report is
     * for the master; the data plane does not know which member that is, so that the report goes to all.
     */
    @SpecAction({
        "quorum/LearnerMigration!ProposeMember",
        "quorum/DurableDataPlane!ProposeMemberAndStore",
        "quorum/ReadLeases!ProposeMemberWhenDue",
        "quorum/DeclareLost!ProposeMemberAsBefore",
        "quorum/ClusterStates!ProposeMemberInAnyState",
        "quorum/ChangeStream!ProposeMemberUnread"
    })
    public Step<DataState> proposeMember(DataState state, int partition, int member) {
        Replica replica = state.replica(partition);
        Configuration c = replica.configuration();
        int acknowledged = replica.primaryState().acks().of(member);
        requireUp(state);
        requireLeads(state, replica);
        rules.require(IS_PARTICIPANT, c.isParticipant(member), "{} has no part in {}", member, c);
        rules.require(NOT_IN_SYNC, !c.isInSync(member), "{} is in sync in {}", member, c);
        rules.require(NOT_PROPOSED, !replica.waits().contains(member), "{} is among {}", member, replica.waits());
        rules.require(PROPOSES_IN_LINE, acknowledged >= 0, "{} has not answered", member);
        rules.require(
                PROPOSES_CAUGHT_UP,
                isCaughtUp(state.self(), replica, member),
                "{} of {} entries are acknowledged",
                acknowledged,
                replica.log().length());
        rules.require(
                PROMISE_DELAYS_PROPOSAL,
                !replica.leases().promises(state.now()),
                "{} waits for {}",
                member,
                replica.leases().promises());
        assert isProposalDue(state, partition, member) : "not due: " + member;
        return Step.to(
                state.with(partition, replica.waitingFor(member)),
                new Send(Members.EVERYBODY, new CaughtUp(partition, replica.epoch(), member)));
    }

    /** A master records the report of a primary, which {@code Vouched} looks up. */
    @SpecStutter("the specification looks up among all messages what primaries have said")
    public Step<MasterView> handleCaughtUp(MasterView view, int from, CaughtUp m) {
        requireOfPrimary(view.decided(), from, m.version());
        return Step.to(view.with(view.vouched().with(m.subject(), m.version())));
    }

    /**
     * {@code Vouched}: the member may be added on top of the base only if the primary has reported, under that very
     * version, that it has caught up.
     */
    private void requireVouched(MasterView view, int member, Entry base) {
        rules.require(
                VOUCHED,
                isVouched(view, member, base),
                "caught up under {}, not under {}",
                view.vouched().of(member),
                base.version());
    }

    /** {@code Vouched}: has the primary said, under the decided version, that the member has caught up? */
    public final boolean isVouched(MasterView view, int member, Entry base) {
        Version told = view.vouched().of(member);
        Version version = base.version();
        return rules.holds(
                VOUCHED,
                !told.equals(Version.NONE)
                        && !told.newerThan(version)
                        && rules.holds(GROW_COMPARES_BASE, told.equals(version)));
    }

    /**
     * A backup that is caught up joins the in-sync set.
     *
     * @param base the decided entry for which this was planned
     */
    @SpecAction({
        "quorum/LearnerMigration!AdmitBackup",
        "quorum/DurableDataPlane!AdmitBackupNoWrite",
        "quorum/ReadLeases!AdmitBackupNoLease",
        "quorum/DeclareLost!AdmitBackupAsBefore",
        "quorum/ClusterStates!AdmitBackupIfAllowed",
        "quorum/ChangeStream!AdmitBackupUnread"
    })
    public Step<MasterView> admitBackup(MasterView view, Entry base, int backup) {
        Configuration c = base.configuration();
        requireOnTop(view, base);
        rules.require(IS_BACKUP, c.isBackup(backup), "{} is no backup in {}", backup, c);
        rules.require(NOT_IN_SYNC, !c.isInSync(backup), "{} is in sync in {}", backup, c);
        requireVouched(view, backup, base);
        return decide(view, c.withInSync(backup));
    }

    /**
     * The switch: the learner, which is caught up, becomes a replica. It is allowed only if nothing was decided since
     * the primary's report. No member has to be told in time: until the old primary has activated a newer version, its
     * answers wait for the learner.
     *
     * @param base the decided entry that has the migration
     */
    @SpecAction({
        "quorum/LearnerMigration!FinishMigration",
        "quorum/DurableDataPlane!FinishMigrationNoWrite",
        "quorum/ReadLeases!FinishMigrationNoLease",
        "quorum/DeclareLost!FinishMigrationAsBefore",
        "quorum/ClusterStates!FinishMigrationObeying",
        "quorum/ChangeStream!FinishMigrationUnread"
    })
    public Step<MasterView> finishMigration(MasterView view, Entry base) {
        Configuration c = base.configuration();
        requireOnTop(view, base);
        rules.require(MIGRATING, c.isMigrating(), "no migration goes on in {}", c);
        requireVouched(view, c.destination(), base);
        return decide(view, c.migrated());
    }

    /**
     * A migration is given up. This is a decision, too: it replaces the configuration that has the migration, or it comes too
     * late. It is never "forget it", for the switch may be on its way, and never "undo".
     *
     * @param base the decided entry that has the migration
     */
    @SpecAction({
        "quorum/LearnerMigration!AbortMigration",
        "quorum/DurableDataPlane!AbortMigrationNoWrite",
        "quorum/ReadLeases!AbortMigrationNoLease",
        "quorum/ClusterStates!AbortMigrationIfAllowed"
    })
    public Step<MasterView> abortMigration(MasterView view, Entry base) {
        Configuration c = base.configuration();
        rules.require(ABORT_COMPARES_BASE, isOnTop(view, base), "planned for {}, decided is {}", base, view.decided());
        rules.require(MIGRATING, c.isMigrating(), "no migration goes on in {}", c);
        return decide(view, c.withoutMigration());
    }

    /** Is an abort due? A member that the migration needs is dead. */
    public boolean isAbortDue(MasterView view, Entry base) {
        Configuration c = base.configuration();
        return view.cluster().isDead(c.primary())
                || view.cluster().isDead(c.destination())
                || (c.source() != Members.NONE && view.cluster().isDead(c.source()));
    }
}
