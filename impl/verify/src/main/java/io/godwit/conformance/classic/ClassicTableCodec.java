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
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Tables and migrations of both sides. The specification counts partitions and slots from 1, and 0 is no slot; the engine counts
 * from 0. The specification numbers migrations through, the engine per master.
 */
final class ClassicTableCodec {
    private static final Shape ENTRY = new Shape(List.of("replicas", "version"), List.of());
    private static final String NO_STATUS = "-";
    private static final Migration NO_MIGRATION =
            new Migration(0, -1, 0, 0, 0, 0, NO_SLOT, NO_SLOT, NO_SLOT, NO_SLOT, 0, 0, null);

    private final ValueTable values;
    private final int partitions;
    private final int copies;
    private final Map<Integer, PartitionTable> tables = new HashMap<>();
    private final Map<Integer, PartitionEntry> entries = new HashMap<>();
    private final RecordCodec<Migration> codec;
    private final int noMigration;
    private final Map<Integer, Migration> migrations = new HashMap<>();
    private final Map<Integer, MigrationSet> migrationSets = new HashMap<>();

    ClassicTableCodec(ValueTable values, int partitions, int copies) {
        this.values = values;
        this.partitions = partitions;
        this.copies = copies;
        Codec<Integer> numbers = Codec.numbers(values);
        Codec<Integer> slots = Codec.numbers(values, 1);
        Codec<Migration.Status> status = Codec.of(
                        id -> Migration.Status.valueOf(values.text(id)),
                        (Migration.Status it) -> values.ofText(it.name()))
                .orElse(values.ofText(NO_STATUS));
        codec = new RecordCodec<>(
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
                field("status", status));
        noMigration = codec.encode(NO_MIGRATION);
    }

    int partitions() {
        return partitions;
    }

    // Sets

    Codec<MemberSet> memberSets() {
        return Codec.of(this::members, this::membersId);
    }

    Codec<List<Integer>> partSets() {
        return Codec.of(this::parts, this::partsId);
    }

    Codec<MigrationSet> migrationSets() {
        return Codec.of(this::migrations, this::migrationsId);
    }

    /** {@code NoMig} is null. */
    Codec<Migration> migrations() {
        return Codec.of(this::migration, this::migrationId).orElse(noMigration);
    }

    Codec<PartitionTable> tables() {
        return Codec.of(this::table, this::tableId);
    }

    MemberSet members(int value) {
        int[] items = values.items(value);
        int[] numbers = new int[items.length];
        for (int i = 0; i < items.length; i++) {
            numbers[i] = values.number(items[i]);
        }
        return MemberSet.of(numbers);
    }

    int membersId(MemberSet set) {
        return numbersId(set.toArray(), 0);
    }

    /** Partitions in ascending order. */
    List<Integer> parts(int value) {
        List<Integer> parts = new ArrayList<>();
        for (int item : values.items(value)) {
            parts.add(values.number(item) - 1);
        }
        parts.sort(null);
        return parts;
    }

    int partsId(List<Integer> parts) {
        return numbersId(parts.stream().mapToInt(Integer::intValue).toArray(), 1);
    }

    private int numbersId(int[] numbers, int more) {
        int[] items = new int[numbers.length];
        for (int i = 0; i < items.length; i++) {
            items[i] = values.ofNumber(numbers[i] + more);
        }
        return values.ofSet(items, -1);
    }

    // Tables

    PartitionTable table(int value) {
        PartitionTable known = tables.get(value);
        if (known == null) {
            int[] items = values.items(value);
            known = PartitionTable.of(items.length, p -> entry(items[p]));
            tables.put(value, known);
        }
        return known;
    }

    int tableId(PartitionTable table) {
        int[] items = new int[table.size()];
        for (int p = 0; p < items.length; p++) {
            items[p] = entryId(table.get(p));
        }
        return values.ofSequence(items, -1);
    }

    /** {@code NoTable}. */
    int noTable() {
        return tableId(PartitionTable.empty(partitions, copies));
    }

    private PartitionEntry entry(int value) {
        return entries.computeIfAbsent(value, it -> {
            int[] items = values.items(values.field(it, "replicas"));
            int[] replicas = new int[items.length];
            for (int i = 0; i < items.length; i++) {
                replicas[i] = values.number(items[i]);
            }
            return PartitionEntry.of(values.number(values.field(it, "version")), replicas);
        });
    }

    private int entryId(PartitionEntry entry) {
        int[] replicas = new int[entry.slots()];
        for (int i = 0; i < replicas.length; i++) {
            replicas[i] = values.ofNumber(entry.replica(i));
        }
        int[] items = {values.ofSequence(replicas, -1), values.ofNumber(entry.version())};
        return values.ofShape(ENTRY, items, -1);
    }

    // Migrations

    private Migration migration(int value) {
        return migrations.computeIfAbsent(value, codec::decode);
    }

    private int migrationId(Migration migration) {
        return codec.encode(migration);
    }

    MigrationSet migrations(int value) {
        MigrationSet known = migrationSets.get(value);
        if (known == null) {
            List<Migration> list = new ArrayList<>();
            for (int item : values.items(value)) {
                list.add(migration(item));
            }
            known = MigrationSet.of(list);
            migrationSets.put(value, known);
        }
        return known;
    }

    int migrationsId(MigrationSet set) {
        return values.ofSet(set.stream().mapToInt(this::migrationId).toArray(), -1);
    }
}
