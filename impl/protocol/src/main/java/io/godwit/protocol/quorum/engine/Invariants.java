package io.godwit.protocol.quorum.engine;

import io.godwit.protocol.MemberSet;
import io.godwit.protocol.quorum.QuorumState;
import io.godwit.protocol.quorum.data.DataState;
import io.godwit.protocol.quorum.data.PendingCall;
import io.godwit.protocol.quorum.data.PendingCall.ForRead;
import io.godwit.protocol.quorum.data.PrimaryState;
import io.godwit.protocol.quorum.data.Replica;
import io.godwit.protocol.quorum.data.Status;
import io.godwit.protocol.quorum.registers.ControlMessage.Vote;
import io.godwit.protocol.quorum.registers.ControlState;
import io.godwit.protocol.quorum.registers.Role;
import io.godwit.protocol.quorum.registers.Stamps;
import io.godwit.protocol.quorum.table.Configuration;
import io.godwit.protocol.quorum.table.Entry;
import io.godwit.protocol.quorum.table.View;

/**
 * Invariants of a single member: what the specification says of the state of one member, or of two successive states. For
 * assertions after a step. A part of the state that is the same object as before is not checked, so that the cost depends on
 * the changes of a step.
 *
 * <p>Each method is one invariant, and says where the specification has it. They hold as long as all rules are in force.
 */
@SuppressWarnings("ReferenceEquality") // what is shared is the same object
public final class Invariants {
    private static final Stamps STAMPS = new Stamps();

    private Invariants() {}

    /**
     * Do all invariants hold after a step?
     *
     * @return true
     * @throws AssertionError if one does not hold, with its name and the values
     */
    public static boolean hold(QuorumState before, QuorumState after) {
        hold(before.control(), after.control());
        hold(before.data(), after.data());
        if (before.control() != after.control() || before.data() != after.data()) {
            between(before, after);
        }
        leavingIsForGood(before.local().peers().leaving(), after.local().peers().leaving());
        if (before.master() != after.master()) {
            onlyMasterHasMasterState(after);
        }
        return true;
    }

    /** The same for the control plane alone. */
    public static boolean hold(ControlState before, ControlState after) {
        if (before == after) {
            return true;
        }
        termGrows(before, after);
        if (before.accepted() != after.accepted()) {
            after.accepted().differences(before.accepted(), p -> {
                Entry entry = after.accepted().get(p);
                entryIsValid(p, entry);
                baseIsOlder(p, entry);
                acceptedIsOfPromisedTerm(p, entry, after.term());
                acceptedGrows(p, before.accepted().get(p), entry);
            });
            stampIsOfAccepted(before, after);
        }
        if (before.committed() != after.committed()) {
            after.committed().differences(before.committed(), p -> {
                Entry entry = after.committed().get(p);
                entryIsValid(p, entry);
                committedIsOfPromisedTerm(p, entry, after.term());
                committedGrows(p, before.committed().get(p), entry);
            });
        }
        if (before.outstanding() != after.outstanding()) {
            after.outstanding().differences(before.outstanding(), p -> {
                Entry entry = after.outstanding().get(p);
                if (!entry.isNone()) {
                    onlyMasterProposes(p, entry, after);
                    proposalIsOfOwnTerm(p, entry, after.term());
                    proposalIsAccepted(p, entry, after.accepted().get(p));
                    proposalIsNewer(p, entry, after.committed().get(p));
                }
            });
        }
        if (before.voting() != after.voting()) {
            votingGrows(before, after);
            votingIsOfPromisedTerm(after);
        }
        if (before.ballot() != after.ballot() || before.role() != after.role()) {
            followerHasNoVotes(after);
            candidateVotesForItself(after);
            for (Vote vote : after.ballot().votes().values()) {
                voteIsOfOwnTerm(vote, after);
            }
        }
        return true;
    }

