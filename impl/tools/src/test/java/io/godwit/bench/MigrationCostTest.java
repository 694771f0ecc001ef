package io.godwit.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.godwit.bench.MessagesCommand.MigrationCost;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class MigrationCostTest {
    @Test
    void tableIsForEachMigration() {
        MigrationCost small = new MigrationCost("2x5", 4, Map.of("Accept", 8L, "Sync", 2L), 6, 10);
        MigrationCost large = new MigrationCost("3x5", 10, Map.of("Accept", 25L), 20, 10);
        assertEquals(
                """
                | for each migration | 2x5 | 3x5 |
                |---|---:|---:|
                | Accept | 2.00 | 2.50 |
                | Sync | 0.50 | 0.00 |
                | **messages** | 2.50 | 2.50 |
                | **letters** | 1.50 | 2.00 |
                """,
                MigrationCost.table(List.of(small, large)));
    }

    @Test
    void ratioWithoutMigrationsIsDefined() {
        assertEquals(3, new MigrationCost("2x1", 0, Map.of(), 3, 0).each(3));
    }
}
