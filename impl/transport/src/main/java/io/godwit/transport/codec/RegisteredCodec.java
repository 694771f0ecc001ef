package io.godwit.transport.codec;

import io.godwit.protocol.Message;
import io.godwit.protocol.quorum.registers.ControlMessage.Accept;
import io.godwit.protocol.quorum.registers.ControlMessage.Accepted;
import io.godwit.protocol.quorum.registers.ControlMessage.Commit;
import io.godwit.protocol.quorum.table.Configuration;
import io.godwit.protocol.quorum.table.Entry;
import io.godwit.protocol.quorum.table.Version;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * Proposals, answers to them, and decisions: nine of ten messages while partitions move. They are written and read here without
 * the library, because most of the time went into its objects. The bytes are those of the schema. Read is what comes as it is
 * written here; whatever else the schema allows is left to the library.
 */
final class RegisteredCodec {
    /** Tags of the fields of an {@code EngineMessage}. */
    private static final int ACCEPT = (3 << 3) | 2;

    private static final int ACCEPTED = (4 << 3) | 2;
    private static final int COMMIT = (5 << 3) | 2;

    /** Tags of the first four fields of a message, as numbers and as messages. */
    private static final int NUMBER_1 = 1 << 3;

    private static final int NUMBER_2 = 2 << 3;
    private static final int NUMBER_3 = 3 << 3;
    private static final int NUMBER_4 = 4 << 3;
    private static final int NESTED_1 = (1 << 3) | 2;
    private static final int NESTED_2 = (2 << 3) | 2;
    private static final int NESTED_3 = (3 << 3) | 2;

    /** Configurations that were read lately, so that most need not be made and checked again. */
    private static final int KNOWN = 1_024;

    /** More bytes than any message that is read here: one with as many replicas as there may be has about a hundred. */
    private static final int MOST_BYTES = 512;

    private final AtomicReferenceArray<Configuration> known = new AtomicReferenceArray<>(KNOWN);
    private final TableCodec table;

    RegisteredCodec(TableCodec table) {
        this.table = table;
    }

    /** Is it such a message? */
    static boolean isOne(Message message) {
        return message instanceof Accept || message instanceof Accepted || message instanceof Commit;
    }

    // ---- Writing

    /** An {@code EngineMessage}. */
    static byte[] bytes(Message message) {
        int partition = partition(message);
        Entry entry = entry(message);
        int size = size(entry);
        int registered = Varints.field(partition) + nested(size);
        byte[] bytes = new byte[nested(registered)];
        Cursor to = new Cursor(bytes);
        to.put(message instanceof Accept ? ACCEPT : message instanceof Accepted ? ACCEPTED : COMMIT);
        to.write(registered);
        to.field(NUMBER_1, partition);
        to.put(NESTED_2);
        to.write(size);
        write(to, NESTED_1, entry.term(), entry.number());
        write(to, NESTED_2, entry.baseTerm(), entry.baseNumber());
        Configuration c = entry.configuration();
        to.put(NESTED_3);
        to.write(size(c));
        to.put(NESTED_1);
        to.write(replicas(c));
        for (int i = 0; i < c.size(); i++) {
            to.write(c.replica(i));
        }
        to.field(NUMBER_2, inSync(c));
        to.field(NUMBER_3, c.source());
        to.field(NUMBER_4, c.destination());
        return bytes;
    }

    private static void write(Cursor to, int tag, int term, int number) {
        to.put(tag);
        to.write(version(term, number));
        to.field(NUMBER_1, Varints.zigzag(term));
        to.field(NUMBER_2, number);
    }

    private static int partition(Message message) {
        if (message instanceof Accept accept) {
            return accept.partition();
        }
        return message instanceof Accepted accepted ? accepted.partition() : ((Commit) message).partition();
    }

    private static Entry entry(Message message) {
        if (message instanceof Accept accept) {
            return accept.entry();
        }
        return message instanceof Accepted accepted ? accepted.entry() : ((Commit) message).entry();
    }

    private static int nested(int size) {
        return 1 + Varints.size(size) + size;
    }

    private static int size(Entry entry) {
        return nested(version(entry.term(), entry.number()))
                + nested(version(entry.baseTerm(), entry.baseNumber()))
                + nested(size(entry.configuration()));
    }

