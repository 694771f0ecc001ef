package io.godwit.transport.frame;

import io.godwit.protocol.map.Bytes;

/**
 * A key of a map.
 *
 * @param map the map's name
 * @param key the key in it
 */
public record MapKey(Bytes map, Bytes key) {}
