/**
 * How a {@code Sync} travels. For the engine it is one message that contains a whole log; on the wire it is a manifest, an answer that
 * says what the receiver already has, and chunks that are acknowledged. The receiver's engine gets the message when it is complete and
 * nothing before, as {@code Log} requires of logs that are sent in pieces.
 *
 * <p>Three executors take part: the engine's, "transfer", which makes and sends chunks, and "files", which writes and reads files. Each
 * class says to which one it belongs. They share immutable values, volatile fields with one writer, and the tasks that they give to
 * each other. No task waits.
 */
package io.godwit.member.transfer;
