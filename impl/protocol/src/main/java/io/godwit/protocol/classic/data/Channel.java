package io.godwit.protocol.classic.data;

import io.godwit.protocol.Message;
import io.godwit.protocol.classic.DataMessage;

/**
 * Control operations and partition operations run on different threads in the product and do not wait for each other, so
 * that there are two channels for each pair of members.
 */
public enum Channel {
    /** For control messages. */
    CONTROL,
    /** For partition data. */
    DATA;

    /** The channel of a message. */
    public static Channel of(Message message) {
        return message instanceof DataMessage ? DATA : CONTROL;
    }
}
