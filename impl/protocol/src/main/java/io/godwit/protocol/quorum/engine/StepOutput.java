package io.godwit.protocol.quorum.engine;

import io.godwit.protocol.Command;
import io.godwit.protocol.MemberSet;
import io.godwit.protocol.Message;
import io.godwit.protocol.quorum.QuorumMessage.Batch;
import io.godwit.protocol.quorum.QuorumMessage.Image;
import io.godwit.protocol.quorum.data.DataState;
import io.godwit.protocol.quorum.registers.ControlState;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The commands of a step that is being made. */
final class StepOutput {
    private final List<Command> commands = new ArrayList<>();
    private boolean persists;

    void send(int to, Message message) {
        commands.add(new Command.Send(to, message));
    }

    void add(Command command) {
        commands.add(command);
    }

    /** Notes a change of something that has to survive a restart. */
    void persist() {
        persists = true;
    }

    /**
     * Returns the commands: Persist first, messages to one receiver in one batch.
     *
     * @param control the control plane after the step
     * @param data the data plane after it
     * @param leaving members that want to leave after the step
     */
    List<Command> commands(ControlState control, DataState data, MemberSet leaving) {
        if (commands.isEmpty() && !persists) {
            return List.of();
        }
        List<Command> all = new ArrayList<>(commands.size() + 1);
        if (persists) {
            all.add(new Command.Persist(new Image(control, data, leaving)));
        }
        if (commands.size() <= 1) {
            all.addAll(commands);
            return all;
        }
        Map<Integer, List<Message>> sent = new LinkedHashMap<>();
        for (Command command : commands) {
            if (command instanceof Command.Send send) {
                sent.computeIfAbsent(send.to(), to -> new ArrayList<>()).add(send.message());
            }
        }
        sent.forEach((to, messages) ->
                all.add(new Command.Send(to, messages.size() == 1 ? messages.get(0) : new Batch(messages))));
        for (Command command : commands) {
            if (!(command instanceof Command.Send)) {
                all.add(command);
            }
        }
        return all;
    }
}
