package io.godwit.protocol.quorum;

import static io.godwit.protocol.quorum.QuorumRule.FROZEN_PLACES_NOTHING;
import static io.godwit.protocol.quorum.QuorumRule.IS_PASSIVE;
import static io.godwit.protocol.quorum.QuorumRule.NOT_ACKNOWLEDGED;
import static io.godwit.protocol.quorum.QuorumRule.NO_MIGRATION_MOVES_NOTHING;
import static io.godwit.protocol.quorum.QuorumRule.PASSIVE_NEEDS_MAJORITY;
import static io.godwit.protocol.quorum.QuorumRule.PASSIVE_NEEDS_PRIMARIES;
import static io.godwit.protocol.quorum.QuorumRule.PASSIVE_NEEDS_PROPOSALS;
import static io.godwit.protocol.quorum.QuorumRule.PASSIVE_REFUSES_WRITES;
import static io.godwit.protocol.quorum.QuorumRule.PRIMARY_OBEYS;
import static io.godwit.protocol.quorum.QuorumRule.REPORTS_WHEN_HELD;
import static io.godwit.protocol.quorum.QuorumRule.REPORT_NAMES_STATE;
import static io.godwit.protocol.quorum.QuorumRule.REPORT_NAMES_VERSION;
import static io.godwit.protocol.quorum.QuorumRule.STATE_IS_OTHER;
import static io.godwit.protocol.quorum.QuorumRule.STATE_KNOWN;
import static io.godwit.protocol.quorum.QuorumRule.STOP_FINISHES_NOTHING;
import static io.godwit.protocol.quorum.QuorumRule.STOP_IGNORES_DEATHS;

import io.godwit.protocol.ClusterState;
import io.godwit.protocol.Event.Call;
import io.godwit.protocol.Members;
import io.godwit.protocol.Rules;
import io.godwit.protocol.SpecAction;
import io.godwit.protocol.SpecStutter;
import io.godwit.protocol.Step;
import io.godwit.protocol.quorum.QuorumMessage.PassiveReport;
import io.godwit.protocol.quorum.QuorumMessage.StateRequest;
import io.godwit.protocol.quorum.data.DataState;
import io.godwit.protocol.quorum.data.Replica;
import io.godwit.protocol.quorum.data.decision.PassiveReports;
import io.godwit.protocol.quorum.registers.ControlState;
import io.godwit.protocol.quorum.registers.Voting;
import io.godwit.protocol.quorum.table.Entry;

/** The state of the cluster: how it changes, what depends on it, and when it is acknowledged. {@code spec/quorum/ClusterStates.tla}. */
public class ClusterStates extends DataModule {
    private final Registers registers;
    private final Voters voters;
    private final FencedReplication replication;

    /** The module under these rules. */
    public ClusterStates(Rules rules, Registers registers, Voters voters, FencedReplication replication) {
        super(rules);
        this.registers = registers;
        this.voters = voters;
        this.replication = replication;
    }

    // The register

    /**
     * The master changes the state. The version before is of its own term, and a majority goes by it.
     *
     * @param m the state, and the version that it is asked for as a change of: a request that comes late changes nothing
     */
    @SpecAction("quorum/ClusterStates!ChangeState")
    public Step<ControlState> changeState(ControlState state, StateRequest m) {
        Voting voting = state.voting();
        registers.requireMaster(state);
        rules.require(STATE_IS_OTHER, voting.state() != m.state(), "it is {}", voting.state());
        rules.require(
                STATE_KNOWN,
                isKnown(m.state(), voting.clusterVersion()),
                "cluster version {} has no {}",
                voting.clusterVersion(),
                m.state());
        voters.requireBase(state, m.base());
        voters.requireInstalled(state);
        return Voters.install(state, voting.next(state.term(), m.state()));
    }

    /** Do members that go by a cluster version know a state? */
    public static boolean isKnown(ClusterState state, int clusterVersion) {
        return state != ClusterState.STOPPING || clusterVersion >= ClusterVersion.RAISED;
    }

    // PASSIVE and STOPPING

    /** Does everyone whom the primary waits for hold its whole log? */
    public final boolean isReportDue(DataState state, int partition) {
        Replica replica = state.replica(partition);
        return state.isUp()
                && replica.isPrimary(state.self())
                && !replica.resumed()
                && rules.holds(
                        REPORTS_WHEN_HELD,
                        waits.isHeld(state.self(), replica, replica.log().length()));
    }

    /**
     * A primary reports that it obeys {@code PASSIVE} or {@code STOPPING}, and that everything in its log is held.
     *
     * @param obeyed what the member goes by
     */
    @SpecAction("quorum/ClusterStates!ReportPassive")
    public Step<PassiveReport> reportPassive(DataState state, Voting obeyed, int partition, PassiveReport report) {
        Replica replica = state.replica(partition);
        requireUp(state);
        requireLeads(state, replica);
        rules.require(IS_PASSIVE, !obeyed.state().allowsWrites(), "it is {}", obeyed.state());
        requireHeld(REPORTS_WHEN_HELD, state, replica, replica.log().length());
        return Step.to(report.with(partition, replica.epoch()));
    }

