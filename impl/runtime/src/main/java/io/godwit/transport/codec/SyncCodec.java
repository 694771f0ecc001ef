package io.godwit.transport.codec;

import static io.godwit.transport.codec.Tags.FIXED_2;
import static io.godwit.transport.codec.Tags.NESTED_1;
import static io.godwit.transport.codec.Tags.NESTED_2;
import static io.godwit.transport.codec.Tags.NESTED_3;
import static io.godwit.transport.codec.Tags.NESTED_4;
import static io.godwit.transport.codec.Tags.NESTED_5;
import static io.godwit.transport.codec.Tags.NUMBER_1;
import static io.godwit.transport.codec.Tags.NUMBER_3;

import io.godwit.protocol.Message;
import io.godwit.protocol.map.Bytes;
import io.godwit.protocol.map.Operation.OnMap;
import io.godwit.protocol.map.Operation.Verb;
import io.godwit.protocol.quorum.data.log.Log;
import io.godwit.protocol.quorum.data.log.LogEntry;
import io.godwit.protocol.quorum.data.message.DataMessage.Ack;
import io.godwit.protocol.quorum.data.message.DataMessage.CaughtUp;
import io.godwit.protocol.quorum.data.message.DataMessage.Sync;
import io.godwit.protocol.quorum.table.Configuration;
import io.godwit.protocol.quorum.table.Version;
import io.godwit.transport.wire.Wire;
import java.util.ArrayList;
import java.util.List;

/**
 * Logs that travel in letters, their acknowledgements, and the word that somebody has caught up: with what {@link RegisteredCodec} has,
 * nearly all messages while partitions move. The same is true of them: the bytes are those of the schema, and whatever is not
 * written like here is left to the library.
 */
final class SyncCodec {
    /** Tags of the fields of an {@code EngineMessage}. */
    private static final int ACK = (9 << 3) | 2;

    private static final int CAUGHT_UP = (12 << 3) | 2;
    /** The two bytes of the tag of field 20. */
    private static final int SYNC = (byte) 0xA2;

    private static final int SYNC_REST = 1;

    private final TableCodec table;
    private final ConfigurationCodec configurations;

    SyncCodec(TableCodec table, ConfigurationCodec configurations) {
        this.table = table;
        this.configurations = configurations;
    }

    // ---- Writing

    /**
     * Writes an {@code EngineMessage}.
     *
     * @return false if it is no such message, and then nothing is written
     * @throws IllegalArgumentException if it holds something that does not leave a process
     */
    static boolean write(Cursor to, Message message) {
        if (message instanceof Ack ack) {
            write(to, ACK, ack.partition(), ack.version(), ack.number());
        } else if (message instanceof CaughtUp caughtUp) {
            write(to, CAUGHT_UP, caughtUp.partition(), caughtUp.version(), caughtUp.subject());
        } else if (message instanceof Sync sync) {
            write(to, sync);
        } else {
            return false;
        }
        return true;
    }

    private static void write(Cursor to, int tag, int partition, Version version, int number) {
        int start = to.begin(tag);
        to.field(NUMBER_1, partition);
        ConfigurationCodec.write(to, NESTED_2, version);
        to.field(NUMBER_3, number);
        to.end(start);
    }

    private static void write(Cursor to, Sync sync) {
        Log log = sync.log();
        if (log.firstKept() > 1) {
            throw new IllegalArgumentException("the log is not whole any more");
        }
        to.put(SYNC);
        int start = to.begin(SYNC_REST);
        to.field(NUMBER_1, sync.partition());
        ConfigurationCodec.write(to, NESTED_2, sync.version());
        ConfigurationCodec.write(to, NESTED_3, sync.view().configuration());
        for (LogEntry entry : log.entries(1, log.length())) {
            write(to, entry);
        }
        to.end(start);
    }

