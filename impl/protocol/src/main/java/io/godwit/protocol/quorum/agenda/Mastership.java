package io.godwit.protocol.quorum.agenda;

import io.godwit.protocol.MemberSet;
import io.godwit.protocol.Members;
import io.godwit.protocol.PartitionVector;
import io.godwit.protocol.Received;
import io.godwit.protocol.quorum.QuorumMessage.Fetch;
import io.godwit.protocol.quorum.QuorumMessage.Heartbeat;
import io.godwit.protocol.quorum.QuorumMessage.HeartbeatReply;
import io.godwit.protocol.quorum.QuorumMessage.Poll;
import io.godwit.protocol.quorum.QuorumMessage.PollReply;
import io.godwit.protocol.quorum.QuorumMessage.Resumed;
import io.godwit.protocol.quorum.registers.ControlMessage.Accept;
import io.godwit.protocol.quorum.registers.ControlMessage.Commit;
import io.godwit.protocol.quorum.registers.ControlMessage.Vote;
import io.godwit.protocol.quorum.registers.ControlMessage.VoteRequest;
import io.godwit.protocol.quorum.registers.Role;
import io.godwit.protocol.quorum.table.Configuration;
import io.godwit.protocol.quorum.table.Entry;

/**
 * Who is master: heartbeats, the question whether anybody hears one, elections, and the end of a mastership that leads
 * nowhere.
 *
 * <p>A member that hears no master asks the others first, and stands for election only when a majority of the voters hears
 * none, either: a member with a bad link does not depose a master that all others hear. Delays depend on the rank among the
 * voters, oldest first, so that not all stand at once.
 *
 * <p>Where disks are slow, requests for votes and votes wait for them, and signs of life do not. By these a candidate learns that
 * a vote is given, and waits for it; by these the others learn that somebody stands, or waits for their vote, and leave it alone.
 * Otherwise candidates would overtake themselves and each other for ever. A vote that is waited for may also be lost: it is sent
 * again.
 *
 * <p>A master resigns when it has not heard a majority for a while (its messages may get through, but no answers do), when
 * somebody has promised to a later term, or when it wants to leave. That is a {@code Reboot} in the specification: the
 * mastership is forgotten, and nothing else.
 */
final class Mastership {
    private final Rounds rounds;

    Mastership(Rounds rounds) {
        this.rounds = rounds;
    }

    /** The member starts, or is told the time for the first time. */
    void start(Turn turn) {
        heard(turn, Members.NONE, -1);
        turn.keep();
    }

    /** Time passes. */
    void tick(Turn turn) {
        if (turn.isMaster()) {
            if (turn.now() >= turn.office.due().telling()) {
                publish(turn);
            }
            if (turn.now() >= turn.office.due().heartbeat()) {
                beat(turn);
            }
            if (turn.now() >= turn.office.due().round()) {
                turn.office = turn.office.lookingAt(turn.now() + Timing.AGAIN);
                round(turn);
            }
        } else if (turn.isVoter() && turn.now() >= turn.campaign.deadline()) {
            if (votesAreUnderWay(turn)) {
                remind(turn);
            } else {
                ask(turn);
            }
        }
    }

    /**
     * Tells everybody what was decided since the last time, of each partition the last only. The primary knows it. What an
     * earlier master had decided, and is heard of only now, it proposes anew anyhow.
     */
    private static void publish(Turn turn) {
        PartitionVector<Entry> decided = turn.control.committed();
        MemberSet others = turn.office.cluster().up().without(turn.self());
        turn.office.talk().told().differences(decided, p -> {
            Commit message = new Commit(p, decided.get(p));
            int primary = message.entry().configuration().primary();
            boolean mine = message.term() == turn.control.term();
            others.forEach(member -> {
                if (mine && member != primary) {
                    turn.send(member, message);
                }
            });
        });
        turn.office = turn.office.telling(decided, turn.now() + Timing.TELLING);
    }

    private void beat(Turn turn) {
        turn.office = turn.office.beatingAt(turn.now() + Timing.HEARTBEAT);
        turn.send(
                Members.EVERYBODY,
                new Heartbeat(
                        turn.control.term(), turn.control.stamp(), turn.tracking.decidedStamp(), turn.peers.leaving()));
    }

