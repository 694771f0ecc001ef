/**
 * The client without threads, clocks and sockets of its own: which member a call is sent to, when it is repeated, and what its
 * outcome is. A process runs it behind {@code io.godwit.client.GodwitClient}, the simulation runs it as it is. Start with
 * {@link io.godwit.client.invocation.InvocationService}.
 */
package io.godwit.client.invocation;
