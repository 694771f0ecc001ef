/** Connections: listening, dialling, handshake, limits. */
package io.godwit.transport.net;
