package io.godwit.protocol.classic.data;

import io.godwit.protocol.Command;
import io.godwit.protocol.MemberSet;
import io.godwit.protocol.map.Result;

/**
 * A write that the owner has applied and that waits for backups.
 *
 * @param update the write
 * @param result what the client will hear
 * @param waiting who has not confirmed
 */
public record Pending(Update update, Result result, MemberSet waiting) {
    /** The write without waiting for a member. */
    public Pending without(int member) {
        return new Pending(update, result, waiting.without(member));
    }

    /** What the client hears. */
    public Command answer() {
        return new Command.Answer(update.client(), update.call(), result);
    }
}
