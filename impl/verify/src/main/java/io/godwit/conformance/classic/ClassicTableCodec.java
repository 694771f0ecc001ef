package io.godwit.conformance.classic;

import static io.godwit.conformance.replay.RecordCodec.Field.field;
import static io.godwit.protocol.classic.data.Migration.NO_SLOT;

import io.godwit.conformance.corpus.ValueTable;
import io.godwit.conformance.corpus.ValueTable.Shape;
import io.godwit.conformance.replay.Codec;
import io.godwit.conformance.replay.RecordCodec;
import io.godwit.protocol.MemberSet;
import io.godwit.protocol.classic.data.Migration;
import io.godwit.protocol.classic.data.MigrationSet;
import io.godwit.protocol.classic.data.PartitionEntry;
import io.godwit.protocol.classic.data.PartitionTable;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Tables and migrations of both sides. The specification counts partitions and slots from 1, and 0 is no slot; the engine counts
 * from 0. The specification numbers migrations through, the engine per master.
 */
final class ClassicTableCodec {
    private static final Shape ENTRY = new Shape(List.of("replicas", "version"), List.of());
    private static final String NO_STATUS = "-";
    private static final Migration NO_MIGRATION =
            new Migration(0, -1, 0, 0, 0, 0, NO_SLOT, NO_SLOT, NO_SLOT, NO_SLOT, 0, 0, null);

    private final Codec<MemberSet> memberSets;
    private final Codec<List<Integer>> partSets;
    private final Codec<Migration> migrations;
    private final Codec<MigrationSet> migrationSets;
    private final Codec<PartitionTable> tables;
    private final PartitionTable noTable;

    ClassicTableCodec(ValueTable values, int partitions, int copies) {
        noTable = PartitionTable.empty(partitions, copies);
        Codec<Integer> numbers = Codec.numbers(values);
        Codec<Integer> slots = Codec.numbers(values, 1);
        memberSets = numbers.sets(values, MemberSet::of, set -> set.stream().boxed());
        partSets = slots.sets(values, parts -> parts.stream().sorted().toList(), List::stream);
        Codec<Migration.Status> status = Codec.of(
                        id -> Migration.Status.valueOf(values.text(id)),
                        (Migration.Status it) -> values.ofText(it.name()))
                .orElse(values.ofText(NO_STATUS));
        Codec<Migration> migration = new RecordCodec<>(
                        values,
                        Migration.class,
                        field("id", numbers),
                        field("p", slots),
                        field("src", numbers),
                        field("dst", numbers),
                        field("feeder", numbers),
                        field("master", numbers),
                        field("srcCurIdx", slots),
                        field("srcNewIdx", slots),
                        field("dstCurIdx", slots),
                        field("dstNewIdx", slots),
                        field("from", numbers),
                        field("inc", numbers),
                        field("status", status))
                .readOnce();
        migrations = migration.orElse(migration.encode(NO_MIGRATION));
        migrationSets =
                migration.sets(values, MigrationSet::of, MigrationSet::stream).readOnce();
        tables = entries(values)
                .sequences(values, entries -> PartitionTable.of(entries.size(), entries::get), table -> IntStream.range(
                                0, table.size())
                        .mapToObj(table::get))
                .readOnce();
    }

    private static Codec<PartitionEntry> entries(ValueTable values) {
        Codec<List<Integer>> replicas = Codec.numbers(values).sequences(values);
        return Codec.of(
                        id -> PartitionEntry.of(
                                values.number(values.field(id, "version")),
                                replicas.decode(values.field(id, "replicas")).stream()
                                        .mapToInt(Integer::intValue)
                                        .toArray()),
                        (PartitionEntry entry) -> {
                            List<Integer> members = IntStream.range(0, entry.slots())
                                    .mapToObj(entry::replica)
                                    .toList();
                            int[] items = {replicas.encode(members), values.ofNumber(entry.version())};
                            return values.ofShape(ENTRY, items, -1);
                        })
                .readOnce();
    }

    Codec<MemberSet> memberSets() {
        return memberSets;
    }

    /** Partitions, in ascending order. */
    Codec<List<Integer>> partSets() {
        return partSets;
    }

    /** {@code NoMig} is null. */
    Codec<Migration> migrations() {
        return migrations;
    }

    Codec<MigrationSet> migrationSets() {
        return migrationSets;
    }

    Codec<PartitionTable> tables() {
        return tables;
    }

    /** {@code NoTable}. */
    PartitionTable noTable() {
        return noTable;
    }
}
