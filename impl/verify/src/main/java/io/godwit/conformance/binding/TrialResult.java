package io.godwit.conformance.binding;

import io.godwit.protocol.Command;
import io.godwit.protocol.Refusal;
import java.util.List;

/**
 * What the engine made of an event.
 *
 * @param guard why it was refused, or null when it was accepted
 * @param stutter whether a refusal came with the very state that the handler was given
 * @param parts the member's part of each variable afterwards, or null
 * @param sent what was sent, as a value; or -1
 * @param commands what the world is to do
 * @param effects what else changes: variable, position in it, and new item, in turn
 * @param state the member's state afterwards, or null
 */
@SuppressWarnings("ArrayRecordComponent")
public record TrialResult(
        Refusal guard, boolean stutter, int[] parts, int sent, List<Command> commands, int[] effects, Object state) {
    /** Copies the commands. */
    public TrialResult {
        commands = List.copyOf(commands);
    }

    /** Was it accepted? */
    public boolean accepted() {
        return guard == null;
    }
}
