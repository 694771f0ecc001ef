package io.godwit.protocol.classic.replication;

import io.godwit.protocol.Command;
import io.godwit.protocol.Guards;
import io.godwit.protocol.SpecStutter;
import io.godwit.protocol.Step;
import io.godwit.protocol.classic.ClassicGuard;
import io.godwit.protocol.classic.ClassicHandler;
import io.godwit.protocol.classic.ClassicState;

/**
 * The owner answers a read from its own copy and asks nobody ({@code Replication!AnswersReads}). As published it also does so
 * while the partition is being moved away, so that the answer may be stale (finding N10). The event is the client's call.
 */
@SpecStutter("what a member would answer is a function of the state, so that the specification has no step for it")
public class Read extends ClassicHandler<Read.Request> {
    /** The step under these guards. */
    public Read(Guards guards) {
        super(guards);
    }

    /** A client's read of a partition. */
    public record Request(int partition, Update update) {}

    @Override
    public Step<ClassicState> handle(ClassicState state, Request request) {
        int p = request.partition();
        if (!state.up()) {
            return Step.refuse(state, ClassicGuard.UP);
        }
        if (state.table().owner(p) != state.self()) {
            return Step.refuse(state, ClassicGuard.OWNER);
        }
        if (state.frozen().get(p) && !state.active().has(p)) {
            return Step.refuse(state, ClassicGuard.NO_SYNC);
        }
        if (!guards.pass(ClassicGuard.FREEZE_BLOCKS_READS, !state.frozen().get(p))) {
            return Step.refuse(state, ClassicGuard.FREEZE_BLOCKS_READS);
        }
        Update update = request.update();
        return Step.to(
                state,
                new Command.Answer(
                        update.client(),
                        update.call(),
                        state.replicas().get(p).content().read(update.operation())));
    }
}
