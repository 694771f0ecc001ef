package io.godwit.protocol.classic.replication;

import io.godwit.protocol.map.Operation;

/**
 * A client's operation that changes content. A number in the specification.
 *
 * @param client who called
 * @param call the client's number for it
 * @param operation what to do
 */
public record Update(long client, long call, Operation operation) {}