    private void round(Turn turn) {
        if (hearsNoMajority(turn) || (turn.isLeaving() && hasSuccessor(turn))) {
            resign(turn);
        } else {
            rounds.look(turn);
        }
    }

    private static boolean hearsNoMajority(Turn turn) {
        MemberSet voters = turn.control.voting().voters();
        MemberSet heard =
                voters.filter(m -> m == turn.self() || !turn.office.isSilent(m, turn.now(), Timing.MEMBER_SILENCE));
        return !turn.control.voting().isMajority(heard);
    }

    /** Somebody who was heard since the member is master: at the beginning all are taken to live, the dead as well. */
    private static boolean hasSuccessor(Turn turn) {
        return turn.control
                .voting()
                .voters()
                .anyMatch(m -> m != turn.self()
                        && !turn.peers.leaving().contains(m)
                        && turn.office.hasHeard(m)
                        && !turn.office.isSilent(m, turn.now(), Timing.MEMBER_SILENCE));
    }

    private void resign(Turn turn) {
        int self = turn.self();
        turn.control("Reboot", self, s -> turn.quorum.failover().reboot(s, self));
        heard(turn, Members.NONE, -1);
    }

    /** A master lives. */
    void heartbeat(Turn turn, int from, Heartbeat message) {
        turn.leaving(message.leaving());
        turn.send(from, new HeartbeatReply(turn.control.term(), turn.peers.leaving()));
        if (message.term() < turn.control.term()) {
            return;
        }
        heard(turn, from, message.term());
        compare(turn, from, message);
        resume(turn, from);
    }

    /** Asks the master for new versions of what the member led before it started again, as far as it knows of none. */
    private static void resume(Turn turn, int master) {
        turn.data.replicas().forEach((p, replica) -> {
            if (replica.resumed() && !turn.control.committed().get(p).version().newerThan(replica.epoch())) {
                turn.send(master, new Resumed(p, replica.epoch()));
            }
        });
    }

    /** Asks for what it misses, if nothing has come since the last heartbeat. */
    private static void compare(Turn turn, int from, Heartbeat message) {
        long stamp = turn.control.stamp();
        long decided = turn.tracking.decidedStamp();
        if (message.stamp() == stamp && message.decidedStamp() == decided) {
            return;
        }
        if (turn.tracking.lagStamp() == stamp && turn.tracking.lagDecidedStamp() == decided) {
            turn.send(from, new Fetch(turn.control.accepted(), turn.control.committed()));
        }
        turn.tracking = new Watch.Tracking(decided, stamp, decided);
    }

    /** A member lives. */
    void reply(Turn turn, int from, HeartbeatReply message) {
        turn.leaving(message.leaving());
        told(turn, message.term());
        if (turn.isMaster()) {
            if (message.term() > turn.control.term()) {
                resign(turn);
                stand(turn);
            } else {
                turn.office = turn.office.hearing(from, turn.now());
            }
        } else if (message.term() == turn.control.term()) {
            promised(turn, from);
        }
    }

    /** Between a candidate and a member that has voted for it: the one waits for the vote, the other for it to be master. */
    private static void promised(Turn turn, int from) {
        int term = turn.control.term();
        if (turn.following.master() == from && turn.following.term() == term) {
            Watch.Given given = turn.following.given();
            heard(turn, from, term);
            giveAgain(turn, given);
        } else if (turn.control.role() == Role.CANDIDATE
                && !turn.campaign.promises().members().contains(from)
                && !turn.control.ballot().voters().contains(from)) {
            Watch.Campaign c = turn.campaign;
            turn.campaign = new Watch.Campaign(
                    Math.min(c.deadline(), turn.now() + Timing.HEARTBEAT),
                    c.attempts(),
                    c.alone(),
                    c.highestTerm(),
                    new Watch.Promises(c.promises().members().with(from), turn.now() + Timing.VOTES));
        }
    }

