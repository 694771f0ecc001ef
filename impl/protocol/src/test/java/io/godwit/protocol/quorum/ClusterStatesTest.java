package io.godwit.protocol.quorum;

import static io.godwit.protocol.ClusterState.ACTIVE;
import static io.godwit.protocol.ClusterState.FROZEN;
import static io.godwit.protocol.ClusterState.NO_MIGRATION;
import static io.godwit.protocol.ClusterState.PASSIVE;
import static io.godwit.protocol.quorum.ControlFixture.ALL;
import static io.godwit.protocol.quorum.ControlFixture.VOTERS;
import static io.godwit.protocol.quorum.ControlFixture.assertRefused;
import static io.godwit.protocol.quorum.ControlFixture.assertStep;
import static io.godwit.protocol.quorum.ControlFixture.take;
import static io.godwit.protocol.quorum.ControlFixture.without;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.godwit.protocol.ClusterState;
import io.godwit.protocol.Command.Send;
import io.godwit.protocol.Event.Call;
import io.godwit.protocol.MemberSet;
import io.godwit.protocol.Members;
import io.godwit.protocol.PartitionVector;
import io.godwit.protocol.map.LongMap;
import io.godwit.protocol.map.Operation;
import io.godwit.protocol.quorum.QuorumMessage.PassiveReport;
import io.godwit.protocol.quorum.QuorumMessage.StateRequest;
import io.godwit.protocol.quorum.data.DataState;
import io.godwit.protocol.quorum.data.Replica;
import io.godwit.protocol.quorum.data.Status;
import io.godwit.protocol.quorum.data.decision.PassiveReports;
import io.godwit.protocol.quorum.registers.ControlMessage;
import io.godwit.protocol.quorum.registers.ControlState;
import io.godwit.protocol.quorum.registers.Voting;
import io.godwit.protocol.quorum.table.Configuration;
import io.godwit.protocol.quorum.table.Version;
import io.godwit.protocol.quorum.table.View;
import org.junit.jupiter.api.Test;

class ClusterStatesTest {
    private static final ClusterStates STATES = ALL.states();
    private static final Version BASE = new Version(1, 2);
    private static final Version NEXT = new Version(1, 3);
    private static final Version DECIDED = ControlFixture.restamped().version();

    /** A master under a state that all voters go by. */
    private static ControlState master(ClusterState state) {
        return ControlFixture.master(1).withVoting(new Voting(NEXT, VOTERS, state));
    }

    private static PassiveReports reports(Version state, Version first, Version second) {
        LongMap<Version> versions = LongMap.empty();
        return PassiveReports.none(state, 2)
                .with(new PassiveReport(state, versions.with(0, first).with(1, second)));
    }

    /** Primary 1 with the backup 2, and an entry that the backup has if it is held. */
    private static DataState primary(boolean held) {
        Replica replica = Replica.NONE.activated(new View(BASE, Configuration.settled(1, 2)));
        DataState state = new DataState(1, Status.UP, 2, PartitionVector.of(1, p -> replica));
        DataState written =
                take(state, s -> STATES.writeUnlessPassive(s, ACTIVE, call())).state();
        Replica now = written.replica(0);
        return written.withPrimaryState(0, now.primaryState().acknowledged(2, held ? 1 : 0));
    }

    private static Call call() {
        return new Call(7, 1, 0, new Operation.Put(1, 1));
    }

    @Test
    void stateIsANewVersionWithTheSameVoters() {
        ControlState before = ControlFixture.master(1);
        Voting voting = new Voting(NEXT, VOTERS, PASSIVE);
        assertStep(
                before.withVoting(voting).withInstalled(MemberSet.of(1)),
                take(before, s -> STATES.changeState(s, new StateRequest(BASE, PASSIVE))),
                new Send(Members.EVERYBODY, new ControlMessage.Voters(voting)));
    }