    /** The same for the data plane alone. */
    public static boolean hold(DataState before, DataState after) {
        if (before.replicas() != after.replicas()) {
            after.replicas()
                    .differences(
                            before.replicas(),
                            p -> hold(
                                    p,
                                    after.self(),
                                    before.replicas().get(p),
                                    after.replicas().get(p)));
        }
        return true;
    }

    private static void hold(int p, int self, Replica before, Replica after) {
        versionGrows(p, before, after);
        if (before.view() != after.view()) {
            viewIsValid(p, after.view());
        }
        if (before.log() != after.log() || before.view() != after.view()) {
            noVersionNoLog(p, after);
            logIsNotNewer(p, after);
            logGrowsUnderOneVersion(p, before, after);
        }
        if (before.waits() != after.waits() || before.view() != after.view()) {
            onlyPrimaryWaits(p, self, after);
            waitsForOthers(p, after);
        }
        if (before.primaryState() != after.primaryState() || before.view() != after.view()) {
            onlyPrimaryLeads(p, self, after);
            primaryHasWhatIsAcknowledged(p, after);
            primaryHasWhatItSynced(p, after);
            readSawAPrefix(p, after);
        }
        if (after.resumed()) {
            resumedLeadsNobody(p, self, after);
        }
    }

    private static void between(QuorumState before, QuorumState after) {
        ControlState control = after.control();
        DataState data = after.data();
        if (before.data().replicas() != data.replicas()) {
            data.replicas().differences(before.data().replicas(), p -> {
                View view = data.replica(p).view();
                Entry decided = control.committed().get(p);
                if (!view.equals(before.data().replica(p).view())) {
                    activatedIsDecided(p, control.self(), view, decided);
                }
                versionNamesConfiguration(p, view, decided);
            });
        }
        if (before.control().committed() != control.committed()) {
            control.committed()
                    .differences(
                            before.control().committed(),
                            p -> versionNamesConfiguration(
                                    p,
                                    data.replica(p).view(),
                                    control.committed().get(p)));
        }
        if (data.status() == Status.LEFT) {
            leaverHasNoPart(after);
        }
    }

    // Terms and registers

    /** A promise is kept: {@code RegistersInd!AcceptancesOK}, {@code VotesOK}. */
    private static void termGrows(ControlState before, ControlState after) {
        if (after.term() < before.term()) {
            throw broken("termGrows", "term " + after.term() + " after " + before.term());
        }
    }

    /** {@code ControlPlane!EntryOK}, with {@code ValidConfiguration}: in-sync members are replicas, the learner is none. */
    private static void entryIsValid(int p, Entry entry) {
        if (!entry.isNone() && (entry.term() < 0 || entry.number() < 1 || !isValid(entry.configuration()))) {
            throw broken("entryIsValid", p, entry.toString());
        }
    }

    private static boolean isValid(Configuration c) {
        return c.isValid() && c.replicas().containsAll(c.inSync()) && !c.isInSync(c.destination());
    }

    /** A proposal changes something older: {@code RegistersInd!ProposalsOK}. */
    private static void baseIsOlder(int p, Entry entry) {
        if (!entry.isNone() && !entry.version().newerThan(entry.base())) {
            throw broken("baseIsOlder", p, entry.toString());
        }
    }

    /** {@code RegistersInd!HoldsProposed}. */
    private static void acceptedIsOfPromisedTerm(int p, Entry accepted, int term) {
        if (accepted.term() > term) {
            throw broken("acceptedIsOfPromisedTerm", p, "term " + term + ", accepted is " + accepted);
        }
    }

    /** {@code RegistersInd!AcceptancesOK}: a member holds what it has accepted last, or something newer. */
    private static void acceptedGrows(int p, Entry before, Entry after) {
        if (before.newerThan(after)) {
            throw broken("acceptedGrows", p, "accepted is " + after + " after " + before);
        }
    }