    private static void write(Cursor to, LogEntry entry) {
        OnMap operation = MapCodec.onMap(entry.operation());
        int start = to.begin(NESTED_4);
        ConfigurationCodec.write(to, NESTED_1, entry.epoch());
        to.fixedField(FIXED_2, entry.client());
        to.field(NUMBER_3, entry.call());
        int inner = to.begin(NESTED_4);
        to.field(NUMBER_1, MapCodec.encode(operation.verb()).getNumber());
        to.field(NESTED_2, operation.map().shared());
        to.field(NESTED_3, operation.entry().shared());
        to.field(NESTED_4, operation.value().shared());
        to.field(NESTED_5, operation.expected().shared());
        to.end(inner);
        to.end(start);
    }

    // ---- Reading

    /**
     * Reads an {@code EngineMessage} that ends at the limit.
     *
     * @return null if it is not such a message, or not written like this
     * @throws MalformedFrameException if it says what cannot be
     * @throws IllegalArgumentException if it says what cannot be
     */
    Message read(Cursor from) {
        int tag = from.next();
        if (tag == ACK || tag == CAUGHT_UP) {
            return read(from, tag);
        }
        return from.skip(SYNC) && from.enterLast(SYNC_REST) ? sync(from) : null;
    }

    private Message read(Cursor from, int tag) {
        if (!from.enterLast(tag)) {
            return null;
        }
        int partition = from.field(NUMBER_1);
        Version version = partition < 0 ? null : ConfigurationCodec.version(from, NESTED_2);
        int number = version == null ? Varints.NOT_HERE : from.field(NUMBER_3);
        if (number < 0 || from.hasRemaining()) {
            return null;
        }
        int checked = table.partition(partition);
        return tag == ACK
                ? new Ack(checked, version, number)
                : new CaughtUp(checked, version, TableCodec.member(number));
    }

    private Message sync(Cursor from) {
        int partition = from.field(NUMBER_1);
        Version version = partition < 0 ? null : ConfigurationCodec.version(from, NESTED_2);
        Configuration configuration = version == null ? null : configurations.configuration(from, NESTED_3);
        if (configuration == null) {
            return null;
        }
        List<LogEntry> entries = new ArrayList<>();
        while (from.hasRemaining()) {
            LogEntry entry = entry(from);
            if (entry == null) {
                return null;
            }
            entries.add(entry);
        }
        return new Sync(table.partition(partition), TableCodec.view(version, configuration), Log.of(entries));
    }

    private static LogEntry entry(Cursor from) {
        int limit = from.enter(NESTED_4);
        Version epoch = limit < 0 ? null : ConfigurationCodec.version(from, NESTED_1);
        long client = from.fixedField(FIXED_2);
        long call = from.longField(NUMBER_3);
        OnMap operation = epoch == null || call < 0 || !from.enterLast(NESTED_4) ? null : operation(from);
        if (operation == null) {
            return null;
        }
        from.limit(limit);
        return new LogEntry(epoch, client, call, operation);
    }

    private static OnMap operation(Cursor from) {
        Verb verb = verb(from.field(NUMBER_1));
        Bytes map = bytes(from, NESTED_2);
        Bytes entry = bytes(from, NESTED_3);
        Bytes value = bytes(from, NESTED_4);
        Bytes expected = bytes(from, NESTED_5);
        boolean whole = map != null && entry != null && value != null && expected != null && !from.hasRemaining();
        return whole && verb != null ? new OnMap(verb, map, entry, value, expected) : null;
    }

    private static Verb verb(int number) {
        Wire.Operation.Verb wire = number <= 0 ? null : Wire.Operation.Verb.forNumber(number);
        return wire == null ? null : MapCodec.decode(wire);
    }

    private static Bytes bytes(Cursor from, int tag) {
        byte[] bytes = from.bytesField(tag);
        if (bytes == null) {
            return null;
        }
        return bytes.length == 0 ? Bytes.EMPTY : Bytes.owning(bytes);
    }
}
