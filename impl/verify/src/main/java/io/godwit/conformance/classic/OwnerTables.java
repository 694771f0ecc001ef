package io.godwit.conformance.classic;

import io.godwit.conformance.corpus.ValueTable;
import io.godwit.conformance.corpus.ValueTable.Shape;
import io.godwit.conformance.replay.Codec;
import io.godwit.protocol.classic.data.PartitionEntry;
import io.godwit.protocol.classic.data.PartitionTable;
import java.util.List;
import java.util.stream.IntStream;

/** Tables of models in which a partition has an owner and no backups. */
final class OwnerTables {
    private static final Shape ENTRY = new Shape(List.of("owner", "version"), List.of());

    private OwnerTables() {}

    /** Sequences of records with the fields {@code owner} and {@code version}, by partition. */
    static Codec<PartitionTable> codec(ValueTable values) {
        return Codec.of(
                        (int id) -> PartitionEntry.of(
                                values.number(values.field(id, "version")), values.number(values.field(id, "owner"))),
                        (PartitionEntry entry) -> values.ofShape(
                                ENTRY,
                                new int[] {values.ofNumber(entry.owner()), values.ofNumber(entry.version())},
                                -1))
                .sequences(values, list -> PartitionTable.of(list.size(), list::get), table -> IntStream.range(
                                0, table.size())
                        .mapToObj(table::get));
    }
}