    /** {@code ControlPlane!StampConsistent}. */
    private static void stampIsOfAccepted(ControlState before, ControlState after) {
        long[] stamp = {before.stamp()};
        after.accepted()
                .differences(
                        before.accepted(),
                        p -> stamp[0] = STAMPS.exchange(
                                stamp[0],
                                p,
                                before.accepted().get(p),
                                after.accepted().get(p)));
        if (stamp[0] != after.stamp()) {
            throw broken("stampIsOfAccepted", "stamp " + after.stamp() + ", not " + stamp[0]);
        }
    }

    /** {@code Registers!HandleCommit} and {@code CommitProposal}: a member hears the term of a decision. */
    private static void committedIsOfPromisedTerm(int p, Entry committed, int term) {
        if (committed.term() > term) {
            throw broken("committedIsOfPromisedTerm", p, "term " + term + ", decided is " + committed);
        }
    }

    /** {@code ControlPlane!VersionMonotonic}. */
    private static void committedGrows(int p, Entry before, Entry after) {
        if (before.newerThan(after)) {
            throw broken("committedGrows", p, "decided is " + after + " after " + before);
        }
    }

    // The master's proposals

    /** {@code RegistersInd!MembersOK}, {@code ControlPlane!OnlyMasterMutates}. */
    private static void onlyMasterProposes(int p, Entry proposed, ControlState state) {
        if (!state.isMaster()) {
            throw broken("onlyMasterProposes", p, "a " + state.role() + " has proposed " + proposed);
        }
    }

    /** {@code RegistersInd!MastersOK}. */
    private static void proposalIsOfOwnTerm(int p, Entry proposed, int term) {
        if (proposed.term() != term) {
            throw broken("proposalIsOfOwnTerm", p, "term " + term + ", proposed is " + proposed);
        }
    }

    /** {@code Registers!Propose}, {@code MasterFailover!BecomeMaster}: a master accepts its proposals at once. */
    private static void proposalIsAccepted(int p, Entry proposed, Entry accepted) {
        if (!proposed.equals(accepted)) {
            throw broken("proposalIsAccepted", p, "proposed is " + proposed + ", accepted is " + accepted);
        }
    }

    /** {@code RegistersInd!MastersOK}, the last conjunct. */
    private static void proposalIsNewer(int p, Entry proposed, Entry decided) {
        if (!proposed.newerThan(decided)) {
            throw broken("proposalIsNewer", p, "proposed is " + proposed + ", decided is " + decided);
        }
    }

    // Voters and votes

    /** {@code Voters!HandleVoters}: members go by the newest voter set that they have heard of. */
    private static void votingGrows(ControlState before, ControlState after) {
        if (before.voting().newerThan(after.voting())) {
            throw broken("votingGrows", after.voting() + " after " + before.voting());
        }
    }

    /** {@code Voters!HandleVoters}, {@code InstallAtMaster}: a voter set is of a term that the member has heard. */
    private static void votingIsOfPromisedTerm(ControlState state) {
        if (state.voting().term() > state.term()) {
            throw broken("votingIsOfPromisedTerm", "term " + state.term() + ", " + state.voting());
        }
    }

    /** {@code MasterFailover!BecomeMaster}: votes are for whoever stands, and end with the term. */
    private static void followerHasNoVotes(ControlState state) {
        if (state.role() == Role.FOLLOWER && !state.ballot().votes().isEmpty()) {
            throw broken(
                    "followerHasNoVotes",
                    "term " + state.term() + ", votes of " + state.ballot().voters());
        }
    }

    /** {@code RegistersInd!CandidatesOK}. */
    private static void candidateVotesForItself(ControlState state) {
        if (state.role() == Role.CANDIDATE && !state.ballot().voters().contains(state.self())) {
            throw broken(
                    "candidateVotesForItself",
                    "candidate " + state.self() + " has votes of "
                            + state.ballot().voters());
        }
    }

