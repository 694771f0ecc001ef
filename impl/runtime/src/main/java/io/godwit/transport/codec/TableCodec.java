package io.godwit.transport.codec;

import static io.godwit.transport.codec.MalformedFrameException.unless;

import io.godwit.protocol.ClusterState;
import io.godwit.protocol.MemberSet;
import io.godwit.protocol.PartitionVector;
import io.godwit.protocol.quorum.ClusterVersion;
import io.godwit.protocol.quorum.registers.Voting;
import io.godwit.protocol.quorum.table.Configuration;
import io.godwit.protocol.quorum.table.Entry;
import io.godwit.protocol.quorum.table.Version;
import io.godwit.protocol.quorum.table.View;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicReferenceArray;

/** Versions, configurations and registers. Any thread may use it. */
final class TableCodec {
    /** The number of configurations that were read lately, so that most need not be made and checked again. */
    private static final int KNOWN = 1_024;

    private final int partitions;
    private final AtomicReferenceArray<Configuration> known = new AtomicReferenceArray<>(KNOWN);

    /** For a cluster with so many partitions; with 0, a partition may have any number, and registers are refused. */
    TableCodec(int partitions) {
        this.partitions = partitions;
    }

    int partition(int partition) {
        unless(partitions == 0 || partition < partitions, "no such partition");
        return partition;
    }

    static int member(int member) {
        unless(member > 0, "not a member's number");
        return member;
    }

    // ---- Versions

    static void write(FieldWriter to, int field, Version version) {
        int start = to.begin(field);
        to.signed(1, version.term());
        to.number(2, version.number());
        to.end(start);
    }

    static Version version(FieldReader from, int field) {
        long around = from.enter(field);
        int term = from.signed(1);
        int number = from.number(2);
        from.leave(around);
        return version(term, number);
    }

    static Version version(int term, int number) {
        if (number == 0) {
            unless(term <= 0, "a version without a number");
            return term < 0 ? Version.NONE : Version.BEFORE_FIRST;
        }
        unless(term >= 0, "not a version");
        return new Version(term, number);
    }

    // ---- Configurations

    static void write(FieldWriter to, int field, Configuration c) {
        int start = to.begin(field);
        int replicas = to.begin(1);
        int inSync = 0;
        for (int i = 0; i < c.size(); i++) {
            to.varint(c.replica(i));
            inSync |= c.isInSync(c.replica(i)) ? 1 << i : 0;
        }
        to.end(replicas);
        to.number(2, Integer.toUnsignedLong(inSync));
        to.number(3, c.source());
        to.number(4, c.destination());
        to.end(start);
    }

    Configuration configuration(FieldReader from, int field) {
        long around = from.enter(field);
        long inner = from.enter(1);
        int[] replicas = new int[Math.min(from.remaining(), Configuration.MAX_REPLICAS)];
        int size = 0;
        while (from.hasRemaining()) {
            unless(size < replicas.length, "so many replicas");
            replicas[size++] = from.varint();
        }
        from.leave(inner);
        int inSync = from.number(2);
        int source = from.number(3);
        int destination = from.number(4);
        from.leave(around);
        int[] found = size == replicas.length ? replicas : Arrays.copyOf(replicas, size);
        return configuration(found, inSync, source, destination);
    }

    private Configuration configuration(int[] replicas, int inSync, int source, int destination) {
        int hash = 31 * (31 * (31 * Arrays.hashCode(replicas) + inSync) + source) + destination;
        int slot = (hash ^ (hash >>> 10) ^ (hash >>> 20)) & (KNOWN - 1);
        Configuration found = known.get(slot);
        if (found != null && isEqual(found, replicas, inSync, source, destination)) {
            return found;
        }
        Configuration made = made(replicas, inSync, source, destination);
        known.set(slot, made);
        return made;
    }

    private static boolean isEqual(Configuration c, int[] replicas, int inSync, int source, int destination) {
        if (c.size() != replicas.length || c.source() != source || c.destination() != destination) {
            return false;
        }
        for (int i = 0; i < replicas.length; i++) {
            if (c.replica(i) != replicas[i] || c.isInSync(replicas[i]) != ((inSync & 1 << i) != 0)) {
                return false;
            }
        }
        return inSync >>> replicas.length == 0;
    }

    /** A configuration, of which bit {@code i} of the mask says whether replica {@code i} is in sync. */
    private static Configuration made(int[] replicas, int mask, int source, int destination) {
        int size = replicas.length;
        if (size == 1 && replicas[0] == 0) {
            unless(mask == 0 && source == 0 && destination == 0, "not a configuration");
            return Configuration.NONE;
        }
        unless(size >= 1, "no replicas");
        unless(mask >>> size == 0, "others are in sync");
        int[] backups = Arrays.copyOfRange(replicas, 1, size);
        MemberSet inSync = MemberSet.of();
        for (int i = 0; i < size; i++) {
            int member = member(replicas[i]);
            inSync = (mask & 1 << i) == 0 ? inSync : inSync.with(member);
        }
        Configuration configuration = Configuration.of(replicas[0], backups, inSync, source, destination);
        unless(configuration.isValid(), "not a configuration");
        return configuration;
    }

