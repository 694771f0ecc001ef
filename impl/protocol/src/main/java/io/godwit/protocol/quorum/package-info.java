/**
 * The quorum protocol: a majority of the voters decides each partition's configuration, and data is replicated inside
 * decided configurations. What it is checked against is in {@code spec/quorum}.
 */
package io.godwit.protocol.quorum;
