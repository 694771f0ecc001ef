/**
 * The client library. Start with {@link io.godwit.client.GodwitClient}.
 */
package io.godwit.client;
