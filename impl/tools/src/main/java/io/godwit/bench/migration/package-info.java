/**
 * The experiment of Hazelcast's own designs, with Godwit and Hazelcast side by side: a few members, 10,000 entries of 1,000 bytes
 * with one backup, all migrations at once. Each system runs in a process of its own.
 */
package io.godwit.bench.migration;
