/**
 * Repair at the master: members that left are removed from the table, and the first surviving replica of each partition
 * without an owner is promoted. The promoted member applies first, then the master, then everybody (seed 001 section 1.3).
 */
package io.godwit.protocol.classic.promotion;