    /** What somebody sends a log under: two fields, the second one with the next number. */
    View view(FieldReader from, int field) {
        View view = new View(version(from, field), configuration(from, field + 1));
        unless(view.version().number() > 0 && view.configuration().primary() > 0, "a log under no version");
        return view;
    }

    static void write(FieldWriter to, int field, View view) {
        write(to, field, view.version());
        write(to, field + 1, view.configuration());
    }

    // ---- Entries and registers

    static void write(FieldWriter to, int field, Entry entry) {
        int start = to.begin(field);
        write(to, 1, entry.version());
        write(to, 2, entry.base());
        write(to, 3, entry.configuration());
        to.end(start);
    }

    private Entry entry(FieldReader from, int field) {
        long around = from.enter(field);
        Version version = version(from, 1);
        Version base = version(from, 2);
        Configuration configuration = configuration(from, 3);
        from.leave(around);
        if (version.number() == 0) {
            unless(configuration.equals(Configuration.NONE), "a configuration without a version");
            return Entry.NONE;
        }
        unless(!configuration.equals(Configuration.NONE), "a version without a configuration");
        return new Entry(version, base, configuration);
    }

    /** An entry that says something. */
    Entry decided(FieldReader from, int field) {
        Entry entry = entry(from, field);
        unless(!entry.isNone(), "no entry");
        return entry;
    }

    /** The registers of all partitions. */
    PartitionVector<Entry> registers(FieldReader from, int field) {
        Entry[] entries = new Entry[partitions];
        int size = 0;
        while (from.comes(field)) {
            unless(size < partitions, "registers of more partitions");
            entries[size++] = entry(from, field);
        }
        unless(partitions > 0 && size == partitions, "registers of so many partitions");
        return PartitionVector.of(partitions, p -> entries[p]);
    }

    /** Entries of all partitions of which the versions are known, and nothing else: two packed fields, terms and then numbers. */
    PartitionVector<Entry> versions(FieldReader from, int field) {
        int[] terms = new int[partitions];
        long around = from.enter(field);
        unless(partitions > 0 && from.count() == partitions, "versions of so many partitions");
        for (int p = 0; p < partitions; p++) {
            terms[p] = from.zigzag();
        }
        from.leave(around);
        Entry[] entries = new Entry[partitions];
        around = from.enter(field + 1);
        unless(from.count() == partitions, "versions of so many partitions");
        for (int p = 0; p < partitions; p++) {
            entries[p] = new Entry(version(terms[p], from.varint()), Version.NONE, Configuration.NONE);
        }
        from.leave(around);
        return PartitionVector.of(partitions, p -> entries[p]);
    }

    static void writeVersions(FieldWriter to, int field, PartitionVector<Entry> entries) {
        int terms = to.begin(field);
        for (int p = 0; p < entries.size(); p++) {
            to.zigzag(entries.get(p).term());
        }
        to.endPacked(terms);
        int numbers = to.begin(field + 1);
        for (int p = 0; p < entries.size(); p++) {
            to.varint(entries.get(p).number());
        }
        to.endPacked(numbers);
    }

    // ---- Members

    static void write(FieldWriter to, int field, MemberSet members) {
        int start = to.begin(field);
        members.stream().forEach(to::varint);
        to.endPacked(start);
    }

    static MemberSet members(FieldReader from, int field) {
        long around = from.enter(field);
        int[] members = new int[from.count()];
        for (int i = 0; i < members.length; i++) {
            members[i] = member(from.varint());
        }
        from.leave(around);
        return MemberSet.of(members);
    }

    static void write(FieldWriter to, int field, Voting voting) {
        int start = to.begin(field);
        write(to, voting);
        to.end(start);
    }

    /** Writes a {@code Voting} without its tag. */
    static void write(FieldWriter to, Voting voting) {
        write(to, 1, voting.version());
        write(to, 2, voting.voters());
        StateCodec.write(to, 3, voting.state());
        if (voting.clusterVersion() > ClusterVersion.FIRST) {
            to.number(4, voting.clusterVersion());
        }
    }

    static Voting voting(FieldReader from) {
        Version version = version(from, 1);
        MemberSet voters = members(from, 2);
        ClusterState state = StateCodec.state(from, 3);
        int raised = from.number(4);
        unless(
                raised == 0 || (raised > ClusterVersion.FIRST && raised <= ClusterVersion.NEWEST),
                "not a cluster version");
        return new Voting(version, voters, state, Math.max(raised, ClusterVersion.FIRST));
    }
}
