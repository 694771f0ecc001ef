package io.godwit.transport.codec;

import static io.godwit.transport.codec.Tags.NESTED_1;
import static io.godwit.transport.codec.Tags.NUMBER_1;
import static io.godwit.transport.codec.Tags.NUMBER_2;
import static io.godwit.transport.codec.Tags.NUMBER_3;
import static io.godwit.transport.codec.Tags.NUMBER_4;

import io.godwit.protocol.quorum.table.Configuration;
import io.godwit.protocol.quorum.table.Version;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicReferenceArray;

/** Versions and configurations, written and read without the library. Any thread may use it. */
final class ConfigurationCodec {
    /** Configurations that were read lately, so that most need not be made and checked again. */
    private static final int KNOWN = 1_024;

    private final AtomicReferenceArray<Configuration> known = new AtomicReferenceArray<>(KNOWN);

    // ---- Writing

    static void write(Cursor to, int tag, Version version) {
        write(to, tag, version.term(), version.number());
    }

    static void write(Cursor to, int tag, int term, int number) {
        int start = to.begin(tag);
        to.field(NUMBER_1, Integer.toUnsignedLong(Varints.zigzag(term)));
        to.field(NUMBER_2, number);
        to.end(start);
    }

    static void write(Cursor to, int tag, Configuration c) {
        int start = to.begin(tag);
        int replicas = to.begin(NESTED_1);
        for (int i = 0; i < c.size(); i++) {
            to.write(c.replica(i));
        }
        to.end(replicas);
        to.field(NUMBER_2, inSync(c));
        to.field(NUMBER_3, c.source());
        to.field(NUMBER_4, c.destination());
        to.end(start);
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
     * Reads a field with a version.
     *
     * @return null if the library has to look at it
     * @throws MalformedFrameException if it says what cannot be
     */
    static Version version(Cursor from, int tag) {
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

    /**
     * Reads a field with a configuration.
     *
     * @return null if the library has to look at it
     * @throws MalformedFrameException if it says what cannot be
     */
    Configuration configuration(Cursor from, int tag) {
        int after = from.enter(tag);
        int limit = after < 0 ? Varints.NOT_HERE : from.enter(NESTED_1);
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
        from.limit(after);
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
