package io.godwit.transport.frame;

import io.godwit.protocol.map.Executed;

/**
 * A client's last write.
 *
 * @param client the client
 * @param executed the write and its result
 */
public record LastWrite(long client, Executed executed) {}
