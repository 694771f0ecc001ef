package io.godwit.conformance.quorum;

import static io.godwit.conformance.binding.RecordCodec.Field.field;

import io.godwit.conformance.binding.ById;
import io.godwit.conformance.binding.Codec;
import io.godwit.conformance.binding.RecordCodec;
import io.godwit.conformance.corpus.Kind;
import io.godwit.conformance.corpus.Values;
import io.godwit.protocol.PartitionVector;
import io.godwit.protocol.quorum.registers.Voting;
import io.godwit.protocol.quorum.table.Entry;
import java.util.HashMap;
import java.util.Map;

/** Registers and voter sets of both sides. */
final class RegisterCodec {
    private final Values values;
    /** A function over all partitions, as a pattern for others. */
    private final int pattern;

    private final Codec<Entry> entryCodec;
    private final Codec<Voting> votingCodec;
    private final ById<Entry> entries = new ById<>();
    private final Map<Entry, Integer> entryIds = new HashMap<>();
    private final ById<PartitionVector<Entry>> registers = new ById<>();
    private final Map<PartitionVector<Entry>, Integer> registerIds = new HashMap<>();
    private final ById<Voting> votings = new ById<>();
    private final Map<Voting, Integer> votingIds = new HashMap<>();

    RegisterCodec(Values values, QuorumMembers members, ConfigurationCodec configurations, int pattern) {
        this.values = values;
        Codec<Integer> numbers = Codec.numbers(values);
        entryCodec = new RecordCodec<>(
                values,
                Entry.class,
                field("term", numbers),
                field("number", numbers),
                field("baseTerm", numbers),
                field("baseNumber", numbers),
                field("configuration", Codec.of(configurations::decode, configurations::encode)));
        votingCodec = new RecordCodec<>(
                values,
                Voting.class,
                field("term", numbers),
                field("number", numbers),
                field("voters", Codec.of(members::set, members::value)));
        this.pattern = pattern;
    }

    int partitions() {
        return values.items(pattern).length;
    }

    /** The position of a partition among all. */
    int partition(int value) {
        return values.kind(pattern) == Kind.SEQUENCE
                ? values.number(value) - 1
                : values.shape(pattern).domain().indexOf(value);
    }

    /** The value of a partition. */
    int partitionValue(int position) {
        return values.kind(pattern) == Kind.SEQUENCE
                ? values.ofNumber(position + 1)
                : values.shape(pattern).domain().get(position);
    }

    /** A function over all partitions. */
    int function(int[] items) {
        return values.kind(pattern) == Kind.SEQUENCE
                ? values.ofSequence(items, -1)
                : values.ofShape(values.shape(pattern), items, -1);
    }

    Entry entry(int value) {
        return entries.of(value, this::readEntry);
    }

    private Entry readEntry(int value) {
        Entry entry = entryCodec.decode(value);
        // The very constant, which actions may compare by identity.
        return entry.equals(Entry.NONE) ? Entry.NONE : entry;
    }

    int entryId(Entry entry) {
        Integer known = entryIds.get(entry);
        if (known == null) {
            known = entryCodec.encode(entry);
            entryIds.put(entry, known);
        }
        return known;
    }

    PartitionVector<Entry> registers(int value) {
        return registers.of(value, it -> {
            int[] items = values.items(it);
            return PartitionVector.of(items.length, p -> entry(items[p]));
        });
    }

    int registersId(PartitionVector<Entry> vector) {
        Integer known = registerIds.get(vector);
        if (known == null) {
            int[] items = new int[vector.size()];
            for (int p = 0; p < items.length; p++) {
                items[p] = entryId(vector.get(p));
            }
            known = function(items);
            registerIds.put(vector, known);
        }
        return known;
    }

    Voting voting(int value) {
        return votings.of(value, votingCodec::decode);
    }

    int votingId(Voting voting) {
        Integer known = votingIds.get(voting);
        if (known == null) {
            known = votingCodec.encode(voting);
            votingIds.put(voting, known);
        }
        return known;
    }
}
