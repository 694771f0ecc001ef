package io.godwit.protocol.classic;

import static io.godwit.protocol.classic.ClassicFixture.FENCED;
import static io.godwit.protocol.classic.ClassicFixture.MOVE;
import static io.godwit.protocol.classic.ClassicFixture.MOVED;
import static io.godwit.protocol.classic.ClassicFixture.OTHER;
import static io.godwit.protocol.classic.ClassicFixture.TABLE;
import static io.godwit.protocol.classic.ClassicFixture.assertRefused;
import static io.godwit.protocol.classic.ClassicFixture.assertStep;
import static io.godwit.protocol.classic.ClassicFixture.classic;
import static io.godwit.protocol.classic.ClassicFixture.content;
import static io.godwit.protocol.classic.ClassicFixture.joined;
import static io.godwit.protocol.classic.ClassicFixture.member;
import static io.godwit.protocol.classic.ClassicFixture.repaired;
import static io.godwit.protocol.classic.ClassicFixture.send;
import static io.godwit.protocol.classic.ClassicFixture.table;
import static io.godwit.protocol.classic.ClassicFixture.take;
import static io.godwit.protocol.classic.ClassicFixture.with;
import static io.godwit.protocol.classic.ClassicFixture.without;

import io.godwit.protocol.MemberSet;
import io.godwit.protocol.Rules;
import io.godwit.protocol.classic.ControlMessage.FetchReply;
import io.godwit.protocol.classic.ControlMessage.FetchRequest;
import io.godwit.protocol.classic.ControlMessage.PartitionState;
import io.godwit.protocol.classic.data.Fetch;
import io.godwit.protocol.classic.data.Migration;
import io.godwit.protocol.classic.data.Migration.Status;
import io.godwit.protocol.classic.data.MigrationSet;
import io.godwit.protocol.classic.data.PartitionEntry;
import io.godwit.protocol.classic.data.PartitionTable;
import io.godwit.protocol.classic.data.Replica;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class MasterFailoverTest {
    private static final MemberSet REST = MemberSet.of(2, 3, 4);
    private static final Migration DONE = MOVE.with(Status.SUCCESS);
    private static final Migration FAILED = MOVE.with(Status.FAILED);
    private static final MigrationSet NONE = MigrationSet.EMPTY;

    /** Member 2, the oldest that is left. */
    private static ClassicState heir() {
        return member(2).but().view(REST).done();
    }

    private static ClassicState fetching(ClassicState state, Fetch fetch) {
        return state.but()
                .master(2)
                .duty(MasterPhase.FETCH)
                .fetch(Optional.of(fetch))
                .done();
    }

    @Test
    void oldestClaimsAndAsksEverybody() {
        ClassicState heir =
                joined(heir(), OTHER).but().completed(MigrationSet.of(DONE)).done();
        Fetch fetch = new Fetch(MemberSet.of(3, 4), TABLE, MigrationSet.of(DONE), MigrationSet.of(OTHER));
        assertStep(
                fetching(heir, fetch),
                take(heir, s -> classic(repaired()).failover().claim(s)),
                send(3, new FetchRequest()),
                send(4, new FetchRequest()));
    }

    @Test
    void claimIsRefused() {
        MasterFailover claim = classic(repaired()).failover();
        assertRefused(ClassicRule.UP, ClassicState.off(2, member(2).settings()), s -> claim.claim(s));
        ClassicState master = heir().but().master(2).done();
        assertRefused(ClassicRule.NOT_MASTER, master, s -> claim.claim(s));
        assertRefused(ClassicRule.OLDEST, member(2), s -> claim.claim(s));
    }

    @Test
    void memberFollowsTheOldestThatItSees() {
        MasterFailover handler = classic(repaired()).failover();
        ClassicState state = joined(member(3), OTHER)
                .but()
                .view(REST)
                .completed(MigrationSet.of(DONE))
                .done();
        assertStep(
                state.but().master(2).done(),
                take(state, s -> handler.handleFetchRequest(s, 2, new FetchRequest())),
                send(2, new FetchReply(TABLE, MigrationSet.of(DONE), MigrationSet.of(OTHER))));
        assertRefused(ClassicRule.CLAIMANT_IS_MEMBER, state, s -> handler.handleFetchRequest(s, 1, new FetchRequest()));
        assertRefused(
                ClassicRule.CLAIM_CHECKS_VIEW, member(3), s -> handler.handleFetchRequest(s, 2, new FetchRequest()));
        assertStep(
                member(3).but().master(2).done(),
                take(member(3), s -> classic(without(ClassicRule.CLAIM_CHECKS_VIEW))
                        .failover()
                        .handleFetchRequest(s, 2, new FetchRequest())),
                send(2, new FetchReply(TABLE, NONE, NONE)));
    }

    @Test
    void answersAreMerged() {
        MasterFailover handler = classic(repaired()).failover();
        PartitionTable mine = table(PartitionEntry.of(4, 9, 2, 3), PartitionEntry.of(3, 2, 3, 1));
        Fetch before = new Fetch(MemberSet.of(3, 4), mine, MigrationSet.of(FAILED), MigrationSet.of(MOVE));
        PartitionTable theirs = table(PartitionEntry.of(4, 4, 2, 3), PartitionEntry.of(5, 3, 2, 1));
        Migration third = OTHER.with(Status.SUCCESS);
        FetchReply reply = new FetchReply(theirs, MigrationSet.of(DONE, third), MigrationSet.of(OTHER));
        Fetch after = new Fetch(
                MemberSet.of(3),
                table(PartitionEntry.of(4, 9, 2, 3), PartitionEntry.of(5, 3, 2, 1)),
                MigrationSet.of(FAILED, third),
                MigrationSet.of(MOVE, OTHER));
        assertStep(fetching(heir(), after), take(fetching(heir(), before), s -> handler.handleFetchReply(s, 4, reply)));
        assertRefused(ClassicRule.ANSWER_EXPECTED, heir(), s -> handler.handleFetchReply(s, 4, reply));
        assertRefused(ClassicRule.ANSWER_EXPECTED, fetching(heir(), after), s -> handler.handleFetchReply(s, 4, reply));
    }

    private static ClassicState gathered(PartitionTable table, MigrationSet done, MigrationSet active) {
        return fetching(heir(), new Fetch(MemberSet.of(), table, done, active));
    }

    private static void finishes(
            Rules rules, ClassicState before, PartitionTable table, MigrationSet done, ClassicState basis) {
        PartitionState message = new PartitionState(table, done);
        assertStep(
                with(basis, table)
                        .but()
                        .master(2)
                        .duty(MasterPhase.READY)
                        .completed(done)
                        .done(),
                take(before, s -> classic(rules).failover().finishFetch(s)),
                send(3, message),
                send(4, message));
    }

    private static void finishes(Rules rules, ClassicState before, PartitionTable table, MigrationSet done) {
        finishes(rules, before, table, done, heir());
    }

    @Test
    void openMigrationsHaveFailed() {
        finishes(repaired(), gathered(TABLE, NONE, MigrationSet.of(MOVE)), FENCED, MigrationSet.of(FAILED));
        finishes(
                repaired(),
                gathered(MOVED, MigrationSet.of(DONE), MigrationSet.of(MOVE)),
                MOVED,
                MigrationSet.of(DONE));
        PartitionTable both = table(PartitionEntry.of(5, 1, 2, 3), PartitionEntry.of(5, 2, 3, 1));
        Migration before = new Migration(7, 1, 2, 4, 2, 1, 0, -1, -1, 0, 1, 1, Status.ACTIVE);
        finishes(
                repaired(),
                gathered(TABLE, NONE, MigrationSet.of(MOVE, OTHER, before)),
                both,
                MigrationSet.of(FAILED, OTHER.with(Status.FAILED), before.with(Status.FAILED)));
        finishes(
                without(ClassicRule.VERSION_PER_PARTITION),
                gathered(TABLE, NONE, MigrationSet.of(MOVE)),
                both,
                MigrationSet.of(FAILED));
    }

    @Test
    void newMasterFinalisesItsOwnPart() {
        ClassicState part = joined(heir(), OTHER);
        ClassicState before = fetching(part, new Fetch(MemberSet.of(), TABLE, NONE, MigrationSet.of(OTHER)));
        finishes(
                repaired(),
                before,
                table(PartitionEntry.of(3, 1, 2, 3), PartitionEntry.of(5, 2, 3, 1)),
                MigrationSet.of(OTHER.with(Status.FAILED)));
        ClassicState copy = heir().but()
                .replica(0, new Replica(content(1), 1, false, false))
                .done();
        finishes(repaired(), gatheredBy(copy), FENCED, MigrationSet.of(FAILED), copy);
    }

    private static ClassicState gatheredBy(ClassicState state) {
        return fetching(state, new Fetch(MemberSet.of(), TABLE, NONE, MigrationSet.of(MOVE)));
    }

    @Test
    void oldFailureLowersNoVersion() {
        PartitionTable newer = table(PartitionEntry.of(7, 4, 2, 3), PartitionEntry.of(3, 2, 3, 1));
        MigrationSet old = MigrationSet.of(FAILED);
        finishes(repaired(), gathered(newer, old, NONE), newer, old);
        finishes(
                without(ClassicRule.FETCH_TAKES_MAX),
                gathered(newer, old, NONE),
                table(PartitionEntry.of(5, 4, 2, 3), PartitionEntry.of(3, 2, 3, 1)),
                old);
        finishes(repaired(), gathered(newer, NONE, MigrationSet.of(MOVE)), newer, MigrationSet.of(FAILED));
        finishes(
                without(ClassicRule.FETCH_TAKES_MAX),
                gathered(newer, MigrationSet.of(DONE), NONE),
                newer,
                MigrationSet.of(DONE));
    }

    @Test
    void endOfAFetchIsRefused() {
        MasterFailover finish = classic(repaired()).failover();
        assertRefused(ClassicRule.UP, ClassicState.off(2, heir().settings()), s -> finish.finishFetch(s));
        assertRefused(ClassicRule.FETCHING, heir(), s -> finish.finishFetch(s));
        ClassicState waiting = fetching(heir(), new Fetch(MemberSet.of(3), TABLE, NONE, NONE));
        assertRefused(ClassicRule.FETCH_WAITS_FOR_ALL, waiting, s -> finish.finishFetch(s));
        finishes(without(ClassicRule.FETCH_WAITS_FOR_ALL), waiting, TABLE, NONE);
        PartitionTable other = table(PartitionEntry.of(3, 4, 2, 3), PartitionEntry.of(3, 2, 3, 1));
        assertRefused(ClassicRule.NOT_DIVERGED, gathered(other, NONE, NONE), s -> finish.finishFetch(s));
    }
}
