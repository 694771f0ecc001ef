package io.godwit.conformance.classic;

import io.godwit.conformance.binding.ValueCache;
import io.godwit.conformance.corpus.ValueTable;
import io.godwit.conformance.corpus.ValueTable.Shape;
import io.godwit.protocol.Message;
import io.godwit.protocol.classic.ControlMessage;
import io.godwit.protocol.classic.ControlMessage.CommitReply;
import io.godwit.protocol.classic.ControlMessage.FetchReply;
import io.godwit.protocol.classic.ControlMessage.FetchRequest;
import io.godwit.protocol.classic.ControlMessage.MigrationCommit;
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
import java.util.List;

/** Messages of both sides. In the specification all of a channel have one shape, here each has its own. */
final class ClassicMessages {
    private static final Shape CONTROL =
            new Shape(List.of("acts", "arg", "done", "dst", "mig", "ok", "parts", "src", "table", "type"), List.of());
    private static final Shape DATA =
            new Shape(List.of("at", "content", "done", "dst", "mig", "p", "src", "type", "ver", "write"), List.of());

    private final ValueTable values;
    private final ClassicCodec codec;
    private final ValueCache<Message> decoded = new ValueCache<>();
    private final ValueCache<String> types = new ValueCache<>();

    ClassicMessages(ValueTable values, ClassicCodec codec) {
        this.values = values;
        this.codec = codec;
    }

    String type(int value) {
        return types.of(value, it -> values.text(values.field(it, "type")));
    }

    /** A message of either channel; the same object each time. */
    Message message(int value) {
        return decoded.of(value, it -> values.shape(it).equals(CONTROL) ? control(it) : data(it));
    }

    private ControlMessage control(int value) {
        ClassicTableCodec tables = codec.tables();
        int table = values.field(value, "table");
        int done = values.field(value, "done");
        int mig = values.field(value, "mig");
        int parts = values.field(value, "parts");
        boolean ok = values.truth(values.field(value, "ok"));
        int arg = values.number(values.field(value, "arg"));
        return switch (type(value)) {
            case "PartitionState" -> new PartitionState(tables.table(table), tables.migrations(done));
            case "PublishCompleted" -> new PublishCompleted(tables.migrations(done), tables.table(table));
            case "PublishReply" -> new PublishReply(ok, tables.migrations(done));
            case "MigrationRequest" -> new MigrationRequest(
                    tables.migration(mig), tables.migrations(done), tables.table(table));
            case "MigrationReply" -> new MigrationReply(tables.migration(mig), ok);
            case "MigrationCommit" -> new MigrationCommit(tables.migration(mig));
            case "CommitReply" -> new CommitReply(tables.migration(mig), ok);
            case "PromotionCommit" -> new PromotionCommit(
                    tables.table(table), tables.parts(parts), tables.migrations(done));
            case "PromotionReply" -> new PromotionReply(tables.parts(parts), ok);
            case "FetchRequest" -> new FetchRequest();
            case "FetchReply" -> new FetchReply(
                    tables.table(table), tables.migrations(done), tables.migrations(values.field(value, "acts")));
            case "PartitionStateCheck" -> new PartitionStateCheck(
                    codec.stamps().stamp(table).value());
            case "PartitionStateCheckReply" -> new PartitionStateCheckReply(ok);
            case "ShutdownRequest" -> new ShutdownRequest(arg);
            case "ShutdownResponse" -> new ShutdownResponse(arg);
            default -> throw new IllegalArgumentException("a message of type " + type(value));
        };
    }

    private DataMessage data(int value) {
        int p = values.number(values.field(value, "p")) - 1;
        int at = values.number(values.field(value, "at"));
        int version = values.number(values.field(value, "ver"));
        int content = values.field(value, "content");
        return switch (type(value)) {
            case "MigrationData" -> new MigrationData(
                    codec.tables().migration(values.field(value, "mig")),
                    codec.tables().migrations(values.field(value, "done")),
                    version,
                    codec.contents().content(content));
            case "Backup" -> new Backup(
                    p, at, version, ClassicContentCodec.update(values.number(values.field(value, "write"))));
            case "SyncResponse" -> new SyncResponse(
                    p, at, version, codec.contents().content(content));
            default -> throw new IllegalArgumentException("a message of type " + type(value));
        };
    }

    /** The value of a message. */
    int id(int from, int to, Message message) {
        return message instanceof DataMessage data ? dataId(from, to, data) : controlId(from, to, message);
    }

