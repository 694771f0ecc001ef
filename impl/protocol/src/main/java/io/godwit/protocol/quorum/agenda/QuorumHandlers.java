package io.godwit.protocol.quorum.agenda;

import io.godwit.protocol.Guards;
import io.godwit.protocol.quorum.data.decision.AbortMigration;
import io.godwit.protocol.quorum.data.decision.AdmitBackup;
import io.godwit.protocol.quorum.data.decision.EvictBackup;
import io.godwit.protocol.quorum.data.decision.HandleCaughtUp;
import io.godwit.protocol.quorum.data.decision.Promote;
import io.godwit.protocol.quorum.data.decision.RemoveReplica;
import io.godwit.protocol.quorum.data.decision.Restamp;
import io.godwit.protocol.quorum.data.decision.SwitchPrimary;
import io.godwit.protocol.quorum.data.life.HandleReleased;
import io.godwit.protocol.quorum.data.life.LeaveVoters;
import io.godwit.protocol.quorum.data.life.Release;
import io.godwit.protocol.quorum.data.life.RequestLeave;
import io.godwit.protocol.quorum.data.life.Restart;
import io.godwit.protocol.quorum.data.life.RestartFromDisk;
import io.godwit.protocol.quorum.data.replication.Activate;
import io.godwit.protocol.quorum.data.replication.AnswerRead;
import io.godwit.protocol.quorum.data.replication.AnswerWrite;
import io.godwit.protocol.quorum.data.replication.Forget;
import io.godwit.protocol.quorum.data.replication.HandleAck;
import io.godwit.protocol.quorum.data.replication.HandleAppend;
import io.godwit.protocol.quorum.data.replication.HandleConfirm;
import io.godwit.protocol.quorum.data.replication.HandleProbe;
import io.godwit.protocol.quorum.data.replication.HandleSync;
import io.godwit.protocol.quorum.data.replication.ProposeMember;
import io.godwit.protocol.quorum.data.replication.RepeatAck;
import io.godwit.protocol.quorum.data.replication.RepeatWrite;
import io.godwit.protocol.quorum.data.replication.StartRead;
import io.godwit.protocol.quorum.data.replication.Write;

/** All handlers of a member. */
public final class QuorumHandlers {
    final Learned learned;

    final Activate activate;
    final HandleSync handleSync;
    final HandleAppend handleAppend;
    final Forget forget;
    final RepeatAck repeatAck;
    final HandleAck handleAck;
    final HandleProbe handleProbe;
    final HandleConfirm handleConfirm;
    final Write write;
    final RepeatWrite repeatWrite;
    final AnswerWrite answerWrite;
    final StartRead startRead;
    final AnswerRead answerRead;
    final ProposeMember proposeMember;

    final io.godwit.protocol.quorum.data.decision.StartMigration planMigration;
    final io.godwit.protocol.quorum.data.decision.FinishMigration endMigration;
    final AbortMigration abortMigration;
    final Promote promote;
    final EvictBackup evictBackup;
    final AdmitBackup admitBackup;
    final RemoveReplica removeReplica;
    final SwitchPrimary switchPrimary;
    final Restamp restamp;
    final HandleCaughtUp handleCaughtUp;

    final RequestLeave requestLeave;
    final LeaveVoters leaveVoters;
    final Release release;
    final HandleReleased handleReleased;
    final Restart restart;
    final RestartFromDisk restartFromDisk;

    /** Handlers with these guards, or with what stands in for them. */
    public QuorumHandlers(Guards guards) {
        learned = guards.make(Learned.class, Learned::new);
        activate = guards.make(Activate.class, Activate::new);
        handleSync = guards.make(HandleSync.class, HandleSync::new);
        handleAppend = guards.make(HandleAppend.class, HandleAppend::new);
        forget = guards.make(Forget.class, Forget::new);
        repeatAck = guards.make(RepeatAck.class, RepeatAck::new);
        handleAck = guards.make(HandleAck.class, HandleAck::new);
        handleProbe = guards.make(HandleProbe.class, HandleProbe::new);
        handleConfirm = guards.make(HandleConfirm.class, HandleConfirm::new);
        write = guards.make(Write.class, Write::new);
        repeatWrite = guards.make(RepeatWrite.class, RepeatWrite::new);
        answerWrite = guards.make(AnswerWrite.class, AnswerWrite::new);
        startRead = guards.make(StartRead.class, StartRead::new);
        answerRead = guards.make(AnswerRead.class, AnswerRead::new);
        proposeMember = guards.make(ProposeMember.class, ProposeMember::new);
        planMigration = guards.make(
                io.godwit.protocol.quorum.data.decision.StartMigration.class,
                io.godwit.protocol.quorum.data.decision.StartMigration::new);
        endMigration = guards.make(
                io.godwit.protocol.quorum.data.decision.FinishMigration.class,
                io.godwit.protocol.quorum.data.decision.FinishMigration::new);
        abortMigration = guards.make(AbortMigration.class, AbortMigration::new);
        promote = guards.make(Promote.class, Promote::new);
        evictBackup = guards.make(EvictBackup.class, EvictBackup::new);
        admitBackup = guards.make(AdmitBackup.class, AdmitBackup::new);
        removeReplica = guards.make(RemoveReplica.class, RemoveReplica::new);
        switchPrimary = guards.make(SwitchPrimary.class, SwitchPrimary::new);
        restamp = guards.make(Restamp.class, Restamp::new);
        handleCaughtUp = guards.make(HandleCaughtUp.class, HandleCaughtUp::new);
        requestLeave = guards.make(RequestLeave.class, RequestLeave::new);
        leaveVoters = guards.make(LeaveVoters.class, LeaveVoters::new);
        release = guards.make(Release.class, Release::new);
        handleReleased = guards.make(HandleReleased.class, HandleReleased::new);
        restart = guards.make(Restart.class, Restart::new);
        restartFromDisk = guards.make(RestartFromDisk.class, RestartFromDisk::new);
    }
}
