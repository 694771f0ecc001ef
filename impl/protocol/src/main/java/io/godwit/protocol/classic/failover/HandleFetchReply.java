package io.godwit.protocol.classic.failover;

import io.godwit.protocol.Guards;
import io.godwit.protocol.Received;
import io.godwit.protocol.SpecAction;
import io.godwit.protocol.Step;
import io.godwit.protocol.classic.ClassicGuard;
import io.godwit.protocol.classic.ClassicHandler;
import io.godwit.protocol.classic.ClassicState;
import io.godwit.protocol.classic.ControlMessage.FetchReply;
import io.godwit.protocol.classic.table.Fetch;
import java.util.Optional;

/**
 * Answers are merged as they come: of each partition the greater version; equal versions with other replicas are not
 * noticed.
 *
 * <p>Guards, from {@code HandleFetchReply} in {@code spec/classic/MasterFailover.tla}: {@code ANSWER_EXPECTED}.
 */
@SpecAction("classic/MasterFailover!HandleFetchReply")
public class HandleFetchReply extends ClassicHandler<Received<FetchReply>> {
    /** The action under these guards. */
    public HandleFetchReply(Guards guards) {
        super(guards);
    }

    @Override
    public Step<ClassicState> handle(ClassicState state, Received<FetchReply> event) {
        FetchReply m = event.message();
        Optional<Fetch> open = state.fetch().filter(f -> f.waiting().contains(event.from()));
        if (open.isEmpty()) {
            return Step.refuse(state, ClassicGuard.ANSWER_EXPECTED);
        }
        Fetch fetch = open.get();
        Fetch merged = new Fetch(
                fetch.waiting().without(event.from()),
                fetch.table().newerOf(m.table()),
                fetch.done().learn(m.done()),
                fetch.active().union(m.active()));
        return Step.to(state.but().fetch(Optional.of(merged)).done());
    }
}
