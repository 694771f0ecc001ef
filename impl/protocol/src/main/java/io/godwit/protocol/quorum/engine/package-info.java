/**
 * When a member of the quorum protocol tries what: after each event, which actions have become possible; with time, what is
 * sent or tried again. Every change of what the specification speaks of is made by an action, which may refuse; nothing that
 * is decided here can make the protocol unsafe.
 */
package io.godwit.protocol.quorum.engine;
