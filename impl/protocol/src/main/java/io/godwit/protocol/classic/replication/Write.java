package io.godwit.protocol.classic.replication;

import io.godwit.protocol.Command;
import io.godwit.protocol.Guards;
import io.godwit.protocol.MemberSet;
import io.godwit.protocol.SpecAction;
import io.godwit.protocol.Step;
import io.godwit.protocol.classic.ClassicGuard;
import io.godwit.protocol.classic.ClassicHandler;
import io.godwit.protocol.classic.ClassicState;
import io.godwit.protocol.classic.DataMessage.Backup;
import io.godwit.protocol.map.MapContent;
import java.util.ArrayList;
import java.util.List;

/**
 * The owner applies a write and waits for the backups that are in its table and in its view: a backup that is missing is one
 * acknowledgement less.
 *
 * <p>Guards, from {@code Write} in {@code spec/classic/Replication.tla}: those of {@code Serves}.
 */
@SpecAction("classic/Replication!Write")
public class Write extends ClassicHandler<Write.Request> {
    private final Serves serves;

    /** The action under these guards. */
    public Write(Guards guards) {
        super(guards);
        this.serves = new Serves(guards);
    }

    /** A client's write to a partition. */
    public record Request(int partition, Update update) {}

    @Override
    public Step<ClassicState> handle(ClassicState state, Request request) {
        int p = request.partition();
        ClassicGuard refusal = serves.refusal(state, p);
        if (refusal != null) {
            return Step.refuse(state, refusal);
        }
        Replica before = state.replicas().get(p);
        int version = before.version() + 1;
        Update update = request.update();
        MapContent content = update.applyTo(before.content());
        ClassicState written = state.but()
                .replica(p, new Replica(content, version, before.dirty(), before.late()))
                .done();
        MemberSet backups = state.table().get(p).backups().intersect(state.others());
        Pending pending = new Pending(update, content.executed(update.client()).result(), backups);
        if (backups.isEmpty()) {
            return Step.to(written, pending.answer());
        }
        List<Pending> waiting = new ArrayList<>();
        if (state.pending().has(p)) {
            waiting.addAll(state.pending().get(p));
        }
        waiting.add(pending);
        List<Command> commands = toEach(backups, b -> new Backup(p, state.version(p), version, update));
        return Step.to(
                written.but()
                        .pending(state.pending().with(p, List.copyOf(waiting)))
                        .done(),
                commands);
    }
}
