/** Connections that carry frames, over {@link io.godwit.environment.Transport}: framing, handshake, limits, back pressure. */
package io.godwit.transport.connection;
