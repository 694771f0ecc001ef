package io.godwit.protocol.quorum.engine;

import io.godwit.protocol.MemberSet;
import io.godwit.protocol.Members;
import io.godwit.protocol.PartitionVector;
import io.godwit.protocol.Received;
import io.godwit.protocol.quorum.MasterFailover;
import io.godwit.protocol.quorum.QuorumMessage.Fetch;
import io.godwit.protocol.quorum.QuorumMessage.Heartbeat;
import io.godwit.protocol.quorum.QuorumMessage.HeartbeatReply;
import io.godwit.protocol.quorum.QuorumMessage.PreVoteReply;
import io.godwit.protocol.quorum.QuorumMessage.PreVoteRequest;
import io.godwit.protocol.quorum.QuorumMessage.Resumed;
import io.godwit.protocol.quorum.registers.ControlMessage.Accept;
import io.godwit.protocol.quorum.registers.ControlMessage.Commit;
import io.godwit.protocol.quorum.registers.ControlMessage.Vote;
import io.godwit.protocol.quorum.registers.ControlMessage.VoteRequest;
import io.godwit.protocol.quorum.registers.Role;
import io.godwit.protocol.quorum.table.Configuration;
import io.godwit.protocol.quorum.table.Entry;

/**
 * Heartbeats of the master, pre-votes, elections, and the end of a mastership that makes no progress.
 *
 * <p>A member that hears no master asks the others first, and stands for election only when a majority of the voters hears
 * none, either: a member with a bad link does not depose a master that all others hear. Delays depend on the rank among the
 * voters, oldest first, so that not all stand at once.
 *
 * <p>Requests for votes and votes wait for the disk; heartbeat replies and pre-votes do not. From these a candidate learns
 * that a vote was given, and waits for it; and the others learn that a member stands or waits for their vote, and do not
 * compete. Otherwise, on slow disks, candidates would interrupt each other and themselves for ever. A vote may also be lost:
 * it is sent again while the candidate waits for it.
 *
 * <p>A master resigns when it has not heard a majority for a while (its messages may arrive although no answers do), when a
 * member has promised to a later term, or when it wants to leave. That is a {@code Reboot} in the specification: the
 * mastership is forgotten, and nothing else.
 */
final class MasterElection {
    private final MasterRound round;

    MasterElection(MasterRound round) {
        this.round = round;
    }

    /** The first tick. */
    void start(StepContext context) {
        follow(context, Members.NONE, -1);
        context.output.persist();
    }

    /** Time passes. */
    void tick(StepContext context) {
        if (context.isMaster()) {
            if (context.now() >= context.master.timers().publishing()) {
                publish(context);
            }
            if (context.now() >= context.master.timers().heartbeat()) {
                sendHeartbeat(context);
            }
            if (context.now() >= context.master.timers().round()) {
                context.master = context.master.withNextRound(context.now() + Timing.RETRANSMIT_INTERVAL);
                round(context);
            }
        } else if (context.isVoter() && context.now() >= context.election().deadline()) {
            if (areVotesExpected(context)) {
                remindVoters(context);
            } else {
                askForMaster(context);
            }
        }
    }

    /**
     * Sends the decisions since the last time to all members, only the last one of each partition. The primary has it
     * already. A decision of an earlier master is left out: it is proposed again in this term anyway.
     */
    private static void publish(StepContext context) {
        PartitionVector<Entry> decided = context.control().committed();
        MemberSet others = context.master.cluster().up().without(context.self());
        context.master.progress().published().differences(decided, p -> {
            Commit message = new Commit(p, decided.get(p));
            int primary = message.entry().configuration().primary();
            boolean mine = message.term() == context.term();
            others.forEach(member -> {
                if (mine && member != primary) {
                    context.output.send(member, message);
                }
            });
        });
        context.master = context.master.withPublished(decided, context.now() + Timing.PUBLISH_INTERVAL);
    }

    private void sendHeartbeat(StepContext context) {
        context.master = context.master.withNextHeartbeat(context.now() + Timing.HEARTBEAT_INTERVAL);
        context.local = context.local.with(ClusterStateChange.progress(context));
        context.output.send(
                Members.EVERYBODY,
                new Heartbeat(
                        context.term(),
                        context.control().stamp(),
                        context.local.tableStamps().decidedStamp(),
                        context.peers().leaving(),
                        context.local.state()));
    }

