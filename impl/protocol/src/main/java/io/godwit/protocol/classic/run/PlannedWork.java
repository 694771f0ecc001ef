package io.godwit.protocol.classic.run;

import io.godwit.protocol.classic.ParallelMigration.Order;

/**
 * What a plan consists of: migrations, and slots to clear.
 *
 * @param partition the partition, from 0
 * @param slot the slot that is filled or cleared, from 0
 * @param order a migration to start; null for a slot that is to be cleared
 */
public record PlannedWork(int partition, int slot, Order order) {
    /** A migration. */
    public static PlannedWork of(Order order) {
        return new PlannedWork(order.partition(), order.slot(), order);
    }

    /** A slot that is to be empty. */
    public static PlannedWork clear(int partition, int slot) {
        return new PlannedWork(partition, slot, null);
    }

    /** Does it only add a replica, or bring one to a hotter slot? */
    public boolean repairs() {
        return order != null && !order.kind().hasSource();
    }
}