    /** {@code RegistersInd!VotesOK}. */
    private static void voteIsOfOwnTerm(Vote vote, ControlState state) {
        if (vote.term() != state.term()) {
            throw broken("voteIsOfOwnTerm", "vote of term " + vote.term() + " in " + state.term());
        }
    }

    // Versions and logs of a partition

    /** {@code DataPlane!VersionMonotonic}. */
    private static void versionGrows(int p, Replica before, Replica after) {
        if (before.epoch().newerThan(after.epoch())) {
            throw broken("versionGrows", p, "activated is " + after.epoch() + " after " + before.epoch());
        }
    }

    /** {@code DataState!StateOK}, {@code FencedReplicationInd!TableOK}. */
    private static void viewIsValid(int p, View view) {
        if (view.version().number() != 0 && !isValid(view.configuration())) {
            throw broken("viewIsValid", p, view.toString());
        }
    }

    /** {@code FencedReplicationInd!ViewsOK}. */
    private static void noVersionNoLog(int p, Replica replica) {
        if (replica.epoch().number() == 0
                && (!replica.log().isEmpty() || !replica.waits().isEmpty())) {
            throw broken("noVersionNoLog", p, "a log of " + replica.log().length() + ", waits for " + replica.waits());
        }
    }

    /** {@code FencedReplicationInd!SyncLogsOK}, the last conjunct, for the last entry. */
    private static void logIsNotNewer(int p, Replica replica) {
        if (replica.log().lastEpoch().newerThan(replica.epoch())) {
            throw broken("logIsNotNewer", p, "an entry of " + replica.log().lastEpoch() + " under " + replica.epoch());
        }
    }

    /** {@code DataPlane!BackupMonotonic}, for length and last version. */
    private static void logGrowsUnderOneVersion(int p, Replica before, Replica after) {
        if (before.epoch().equals(after.epoch())
                && (before.log().length() > after.log().length()
                        || before.log().lastEpoch().newerThan(after.log().lastEpoch()))) {
            throw broken(
                    "logGrowsUnderOneVersion",
                    p,
                    "a log of " + after.log().length() + " after "
                            + before.log().length());
        }
    }

    // What a primary keeps

    /** {@code FencedReplicationInd!CaughtUpsOK}: who waits has proposed, and leads. */
    private static void onlyPrimaryWaits(int p, int self, Replica replica) {
        if (!replica.waits().isEmpty() && !replica.isPrimary(self)) {
            throw broken("onlyPrimaryWaits", p, "waits for " + replica.waits() + " in " + replica.configuration());
        }
    }

    /** {@code FencedReplicationInd!CaughtUpsOK}: those that a primary proposes have a part, and are not in sync. */
    private static void waitsForOthers(int p, Replica replica) {
        Configuration c = replica.configuration();
        if (!replica.waits().isEmpty()
                && (!c.participants().containsAll(replica.waits())
                        || !c.inSync().intersect(replica.waits()).isEmpty())) {
            throw broken("waitsForOthers", p, "waits for " + replica.waits() + " in " + c);
        }
    }

    /** {@code FencedReplication!IsPrimary} comes before all that {@link PrimaryState} is used for. */
    private static void onlyPrimaryLeads(int p, int self, Replica replica) {
        PrimaryState primaryState = replica.primaryState();
        if (!replica.isPrimary(self)
                && (!primaryState.calls().isEmpty()
                        || !primaryState.acks().numbers().isEmpty())) {
            throw broken("onlyPrimaryLeads", p, self + " leads " + replica.configuration());
        }
    }

    /** {@code FencedReplicationInd!Matching}: what is acknowledged, the primary has. */
    private static void primaryHasWhatIsAcknowledged(int p, Replica replica) {
        for (long member : replica.primaryState().acks().numbers().keys()) {
            int number = replica.primaryState().acks().of((int) member);
            if (number > replica.log().length()) {
                throw broken(
                        "primaryHasWhatIsAcknowledged",
                        p,
                        number + " acknowledged, the log has " + replica.log().length());
            }
        }
    }