    private void round(StepContext context) {
        if (hearsNoMajority(context) || (context.isLeaving() && hasSuccessor(context))) {
            resign(context);
        } else {
            round.run(context);
        }
    }

    private static boolean hearsNoMajority(StepContext context) {
        MemberSet voters = context.voting().voters();
        MemberSet heard = voters.filter(
                m -> m == context.self() || !context.master.isSilent(m, context.now(), Timing.MEMBER_SILENCE));
        return !context.voting().isMajority(heard);
    }

    /**
     * Whether another voter was heard since the mastership began and is not leaving. At the beginning every member is
     * assumed to be alive.
     */
    private static boolean hasSuccessor(StepContext context) {
        return context.voting()
                .voters()
                .anyMatch(m -> m != context.self()
                        && !context.peers().leaving().contains(m)
                        && context.master.hasHeard(m)
                        && !context.master.isSilent(m, context.now(), Timing.MEMBER_SILENCE));
    }

    private void resign(StepContext context) {
        int self = context.self();
        context.controlAction("Reboot", self, s -> context.quorum.failover().reboot(s, self));
        follow(context, Members.NONE, -1);
    }

    /** Handles a heartbeat. */
    void heartbeat(StepContext context, int from, Heartbeat message) {
        context.leaving(message.leaving());
        context.output.send(
                from, new HeartbeatReply(context.term(), context.peers().leaving()));
        if (message.term() < context.term()) {
            return;
        }
        follow(context, from, message.term());
        context.local = context.local.with(message.state());
        compareStamps(context, from, message);
        requestRestamp(context, from);
    }

    /** Asks the master for new versions of the partitions that the member led before its restart, where it knows none. */
    private static void requestRestamp(StepContext context, int master) {
        context.data().replicas().forEach((p, replica) -> {
            if (replica.resumed()
                    && !context.control().committed().get(p).version().newerThan(replica.epoch())) {
                context.output.send(master, new Resumed(p, replica.epoch()));
            }
        });
    }

    /** Asks for missing entries, if none has come since the last heartbeat. */
    private static void compareStamps(StepContext context, int from, Heartbeat message) {
        long stamp = context.control().stamp();
        long decided = context.local.tableStamps().decidedStamp();
        if (message.stamp() == stamp && message.decidedStamp() == decided) {
            return;
        }
        if (context.local.tableStamps().lagStamp() == stamp
                && context.local.tableStamps().lagDecidedStamp() == decided) {
            context.output.send(
                    from,
                    new Fetch(context.control().accepted(), context.control().committed()));
        }
        context.local = context.local.with(new LocalState.TableStamps(decided, stamp, decided));
    }

    /** Handles the reply to a heartbeat. */
    void reply(StepContext context, int from, HeartbeatReply message) {
        context.leaving(message.leaving());
        noteTerm(context, message.term());
        if (context.isMaster()) {
            if (message.term() > context.term()) {
                resign(context);
                startElection(context);
            } else {
                context.master = context.master.heardFrom(from, context.now());
            }
        } else if (message.term() == context.term()) {
            voteExpected(context, from);
        }
    }

    /**
     * A sign of life between a candidate and a member that has voted for it: the voter sends its vote again, the candidate
     * waits for it.
     */
    private static void voteExpected(StepContext context, int from) {
        int term = context.term();
        if (context.follower().master() == from && context.follower().term() == term) {
            LocalState.GrantedVote given = context.follower().granted();
            follow(context, from, term);
            resendVote(context, given);
        } else if (context.control().role() == Role.CANDIDATE
                && !context.election().expected().members().contains(from)
                && !context.control().ballot().voters().contains(from)) {
            LocalState.Election c = context.election();
            context.local = context.local.with(new LocalState.Election(
                    Math.min(c.deadline(), context.now() + Timing.HEARTBEAT_INTERVAL),
                    c.attempts(),
                    c.withoutMaster(),
                    c.highestTerm(),
                    new LocalState.ExpectedVotes(c.expected().members().with(from), context.now() + Timing.VOTE_WAIT)));
        }
    }

