package io.godwit.protocol.classic.data;

import io.godwit.protocol.map.MapContent;

/**
 * A replica sync that an owner serves, between its two steps.
 *
 * @param to the backup
 * @param version the counter that was read first
 * @param content empty; the content itself if that was read first, which it must not be
 */
public record Serving(int to, int version, MapContent content) {}
