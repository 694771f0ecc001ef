package io.godwit.protocol.classic;

import io.godwit.protocol.Command;
import io.godwit.protocol.Guards;
import io.godwit.protocol.Handler;
import io.godwit.protocol.MemberSet;
import io.godwit.protocol.Message;
import io.godwit.protocol.Step;
import io.godwit.protocol.classic.table.MigrationSet;
import io.godwit.protocol.classic.table.PartitionTable;
import io.godwit.protocol.classic.versioning.Adoption;
import io.godwit.protocol.classic.versioning.Versioning;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;

/**
 * A handler of the classic protocol, with what most of them need.
 *
 * @param <E> the event
 */
public abstract class ClassicHandler<E> implements Handler<ClassicState, E> {
    /** The guards in force. */
    protected final Guards guards;

    /** The arithmetic of versions. */
    protected final Versioning versioning;

    /** How a member takes a table. */
    protected final Adoption adoption;

    /** A handler under these guards. */
    protected ClassicHandler(Guards guards) {
        this.guards = guards;
        this.versioning = new Versioning(guards);
        this.adoption = new Adoption(guards);
    }

    /** A step that sends one message. */
    protected static Step<ClassicState> sending(ClassicState state, int to, Message message) {
        return Step.to(state, new Command.Send(to, message));
    }

    /** One message to each of the members. */
    protected static List<Command> toEach(MemberSet members, IntFunction<Message> message) {
        List<Command> commands = new ArrayList<>();
        members.stream().forEach(m -> commands.add(new Command.Send(m, message.apply(m))));
        return commands;
    }

    /** A table to those of the members that are in the view, the sender left out. */
    protected static List<Command> tableTo(
            ClassicState state, MemberSet members, PartitionTable table, MigrationSet done) {
        return toEach(members.intersect(state.others()), m -> new ControlMessage.PartitionState(table, done));
    }
}
