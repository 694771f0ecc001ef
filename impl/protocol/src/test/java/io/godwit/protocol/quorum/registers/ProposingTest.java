package io.godwit.protocol.quorum.registers;

import static io.godwit.protocol.quorum.Scene.AB;
import static io.godwit.protocol.quorum.Scene.FIRST;
import static io.godwit.protocol.quorum.Scene.assertRefused;
import static io.godwit.protocol.quorum.Scene.assertStep;
import static io.godwit.protocol.quorum.Scene.founder;
import static io.godwit.protocol.quorum.Scene.master;
import static io.godwit.protocol.quorum.Scene.restamped;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.godwit.protocol.Command;
import io.godwit.protocol.Guards;
import io.godwit.protocol.MemberSet;
import io.godwit.protocol.Members;
import io.godwit.protocol.Step;
import io.godwit.protocol.quorum.QuorumGuard;
import io.godwit.protocol.quorum.registers.ControlMessage.Accept;
import io.godwit.protocol.quorum.table.Configuration;
import io.godwit.protocol.quorum.table.Entry;
import org.junit.jupiter.api.Test;

class ProposingTest {
    private final Stamps stamps = new Stamps(Guards.ALL);

    /** The master's state after it has proposed a change of partition 1. */
    private ControlState proposed(ControlState before, Entry entry) {
        Answers answers = before.answers().get(1);
        return before.withAccepted(
                        before.accepted().with(1, entry),
                        stamps.exchange(before.stamp(), 1, before.accepted().get(1), entry))
                .withOutstanding(
                        before.outstanding().with(1, entry),
                        before.answers().with(1, new Answers(MemberSet.of(before.self()), answers.committed())));
    }

    private static Command.Send accept(Entry entry) {
        return new Command.Send(Members.EVERYBODY, new Accept(1, entry));
    }

    /** A master that has decided a migration of partition 1, from 1 to 3. */
    private static ControlState migrating() {
        Entry entry = new Entry(1, 3, 1, 2, AB.withMigration(1, 3));
        ControlState state = master(1);
        return state.withCommitted(state.committed().with(1, entry))
                .withAccepted(state.accepted().with(1, entry), 0);
    }

    private static StartMigration.Request start(Entry base, int source, int destination) {
        return new StartMigration.Request(1, base, source, destination);
    }

    @Test
    void aMigrationIsProposed() {
        StartMigration handler = new StartMigration(Guards.ALL);
        Entry entry = new Entry(1, 3, 1, 2, AB.withMigration(1, 3));
        assertStep(proposed(master(1), entry), handler.handle(master(1), start(restamped(), 1, 3)), accept(entry));
        Entry copy = new Entry(1, 3, 1, 2, AB.withMigration(0, 3));
        assertStep(proposed(master(1), copy), handler.handle(master(1), start(restamped(), 0, 3)), accept(copy));
    }

    @Test
    void theStampFollows() {
        ControlState after = new StartMigration(Guards.ALL)
                .handle(master(1), start(restamped(), 1, 3))
                .state();
        assertEquals(stamps.of(after.accepted()), after.stamp());
    }

    @Test
    void aMigrationHasItsConditions() {
        StartMigration handler = new StartMigration(Guards.ALL);
        assertRefused(QuorumGuard.PROPOSE_COMPARES_BASE, master(1), handler.handle(master(1), start(FIRST, 1, 3)));
        ControlState busy = migrating();
        assertRefused(
                QuorumGuard.NOT_MIGRATING,
                busy,
                handler.handle(busy, start(busy.committed().get(1), 1, 4)));
        assertRefused(QuorumGuard.NEWCOMERS_ONLY, master(1), handler.handle(master(1), start(restamped(), 1, 2)));
        assertRefused(QuorumGuard.NEWCOMERS_ONLY, master(1), handler.handle(master(1), start(restamped(), 1, 1)));
    }

