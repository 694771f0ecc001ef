package io.godwit.protocol.classic.data;

import io.godwit.protocol.MemberSet;

/**
 * How far an initiator is with its change of the cluster's state.
 *
 * @param stage what it waits for
 * @param change the change
 * @param waiting who has not answered
 */
public record StateChangeProgress(Stage stage, StateChange change, MemberSet waiting) {
    /** What an initiator waits for; the names of the specification in capitals. */
    public enum Stage {
        /** The others lock themselves. */
        PREPARE,
        /** The decision is stored at a second member. */
        RECORD,
        /** The others commit. */
        COMMIT
    }

    /** In a later stage. */
    public StateChangeProgress at(Stage next, MemberSet whom) {
        return new StateChangeProgress(next, change, whom);
    }
}
