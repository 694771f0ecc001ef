/**
 * Partition data: writes at the owner, synchronous backups, the client's acknowledgement, reads, and anti-entropy from
 * owner to backup.
 */
package io.godwit.protocol.classic.replication;
