package io.godwit.protocol.classic.versioning;

import io.godwit.protocol.Command;
import io.godwit.protocol.Guards;
import io.godwit.protocol.MemberSet;
import io.godwit.protocol.Received;
import io.godwit.protocol.SpecAction;
import io.godwit.protocol.Step;
import io.godwit.protocol.classic.ClassicGuard;
import io.godwit.protocol.classic.ClassicHandler;
import io.godwit.protocol.classic.ClassicState;
import io.godwit.protocol.classic.ControlMessage.PublishReply;
import io.godwit.protocol.classic.table.Migration;
import io.godwit.protocol.classic.table.MigrationSet;
import io.godwit.protocol.classic.table.Publication;
import java.util.List;
import java.util.Optional;

/**
 * When everybody has the list, the master forgets exactly that list. A negative answer is a version gap: that member gets
 * the table, and nothing is forgotten. A positive answer of an old owner lets a master serve what it has moved to itself
 * ({@code SELF_COMMIT_WAITS}).
 *
 * <p>Guards, from {@code HandlePublishReply} in {@code spec/classic/PartitionVersioning.tla}: {@code ANSWER_EXPECTED}.
 */
@SpecAction("classic/PartitionVersioning!HandlePublishReply")
public class HandlePublishReply extends ClassicHandler<Received<PublishReply>> {
    /** The action under these guards. */
    public HandlePublishReply(Guards guards) {
        super(guards);
    }

    @Override
    public Step<ClassicState> handle(ClassicState state, Received<PublishReply> event) {
        PublishReply m = event.message();
        int sender = event.from();
        Optional<Publication> mine = state.publication()
                .filter(p -> p.list().equals(m.done()) && p.waiting().contains(sender));
        if (mine.isEmpty()) {
            return Step.refuse(state, ClassicGuard.ANSWER_EXPECTED);
        }
        MigrationSet list = mine.get().list();
        MemberSet left = mine.get().waiting().without(sender);
        boolean good = mine.get().ok() && m.ok();
        MigrationSet free = m.ok() ? released(state, sender, list) : MigrationSet.EMPTY;
        MigrationSet keep = left.isEmpty() && good ? state.completed().minus(list) : state.completed();
        ClassicState adopted = adoption.adopt(state, state.table(), free, keep, state.self())
                .but()
                .publication(left.isEmpty() ? Optional.empty() : Optional.of(new Publication(list, left, good)))
                .done();
        List<Command> commands =
                m.ok() ? List.of() : tableTo(state, MemberSet.of(sender), state.table(), state.completed());
        return Step.to(adopted, commands);
    }

    private static MigrationSet released(ClassicState state, int oldOwner, MigrationSet list) {
        return list.filter(
                (Migration m) -> state.takesPartIn(m) && m.destination() == state.self() && m.feeder() == oldOwner);
    }
}