    /** The master records reports, which {@code Reports} looks up. */
    @SpecStutter("the specification looks reports up among all messages when it needs them")
    public Step<PassiveReports> handlePassiveReport(PassiveReports state, PassiveReport m) {
        rules.require(REPORT_NAMES_STATE, m.state().equals(state.state()), "{} is not {}", m.state(), state.state());
        return Step.to(state.with(m));
    }

    /** {@code Reports}: does a report of the primary count? */
    public boolean isReported(ControlState control, PassiveReports reports, int partition) {
        Entry decided = control.committed().get(partition);
        return !reports.versions().get(partition).isNone()
                && rules.holds(
                        REPORT_NAMES_VERSION, reports.versions().get(partition).equals(decided.version()));
    }

    /** The number of partitions for which an acknowledgement of {@code PASSIVE} still has to wait. */
    public final int unreported(ControlState control, PassiveReports reports) {
        int count = 0;
        for (int p = 0; p < control.partitions(); p++) {
            if (!isReported(control, reports, p)) {
                count++;
            }
        }
        return count;
    }

    /** The number of partitions with a proposal that may still be decided. */
    public int undecided(ControlState control) {
        int count = 0;
        for (int p = 0; p < control.partitions(); p++) {
            if (!registers.isOpen(control, p)) {
                count++;
            }
        }
        return count;
    }

    /** Is there all that an acknowledgement of {@code PASSIVE} or {@code STOPPING} needs? Asked in each round. */
    public final boolean isAcknowledgementDue(PassiveReports state, ControlState control) {
        return rules.holds(PASSIVE_NEEDS_MAJORITY, registers.isMajority(control, control.installed()))
                && rules.holds(PASSIVE_NEEDS_PROPOSALS, undecided(control) == 0)
                && rules.holds(PASSIVE_NEEDS_PRIMARIES, unreported(control, state) == 0);
    }

    /** The master acknowledges {@code PASSIVE} or {@code STOPPING}: no write takes effect any more until another state is asked for. */
    @SpecAction("quorum/ClusterStates!AcknowledgePassive")
    public Step<PassiveReports> acknowledgePassive(PassiveReports state, ControlState control) {
        Voting voting = control.voting();
        registers.requireMaster(control);
        rules.require(IS_PASSIVE, !voting.state().allowsWrites(), "it is {}", voting.state());
        rules.require(NOT_ACKNOWLEDGED, !state.acknowledged());
        rules.require(
                PASSIVE_NEEDS_MAJORITY,
                registers.isMajority(control, control.installed()),
                "{} go by {}",
                control.installed(),
                voting);
        int undecided = undecided(control);
        rules.require(PASSIVE_NEEDS_PROPOSALS, undecided == 0, "{} partitions have proposals", undecided);
        int unreported = unreported(control, state);
        rules.require(PASSIVE_NEEDS_PRIMARIES, unreported == 0, "{} partitions are not reported", unreported);
        return Step.to(state.acknowledge());
    }

    // What depends on the state

    /** A write reaches a primary, which takes it unless it goes by {@code PASSIVE} or {@code STOPPING}. */
    @SpecAction("quorum/ClusterStates!WriteUnlessPassive")
    public Step<DataState> writeUnlessPassive(DataState state, ClusterState obeyed, Call call) {
        rules.require(PASSIVE_REFUSES_WRITES, obeyed.allowsWrites(), "it is {}", obeyed);
        return replication.write(state, call);
    }

    /** {@code MayLead}: may a member be made primary? It goes by the version that the master goes by. */
    public final boolean mayLead(ControlState master, int member) {
        return rules.holds(PRIMARY_OBEYS, master.installed().contains(member));
    }

    /**
     * {@code MayMigrate}: may a migration start?
     *
     * @param source whose copy moves, {@code NONE} if a copy is made
     * @param missing does the partition have fewer copies than wanted?
     */
    public final boolean mayMigrate(ClusterState state, int source, boolean missing) {
        boolean copies = source == Members.NONE && missing;
        return copies
                ? rules.holds(FROZEN_PLACES_NOTHING, state.allowsCopies())
                : rules.holds(NO_MIGRATION_MOVES_NOTHING, state.allowsMigrations());
    }

    /** {@code MayRepair}: may dead members be evicted and replaced, and migrations that need them be given up? */
    public final boolean mayRepair(ClusterState state) {
        return rules.holds(STOP_IGNORES_DEATHS, state.allowsDecisions());
    }

    /** {@code MayFinish}: may replicas be admitted and removed, and migrations be finished? */
    public final boolean mayFinish(ClusterState state) {
        return rules.holds(STOP_FINISHES_NOTHING, state.allowsDecisions());
    }
}
