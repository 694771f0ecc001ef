package io.godwit.protocol.quorum.engine;

/**
 * The subject of an action, for the listener.
 *
 * @param partition the partition
 * @param subject the member, or the client whose call is answered; 0 for nobody
 */
public record ActionSubject(int partition, long subject) {}