    private static int version(int term, int number) {
        return Varints.field(Varints.zigzag(term)) + Varints.field(number);
    }

    private static int size(Configuration c) {
        return nested(replicas(c))
                + Varints.field(inSync(c))
                + Varints.field(c.source())
                + Varints.field(c.destination());
    }

    private static int replicas(Configuration c) {
        int size = 0;
        for (int i = 0; i < c.size(); i++) {
            size += Varints.size(c.replica(i));
        }
        return size;
    }

    private static int inSync(Configuration c) {
        int inSync = 0;
        for (int i = 0; i < c.size(); i++) {
            inSync |= c.isInSync(c.replica(i)) ? 1 << i : 0;
        }
        return inSync;
    }

    // ---- Reading

    /**
     * Reads an {@code EngineMessage} that fills a buffer, which stays where it is.
     *
     * @return null if it is not such a message, or not written like this
     * @throws MalformedFrameException if it says what cannot be
     */
    Message read(ByteBuffer buffer) {
        int length = buffer.remaining();
        int tag = length > 0 && length <= MOST_BYTES ? buffer.get(buffer.position()) : 0;
        if (tag != ACCEPT && tag != ACCEPTED && tag != COMMIT) {
            return null;
        }
        byte[] bytes = new byte[length];
        buffer.get(buffer.position(), bytes);
        return read(new Cursor(bytes), tag);
    }

    private Message read(Cursor from, int tag) {
        if (!fills(from, tag)) {
            return null;
        }
        int partition = from.field(NUMBER_1);
        Entry entry = partition >= 0 && fills(from, NESTED_2) ? entry(from) : null;
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

    /** Enters a field that is the last of the buffer. */
    private static boolean fills(Cursor from, int tag) {
        return from.enter(tag) == from.limit();
    }

    private Entry entry(Cursor from) {
        Version version = version(from, NESTED_1);
        Version base = version == null ? null : version(from, NESTED_2);
        Configuration configuration = base == null || !fills(from, NESTED_3) ? null : configuration(from);
        return configuration == null ? null : TableCodec.read(version, base, configuration);
    }

    private static Version version(Cursor from, int tag) {
        int limit = from.enter(tag);
        if (limit < 0) {
            return null;
        }
        int term = from.field(NUMBER_1);
        int number = term < 0 ? Varints.NOT_HERE : from.field(NUMBER_2);
        if (number < 0 || from.hasRemaining()) {
            return null;
        }
        from.limit(limit);
        return TableCodec.read(Varints.unzigzag(term), number);
    }

    private Configuration configuration(Cursor from) {
        int limit = from.enter(NESTED_1);
        if (limit < 0 || from.remaining() > Configuration.MAX_REPLICAS) {
            return null;
        }
        int[] replicas = new int[from.remaining()];
        int size = 0;
        while (from.hasRemaining()) {
            replicas[size] = from.read();
            if (replicas[size++] < 0) {
                return null;
            }
        }
        from.limit(limit);
        int inSync = from.field(NUMBER_2);
        int source = inSync < 0 ? Varints.NOT_HERE : from.field(NUMBER_3);
        int destination = source < 0 ? Varints.NOT_HERE : from.field(NUMBER_4);
        if (destination < 0 || from.hasRemaining()) {
            return null;
        }
        return configuration(Arrays.copyOf(replicas, size), inSync, source, destination);
    }

    private Configuration configuration(int[] replicas, int inSync, int source, int destination) {
        int hash = 31 * (31 * (31 * Arrays.hashCode(replicas) + inSync) + source) + destination;
        int slot = (hash ^ (hash >>> 10) ^ (hash >>> 20)) & (KNOWN - 1);
        Configuration found = known.get(slot);
        if (found != null && isEqual(found, replicas, inSync, source, destination)) {
            return found;
        }
        Configuration made = TableCodec.read(replicas, inSync, source, destination);
        known.set(slot, made);
        return made;
    }

    private static boolean isEqual(Configuration c, int[] replicas, int inSync, int source, int destination) {
        if (c.size() != replicas.length || c.source() != source || c.destination() != destination) {
            return false;
        }
        for (int i = 0; i < replicas.length; i++) {
            if (c.replica(i) != replicas[i]) {
                return false;
            }
        }
        return inSync(c) == inSync;
    }
}
