package io.godwit.protocol.classic.run;

import io.godwit.protocol.Command;
import io.godwit.protocol.Step;
import io.godwit.protocol.classic.ClassicState;
import io.godwit.protocol.classic.ControlMessage.JoinRequest;
import io.godwit.protocol.classic.Errands;
import io.godwit.protocol.classic.link.Links;
import java.util.ArrayList;
import java.util.List;

/** One event being taken: the state so far, and what the world is to do. Used within one step and then thrown away. */
final class Turn {
    private ClassicState state;
    private final List<Command> commands = new ArrayList<>();

    Turn(ClassicState state) {
        this.state = state;
    }

    ClassicState state() {
        return state;
    }

    Errands errands() {
        return state.errands();
    }

    /** Replaces what is no part of the protocol's state. */
    void errands(Errands errands) {
        state = state.but().errands(errands).done();
    }

    void links(Links links) {
        errands(errands().withLinks(links));
    }

    /** Goes on with what an operation on the connections gave. */
    void links(Links.Sent sent) {
        links(sent.links());
        commands.addAll(sent.commands());
    }

    /**
     * Goes on from a step of a handler.
     *
     * @return whether the handler accepted
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
            links(errands().links().put(state.self(), send.message()));
        } else if (send.message() instanceof JoinRequest) {
            // Who is asked may be dead or no master: repeated by the round, not by a connection.
            commands.add(send);
        } else {
            links(errands().links().post(send.to(), send.message(), errands().now()));
        }
    }

    Step<ClassicState> done() {
        return Step.to(state, commands);
    }
}
