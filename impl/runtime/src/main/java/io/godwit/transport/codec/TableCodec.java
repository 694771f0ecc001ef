package io.godwit.transport.codec;

import static io.godwit.transport.codec.MalformedFrameException.unless;

import io.godwit.protocol.MemberSet;
import io.godwit.protocol.PartitionVector;
import io.godwit.protocol.quorum.data.View;
import io.godwit.protocol.quorum.registers.Voting;
import io.godwit.protocol.quorum.table.Configuration;
import io.godwit.protocol.quorum.table.Entry;
import io.godwit.protocol.quorum.table.Version;
import io.godwit.transport.wire.Wire;
import java.util.List;

/** Versions, configurations and registers. */
final class TableCodec {
    private final int partitions;

    /** For a cluster with so many partitions; with 0, a partition may have any number, and registers are refused. */
    TableCodec(int partitions) {
        this.partitions = partitions;
    }

    int partition(int partition) {
        unless(partition >= 0 && (partitions == 0 || partition < partitions), "no such partition");
        return partition;
    }

    static int member(int member) {
        unless(member > 0, "not a member's number");
        return member;
    }

    static int notNegative(int number) {
        unless(number >= 0, "a number is too large");
        return number;
    }

    static Wire.Version encode(Version version) {
        return version(version.term(), version.number());
    }

    private static Wire.Version version(int term, int number) {
        return Wire.Version.newBuilder().setTerm(term).setNumber(number).build();
    }

    static Version decode(Wire.Version version) {
        return read(version.getTerm(), version.getNumber());
    }

    /** A version that was read as two numbers. */
    static Version read(int term, int number) {
        if (number == 0) {
            unless(term <= 0, "a version without a number");
            return term < 0 ? Version.NONE : new Version(0, 0);
        }
        unless(term >= 0 && number > 0, "not a version");
        return new Version(term, number);
    }

    static Wire.Configuration encode(Configuration configuration) {
        Wire.Configuration.Builder wire = Wire.Configuration.newBuilder()
                .setSource(configuration.source())
                .setDestination(configuration.destination());
        int inSync = 0;
        for (int i = 0; i < configuration.size(); i++) {
            int member = configuration.replica(i);
            wire.addReplicas(member);
            if (configuration.isInSync(member)) {
                inSync |= 1 << i;
            }
        }
        return wire.setInSync(inSync).build();
    }

    static Configuration decode(Wire.Configuration wire) {
        // So many are too many in any case, and their numbers need not be copied to say so.
        int size = Math.min(wire.getReplicasCount(), Configuration.MAX_REPLICAS + 1);
        int[] replicas = new int[size];
        for (int i = 0; i < size; i++) {
            replicas[i] = wire.getReplicas(i);
        }
        return read(replicas, wire.getInSync(), wire.getSource(), wire.getDestination());
    }

    /**
     * A configuration that was read as numbers.
     *
     * @param mask bit i: replica i is in sync
     */
    static Configuration read(int[] replicas, int mask, int source, int destination) {
        int size = replicas.length;
        if (size == 1 && replicas[0] == 0) {
            unless(mask == 0 && source == 0 && destination == 0, "not a configuration");
            return Configuration.NONE;
        }
        unless(size >= 1 && size <= Configuration.MAX_REPLICAS, "so many replicas");
        unless(mask >>> size == 0, "others are in sync");
        int[] backups = new int[size - 1];
        MemberSet inSync = MemberSet.of();
        for (int i = 0; i < size; i++) {
            int member = member(replicas[i]);
            if (i > 0) {
                backups[i - 1] = member;
            }
            inSync = (mask & 1 << i) == 0 ? inSync : inSync.with(member);
        }
        Configuration configuration =
                Configuration.of(replicas[0], backups, inSync, notNegative(source), notNegative(destination));
        unless(configuration.isValid(), "not a configuration");
        return configuration;
    }

    /** What somebody sends a log under. */
    static View view(Wire.Version version, Wire.Configuration configuration) {
        return view(decode(version), decode(configuration));
    }

    static View view(Version version, Configuration configuration) {
        View view = new View(version, configuration);
        unless(view.version().number() > 0 && view.configuration().primary() > 0, "a log under no version");
        return view;
    }

    static Wire.Entry encode(Entry entry) {
        return Wire.Entry.newBuilder()
                .setVersion(version(entry.term(), entry.number()))
                .setBase(version(entry.baseTerm(), entry.baseNumber()))
                .setConfiguration(encode(entry.configuration()))
                .build();
    }

    static Entry decode(Wire.Entry wire) {
        return read(decode(wire.getVersion()), decode(wire.getBase()), decode(wire.getConfiguration()));
    }

    /** An entry of which the parts were read. */
    static Entry read(Version version, Version base, Configuration configuration) {
        if (version.number() == 0) {
            unless(configuration.equals(Configuration.NONE), "a configuration without a version");
            return Entry.NONE;
        }
        unless(!configuration.equals(Configuration.NONE), "a version without a configuration");
        return new Entry(version.term(), version.number(), base.term(), base.number(), configuration);
    }

    /** An entry that says something. */
    static Entry decided(Wire.Entry wire) {
        return decided(decode(wire));
    }

    /** The entry, if it says something. */
    static Entry decided(Entry entry) {
        unless(!entry.isNone(), "no entry");
        return entry;
    }

    PartitionVector<Entry> registers(List<Wire.Entry> wire) {
        unless(partitions > 0 && wire.size() == partitions, "registers of so many partitions");
        return PartitionVector.of(wire.size(), p -> decode(wire.get(p)));
    }

    /** Entries of which the versions are known, and nothing else. */
    PartitionVector<Entry> versions(List<Integer> terms, List<Integer> numbers) {
        unless(
                partitions > 0 && terms.size() == partitions && numbers.size() == partitions,
                "versions of so many partitions");
        return PartitionVector.of(terms.size(), p -> {
            Version version = decode(version(terms.get(p), numbers.get(p)));
            return new Entry(version.term(), version.number(), -1, 0, Configuration.NONE);
        });
    }

    static MemberSet members(List<Integer> wire) {
        int[] members = new int[wire.size()];
        for (int i = 0; i < members.length; i++) {
            members[i] = member(wire.get(i));
        }
        return MemberSet.of(members);
    }

    static Wire.Voting encode(Voting voting) {
        return Wire.Voting.newBuilder()
                .setVersion(version(voting.term(), voting.number()))
                .addAllVoters(voting.voters().stream().boxed().toList())
                .build();
    }

    static Voting decode(Wire.Voting wire) {
        Version version = decode(wire.getVersion());
        return new Voting(version.term(), version.number(), members(wire.getVotersList()));
    }
}
