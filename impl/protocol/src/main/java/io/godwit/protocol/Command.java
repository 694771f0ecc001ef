package io.godwit.protocol;

import io.godwit.protocol.map.Result;

/** What a member wants the world to do, in the order given. */
public sealed interface Command {
    /**
     * Send a message. It may get lost; the engine sends again what it needs.
     *
     * @param to the receiver, or {@link Members#EVERYBODY} for all members but the sender
     * @param message the message
     */
    record Send(int to, Message message) implements Command {}

    /**
     * Answer a client.
     *
     * @param client who called
     * @param call the client's number for the call
     * @param result what came of it
     * @param basis the entries that it depends on, or null if it promises nothing
     */
    record Answer(long client, long call, Result result, Basis basis) implements Command {
        /** An answer that promises nothing. */
        public Answer(long client, long call, Result result) {
            this(client, call, result, null);
        }
    }

    /**
     * Entries that have to be durable.
     *
     * @param partition whose log has them
     * @param length how many entries, from the first
     */
    record Basis(int partition, int length) {}

    /**
     * Make this durable, before any command that depends on it is carried out, in this step or in another.
     *
     * @param image what a member with durable state starts from after a restart
     */
    record Persist(Message image) implements Command {}

    /** Nothing depends on this member any more: stop the process. */
    record Stop() implements Command {}
}
