package io.godwit.simulation.text;

import io.godwit.protocol.Refusal;

/**
 * An action that the engine has refused; made into text when it is shown.
 *
 * @param action which; empty if the engine does not say it
 */
record RefusedAction(String action, Refusal refusal) {
    @Override
    public String toString() {
        return BoundedText.of(action.isEmpty() ? refusal : action + " " + refusal);
    }
}
