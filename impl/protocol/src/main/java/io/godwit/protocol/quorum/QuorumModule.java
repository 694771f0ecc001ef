package io.godwit.protocol.quorum;

import io.godwit.protocol.Command;
import io.godwit.protocol.Members;
import io.godwit.protocol.Message;
import io.godwit.protocol.Rules;
import io.godwit.protocol.Step;

/**
 * A module of the specification: a method for each action, with its preconditions first and in the order of the specification.
 * An action is given the state of one member and returns the state after it with the commands; when a precondition does not
 * hold it ends in a refusal, see {@link Step#of}. Stateless.
 */
abstract class QuorumModule {
    /** The rules in force. */
    protected final Rules rules;

    /** The module under these rules. */
    protected QuorumModule(Rules rules) {
        this.rules = rules;
    }

    /** Does an invariant hold? Nothing is said of a protocol that lacks a rule. For assertions. */
    final boolean holds(boolean invariant) {
        return invariant || !rules.off().isEmpty();
    }

    /** A step that sends one message to all others. */
    static <S> Step<S> telling(S state, Message message) {
        return sending(state, Members.EVERYBODY, message);
    }

    /** A step that sends one message. */
    static <S> Step<S> sending(S state, int to, Message message) {
        return Step.to(state, new Command.Send(to, message));
    }
}
