package io.godwit.protocol.classic.run;

import io.godwit.protocol.Guards;
import io.godwit.protocol.Handler;
import io.godwit.protocol.Message;
import io.godwit.protocol.Received;
import io.godwit.protocol.Step;
import io.godwit.protocol.classic.ClassicState;
import io.godwit.protocol.classic.ControlMessage;
import io.godwit.protocol.classic.DataMessage;
import io.godwit.protocol.classic.failover.HandleFetchReply;
import io.godwit.protocol.classic.failover.HandleFetchRequest;
import io.godwit.protocol.classic.membership.HandleFinalizeJoin;
import io.godwit.protocol.classic.membership.HandleJoinRequest;
import io.godwit.protocol.classic.membership.HandleMembersUpdate;
import io.godwit.protocol.classic.migration.HandleCommitReply;
import io.godwit.protocol.classic.migration.HandleMigrationCommit;
import io.godwit.protocol.classic.migration.HandleMigrationData;
import io.godwit.protocol.classic.migration.HandleMigrationReply;
import io.godwit.protocol.classic.migration.HandleMigrationRequest;
import io.godwit.protocol.classic.promotion.HandlePromotionCommit;
import io.godwit.protocol.classic.promotion.HandlePromotionReply;
import io.godwit.protocol.classic.replication.HandleBackup;
import io.godwit.protocol.classic.replication.HandleBackupAck;
import io.godwit.protocol.classic.replication.HandleSyncCheck;
import io.godwit.protocol.classic.replication.HandleSyncRequest;
import io.godwit.protocol.classic.replication.HandleSyncResponse;
import io.godwit.protocol.classic.shutdown.HandleShutdownRequest;
import io.godwit.protocol.classic.shutdown.HandleShutdownResponse;
import io.godwit.protocol.classic.stampcheck.HandlePartitionStateCheck;
import io.godwit.protocol.classic.stampcheck.HandlePartitionStateCheckReply;
import io.godwit.protocol.classic.versioning.HandlePartitionState;
import io.godwit.protocol.classic.versioning.HandlePublishCompleted;
import io.godwit.protocol.classic.versioning.HandlePublishReply;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;

/** Which handler takes which message. */
final class Inbox {
    private final Guards guards;
    private final Map<Class<?>, Handler<ClassicState, Received<Message>>> handlers = new HashMap<>();

    Inbox(Guards guards) {
        this.guards = guards;
        takes(ControlMessage.PartitionState.class, HandlePartitionState.class, HandlePartitionState::new);
        takes(ControlMessage.PublishCompleted.class, HandlePublishCompleted.class, HandlePublishCompleted::new);
        takes(ControlMessage.PublishReply.class, HandlePublishReply.class, HandlePublishReply::new);
        takes(ControlMessage.MigrationRequest.class, HandleMigrationRequest.class, HandleMigrationRequest::new);
        takes(ControlMessage.MigrationReply.class, HandleMigrationReply.class, HandleMigrationReply::new);
        takes(ControlMessage.MigrationCommit.class, HandleMigrationCommit.class, HandleMigrationCommit::new);
        takes(ControlMessage.CommitReply.class, HandleCommitReply.class, HandleCommitReply::new);
        takes(ControlMessage.PromotionCommit.class, HandlePromotionCommit.class, HandlePromotionCommit::new);
        takes(ControlMessage.PromotionReply.class, HandlePromotionReply.class, HandlePromotionReply::new);
        takes(ControlMessage.FetchRequest.class, HandleFetchRequest.class, HandleFetchRequest::new);
        takes(ControlMessage.FetchReply.class, HandleFetchReply.class, HandleFetchReply::new);
        takes(
                ControlMessage.PartitionStateCheck.class,
                HandlePartitionStateCheck.class,
                HandlePartitionStateCheck::new);
        takes(
                ControlMessage.PartitionStateCheckReply.class,
                HandlePartitionStateCheckReply.class,
                HandlePartitionStateCheckReply::new);
        takes(ControlMessage.ShutdownRequest.class, HandleShutdownRequest.class, HandleShutdownRequest::new);
        takes(ControlMessage.ShutdownResponse.class, HandleShutdownResponse.class, HandleShutdownResponse::new);
        takes(ControlMessage.JoinRequest.class, HandleJoinRequest.class, HandleJoinRequest::new);
        takes(ControlMessage.FinalizeJoin.class, HandleFinalizeJoin.class, HandleFinalizeJoin::new);
        takes(ControlMessage.MembersUpdate.class, HandleMembersUpdate.class, HandleMembersUpdate::new);
        takes(DataMessage.MigrationData.class, HandleMigrationData.class, HandleMigrationData::new);
        takes(DataMessage.Backup.class, HandleBackup.class, HandleBackup::new);
        takes(DataMessage.BackupAck.class, HandleBackupAck.class, HandleBackupAck::new);
        takes(DataMessage.SyncCheck.class, HandleSyncCheck.class, HandleSyncCheck::new);
        takes(DataMessage.SyncRequest.class, HandleSyncRequest.class, HandleSyncRequest::new);
        takes(DataMessage.SyncResponse.class, HandleSyncResponse.class, HandleSyncResponse::new);
    }

    private <M extends Message, H extends Handler<ClassicState, Received<M>>> void takes(
            Class<M> message, Class<H> type, Function<Guards, ? extends H> own) {
        H handler = guards.make(type, own);
        handlers.put(
                message,
                (state, event) -> handler.handle(state, new Received<>(event.from(), message.cast(event.message()))));
    }

    /** Takes a message. */
    Step<ClassicState> take(ClassicState state, int from, Message message) {
        return handlers.get(message.getClass()).handle(state, new Received<>(from, message));
    }
}
