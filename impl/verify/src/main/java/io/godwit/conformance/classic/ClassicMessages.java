package io.godwit.conformance.classic;

import io.godwit.conformance.corpus.ValueTable;
import io.godwit.conformance.replay.Codec;
import io.godwit.conformance.replay.MessageCodec;
import io.godwit.conformance.replay.StampCodec;
import io.godwit.protocol.Message;
import io.godwit.protocol.classic.ControlMessage.CommitReply;
import io.godwit.protocol.classic.ControlMessage.FetchReply;
import io.godwit.protocol.classic.ControlMessage.FetchRequest;
import io.godwit.protocol.classic.ControlMessage.MigrationCommit;
import io.godwit.protocol.classic.ControlMessage.MigrationDecision;
import io.godwit.protocol.classic.ControlMessage.MigrationReply;
import io.godwit.protocol.classic.ControlMessage.MigrationRequest;
import io.godwit.protocol.classic.ControlMessage.PartitionState;
import io.godwit.protocol.classic.ControlMessage.PartitionStateCheck;
import io.godwit.protocol.classic.ControlMessage.PartitionStateCheckReply;
import io.godwit.protocol.classic.ControlMessage.PromotionCommit;
import io.godwit.protocol.classic.ControlMessage.PromotionReply;
import io.godwit.protocol.classic.ControlMessage.PublishCompleted;
import io.godwit.protocol.classic.ControlMessage.PublishReply;
import io.godwit.protocol.classic.ControlMessage.ShutdownRequest;
import io.godwit.protocol.classic.ControlMessage.ShutdownResponse;
import io.godwit.protocol.classic.DataMessage;
import io.godwit.protocol.classic.DataMessage.Backup;
import io.godwit.protocol.classic.DataMessage.MigrationData;
import io.godwit.protocol.classic.DataMessage.SyncResponse;
import io.godwit.protocol.classic.data.Migration;
import io.godwit.protocol.classic.data.MigrationSet;
import io.godwit.protocol.classic.data.PartitionTable;
import io.godwit.protocol.classic.data.TableStamp;
import java.util.Optional;

/** Messages of both sides. */
final class ClassicMessages {
    private final ValueTable values;
    private final MessageCodec<Message> control;
    private final MessageCodec<DataMessage> data;

    ClassicMessages(
            ValueTable values, ClassicTableCodec tables, ClassicContentCodec contents, StampCodec<TableStamp> stamps) {
        this.values = values;
        Codec<Integer> numbers = Codec.numbers(values);
        Codec<MigrationSet> sets = tables.migrationSets();
        Codec<Migration> migration = tables.migrations();
        int zero = values.ofNumber(0);
        int nothing = values.ofSet(new int[0], -1);
        int noMigration = migration.encode(null);
        int noTable = tables.tables().encode(tables.noTable());
        control = new MessageCodec<Message>(values)
                .field("acts", sets, nothing)
                .field("arg", numbers, zero)
                .field("done", sets, nothing)
                .field("mig", migration, noMigration)
                .field("ok", Codec.truths(values), values.ofTruth(false))
                .field("parts", tables.partSets(), nothing)
                .field("table", tables.tables(), noTable)
                .with(PartitionState.class, "table", "done")
                .with(PublishReply.class, "ok", "done")
                .with(MigrationRequest.class, "mig", "done")
                .with(MigrationReply.class, "mig", "ok")
                .with(MigrationCommit.class, "mig")
                .with(CommitReply.class, "mig", "ok")
                .with(MigrationDecision.class, "mig", "done")
                .with(PromotionCommit.class, "table", "parts", "done")
                .with(PromotionReply.class, "parts", "ok")
                .with(FetchRequest.class)
                .with(FetchReply.class, "table", "done", "acts")
                .with(PartitionStateCheckReply.class, "ok")
                .with(ShutdownRequest.class, "arg")
                .with(ShutdownResponse.class, "arg")
                .field("table", published(tables.tables(), noTable), noTable)
                .with(PublishCompleted.class, "done", "acts", "table")
                // In the specification it has the table that the engine's is a stamp of.
                .field("table", Codec.of(id -> stamps.stamp(id).value(), stamps::id), noTable)
                .with(PartitionStateCheck.class, "table");
        data = new MessageCodec<DataMessage>(values)
                .field("at", numbers, zero)
                .field("content", contents.contents(), nothing)
                .field("done", sets, nothing)
                .field("mig", migration, noMigration)
                .field("p", Codec.numbers(values, 1), DataMessage::partition)
                .field("ver", numbers, zero)
                .field("write", contents.writes(), zero)
                .with(MigrationData.class, "mig", "done", "ver", "content")
                .with(Backup.class, "p", "at", "ver", "write")
                .with(SyncResponse.class, "p", "at", "ver", "content");
    }

    /** A table where there may be none. */
    private static Codec<Optional<PartitionTable>> published(Codec<PartitionTable> tables, int noTable) {
        return Codec.of(
                id -> id == noTable ? Optional.empty() : Optional.of(tables.decode(id)),
                table -> table.map(tables::encode).orElse(noTable));
    }

    String type(int value) {
        return control.type(value);
    }

    /** A message of either channel; the same object each time. */
    Message message(int value) {
        return control.has(value) ? control.decode(value) : data.decode(value);
    }

    /** The value of a message. */
    int id(int from, int to, Message message) {
        int sender = values.ofNumber(from);
        int receiver = values.ofNumber(to);
        return message instanceof DataMessage it
                ? data.encode(sender, receiver, it)
                : control.encode(sender, receiver, message);
    }
}
