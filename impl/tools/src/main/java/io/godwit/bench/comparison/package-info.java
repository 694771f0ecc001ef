/**
 * Godwit and Hazelcast side by side, each in processes of its own, and the reports: plots in SVG, tables in Markdown, and the
 * histograms behind them.
 *
 * <p>There are three experiments. {@code migration} is that of Hazelcast's own designs: a few members, 10,000 entries of 1,000 bytes
 * with one backup, all migrations at once. {@code operations} has puts and gets of a client, with three members and one backup.
 * {@code scale} measures latencies and transfer rates while members of Godwit join, leave and crash under load with large values.
 */
package io.godwit.bench.comparison;
