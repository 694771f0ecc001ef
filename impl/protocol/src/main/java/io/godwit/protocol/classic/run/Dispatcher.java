package io.godwit.protocol.classic.run;

import io.godwit.protocol.Message;
import io.godwit.protocol.Step;
import io.godwit.protocol.classic.Classic;
import io.godwit.protocol.classic.ClassicState;
import io.godwit.protocol.classic.ControlMessage;
import io.godwit.protocol.classic.DataMessage;

/** Which action takes which message. */
final class Dispatcher {
    private final Classic classic;

    Dispatcher(Classic classic) {
        this.classic = classic;
    }

    /** The name of the action that takes a message. Where the specification has none, it begins with a small letter. */
    static String action(Message message) {
        boolean part = message instanceof ControlMessage.JoinRequest
                || message instanceof ControlMessage.FinalizeJoin
                || message instanceof ControlMessage.MembersUpdate
                || message instanceof DataMessage.BackupAck
                || message instanceof DataMessage.SyncCheck
                || message instanceof DataMessage.SyncRequest;
        return (part ? "handle" : "Handle") + message.getClass().getSimpleName();
    }

    /** Takes a message: a step, or a refusal with the very state. */
    Step<ClassicState> receive(ClassicState state, int from, Message message) {
        return Step.of(
                state,
                s -> message instanceof DataMessage data
                        ? data(s, from, data)
                        : control(s, from, (ControlMessage) message));
    }

    private Step<ClassicState> control(ClassicState state, int from, ControlMessage message) {
        if (message instanceof ControlMessage.PartitionState m) {
            return classic.versioning().handlePartitionState(state, from, m);
        } else if (message instanceof ControlMessage.PublishCompleted m) {
            return classic.versioning().handlePublishCompleted(state, from, m);
        } else if (message instanceof ControlMessage.PublishReply m) {
            return classic.versioning().handlePublishReply(state, from, m);
        } else if (message instanceof ControlMessage.MigrationRequest m) {
            return classic.migration().handleMigrationRequest(state, from, m);
        } else if (message instanceof ControlMessage.MigrationReply m) {
            return classic.migration().handleMigrationReply(state, from, m);
        } else if (message instanceof ControlMessage.MigrationCommit m) {
            return classic.migration().handleMigrationCommit(state, from, m);
        } else if (message instanceof ControlMessage.CommitReply m) {
            return classic.migration().handleCommitReply(state, from, m);
        } else if (message instanceof ControlMessage.MigrationDecision m) {
            return classic.migration().handleMigrationDecision(state, from, m);
        } else if (message instanceof ControlMessage.PromotionCommit m) {
            return classic.promotion().handlePromotionCommit(state, from, m);
        } else if (message instanceof ControlMessage.PromotionReply m) {
            return classic.promotion().handlePromotionReply(state, from, m);
        } else if (message instanceof ControlMessage.FetchRequest m) {
            return classic.failover().handleFetchRequest(state, from, m);
        } else if (message instanceof ControlMessage.FetchReply m) {
            return classic.failover().handleFetchReply(state, from, m);
        } else if (message instanceof ControlMessage.PartitionStateCheck m) {
            return classic.stampCheck().handlePartitionStateCheck(state, from, m);
        } else if (message instanceof ControlMessage.PartitionStateCheckReply m) {
            return classic.stampCheck().handlePartitionStateCheckReply(state, from, m);
        } else if (message instanceof ControlMessage.ShutdownRequest m) {
            return classic.shutdown().handleShutdownRequest(state, from, m);
        } else if (message instanceof ControlMessage.ShutdownResponse m) {
            return classic.shutdown().handleShutdownResponse(state, from, m);
        } else if (message instanceof ControlMessage.JoinRequest m) {
            return classic.membership().handleJoinRequest(state, from, m);
        } else if (message instanceof ControlMessage.FinalizeJoin m) {
            return classic.membership().handleFinalizeJoin(state, from, m);
        }
        return message instanceof ControlMessage.MembersUpdate m
                ? classic.membership().handleMembersUpdate(state, from, m)
                : stateChange(state, from, message);
    }

    private Step<ClassicState> stateChange(ClassicState state, int from, ControlMessage message) {
        if (message instanceof ControlMessage.StatePrepare m) {
            return classic.stateChange().handleStatePrepare(state, from, m);
        } else if (message instanceof ControlMessage.StatePrepareReply m) {
            return classic.stateChange().handleStatePrepareReply(state, from, m);
        } else if (message instanceof ControlMessage.StateDecision m) {
            return classic.stateChange().handleStateDecision(state, from, m);
        } else if (message instanceof ControlMessage.StateDecisionReply m) {
            return classic.stateChange().handleStateDecisionReply(state, from, m);
        } else if (message instanceof ControlMessage.StateCommit m) {
            return classic.stateChange().handleStateCommit(state, from, m);
        } else if (message instanceof ControlMessage.StateCommitReply m) {
            return classic.stateChange().handleStateCommitReply(state, from, m);
        } else if (message instanceof ControlMessage.StateRollback m) {
            return classic.stateChange().handleStateRollback(state, from, m);
        }
        return classic.stateChange().handleStateResolve(state, from, (ControlMessage.StateResolve) message);
    }

    private Step<ClassicState> data(ClassicState state, int from, DataMessage message) {
        if (message instanceof DataMessage.MigrationData m) {
            return classic.migration().handleMigrationData(state, from, m);
        } else if (message instanceof DataMessage.Backup m) {
            return classic.replication().handleBackup(state, from, m);
        } else if (message instanceof DataMessage.BackupAck m) {
            return classic.replication().handleBackupAck(state, from, m);
        } else if (message instanceof DataMessage.SyncCheck m) {
            return classic.replication().handleSyncCheck(state, from, m);
        } else if (message instanceof DataMessage.SyncRequest m) {
            return classic.replication().handleSyncRequest(state, from, m);
        }
        return classic.replication().handleSyncResponse(state, from, (DataMessage.SyncResponse) message);
    }
}