    /** Sends a vote again that the candidate waits for, each time after twice as long as before: it may wait for the disk. */
    private static void giveAgain(Turn turn, Watch.Given given) {
        boolean due = given.vote() != null && turn.now() >= given.next();
        if (due) {
            turn.send(turn.following.master(), given.vote());
        }
        giving(turn, due ? given.sentAt(turn.now(), given.times() + 1) : given);
    }

    private static void giving(Turn turn, Watch.Given given) {
        Watch.Following f = turn.following;
        turn.following = new Watch.Following(f.master(), f.term(), f.heard(), given);
    }

    private static MemberSet awaited(Turn turn) {
        return turn.campaign
                .promises()
                .members()
                .minus(turn.control.ballot().voters())
                .minus(turn.peers.suspects());
    }

    private static boolean votesAreUnderWay(Turn turn) {
        MemberSet awaited = awaited(turn);
        return turn.control.role() == Role.CANDIDATE
                && turn.now() < turn.campaign.promises().until()
                && !awaited.isEmpty()
                && turn.control
                        .voting()
                        .isMajority(awaited.union(turn.control.ballot().voters()));
    }

    /** Tells those whose votes are to come that they are waited for. */
    private static void remind(Turn turn) {
        campaign(turn, turn.now() + Timing.HEARTBEAT, turn.campaign.attempts(), turn.campaign.alone());
        awaited(turn)
                .forEach(member -> turn.send(member, new HeartbeatReply(turn.control.term(), turn.peers.leaving())));
    }

    /** A member misses entries. */
    void fetch(Turn turn, int from, Fetch message) {
        if (!turn.isMaster()) {
            return;
        }
        for (int p = 0; p < turn.setup.partitions(); p++) {
            Entry accepted = turn.control.accepted().get(p);
            Entry committed = turn.control.committed().get(p);
            if (accepted.newerThan(message.accepted().get(p)) && accepted.term() == turn.control.term()) {
                turn.send(from, new Accept(p, accepted));
            }
            if (committed.newerThan(message.committed().get(p)) && committed.term() == turn.control.term()) {
                turn.send(from, new Commit(p, committed));
            }
        }
    }

    /** Somebody hears no master. */
    void poll(Turn turn, int from, Poll message) {
        boolean news = message.term() > Math.max(turn.control.term(), turn.campaign.highestTerm());
        told(turn, message.term());
        boolean alone = hearsNoMaster(turn) || (!turn.isMaster() && turn.following.master() == from);
        turn.send(from, new PollReply(turn.control.term(), alone));
        if (news && alone && !turn.peers.suspects().contains(from)) {
            // It stands, or is about to, and its request for a vote may wait for its disk.
            turn.following = new Watch.Following(from, message.term(), turn.following.heard());
            campaign(turn, turn.now() + Timing.VOTES + delay(turn), 0, MemberSet.of());
        }
    }

    private static boolean hearsNoMaster(Turn turn) {
        return !turn.isMaster()
                && (turn.peers.suspects().contains(turn.following.master())
                        || turn.now() - turn.following.heard() >= Timing.MASTER_SILENCE);
    }

    /** Somebody else hears no master, either, or does. */
    void answer(Turn turn, int from, PollReply message) {
        told(turn, message.term());
        if (turn.isMaster() || !message.alone() || turn.campaign.attempts() == 0) {
            return;
        }
        MemberSet before = turn.campaign.alone();
        if (turn.control.role() == Role.CANDIDATE
                && message.term() < turn.control.term()
                && !turn.control.voting().isMajority(before)) {
            // It has not got the request for its vote: that is under way, or lost.
            turn.send(from, new VoteRequest(turn.control.term(), turn.control.voting()));
            return;
        }
        campaign(turn, turn.campaign.deadline(), turn.campaign.attempts(), before.with(from));
        boolean enough = turn.control.voting().isMajority(turn.campaign.alone());
        if (enough && !turn.control.voting().isMajority(before)) {
            stand(turn);
        }
    }