    /** Sends a vote again for which the candidate waits, at intervals that double: it may wait for the disk. */
    private static void resendVote(StepContext context, LocalState.GrantedVote given) {
        boolean due = given.vote() != null && context.now() >= given.next();
        if (due) {
            context.output.send(context.follower().master(), given.vote());
        }
        grant(context, due ? given.sentAt(context.now(), given.times() + 1) : given);
    }

    private static void grant(StepContext context, LocalState.GrantedVote given) {
        LocalState.FollowerState f = context.follower();
        context.local = context.local.with(new LocalState.FollowerState(f.master(), f.term(), f.heard(), given));
    }

    private static MemberSet awaitedVotes(StepContext context) {
        return context.election()
                .expected()
                .members()
                .minus(context.control().ballot().voters())
                .minus(context.peers().suspects());
    }

    private static boolean areVotesExpected(StepContext context) {
        MemberSet awaited = awaitedVotes(context);
        return context.control().role() == Role.CANDIDATE
                && context.now() < context.election().expected().until()
                && !awaited.isEmpty()
                && context.voting()
                        .isMajority(awaited.union(context.control().ballot().voters()));
    }

    /** Tells the members whose votes were announced that the candidate waits for them. */
    private static void remindVoters(StepContext context) {
        updateElection(
                context,
                context.now() + Timing.HEARTBEAT_INTERVAL,
                context.election().attempts(),
                context.election().withoutMaster());
        awaitedVotes(context)
                .forEach(member -> context.output.send(
                        member,
                        new HeartbeatReply(context.term(), context.peers().leaving())));
    }

    /** Handles a request for missing entries. */
    void fetch(StepContext context, int from, Fetch message) {
        if (!context.isMaster()) {
            return;
        }
        for (int p = 0; p < context.setup.partitions(); p++) {
            Entry accepted = context.control().accepted().get(p);
            Entry committed = context.control().committed().get(p);
            if (accepted.newerThan(message.accepted().get(p)) && accepted.term() == context.term()) {
                context.output.send(from, new Accept(p, accepted));
            }
            if (committed.newerThan(message.committed().get(p)) && committed.term() == context.term()) {
                context.output.send(from, new Commit(p, committed));
            }
        }
    }

    /** Handles a pre-vote request: a member hears no master. */
    void preVoteRequest(StepContext context, int from, PreVoteRequest message) {
        boolean news =
                message.term() > Math.max(context.term(), context.election().highestTerm());
        noteTerm(context, message.term());
        boolean noMaster = hearsNoMaster(context)
                || (!context.isMaster() && context.follower().master() == from);
        context.output.send(from, new PreVoteReply(context.term(), noMaster));
        if (news && noMaster && !context.peers().suspects().contains(from)) {
            // It stands for election, or is about to, and its vote request may wait for its disk.
            context.local = context.local.with(new LocalState.FollowerState(
                    from, message.term(), context.follower().heard()));
            updateElection(context, context.now() + Timing.VOTE_WAIT + rankDelay(context), 0, MemberSet.of());
        }
    }

    private static boolean hearsNoMaster(StepContext context) {
        return !context.isMaster()
                && (context.peers().suspects().contains(context.follower().master())
                        || context.now() - context.follower().heard() >= Timing.MASTER_SILENCE);
    }

    /** Handles the reply to a pre-vote. */
    void preVoteReply(StepContext context, int from, PreVoteReply message) {
        noteTerm(context, message.term());
        if (context.isMaster() || !message.hearsNoMaster() || context.election().attempts() == 0) {
            return;
        }
        MemberSet before = context.election().withoutMaster();
        if (context.control().role() == Role.CANDIDATE
                && message.term() < context.term()
                && !context.voting().isMajority(before)) {
            // It has not received the vote request, which is in flight or lost.
            context.output.send(from, new VoteRequest(context.term(), context.voting()));
            return;
        }
        updateElection(
                context, context.election().deadline(), context.election().attempts(), before.with(from));
        boolean enough = context.voting().isMajority(context.election().withoutMaster());
        if (enough && !context.voting().isMajority(before)) {
            startElection(context);
        }
    }

