package io.godwit.conformance.quorum;

import io.godwit.protocol.Guards;
import io.godwit.protocol.quorum.master.BecomeMaster;
import io.godwit.protocol.quorum.master.Crash;
import io.godwit.protocol.quorum.master.HandleVote;
import io.godwit.protocol.quorum.master.HandleVoteRequest;
import io.godwit.protocol.quorum.master.Reboot;
import io.godwit.protocol.quorum.master.StartElection;
import io.godwit.protocol.quorum.registers.AbandonMigration;
import io.godwit.protocol.quorum.registers.CommitProposal;
import io.godwit.protocol.quorum.registers.FinishMigration;
import io.godwit.protocol.quorum.registers.HandleAccept;
import io.godwit.protocol.quorum.registers.HandleAccepted;
import io.godwit.protocol.quorum.registers.HandleCommit;
import io.godwit.protocol.quorum.registers.Repair;
import io.godwit.protocol.quorum.registers.RepeatAccepted;
import io.godwit.protocol.quorum.registers.StartMigration;
import io.godwit.protocol.quorum.voters.AddVoter;
import io.godwit.protocol.quorum.voters.HandleInstalled;
import io.godwit.protocol.quorum.voters.HandleVoters;
import io.godwit.protocol.quorum.voters.RemoveVoter;
import io.godwit.protocol.quorum.voters.RepeatInstalled;
import io.godwit.protocol.quorum.voters.RestampVoters;

/** The handlers of the control plane, or what stands in for them. */
record ControlHandlers(
        StartElection startElection,
        HandleVoteRequest handleVoteRequest,
        BecomeMaster becomeMaster,
        StartMigration startMigration,
        FinishMigration finishMigration,
        AbandonMigration abandonMigration,
        Repair repair,
        HandleAccept handleAccept,
        CommitProposal commitProposal,
        HandleCommit handleCommit,
        Crash crash,
        Reboot reboot,
        RestampVoters restampVoters,
        AddVoter addVoter,
        RemoveVoter removeVoter,
        HandleVoters handleVoters,
        HandleVote handleVote,
        HandleAccepted handleAccepted,
        HandleInstalled handleInstalled,
        RepeatAccepted repeatAccepted,
        RepeatInstalled repeatInstalled) {
    static ControlHandlers with(Guards guards) {
        return new ControlHandlers(
                guards.make(StartElection.class, StartElection::new),
                guards.make(HandleVoteRequest.class, HandleVoteRequest::new),
                guards.make(BecomeMaster.class, BecomeMaster::new),
                guards.make(StartMigration.class, StartMigration::new),
                guards.make(FinishMigration.class, FinishMigration::new),
                guards.make(AbandonMigration.class, AbandonMigration::new),
                guards.make(Repair.class, Repair::new),
                guards.make(HandleAccept.class, HandleAccept::new),
                guards.make(CommitProposal.class, CommitProposal::new),
                guards.make(HandleCommit.class, HandleCommit::new),
                guards.make(Crash.class, Crash::new),
                guards.make(Reboot.class, Reboot::new),
                guards.make(RestampVoters.class, RestampVoters::new),
                guards.make(AddVoter.class, AddVoter::new),
                guards.make(RemoveVoter.class, RemoveVoter::new),
                guards.make(HandleVoters.class, HandleVoters::new),
                guards.make(HandleVote.class, HandleVote::new),
                guards.make(HandleAccepted.class, HandleAccepted::new),
                guards.make(HandleInstalled.class, HandleInstalled::new),
                guards.make(RepeatAccepted.class, RepeatAccepted::new),
                guards.make(RepeatInstalled.class, RepeatInstalled::new));
    }
}