    @Test
    void stateIsChangedByTheMasterOfAnInstalledVersionThatWasMeant() {
        StateRequest request = new StateRequest(BASE, PASSIVE);
        ControlState founder = ControlFixture.founder(1);
        assertRefused(QuorumRule.IS_MASTER, founder, take(founder, s -> STATES.changeState(s, request)));
        ControlState before = ControlFixture.master(1);
        StateRequest same = new StateRequest(BASE, ACTIVE);
        assertRefused(QuorumRule.STATE_IS_OTHER, before, take(before, s -> STATES.changeState(s, same)));
        StateRequest late = new StateRequest(new Version(1, 1), PASSIVE);
        assertRefused(QuorumRule.STATE_COMPARES_BASE, before, take(before, s -> STATES.changeState(s, late)));
        ControlState alone = before.withInstalled(MemberSet.of(1));
        assertRefused(QuorumRule.VOTERS_INSTALLED_FIRST, alone, take(alone, s -> STATES.changeState(s, request)));
        ControlState old = before.withVoting(new Voting(new Version(0, 1), VOTERS));
        StateRequest early = new StateRequest(new Version(0, 1), PASSIVE);
        assertRefused(QuorumRule.VOTERS_OWN_TERM_FIRST, old, take(old, s -> STATES.changeState(s, early)));
    }

    @Test
    void stoppingNeedsTheClusterVersionThatHasIt() {
        StateRequest request = new StateRequest(BASE, ClusterState.STOPPING);
        ControlState before = ControlFixture.master(1);
        assertRefused(QuorumRule.STATE_KNOWN, before, take(before, s -> STATES.changeState(s, request)));
        ControlState raised = before.withVoting(new Voting(BASE, VOTERS, ACTIVE, ClusterVersion.RAISED));
        assertTrue(take(raised, s -> STATES.changeState(s, request)).accepted());
    }

    @Test
    void nothingIsRepairedOrFinishedWhileTheClusterStops() {
        for (ClusterState state : ClusterState.values()) {
            boolean decides = state != ClusterState.STOPPING;
            assertEquals(decides, STATES.mayRepair(state));
            assertEquals(decides, STATES.mayFinish(state));
        }
        assertTrue(without(QuorumRule.STOP_IGNORES_DEATHS).states().mayRepair(ClusterState.STOPPING));
        assertTrue(without(QuorumRule.STOP_FINISHES_NOTHING).states().mayFinish(ClusterState.STOPPING));
    }

    @Test
    void otherVotersAndOtherMastersKeepTheState() {
        Voting voting = new Voting(NEXT, VOTERS, FROZEN);
        assertEquals(FROZEN, voting.next(2, MemberSet.of(1)).state());
        ControlState next = master(PASSIVE).inTerm(2, io.godwit.protocol.quorum.registers.Role.MASTER);
        assertEquals(
                new Voting(new Version(2, 4), VOTERS, PASSIVE),
                take(next, s -> ALL.voters().restampVoters(s, 2)).state().voting());
    }

    @Test
    void primaryThatObeysPassiveTakesNoWrites() {
        DataState state = primary(true);
        Call next = new Call(8, 1, 0, new Operation.Put(1, 2));
        assertRefused(
                QuorumRule.PASSIVE_REFUSES_WRITES,
                state,
                take(state, s -> STATES.writeUnlessPassive(s, PASSIVE, next)));
        for (ClusterState taken : new ClusterState[] {ACTIVE, NO_MIGRATION, FROZEN}) {
            assertTrue(
                    take(state, s -> STATES.writeUnlessPassive(s, taken, next)).accepted());
        }
        ClusterStates taking = without(QuorumRule.PASSIVE_REFUSES_WRITES).states();
        assertTrue(take(state, s -> taking.writeUnlessPassive(s, PASSIVE, next)).accepted());
    }

    @Test
    void primaryReportsWhenItsLogIsHeld() {
        Voting passive = new Voting(NEXT, VOTERS, PASSIVE);
        PassiveReport none = new PassiveReport(NEXT, LongMap.empty());
        assertTrue(STATES.isReportDue(primary(true), 0));
        assertEquals(
                none.with(0, BASE),
                take(none, r -> STATES.reportPassive(primary(true), passive, 0, r))
                        .state());
        assertFalse(STATES.isReportDue(primary(false), 0));
        assertRefused(
                QuorumRule.REPORTS_WHEN_HELD,
                none,
                take(none, r -> STATES.reportPassive(primary(false), passive, 0, r)));
        ClusterStates rash = without(QuorumRule.REPORTS_WHEN_HELD).states();
        assertTrue(rash.isReportDue(primary(false), 0));
        Voting active = new Voting(NEXT, VOTERS, FROZEN);
        assertRefused(QuorumRule.IS_PASSIVE, none, take(none, r -> STATES.reportPassive(primary(true), active, 0, r)));
        DataState backup = new DataState(2, Status.UP, 2, primary(true).replicas());
        assertFalse(STATES.isReportDue(backup, 0));
        assertRefused(QuorumRule.IS_PRIMARY, none, take(none, r -> STATES.reportPassive(backup, passive, 0, r)));
    }

