/**
 * Puts and gets of Godwit and of Hazelcast side by side: three members with one backup, and a client, in one process each.
 */
package io.godwit.bench.operations;
