package io.godwit.protocol.classic.run;

import io.godwit.protocol.Command;
import io.godwit.protocol.Event;
import io.godwit.protocol.Guards;
import io.godwit.protocol.Members;
import io.godwit.protocol.Step;
import io.godwit.protocol.classic.ClassicState;
import io.godwit.protocol.classic.replication.Pending;
import io.godwit.protocol.classic.replication.Read;
import io.godwit.protocol.classic.replication.Update;
import io.godwit.protocol.classic.replication.Write;
import io.godwit.protocol.map.Executed;
import io.godwit.protocol.map.Result;
import java.util.List;

/**
 * What clients ask for. A call that the member cannot carry out is answered with the owner that it knows; a call that it has
 * under way already is not begun again.
 */
final class Clients {
    private final Read read;
    private final Write write;

    Clients(Guards guards) {
        read = guards.make(Read.class, Read::new);
        write = guards.make(Write.class, Write::new);
    }

    Step<ClassicState> call(ClassicState state, Event.Call call) {
        int p = call.partition();
        Update update = new Update(call.client(), call.call(), call.operation());
        if (!call.operation().readOnly() && known(state, p, update)) {
            return Step.to(state);
        }
        Step<ClassicState> step = call.operation().readOnly()
                ? read.handle(state, new Read.Request(p, update))
                : write.handle(state, new Write.Request(p, update));
        return step.accepted() ? step : Step.to(state, elsewhere(state, call));
    }

    /** Does it wait for backups, or has the client made a later call since? */
    private static boolean known(ClassicState state, int partition, Update update) {
        List<Pending> pending = state.pending().get(partition);
        if (pending != null && pending.stream().anyMatch(w -> w.update().equals(update))) {
            return true;
        }
        Executed last = state.replicas().get(partition).content().executed(update.client());
        return last != null && last.call() > update.call();
    }

    private static Command elsewhere(ClassicState state, Event.Call call) {
        int owner = state.up() ? state.table().owner(call.partition()) : Members.NONE;
        return new Command.Answer(call.client(), call.call(), new Result.NotHere(owner));
    }
}
