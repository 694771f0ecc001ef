/**
 * Events and commands: what comes in becomes an event, and what the engine wants done is done. One thread takes one event
 * after the other; nothing here decides anything about the protocol.
 */
package io.godwit.member.runtime;
