/**
 * Event logs: each action that a member takes is a line, with what it changed and a vector clock. {@code
 * docs/verify/event-log.md} describes the lines.
 */
package io.godwit.events;
