/**
 * The command {@code bench}; JMH benchmarks of single pieces; and experiments with Godwit alone: the messages that a migration
 * takes, the cost of event logs, copies of partitions from disk to disk, storage engines.
 */
package io.godwit.bench;
