package io.godwit.transport.codec;

import static io.godwit.transport.codec.Tags.NESTED_1;
import static io.godwit.transport.codec.Tags.NESTED_2;
import static io.godwit.transport.codec.Tags.NESTED_3;
import static io.godwit.transport.codec.Tags.NUMBER_1;

import io.godwit.protocol.Message;
import io.godwit.protocol.quorum.registers.ControlMessage.Accept;
import io.godwit.protocol.quorum.registers.ControlMessage.Accepted;
import io.godwit.protocol.quorum.registers.ControlMessage.Commit;
import io.godwit.protocol.quorum.table.Configuration;
import io.godwit.protocol.quorum.table.Entry;
import io.godwit.protocol.quorum.table.Version;

/**
 * Proposals, answers to them, and decisions: eight of ten messages while partitions move. They are written and read here without
 * the library, because most of the time went into its objects. The bytes are those of the schema. Read is what comes as it is
 * written here; whatever else the schema allows is left to the library.
 */
final class RegisteredCodec {
    /** Tags of the fields of an {@code EngineMessage}. */
    private static final int ACCEPT = (3 << 3) | 2;

    private static final int ACCEPTED = (4 << 3) | 2;
    private static final int COMMIT = (5 << 3) | 2;

    private final TableCodec table;
    private final ConfigurationCodec configurations;

    RegisteredCodec(TableCodec table, ConfigurationCodec configurations) {
        this.table = table;
        this.configurations = configurations;
    }

    // ---- Writing

    /**
     * Writes an {@code EngineMessage}.
     *
     * @return false if it is no such message, and then nothing is written
     */
    static boolean write(Cursor to, Message message) {
        if (message instanceof Accept accept) {
            write(to, ACCEPT, accept.partition(), accept.entry());
        } else if (message instanceof Accepted accepted) {
            write(to, ACCEPTED, accepted.partition(), accepted.entry());
        } else if (message instanceof Commit commit) {
            write(to, COMMIT, commit.partition(), commit.entry());
        } else {
            return false;
        }
        return true;
    }

    private static void write(Cursor to, int tag, int partition, Entry entry) {
        int start = to.begin(tag);
        to.field(NUMBER_1, partition);
        int inner = to.begin(NESTED_2);
        ConfigurationCodec.write(to, NESTED_1, entry.term(), entry.number());
        ConfigurationCodec.write(to, NESTED_2, entry.baseTerm(), entry.baseNumber());
        ConfigurationCodec.write(to, NESTED_3, entry.configuration());
        to.end(inner);
        to.end(start);
    }

    // ---- Reading

    /**
     * Reads an {@code EngineMessage} that ends at the limit.
     *
     * @return null if it is not such a message, or not written like this
     * @throws MalformedFrameException if it says what cannot be
     */
    Message read(Cursor from) {
        int tag = from.next();
        return tag == COMMIT || tag == ACCEPTED || tag == ACCEPT ? read(from, tag) : null;
    }

    private Message read(Cursor from, int tag) {
        if (!from.enterLast(tag)) {
            return null;
        }
        int partition = from.field(NUMBER_1);
        Entry entry = partition >= 0 && from.enterLast(NESTED_2) ? entry(from) : null;
        if (entry == null) {
            return null;
        }
        int checked = table.partition(partition);
        Entry decided = TableCodec.decided(entry);
        return switch (tag) {
            case ACCEPT -> new Accept(checked, decided);
            case ACCEPTED -> new Accepted(checked, decided);
            default -> new Commit(checked, decided);
        };
    }

    private Entry entry(Cursor from) {
        Version version = ConfigurationCodec.version(from, NESTED_1);
        Version base = version == null ? null : ConfigurationCodec.version(from, NESTED_2);
        Configuration configuration = base == null ? null : configurations.configuration(from, NESTED_3);
        return configuration == null || from.hasRemaining() ? null : TableCodec.read(version, base, configuration);
    }
}
