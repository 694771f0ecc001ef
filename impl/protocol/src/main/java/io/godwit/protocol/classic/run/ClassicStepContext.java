package io.godwit.protocol.classic.run;

import io.godwit.protocol.ActionListener;
import io.godwit.protocol.Command;
import io.godwit.protocol.Event;
import io.godwit.protocol.Step;
import io.godwit.protocol.classic.ClassicState;
import io.godwit.protocol.classic.ControlMessage.JoinRequest;
import io.godwit.protocol.classic.TimerState;
import io.godwit.protocol.classic.data.MemberLinks;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** One event being taken: the state so far, and what the world is to do. Used within one step and then thrown away. */
final class ClassicStepContext {
    private ClassicState state;
    private final List<Command> commands = new ArrayList<>();

    private final Event event;
    private final ActionListener actionListener;

    /**
     * Nothing has been done about an event yet.
     *
     * @param actionListener the listener, or null
     */
    ClassicStepContext(ClassicState state, Event event, ActionListener actionListener) {
        this.state = state;
        this.event = event;
        this.actionListener = actionListener;
    }

    /** Tells the listener that a message or a call was taken, or refused. */
    void tell(String action, Step<ClassicState> step) {
        if (actionListener != null && step.accepted()) {
            actionListener.took(action, event, state, step);
        } else if (actionListener != null) {
            actionListener.refused(step.refused());
        }
    }

    ClassicState state() {
        return state;
    }

    TimerState timers() {
        return state.timers();
    }

    /** Replaces what is no part of the protocol's state. */
    void timers(TimerState timers) {
        state = state.but().timers(timers).done();
    }

    void links(MemberLinks links) {
        timers(timers().withLinks(links));
    }

    /** Goes on with what an operation on the connections gave. */
    void links(MemberLinks.Sent sent) {
        links(sent.links());
        commands.addAll(sent.commands());
    }

    /**
     * Takes an action that the member tries by itself. The listener is not told if that is not possible.
     *
     * @param action its name, for the listener
     * @return whether it was accepted
     */
    boolean take(String action, Function<ClassicState, Step<ClassicState>> how) {
        Step<ClassicState> step = Step.of(state, how);
        if (step.accepted()) {
            tell(action, step);
        }
        return take(step);
    }

    /**
     * Goes on from a step.
     *
     * @return whether it was accepted
     */
    boolean take(Step<ClassicState> step) {
        state = step.state();
        for (Command command : step.commands()) {
            if (command instanceof Command.Send send) {
                post(send);
            } else {
                commands.add(command);
            }
        }
        return step.accepted();
    }

    private void post(Command.Send send) {
        if (send.to() == state.self()) {
            links(timers().links().put(state.self(), send.message()));
        } else if (send.message() instanceof JoinRequest) {
            // The member that is asked may be dead or no master: repeated by the round, not by a connection.
            commands.add(send);
        } else {
            links(timers().links().post(send.to(), send.message(), timers().now()));
        }
    }

    Step<ClassicState> done() {
        return Step.to(state, commands);
    }
}
