package io.godwit.conformance.classic;

import io.godwit.conformance.corpus.ValueTable;
import io.godwit.conformance.corpus.ValueTable.Shape;
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
    private static final Shape MIGRATION = new Shape(
            List.of(
                    "dst",
                    "dstCurIdx",
                    "dstNewIdx",
                    "feeder",
                    "from",
                    "id",
                    "inc",
                    "master",
                    "p",
                    "src",
                    "srcCurIdx",
                    "srcNewIdx",
                    "status"),
            List.of());
    private static final String NO_STATUS = "-";

    private final ValueTable values;
    private final int partitions;
    private final int copies;
    private final Map<Integer, PartitionTable> tables = new HashMap<>();
    private final Map<Integer, PartitionEntry> entries = new HashMap<>();
    private final Map<Integer, Migration> migrations = new HashMap<>();
    private final Map<Integer, MigrationSet> migrationSets = new HashMap<>();

    ClassicTableCodec(ValueTable values, int partitions, int copies) {
        this.values = values;
        this.partitions = partitions;
        this.copies = copies;
    }

    int partitions() {
        return partitions;
    }

    // Sets

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

    boolean isMigration(int value) {
        return values.number(values.field(value, "id")) != 0;
    }

    Migration migration(int value) {
        return migrations.computeIfAbsent(
                value,
                it -> new Migration(
                        number(it, "id"),
                        number(it, "p") - 1,
                        number(it, "src"),
                        number(it, "dst"),
                        number(it, "feeder"),
                        number(it, "master"),
                        number(it, "srcCurIdx") - 1,
                        number(it, "srcNewIdx") - 1,
                        number(it, "dstCurIdx") - 1,
                        number(it, "dstNewIdx") - 1,
                        number(it, "from"),
                        number(it, "inc"),
                        Migration.Status.valueOf(values.text(values.field(it, "status")))));
    }

    private int number(int record, String field) {
        return values.number(values.field(record, field));
    }

    int migrationId(Migration m) {
        int[] numbers = {
            m.destination(),
            m.destinationCurrent() + 1,
            m.destinationNew() + 1,
            m.feeder(),
            m.from(),
            m.number(),
            m.increment(),
            m.master(),
            m.partition() + 1,
            m.source(),
            m.sourceCurrent() + 1,
            m.sourceNew() + 1
        };
        return migrationId(numbers, m.status().name());
    }

    /** {@code NoMig}. */
    int noMigration() {
        return migrationId(new int[MIGRATION.fields().size() - 1], NO_STATUS);
    }

    private int migrationId(int[] numbers, String status) {
        int[] items = new int[numbers.length + 1];
        for (int i = 0; i < numbers.length; i++) {
            items[i] = values.ofNumber(numbers[i]);
        }
        items[numbers.length] = values.ofText(status);
        return values.ofShape(MIGRATION, items, -1);
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