    @Test
    void withoutNewcomersOnlyNobodyMigratesToThePrimary() {
        StartMigration mutant = new StartMigration(Guards.without(QuorumGuard.NEWCOMERS_ONLY));
        assertTrue(mutant.handle(master(1), start(restamped(), 1, 2)).accepted());
        assertRefused(QuorumGuard.NOT_PRIMARY, master(1), mutant.handle(master(1), start(restamped(), 1, 1)));
    }

    @Test
    void withoutTheBaseAnOldPlanIsProposed() {
        StartMigration mutant = new StartMigration(Guards.without(QuorumGuard.PROPOSE_COMPARES_BASE));
        Step<ControlState> step = mutant.handle(master(1), start(FIRST, 1, 3));
        assertEquals(
                new Entry(1, 3, 0, 1, AB.withMigration(1, 3)),
                step.state().outstanding().get(1));
    }

    @Test
    void onlyTheMasterProposes() {
        StartMigration handler = new StartMigration(Guards.ALL);
        ControlState follower = master(1).withRole(Role.FOLLOWER);
        assertRefused(QuorumGuard.ONLY_MASTER_PROPOSES, follower, handler.handle(follower, start(restamped(), 1, 3)));
        StartMigration mutant = new StartMigration(Guards.without(QuorumGuard.ONLY_MASTER_PROPOSES));
        assertTrue(mutant.handle(follower, start(restamped(), 1, 3)).accepted());
    }

    @Test
    void theOwnTermComesFirst() {
        ControlState early = founder(1).inTerm(1, Role.MASTER);
        assertRefused(
                QuorumGuard.RESTAMP_FIRST, early, new StartMigration(Guards.ALL).handle(early, start(FIRST, 1, 3)));
        for (QuorumGuard guard : new QuorumGuard[] {
            QuorumGuard.RESTAMP_FIRST, QuorumGuard.RESTAMP_ALWAYS, QuorumGuard.ONLY_MASTER_PROPOSES
        }) {
            assertTrue(new StartMigration(Guards.without(guard))
                    .handle(early, start(FIRST, 1, 3))
                    .accepted());
        }
    }

    @Test
    void oneChangeAtATime() {
        ControlState busy = proposed(master(1), new Entry(1, 3, 1, 2, AB.withoutInSync(2)));
        assertRefused(
                QuorumGuard.ONE_OUTSTANDING,
                busy,
                new StartMigration(Guards.ALL).handle(busy, start(restamped(), 1, 3)));
        assertTrue(new StartMigration(Guards.without(QuorumGuard.ONE_OUTSTANDING))
                .handle(busy, start(restamped(), 1, 3))
                .accepted());
    }

    @Test
    void aMigrationIsFinished() {
        FinishMigration handler = new FinishMigration(Guards.ALL);
        ControlState before = migrating();
        Entry base = before.committed().get(1);
        Entry entry = new Entry(1, 4, 1, 3, Configuration.settled(3, 1, 2));
        assertStep(
                proposed(before, entry), handler.handle(before, new FinishMigration.Request(1, base)), accept(entry));
        assertRefused(
                QuorumGuard.MIGRATING,
                master(1),
                handler.handle(master(1), new FinishMigration.Request(1, restamped())));
        assertRefused(
                QuorumGuard.PROPOSE_COMPARES_BASE,
                before,
                handler.handle(before, new FinishMigration.Request(1, restamped())));
    }

    @Test
    void aMigrationIsGivenUp() {
        AbandonMigration handler = new AbandonMigration(Guards.ALL);
        ControlState before = migrating();
        Entry base = before.committed().get(1);
        Entry entry = new Entry(1, 4, 1, 3, AB);
        assertStep(
                proposed(before, entry), handler.handle(before, new AbandonMigration.Request(1, base)), accept(entry));
        assertRefused(
                QuorumGuard.MIGRATING,
                master(1),
                handler.handle(master(1), new AbandonMigration.Request(1, restamped())));
        assertRefused(
                QuorumGuard.PROPOSE_COMPARES_BASE,
                before,
                handler.handle(before, new AbandonMigration.Request(1, restamped())));
    }

