/** Connections of a process: Netty's sockets and TLS behind {@link io.godwit.environment.Transport}. */
package io.godwit.transport.netty;
