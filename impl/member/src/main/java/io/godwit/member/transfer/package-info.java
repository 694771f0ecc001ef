/**
 * How a {@code Sync} travels. To the engine it is one message with a whole log in it; on the wire it is an offer, an answer
 * that says what the receiver holds already, and parts that are acknowledged. The receiver gives the engine the message when
 * it is complete, and nothing before: that is what {@code Log} asks of whoever sends logs in pieces.
 */
package io.godwit.member.transfer;
