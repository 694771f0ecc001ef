package io.godwit.protocol.classic.failover;

import static io.godwit.protocol.classic.ClassicScene.FENCED;
import static io.godwit.protocol.classic.ClassicScene.MOVE;
import static io.godwit.protocol.classic.ClassicScene.MOVED;
import static io.godwit.protocol.classic.ClassicScene.OTHER;
import static io.godwit.protocol.classic.ClassicScene.TABLE;
import static io.godwit.protocol.classic.ClassicScene.assertRefused;
import static io.godwit.protocol.classic.ClassicScene.assertStep;
import static io.godwit.protocol.classic.ClassicScene.content;
import static io.godwit.protocol.classic.ClassicScene.joined;
import static io.godwit.protocol.classic.ClassicScene.member;
import static io.godwit.protocol.classic.ClassicScene.receivedFrom;
import static io.godwit.protocol.classic.ClassicScene.repaired;
import static io.godwit.protocol.classic.ClassicScene.send;
import static io.godwit.protocol.classic.ClassicScene.table;
import static io.godwit.protocol.classic.ClassicScene.with;
import static io.godwit.protocol.classic.ClassicScene.without;

import io.godwit.protocol.Guards;
import io.godwit.protocol.MemberSet;
import io.godwit.protocol.classic.Act;
import io.godwit.protocol.classic.ClassicGuard;
import io.godwit.protocol.classic.ClassicState;
import io.godwit.protocol.classic.ControlMessage.FetchReply;
import io.godwit.protocol.classic.ControlMessage.FetchRequest;
import io.godwit.protocol.classic.ControlMessage.PartitionState;
import io.godwit.protocol.classic.Duty;
import io.godwit.protocol.classic.replication.Replica;
import io.godwit.protocol.classic.table.Entry;
import io.godwit.protocol.classic.table.Fetch;
import io.godwit.protocol.classic.table.Migration;
import io.godwit.protocol.classic.table.Migration.Status;
import io.godwit.protocol.classic.table.MigrationSet;
import io.godwit.protocol.classic.table.PartitionTable;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class FailoverTest {
    private static final MemberSet REST = MemberSet.of(2, 3, 4);
    private static final Migration DONE = MOVE.with(Status.SUCCESS);
    private static final Migration FAILED = MOVE.with(Status.FAILED);
    private static final MigrationSet NONE = MigrationSet.EMPTY;

    /** Member 2, the oldest that is left. */
    private static ClassicState heir() {
        return member(2).but().view(REST).done();
    }

    private static ClassicState fetching(ClassicState state, Fetch fetch) {
        return state.but().master(2).duty(Duty.FETCH).fetch(Optional.of(fetch)).done();
    }

    @Test
    void theOldestClaimsAndAsksEverybody() {
        ClassicState heir =
                joined(heir(), OTHER).but().completed(MigrationSet.of(DONE)).done();
        Fetch fetch = new Fetch(MemberSet.of(3, 4), TABLE, MigrationSet.of(DONE), MigrationSet.of(OTHER));
        assertStep(
                fetching(heir, fetch),
                new Claim(repaired()).handle(heir, Act.NOW),
                send(3, new FetchRequest()),
                send(4, new FetchRequest()));
    }

    @Test
    void whatNeedsAClaim() {
        Claim claim = new Claim(repaired());
        assertRefused(ClassicGuard.UP, ClassicState.off(2, member(2).settings()), s -> claim.handle(s, Act.NOW));
        ClassicState master = heir().but().master(2).done();
        assertRefused(ClassicGuard.NOT_MASTER, master, s -> claim.handle(s, Act.NOW));
        assertRefused(ClassicGuard.OLDEST, member(2), s -> claim.handle(s, Act.NOW));
    }

    @Test
    void aMemberFollowsTheOldestThatItSees() {
        HandleFetchRequest handler = new HandleFetchRequest(repaired());
        ClassicState state = joined(member(3), OTHER)
                .but()
                .view(REST)
                .completed(MigrationSet.of(DONE))
                .done();
        assertStep(
                state.but().master(2).done(),
                handler.handle(state, receivedFrom(2, new FetchRequest())),
                send(2, new FetchReply(TABLE, MigrationSet.of(DONE), MigrationSet.of(OTHER))));
        assertRefused(
                ClassicGuard.CLAIMANT_IS_MEMBER, state, s -> handler.handle(s, receivedFrom(1, new FetchRequest())));
        assertRefused(
                ClassicGuard.CLAIM_CHECKS_VIEW, member(3), s -> handler.handle(s, receivedFrom(2, new FetchRequest())));
        assertStep(
                member(3).but().master(2).done(),
                new HandleFetchRequest(without(ClassicGuard.CLAIM_CHECKS_VIEW))
                        .handle(member(3), receivedFrom(2, new FetchRequest())),
                send(2, new FetchReply(TABLE, NONE, NONE)));
    }

    @Test
    void answersAreMerged() {
        HandleFetchReply handler = new HandleFetchReply(repaired());
        PartitionTable mine = table(Entry.of(4, 9, 2, 3), Entry.of(3, 2, 3, 1));
        Fetch before = new Fetch(MemberSet.of(3, 4), mine, MigrationSet.of(FAILED), MigrationSet.of(MOVE));
        PartitionTable theirs = table(Entry.of(4, 4, 2, 3), Entry.of(5, 3, 2, 1));
        Migration third = OTHER.with(Status.SUCCESS);
        FetchReply reply = new FetchReply(theirs, MigrationSet.of(DONE, third), MigrationSet.of(OTHER));
        Fetch after = new Fetch(
                MemberSet.of(3),
                table(Entry.of(4, 9, 2, 3), Entry.of(5, 3, 2, 1)),
                MigrationSet.of(FAILED, third),
                MigrationSet.of(MOVE, OTHER));
        assertStep(fetching(heir(), after), handler.handle(fetching(heir(), before), receivedFrom(4, reply)));
        assertRefused(ClassicGuard.ANSWER_EXPECTED, heir(), s -> handler.handle(s, receivedFrom(4, reply)));
        assertRefused(
                ClassicGuard.ANSWER_EXPECTED, fetching(heir(), after), s -> handler.handle(s, receivedFrom(4, reply)));
    }

    private static ClassicState gathered(PartitionTable table, MigrationSet done, MigrationSet active) {
        return fetching(heir(), new Fetch(MemberSet.of(), table, done, active));
    }

    private static void finishes(
            Guards guards, ClassicState before, PartitionTable table, MigrationSet done, ClassicState basis) {
        PartitionState message = new PartitionState(table, done);
        assertStep(
                with(basis, table)
                        .but()
                        .master(2)
                        .duty(Duty.READY)
                        .completed(done)
                        .done(),
                new FinishFetch(guards).handle(before, Act.NOW),
                send(3, message),
                send(4, message));
    }

    private static void finishes(Guards guards, ClassicState before, PartitionTable table, MigrationSet done) {
        finishes(guards, before, table, done, heir());
    }

    @Test
    void whatIsOpenHasFailed() {
        finishes(repaired(), gathered(TABLE, NONE, MigrationSet.of(MOVE)), FENCED, MigrationSet.of(FAILED));
        finishes(
                repaired(),
                gathered(MOVED, MigrationSet.of(DONE), MigrationSet.of(MOVE)),
                MOVED,
                MigrationSet.of(DONE));
        PartitionTable both = table(Entry.of(5, 1, 2, 3), Entry.of(5, 2, 3, 1));
        Migration before = new Migration(7, 1, 2, 4, 2, 1, 0, -1, -1, 0, 1, 1, Status.ACTIVE);
        finishes(
                repaired(),
                gathered(TABLE, NONE, MigrationSet.of(MOVE, OTHER, before)),
                both,
                MigrationSet.of(FAILED, OTHER.with(Status.FAILED), before.with(Status.FAILED)));
        finishes(
                without(ClassicGuard.VERSION_PER_PARTITION),
                gathered(TABLE, NONE, MigrationSet.of(MOVE)),
                both,
                MigrationSet.of(FAILED));
    }

    @Test
    void theNewMasterFinalisesItsOwnPart() {
        ClassicState part = joined(heir(), OTHER);
        ClassicState before = fetching(part, new Fetch(MemberSet.of(), TABLE, NONE, MigrationSet.of(OTHER)));
        finishes(
                repaired(),
                before,
                table(Entry.of(3, 1, 2, 3), Entry.of(5, 2, 3, 1)),
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
    void anOldFailureLowersNoVersion() {
        PartitionTable newer = table(Entry.of(7, 4, 2, 3), Entry.of(3, 2, 3, 1));
        MigrationSet old = MigrationSet.of(FAILED);
        finishes(repaired(), gathered(newer, old, NONE), newer, old);
        finishes(
                without(ClassicGuard.FETCH_TAKES_MAX),
                gathered(newer, old, NONE),
                table(Entry.of(5, 4, 2, 3), Entry.of(3, 2, 3, 1)),
                old);
        finishes(repaired(), gathered(newer, NONE, MigrationSet.of(MOVE)), newer, MigrationSet.of(FAILED));
        finishes(
                without(ClassicGuard.FETCH_TAKES_MAX),
                gathered(newer, MigrationSet.of(DONE), NONE),
                newer,
                MigrationSet.of(DONE));
    }

    @Test
    void whatNeedsTheEndOfAFetch() {
        FinishFetch finish = new FinishFetch(repaired());
        assertRefused(ClassicGuard.UP, ClassicState.off(2, heir().settings()), s -> finish.handle(s, Act.NOW));
        assertRefused(ClassicGuard.FETCHING, heir(), s -> finish.handle(s, Act.NOW));
        ClassicState waiting = fetching(heir(), new Fetch(MemberSet.of(3), TABLE, NONE, NONE));
        assertRefused(ClassicGuard.FETCH_WAITS_FOR_ALL, waiting, s -> finish.handle(s, Act.NOW));
        finishes(without(ClassicGuard.FETCH_WAITS_FOR_ALL), waiting, TABLE, NONE);
        PartitionTable other = table(Entry.of(3, 4, 2, 3), Entry.of(3, 2, 3, 1));
        assertRefused(ClassicGuard.NOT_DIVERGED, gathered(other, NONE, NONE), s -> finish.handle(s, Act.NOW));
    }
}
