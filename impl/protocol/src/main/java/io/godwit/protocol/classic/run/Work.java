package io.godwit.protocol.classic.run;

import io.godwit.protocol.classic.migration.StartMigration;
import io.godwit.protocol.classic.promotion.ClearSurplus;

/**
 * What a plan consists of.
 *
 * @param move a migration to start, or null
 * @param clear a slot to clear, or null
 */
public record Work(StartMigration.Order move, ClearSurplus.Slot clear) {
    /** A migration. */
    public static Work of(StartMigration.Order move) {
        return new Work(move, null);
    }

    /** A slot that is to be empty. */
    public static Work of(ClearSurplus.Slot clear) {
        return new Work(null, clear);
    }

    /** Does it only add a replica, or bring one to a hotter slot? */
    public boolean repairs() {
        return move != null && !move.kind().hasSource();
    }
}