    /** A candidate asks for a vote. */
    void vote(Turn turn, int from, VoteRequest request) {
        told(turn, request.term());
        Received<VoteRequest> event = new Received<>(from, request);
        if (turn.control("HandleVoteRequest", event, s -> turn.quorum.failover().handleVoteRequest(s, from, request))) {
            heard(turn, from, request.term());
            Vote vote = new Vote(turn.control.term(), turn.control.accepted(), turn.control.voting());
            giving(turn, new Watch.Given(vote, 0, 0).sentAt(turn.now(), 0));
            turn.send(from, new HeartbeatReply(turn.control.term(), turn.peers.leaving()));
        } else if (turn.isVoter()
                && hearsNoMaster(turn)
                && turn.control.voting().newerThan(request.voting())) {
            // The candidate goes by an older voter set and can never win without this member. It would ask again for
            // ever,
            // and whoever votes for it hears somebody and is no help to others.
            stand(turn);
        }
    }

    /** The failure detector takes the master to be dead. */
    void suspect(Turn turn, int member) {
        if (!turn.isMaster() && turn.following.master() == member && turn.campaign.attempts() == 0) {
            campaign(turn, turn.now() + delay(turn), 0, MemberSet.of());
        }
    }

    private void ask(Turn turn) {
        int attempts = turn.campaign.attempts() + 1;
        long wait = Timing.CAMPAIGN + delay(turn) * Math.min(attempts, Timing.MAX_BACKOFF);
        campaign(turn, turn.now() + wait, attempts, MemberSet.of(turn.self()));
        if (turn.control.voting().isMajority(turn.campaign.alone())) {
            stand(turn);
        } else {
            turn.send(Members.EVERYBODY, new Poll(turn.control.term()));
        }
    }

    private void stand(Turn turn) {
        int term = Math.max(turn.control.term(), turn.campaign.highestTerm()) + 1;
        if (turn.control("StartElection", term, s -> turn.quorum.failover().startElection(s, term))) {
            Watch.Campaign c = turn.campaign;
            turn.campaign =
                    new Watch.Campaign(c.deadline(), c.attempts(), c.alone(), c.highestTerm(), Watch.Promises.NONE);
            elect(turn);
            if (!turn.isMaster()) {
                turn.send(Members.EVERYBODY, new Poll(term));
            }
        }
    }

    /** Takes the office, if there are votes enough. */
    void elect(Turn turn) {
        MemberSet quorum =
                turn.control.ballot().voters().intersect(turn.control.voting().voters());
        PartitionVector<Entry> before = turn.control.committed();
        if (turn.control("BecomeMaster", quorum, s -> turn.quorum.failover().becomeMaster(s, quorum))) {
            enter(turn);
            turn.decidedSince(before);
            rounds.commit(turn);
            beat(turn);
        }
    }

    private void enter(Turn turn) {
        MemberSet members = turn.control.voting().voters();
        for (int p = 0; p < turn.setup.partitions(); p++) {
            Configuration c = turn.control.accepted().get(p).configuration();
            if (!members.containsAll(c.participants())) {
                members = members.union(c.participants());
            }
        }
        turn.office = Office.begin(turn.now(), members, turn.control.committed());
        campaign(turn, turn.campaign.deadline(), 0, MemberSet.of());
        int term = turn.control.term();
        turn.control("RestampVoters", term, s -> turn.quorum.voters().restampVoters(s, term));
        rounds.survey(turn);
    }

    private static void heard(Turn turn, int master, int term) {
        turn.following = new Watch.Following(master, term, turn.now());
        campaign(turn, turn.now() + Timing.MASTER_SILENCE + delay(turn), 0, MemberSet.of());
    }

    private static void told(Turn turn, int term) {
        Watch.Campaign c = turn.campaign;
        turn.campaign = new Watch.Campaign(
                c.deadline(), c.attempts(), c.alone(), Math.max(c.highestTerm(), term), c.promises());
    }

    private static void campaign(Turn turn, long deadline, int attempts, MemberSet alone) {
        Watch.Campaign c = turn.campaign;
        turn.campaign = new Watch.Campaign(deadline, attempts, alone, c.highestTerm(), c.promises());
    }

    /** Older voters are faster. */
    private static long delay(Turn turn) {
        long rank = turn.control.voting().voters().filter(m -> m < turn.self()).size();
        return (rank + (turn.isLeaving() ? Timing.LEAVER_RANKS : 0)) * Timing.RANK;
    }
}