    /** Handles a vote request. */
    void voteRequest(StepContext context, int from, VoteRequest request) {
        noteTerm(context, request.term());
        Received<VoteRequest> event = new Received<>(from, request);
        if (context.controlAction(
                "HandleVoteRequest", event, s -> context.quorum.failover().handleVoteRequest(s, from, request))) {
            follow(context, from, request.term());
            Vote vote = MasterFailover.vote(context.control(), request.term());
            grant(context, new LocalState.GrantedVote(vote, 0, 0).sentAt(context.now(), 0));
            context.output.send(
                    from, new HeartbeatReply(context.term(), context.peers().leaving()));
        } else if (context.isVoter()
                && hearsNoMaster(context)
                && context.voting().newerThan(request.voting())) {
            // The candidate has an older voter set and can never win without this member. It would ask for ever, and a
            // member that votes for it follows it and supports no other candidate.
            startElection(context);
        }
    }

    /** The failure detector suspects a member. If it is the master, the next pre-vote comes sooner. */
    void suspect(StepContext context, int member) {
        if (!context.isMaster()
                && context.follower().master() == member
                && context.election().attempts() == 0) {
            updateElection(context, context.now() + rankDelay(context), 0, MemberSet.of());
        }
    }

    private void askForMaster(StepContext context) {
        int attempts = context.election().attempts() + 1;
        long wait = Timing.ELECTION_TIMEOUT + rankDelay(context) * Math.min(attempts, Timing.MAX_BACKOFF);
        updateElection(context, context.now() + wait, attempts, MemberSet.of(context.self()));
        if (context.voting().isMajority(context.election().withoutMaster())) {
            startElection(context);
        } else {
            context.output.send(Members.EVERYBODY, new PreVoteRequest(context.term()));
        }
    }

    private void startElection(StepContext context) {
        int term = Math.max(context.term(), context.election().highestTerm()) + 1;
        if (context.controlAction(
                "StartElection", term, s -> context.quorum.failover().startElection(s, term))) {
            LocalState.Election c = context.election();
            context.local = context.local.with(new LocalState.Election(
                    c.deadline(), c.attempts(), c.withoutMaster(), c.highestTerm(), LocalState.ExpectedVotes.NONE));
            elect(context);
            if (!context.isMaster()) {
                context.output.send(Members.EVERYBODY, new PreVoteRequest(term));
            }
        }
    }

    /** Becomes master if there are enough votes. */
    void elect(StepContext context) {
        MemberSet quorum =
                context.control().ballot().voters().intersect(context.voting().voters());
        PartitionVector<Entry> before = context.control().committed();
        if (context.controlAction(
                "BecomeMaster", quorum, s -> context.quorum.failover().becomeMaster(s, quorum))) {
            beginMastership(context);
            context.decidedSince(before);
            round.commit(context);
            sendHeartbeat(context);
        }
    }

    private void beginMastership(StepContext context) {
        MemberSet members = context.voting().voters();
        for (int p = 0; p < context.setup.partitions(); p++) {
            Configuration c = context.control().accepted().get(p).configuration();
            if (!members.containsAll(c.participants())) {
                members = members.union(c.participants());
            }
        }
        context.master =
                MasterState.begin(context.now(), members, context.control().committed());
        updateElection(context, context.election().deadline(), 0, MemberSet.of());
        int term = context.term();
        context.controlAction(
                "RestampVoters", term, s -> context.quorum.voters().restampVoters(s, term));
        round.updateMembership(context);
    }

    private static void follow(StepContext context, int master, int term) {
        context.local = context.local.with(new LocalState.FollowerState(master, term, context.now()));
        updateElection(context, context.now() + Timing.MASTER_SILENCE + rankDelay(context), 0, MemberSet.of());
    }

    private static void noteTerm(StepContext context, int term) {
        LocalState.Election c = context.election();
        context.local = context.local.with(new LocalState.Election(
                c.deadline(), c.attempts(), c.withoutMaster(), Math.max(c.highestTerm(), term), c.expected()));
    }

    private static void updateElection(StepContext context, long deadline, int attempts, MemberSet withoutMaster) {
        LocalState.Election c = context.election();
        context.local = context.local.with(
                new LocalState.Election(deadline, attempts, withoutMaster, c.highestTerm(), c.expected()));
    }

    /** The delay that depends on the rank; it is shorter for older voters. */
    private static long rankDelay(StepContext context) {
        long rank = context.voting().voters().filter(m -> m < context.self()).size();
        return (rank + (context.isLeaving() ? Timing.LEAVER_RANKS : 0)) * Timing.RANK_DELAY;
    }
}
