package io.godwit.protocol.quorum.engine;

/**
 * What an action is about, for the listener.
 *
 * @param partition the partition
 * @param subject the member, or the client whose call is answered; 0 for nobody
 */
public record ActionSubject(int partition, long subject) {}
