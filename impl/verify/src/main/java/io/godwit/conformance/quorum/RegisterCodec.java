package io.godwit.conformance.quorum;

import io.godwit.conformance.binding.ValueCache;
import io.godwit.conformance.corpus.ValueTable;
import io.godwit.conformance.corpus.ValueTable.Shape;
import io.godwit.conformance.corpus.ValueType;
import io.godwit.protocol.PartitionVector;
import io.godwit.protocol.quorum.registers.Voting;
import io.godwit.protocol.quorum.table.Entry;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Registers and voter sets of both sides. */
final class RegisterCodec {
    private static final Shape ENTRY =
            new Shape(List.of("baseNumber", "baseTerm", "configuration", "number", "term"), List.of());
    private static final Shape VOTING = new Shape(List.of("number", "term", "voters"), List.of());

    private final ValueTable values;
    private final QuorumMembers members;
    private final ConfigurationCodec configurations;
    /** A function over all partitions, as a pattern for others. */
    private final int pattern;

    private final ValueCache<Entry> entries = new ValueCache<>();
    private final Map<Entry, Integer> entryIds = new HashMap<>();
    private final ValueCache<PartitionVector<Entry>> registers = new ValueCache<>();
    private final Map<PartitionVector<Entry>, Integer> registerIds = new HashMap<>();
    private final ValueCache<Voting> votings = new ValueCache<>();
    private final Map<Voting, Integer> votingIds = new HashMap<>();

    RegisterCodec(ValueTable values, QuorumMembers members, ConfigurationCodec configurations, int pattern) {
        this.values = values;
        this.members = members;
        this.configurations = configurations;
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

    Entry entry(int value) {
        return entries.of(value, this::readEntry);
    }

    private Entry readEntry(int value) {
        Entry entry = new Entry(
                values.number(values.field(value, "term")),
                values.number(values.field(value, "number")),
                values.number(values.field(value, "baseTerm")),
                values.number(values.field(value, "baseNumber")),
                configurations.decode(values.field(value, "configuration")));
        // The very constant, which actions may compare by identity.
        return entry.equals(Entry.NONE) ? Entry.NONE : entry;
    }

    int entryId(Entry entry) {
        Integer known = entryIds.get(entry);
        if (known == null) {
            int[] items = {
                values.ofNumber(entry.baseNumber()),
                values.ofNumber(entry.baseTerm()),
                configurations.encode(entry.configuration()),
                values.ofNumber(entry.number()),
                values.ofNumber(entry.term())
            };
            known = values.ofShape(ENTRY, items, -1);
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
        return votings.of(
                value,
                it -> new Voting(
                        values.number(values.field(it, "term")),
                        values.number(values.field(it, "number")),
                        members.set(values.field(it, "voters"))));
    }

    int votingId(Voting voting) {
        Integer known = votingIds.get(voting);
        if (known == null) {
            int[] items = {
                values.ofNumber(voting.number()), values.ofNumber(voting.term()), members.value(voting.voters())
            };
            known = values.ofShape(VOTING, items, -1);
            votingIds.put(voting, known);
        }
        return known;
    }
}