    @Test
    void givingUpIsNoOtherValueForTheSameVersion() {
        ControlState before = migrating();
        Entry base = before.committed().get(1);
        ControlState busy = proposed(before, new Entry(1, 4, 1, 3, Configuration.settled(3, 1, 2)));
        AbandonMigration.Request request = new AbandonMigration.Request(1, base);
        assertRefused(QuorumGuard.ONE_OUTSTANDING, busy, new AbandonMigration(Guards.ALL).handle(busy, request));
        Step<ControlState> step =
                new AbandonMigration(Guards.without(QuorumGuard.ABORT_TAKES_NEW_VERSION)).handle(busy, request);
        assertEquals(new Entry(1, 4, 1, 3, AB), step.state().outstanding().get(1));
    }

    @Test
    void aSuspectedBackupLeavesTheInSyncSet() {
        Entry entry = new Entry(1, 3, 1, 2, AB.withoutInSync(2));
        assertStep(
                proposed(master(1), entry),
                new Repair(Guards.ALL).handle(master(1), new Repair.Request(1, restamped(), 2, Members.NONE)),
                accept(entry));
    }

    @Test
    void aSuspectedPrimaryIsReplaced() {
        Entry entry = new Entry(1, 3, 1, 2, Configuration.settled(2));
        assertStep(
                proposed(master(1), entry),
                new Repair(Guards.ALL).handle(master(1), new Repair.Request(1, restamped(), 1, 2)),
                accept(entry));
    }

    @Test
    void aRepairHasItsConditions() {
        Repair handler = new Repair(Guards.ALL);
        assertRefused(
                QuorumGuard.PROPOSE_COMPARES_BASE,
                master(1),
                handler.handle(master(1), new Repair.Request(1, FIRST, 2, Members.NONE)));
        assertRefused(
                QuorumGuard.IN_SYNC,
                master(1),
                handler.handle(master(1), new Repair.Request(1, restamped(), 3, Members.NONE)));
        assertRefused(
                QuorumGuard.PROMOTES_IN_SYNC_ONLY,
                master(1),
                handler.handle(master(1), new Repair.Request(1, restamped(), 1, 1)));
        assertRefused(
                QuorumGuard.PROMOTES_IN_SYNC_ONLY,
                master(1),
                handler.handle(master(1), new Repair.Request(1, restamped(), 1, 3)));
    }

    @Test
    void onlyWhoIsInSyncIsPromoted() {
        Entry base = new Entry(1, 2, 0, 0, AB.withoutInSync(2));
        ControlState state = master(1).withCommitted(master(1).committed().with(1, base));
        Repair.Request request = new Repair.Request(1, base, 1, 2);
        assertRefused(QuorumGuard.PROMOTES_IN_SYNC_ONLY, state, new Repair(Guards.ALL).handle(state, request));
        Step<ControlState> step = new Repair(Guards.without(QuorumGuard.PROMOTES_IN_SYNC_ONLY)).handle(state, request);
        assertEquals(2, step.state().outstanding().get(1).configuration().primary());
    }

    @Test
    void anyValidChangeIsProposed() {
        ProposeChange handler = new ProposeChange(Guards.ALL);
        Entry entry = new Entry(1, 3, 1, 2, AB.switched(2));
        assertStep(
                proposed(master(1), entry),
                handler.handle(master(1), new ProposeChange.Request(1, restamped(), AB.switched(2))),
                accept(entry));
        assertRefused(
                QuorumGuard.PROPOSE_COMPARES_BASE,
                master(1),
                handler.handle(master(1), new ProposeChange.Request(1, FIRST, AB.switched(2))));
        Entry again = new Entry(1, 3, 1, 2, AB);
        assertStep(
                proposed(master(1), again),
                handler.handle(master(1), new ProposeChange.Request(1, restamped(), AB)),
                accept(again));
        assertRefused(
                QuorumGuard.VALID_STEP,
                master(1),
                handler.handle(master(1), new ProposeChange.Request(1, restamped(), Configuration.settled(3))));
    }
}
