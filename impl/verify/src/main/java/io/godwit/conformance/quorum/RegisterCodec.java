package io.godwit.conformance.quorum;

import static io.godwit.conformance.replay.RecordCodec.Field.field;

import io.godwit.conformance.corpus.ValueTable;
import io.godwit.conformance.corpus.ValueTable.Shape;
import io.godwit.conformance.corpus.ValueTable.ValueType;
import io.godwit.conformance.replay.Codec;
import io.godwit.conformance.replay.RecordCodec;
import io.godwit.protocol.MemberSet;
import io.godwit.protocol.PartitionVector;
import io.godwit.protocol.quorum.registers.Voting;
import io.godwit.protocol.quorum.table.Configuration;
import io.godwit.protocol.quorum.table.Entry;
import io.godwit.protocol.quorum.table.Version;
import java.util.List;

/** Registers and voter sets of both sides. */
final class RegisterCodec {
    private final ValueTable values;
    /** A function over all partitions, as a pattern for others. */
    private final int pattern;

    private final Codec<Entry> entries;
    private final Codec<PartitionVector<Entry>> registers;
    private final Codec<Voting> votings;

    /** An entry as the specification has it: its versions are two numbers each. */
    private record RegisterValue(int term, int number, int baseTerm, int baseNumber, Configuration configuration) {
        static RegisterValue of(Entry entry) {
            return new RegisterValue(
                    entry.term(),
                    entry.number(),
                    entry.base().term(),
                    entry.base().number(),
                    entry.configuration());
        }

        Entry entry() {
            return new Entry(new Version(term, number), new Version(baseTerm, baseNumber), configuration);
        }
    }

    /** A voter set as the specification has it. */
    private record VotingValue(int term, int number, MemberSet voters) {
        static VotingValue of(Voting voting) {
            return new VotingValue(voting.term(), voting.version().number(), voting.voters());
        }

        Voting voting() {
            return new Voting(new Version(term, number), voters);
        }
    }

    RegisterCodec(ValueTable values, QuorumMembers members, Codec<Configuration> configurations, int pattern) {
        this.values = values;
        Codec<Integer> numbers = Codec.numbers(values);
        RecordCodec<RegisterValue> entry = new RecordCodec<>(
                values,
                RegisterValue.class,
                field("term", numbers),
                field("number", numbers),
                field("baseTerm", numbers),
                field("baseNumber", numbers),
                field("configuration", configurations));
        // The very constant, which actions may compare by identity.
        entries = Codec.of(
                        value -> {
                            Entry read = entry.decode(value).entry();
                            return read.equals(Entry.NONE) ? Entry.NONE : read;
                        },
                        what -> entry.encode(RegisterValue.of(what)))
                .cached();
        registers = Codec.of(this::readRegisters, this::writeRegisters).cached();
        RecordCodec<VotingValue> voting = new RecordCodec<>(
                values,
                VotingValue.class,
                field("term", numbers),
                field("number", numbers),
                field("voters", members.sets()));
        votings = Codec.of(value -> voting.decode(value).voting(), what -> voting.encode(VotingValue.of(what)))
                .cached();
        this.pattern = pattern;
    }

    int partitions() {
        return values.items(pattern).length;
    }

    /** The position of a partition among all. */
    int partition(int value) {
        return values.kind(pattern) == ValueType.SEQUENCE
                ? values.number(value) - 1
                : values.shape(pattern).domain().indexOf(value);
    }

    /** The value of a partition. */
    int partitionValue(int position) {
        return values.kind(pattern) == ValueType.SEQUENCE
                ? values.ofNumber(position + 1)
                : values.shape(pattern).domain().get(position);
    }

    /** A function over all partitions. */
    int function(int[] items) {
        return values.kind(pattern) == ValueType.SEQUENCE
                ? values.ofSequence(items, -1)
                : values.ofShape(values.shape(pattern), items, -1);
    }

    Codec<Entry> entries() {
        return entries;
    }

    /** What a member has of all partitions. */
    Codec<PartitionVector<Entry>> registers() {
        return registers;
    }

    Codec<Voting> votings() {
        return votings;
    }

    private PartitionVector<Entry> readRegisters(int value) {
        int[] items = values.items(value);
        return PartitionVector.of(items.length, p -> entries.decode(items[p]));
    }

    private int writeRegisters(PartitionVector<Entry> vector) {
        int[] items = new int[vector.size()];
        for (int p = 0; p < items.length; p++) {
            items[p] = entries.encode(vector.get(p));
        }
        return function(items);
    }

    /**
     * Configurations of both sides. The backups have an order in the engine and none in the specification; a configuration of the
     * specification is taken as one with its backups in the order of their numbers.
     */
    static final class ConfigurationCodec implements Codec<Configuration> {
        private static final Shape CONFIGURATION =
                new Shape(List.of("backups", "inSync", "migration", "primary"), List.of());
        private static final Shape MIGRATION = new Shape(List.of("destination", "source"), List.of());

        private final ValueTable values;
        private final QuorumMembers members;

        ConfigurationCodec(ValueTable values, QuorumMembers members) {
            this.values = values;
            this.members = members;
        }

        @Override
        public Configuration decode(int value) {
            int migration = values.field(value, "migration");
            return Configuration.of(
                    members.number(values.field(value, "primary")),
                    members.sets().decode(values.field(value, "backups")).toArray(),
                    members.sets().decode(values.field(value, "inSync")),
                    members.number(values.field(migration, "source")),
                    members.number(values.field(migration, "destination")));
        }

        @Override
        public int encode(Configuration configuration) {
            int[] migration = {members.value(configuration.destination()), members.value(configuration.source())};
            int[] items = {
                members.sets().encode(MemberSet.of(configuration.backups())),
                members.sets().encode(configuration.inSync()),
                values.ofShape(MIGRATION, migration, -1),
                members.value(configuration.primary())
            };
            return values.ofShape(CONFIGURATION, items, -1);
        }
    }
}