    @Test
    void reportCountsForTheVersionsThatItNames() {
        PassiveReports none = PassiveReports.none(NEXT, 2);
        PassiveReport late = new PassiveReport(BASE, LongMap.<Version>empty().with(0, DECIDED));
        assertRefused(QuorumRule.REPORT_NAMES_STATE, none, take(none, r -> STATES.handlePassiveReport(r, late)));
        ClusterStates any = without(QuorumRule.REPORT_NAMES_STATE).states();
        assertTrue(take(none, r -> any.handlePassiveReport(r, late)).accepted());
        ControlState control = master(PASSIVE);
        PassiveReports older = reports(NEXT, DECIDED, new Version(0, 1));
        assertTrue(STATES.isReported(control, older, 0));
        assertFalse(STATES.isReported(control, older, 1));
        assertFalse(STATES.isReported(control, none, 0));
        assertEquals(1, STATES.unreported(control, older));
        assertEquals(0, without(QuorumRule.REPORT_NAMES_VERSION).states().unreported(control, older));
    }

    @Test
    void passiveIsAcknowledgedWhenAllThatItNeedsIsThere() {
        PassiveReports all = reports(NEXT, DECIDED, DECIDED);
        assertStep(all.acknowledge(), take(all, r -> STATES.acknowledgePassive(r, master(PASSIVE))));
        assertRefused(
                QuorumRule.NOT_ACKNOWLEDGED,
                all.acknowledge(),
                take(all.acknowledge(), r -> STATES.acknowledgePassive(r, master(PASSIVE))));
        assertRefused(QuorumRule.IS_PASSIVE, all, take(all, r -> STATES.acknowledgePassive(r, master(FROZEN))));
        ControlState alone = master(PASSIVE).withInstalled(MemberSet.of(1));
        assertAcknowledgedOnlyWithout(QuorumRule.PASSIVE_NEEDS_MAJORITY, all, alone);
        PassiveReports one = reports(NEXT, DECIDED, Version.NONE);
        assertAcknowledgedOnlyWithout(QuorumRule.PASSIVE_NEEDS_PRIMARIES, one, master(PASSIVE));
        ControlState proposing = take(master(PASSIVE), s -> ALL.registers()
                        .propose(
                                s,
                                0,
                                ControlFixture.restamped(),
                                ControlFixture.restamped().configuration().withMigration(1, 3)))
                .state();
        assertEquals(1, STATES.undecided(proposing));
        assertAcknowledgedOnlyWithout(QuorumRule.PASSIVE_NEEDS_PROPOSALS, all, proposing);
    }

    private static void assertAcknowledgedOnlyWithout(QuorumRule rule, PassiveReports reports, ControlState control) {
        assertRefused(rule, reports, take(reports, r -> STATES.acknowledgePassive(r, control)));
        assertTrue(take(reports, r -> without(rule).states().acknowledgePassive(r, control))
                .accepted());
    }

    @Test
    void whoIsMadePrimaryGoesByTheMastersVersion() {
        ControlState two = master(PASSIVE).withInstalled(MemberSet.of(1, 2));
        assertTrue(STATES.mayLead(two, 2));
        assertFalse(STATES.mayLead(two, 3));
        assertTrue(without(QuorumRule.PRIMARY_OBEYS).states().mayLead(two, 3));
    }

    @Test
    void stateForbidsMigrations() {
        assertTrue(STATES.mayMigrate(ACTIVE, 1, true) && STATES.mayMigrate(ACTIVE, Members.NONE, true));
        assertFalse(STATES.mayMigrate(NO_MIGRATION, 1, true));
        assertTrue(STATES.mayMigrate(NO_MIGRATION, Members.NONE, true));
        assertFalse(STATES.mayMigrate(FROZEN, Members.NONE, true) || STATES.mayMigrate(PASSIVE, Members.NONE, true));
        assertFalse(STATES.mayMigrate(NO_MIGRATION, Members.NONE, false));
        ClusterStates moving = without(QuorumRule.NO_MIGRATION_MOVES_NOTHING).states();
        assertTrue(moving.mayMigrate(NO_MIGRATION, 1, true));
        ClusterStates placing = without(QuorumRule.FROZEN_PLACES_NOTHING).states();
        assertTrue(placing.mayMigrate(FROZEN, Members.NONE, true));
        assertFalse(placing.mayMigrate(FROZEN, 1, true));
    }
}
