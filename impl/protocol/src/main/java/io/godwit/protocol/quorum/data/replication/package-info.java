/** Writes and reads inside a decided configuration; {@code spec/quorum/FencedReplication.tla}. */
package io.godwit.protocol.quorum.data.replication;