    /** {@code FencedReplicationInd!BasesOK}: what was sent with the version is the beginning of the log. */
    private static void primaryHasWhatItSynced(int p, Replica replica) {
        if (replica.primaryState().synced().length() > replica.log().length()) {
            throw broken(
                    "primaryHasWhatItSynced",
                    p,
                    replica.primaryState().synced().length() + " sent, the log has "
                            + replica.log().length());
        }
    }

    /** {@code FencedReplication!StartRead}: a read sees the log as it was, and the log only grows. */
    private static void readSawAPrefix(int p, Replica replica) {
        for (long client : replica.primaryState().calls().keys()) {
            PendingCall call = replica.primaryState().calls().get(client);
            if (call instanceof ForRead read
                    && read.seen().length() > replica.log().length()) {
                throw broken(
                        "readSawAPrefix",
                        p,
                        call + " behind a log of " + replica.log().length());
            }
        }
    }

    /**
     * {@code DurableDataPlane!NewVersionAfterRestart}: a primary that has restarted counts no acknowledgement and begins no read under
     * its old version. A client may wait for a write that it had found in the log.
     */
    private static void resumedLeadsNobody(int p, int self, Replica replica) {
        boolean leads = !replica.primaryState().acks().numbers().isEmpty();
        for (long client : replica.primaryState().calls().keys()) {
            leads |= replica.primaryState().calls().get(client) instanceof ForRead;
        }
        if (leads || !replica.isPrimary(self)) {
            throw broken("resumedLeadsNobody", p, self + " started again in " + replica.configuration());
        }
    }

    // Both planes

    /** {@code FencedReplication!Activate}: a primary activates what it knows to be decided, or something older. */
    private static void activatedIsDecided(int p, int self, View view, Entry decided) {
        if (view.configuration().primary() == self && view.version().newerThan(decided.version())) {
            throw broken("activatedIsDecided", p, "activated is " + view + ", decided is " + decided);
        }
    }

    /** {@code ControlPlane!VersionUnique}, {@code FencedReplicationInd!ViewsOK}. */
    private static void versionNamesConfiguration(int p, View view, Entry decided) {
        if (view.version().equals(decided.version())
                && !decided.isNone()
                && !view.configuration().equals(decided.configuration())) {
            throw broken("versionNamesConfiguration", p, "activated is " + view + ", decided is " + decided);
        }
    }

    /** {@code DataPlane!ShutdownOnlyWhenEmpty}. */
    private static void leaverHasNoPart(QuorumState state) {
        int self = state.self();
        if (state.control().voting().voters().contains(self)) {
            throw broken(
                    "leaverHasNoPart",
                    self + " has left, and is among " + state.control().voting());
        }
        state.data().replicas().forEach((p, replica) -> {
            if (replica.configuration().isParticipant(self)) {
                throw broken("leaverHasNoPart", p, self + " has left, and has a part in " + replica.configuration());
            }
        });
    }

    /** {@code DataState!leaving} only grows: {@code Drain!RequestLeave} is for good. */
    private static void leavingIsForGood(MemberSet before, MemberSet after) {
        if (before != after && !after.containsAll(before)) {
            throw broken("leavingIsForGood", after + " after " + before);
        }
    }

    /** {@code MasterFailover!Reboot}: what a master keeps is forgotten with the mastership. */
    private static void onlyMasterHasMasterState(QuorumState state) {
        if (!state.control().isMaster() && state.master() != MasterState.NONE) {
            throw broken(
                    "onlyMasterHasMasterState",
                    "a " + state.control().role() + " of term "
                            + state.control().term());
        }
    }

    private static AssertionError broken(String invariant, int partition, String words) {
        return broken(invariant, "partition " + partition + ": " + words);
    }

    private static AssertionError broken(String invariant, String words) {
        return new AssertionError(invariant + ": " + words);
    }
}
