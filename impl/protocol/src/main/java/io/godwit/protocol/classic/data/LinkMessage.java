package io.godwit.protocol.classic.data;

import io.godwit.protocol.Message;

/** What members really send to each other: the protocol's messages with numbers. Immutable. */
public sealed interface LinkMessage extends Message {
    /** The channel. */
    Channel channel();

    /**
     * A numbered message.
     *
     * @param channel on which channel
     * @param number its number on the channel, from 0
     * @param base the least number that will come again; whatever is missing below it was dropped
     * @param payload the message
     */
    record Packet(Channel channel, long number, long base, Message payload) implements LinkMessage {}

    /**
     * An acknowledgement.
     *
     * @param channel of which channel
     * @param expected the number that is expected next
     */
    record Received(Channel channel, long expected) implements LinkMessage {}
}