    private int controlId(int from, int to, Message message) {
        ClassicTableCodec tables = codec.tables();
        Fields fields = new Fields(from, to, message.getClass().getSimpleName());
        if (message instanceof PartitionState it) {
            fields.table = tables.tableId(it.table());
            fields.done = tables.migrationsId(it.done());
        } else if (message instanceof PublishCompleted it) {
            fields.table = tables.tableId(it.table());
            fields.done = tables.migrationsId(it.done());
        } else if (message instanceof PublishReply it) {
            fields.ok = it.ok();
            fields.done = tables.migrationsId(it.done());
        } else if (message instanceof MigrationRequest it) {
            fields.mig = tables.migrationId(it.migration());
            fields.done = tables.migrationsId(it.done());
            fields.table = tables.tableId(it.table());
        } else if (message instanceof MigrationReply it) {
            fields.mig = tables.migrationId(it.migration());
            fields.ok = it.ok();
        } else if (message instanceof MigrationCommit it) {
            fields.mig = tables.migrationId(it.migration());
        } else if (message instanceof CommitReply it) {
            fields.mig = tables.migrationId(it.migration());
            fields.ok = it.ok();
        } else if (message instanceof PromotionCommit it) {
            fields.table = tables.tableId(it.table());
            fields.parts = tables.partsId(it.partitions());
            fields.done = tables.migrationsId(it.done());
        } else if (message instanceof PromotionReply it) {
            fields.parts = tables.partsId(it.partitions());
            fields.ok = it.ok();
        } else if (message instanceof FetchReply it) {
            fields.table = tables.tableId(it.table());
            fields.done = tables.migrationsId(it.done());
            fields.acts = tables.migrationsId(it.active());
        } else if (message instanceof PartitionStateCheck it) {
            fields.table = codec.stamps().id(it.stamp());
        } else if (message instanceof PartitionStateCheckReply it) {
            fields.ok = it.ok();
        } else if (message instanceof ShutdownRequest it) {
            fields.arg = it.member();
        } else if (message instanceof ShutdownResponse it) {
            fields.arg = it.member();
        } else if (!(message instanceof FetchRequest)) {
            return values.ofText("a message that the specification does not have: " + message);
        }
        return fields.control();
    }

    private int dataId(int from, int to, DataMessage message) {
        Fields fields = new Fields(from, to, message.getClass().getSimpleName());
        fields.p = message.partition() + 1;
        if (message instanceof MigrationData it) {
            fields.mig = codec.tables().migrationId(it.migration());
            fields.done = codec.tables().migrationsId(it.done());
            fields.ver = it.version();
            fields.content = codec.contents().contentId(it.content());
        } else if (message instanceof Backup it) {
            fields.at = it.at();
            fields.ver = it.version();
            fields.write = codec.contents().writeId(it.update());
        } else if (message instanceof SyncResponse it) {
            fields.at = it.at();
            fields.ver = it.version();
            fields.content = codec.contents().contentId(it.content());
        } else {
            return values.ofText("a message that the specification does not have: " + message);
        }
        return fields.data();
    }

    /** The fields of a message, neutral where a type has no use for them. */
    private final class Fields {
        private final int from;
        private final int to;
        private final String type;
        private int mig = codec.tables().noMigration();
        private int done = values.ofSet(new int[0], -1);
        private int table = codec.tables().noTable();
        private int acts = values.ofSet(new int[0], -1);
        private int parts = values.ofSet(new int[0], -1);
        private int content = values.ofSet(new int[0], -1);
        private int write = values.ofNumber(0);
        private boolean ok;
        private int arg;
        private int p;
        private int at;
        private int ver;

        Fields(int from, int to, String type) {
            this.from = from;
            this.to = to;
            this.type = type;
        }

        int control() {
            int[] items = {
                acts,
                values.ofNumber(arg),
                done,
                values.ofNumber(to),
                mig,
                values.ofTruth(ok),
                parts,
                values.ofNumber(from),
                table,
                values.ofText(type)
            };
            return values.ofShape(CONTROL, items, -1);
        }

        int data() {
            int[] items = {
                values.ofNumber(at),
                content,
                done,
                values.ofNumber(to),
                mig,
                values.ofNumber(p),
                values.ofNumber(from),
                values.ofText(type),
                values.ofNumber(ver),
                write
            };
            return values.ofShape(DATA, items, -1);
        }
    }
}
