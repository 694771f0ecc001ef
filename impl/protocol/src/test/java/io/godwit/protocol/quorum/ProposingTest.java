package io.godwit.protocol.quorum;

import static io.godwit.protocol.quorum.ControlFixture.AB;
import static io.godwit.protocol.quorum.ControlFixture.ALL;
import static io.godwit.protocol.quorum.ControlFixture.FIRST;
import static io.godwit.protocol.quorum.ControlFixture.assertRefused;
import static io.godwit.protocol.quorum.ControlFixture.assertStep;
import static io.godwit.protocol.quorum.ControlFixture.founder;
import static io.godwit.protocol.quorum.ControlFixture.master;
import static io.godwit.protocol.quorum.ControlFixture.restamped;
import static io.godwit.protocol.quorum.ControlFixture.take;
import static io.godwit.protocol.quorum.ControlFixture.without;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.godwit.protocol.Command;
import io.godwit.protocol.MemberSet;
import io.godwit.protocol.Members;
import io.godwit.protocol.Step;
import io.godwit.protocol.quorum.registers.Acceptances;
import io.godwit.protocol.quorum.registers.ControlMessage.Accept;
import io.godwit.protocol.quorum.registers.ControlState;
import io.godwit.protocol.quorum.registers.Role;
import io.godwit.protocol.quorum.registers.Stamps;
import io.godwit.protocol.quorum.table.Configuration;
import io.godwit.protocol.quorum.table.Entry;
import io.godwit.protocol.quorum.table.Version;
import java.util.List;
import org.junit.jupiter.api.Test;

class ProposingTest {
    private static final Configuration MOVING = AB.withMigration(1, 3);

    private final Stamps stamps = new Stamps();

    /** The master's state after it has proposed a change of partition 1. */
    private ControlState proposed(ControlState before, Entry entry) {
        Acceptances answers = before.answers().get(1);
        return before.withAccepted(
                        before.accepted().with(1, entry),
                        stamps.exchange(before.stamp(), 1, before.accepted().get(1), entry))
                .withOutstanding(
                        before.outstanding().with(1, entry),
                        before.answers().with(1, new Acceptances(MemberSet.of(before.self()), answers.committed())));
    }

    private static Command.Send accept(Entry entry) {
        return new Command.Send(Members.EVERYBODY, new Accept(1, entry));
    }

    /** A master that has decided a migration of partition 1, from 1 to 3. */
    private static ControlState migrating() {
        Entry entry = new Entry(new Version(1, 3), new Version(1, 2), MOVING);
        ControlState state = master(1);
        return state.withCommitted(state.committed().with(1, entry))
                .withAccepted(state.accepted().with(1, entry), 0);
    }

    private static Step<ControlState> propose(ControlState state, Entry base, Configuration change) {
        return propose(ALL, state, base, change);
    }

    private static Step<ControlState> propose(Quorum quorum, ControlState state, Entry base, Configuration change) {
        return take(state, s -> quorum.registers().propose(s, 1, base, change));
    }

    @Test
    void anyValidChangeIsProposed() {
        for (Configuration change : List.of(
                AB,
                MOVING,
                AB.withMigration(0, 3),
                AB.withoutInSync(2),
                AB.promoted(2),
                AB.switched(2),
                AB.withoutBackup(2))) {
            Entry entry = new Entry(new Version(1, 3), new Version(1, 2), change);
            assertStep(proposed(master(1), entry), propose(master(1), restamped(), change), accept(entry));
        }
        for (Configuration change : List.of(AB, MOVING.migrated())) {
            Entry entry = new Entry(new Version(1, 4), new Version(1, 3), change);
            Entry base = migrating().committed().get(1);
            assertStep(proposed(migrating(), entry), propose(migrating(), base, change), accept(entry));
        }
    }

    @Test
    void stampFollows() {
        ControlState after = propose(master(1), restamped(), MOVING).state();
        assertEquals(stamps.of(after.accepted()), after.stamp());
    }

    @Test
    void oldPlanIsNotProposed() {
        assertRefused(QuorumRule.PROPOSE_COMPARES_BASE, master(1), propose(master(1), FIRST, MOVING));
        Step<ControlState> step = propose(without(QuorumRule.PROPOSE_COMPARES_BASE), master(1), FIRST, MOVING);
        assertEquals(
                new Entry(new Version(1, 3), new Version(0, 1), MOVING),
                step.state().outstanding().get(1));
    }

    @Test
    void refusalNamesBothValues() {
        assertEquals(
                "VALID_STEP: [1 2] does not become [3]",
                propose(master(1), restamped(), Configuration.settled(3))
                        .refused()
                        .toString());
        ControlState early = founder(1).inTerm(1, Role.MASTER);
        assertEquals(
                "RESTAMP_FIRST: decided in term 0, the own is 1",
                propose(early, FIRST, MOVING).refused().toString());
    }

    @Test
    void invalidStepIsNotProposed() {
        ControlState busy = migrating();
        assertRefused(
                QuorumRule.VALID_STEP, busy, propose(busy, busy.committed().get(1), AB.withMigration(1, 4)));
        for (Configuration change :
                List.of(Configuration.settled(3), AB.withMigration(1, 2), AB.withMigration(1, 1), Configuration.NONE)) {
            assertRefused(QuorumRule.VALID_STEP, master(1), propose(master(1), restamped(), change));
        }
        Entry base = new Entry(new Version(1, 2), new Version(0, 0), AB.withoutInSync(2));
        ControlState alone = master(1).withCommitted(master(1).committed().with(1, base));
        assertRefused(
                QuorumRule.VALID_STEP,
                alone,
                propose(alone, base, base.configuration().promoted(2)));
    }

    @Test
    void proposalsComeFromTheMasterOnly() {
        ControlState follower = master(1).withRole(Role.FOLLOWER);
        assertRefused(QuorumRule.ONLY_MASTER_PROPOSES, follower, propose(follower, restamped(), MOVING));
        assertFalse(ALL.registers().isOpen(follower, 1));
        assertTrue(propose(without(QuorumRule.ONLY_MASTER_PROPOSES), follower, restamped(), MOVING)
                .accepted());
    }

    @Test
    void ownTermComesFirst() {
        ControlState early = founder(1).inTerm(1, Role.MASTER);
        assertRefused(QuorumRule.RESTAMP_FIRST, early, propose(early, FIRST, MOVING));
        assertFalse(ALL.registers().isOpen(early, 1));
        assertTrue(
                propose(without(QuorumRule.RESTAMP_FIRST), early, FIRST, MOVING).accepted());
    }

    @Test
    void oneChangeAtATime() {
        assertTrue(ALL.registers().isOpen(master(1), 1));
        ControlState busy = proposed(master(1), new Entry(new Version(1, 3), new Version(1, 2), AB.withoutInSync(2)));
        assertRefused(QuorumRule.ONE_OUTSTANDING, busy, propose(busy, restamped(), MOVING));
        assertFalse(ALL.registers().isOpen(busy, 1));
        assertTrue(propose(without(QuorumRule.ONE_OUTSTANDING), busy, restamped(), MOVING)
                .accepted());
        ControlState before = migrating();
        ControlState finishing = proposed(before, new Entry(new Version(1, 4), new Version(1, 3), MOVING.migrated()));
        assertRefused(
                QuorumRule.ONE_OUTSTANDING,
                finishing,
                propose(finishing, before.committed().get(1), AB));
    }
}
