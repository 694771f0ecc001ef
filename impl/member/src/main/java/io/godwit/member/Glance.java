package io.godwit.member;

import io.godwit.protocol.map.Operation.OnMap;
import io.godwit.protocol.map.Operation.Verb;
import io.godwit.protocol.map.Result;
import io.godwit.protocol.map.Result.NotHere;
import io.godwit.protocol.quorum.QuorumState;
import io.godwit.protocol.quorum.data.Replica;
import io.godwit.transport.frame.Frame.Call;
import io.godwit.transport.frame.Maps;
import java.util.function.Supplier;

/**
 * What a copy says without asking the others: relaxed reads. The engine's state is a value that never changes, so that any
 * thread may look at the last one, and these reads do not wait for the engine's thread.
 */
final class Glance {
    private final Maps maps;
    private final Supplier<QuorumState> state;

    Glance(Maps maps, Supplier<QuorumState> state) {
        this.maps = maps;
        this.state = state;
    }

    /** The partition that a call is for. */
    int partition(Call call) {
        OnMap operation = call.operation();
        return operation.verb() == Verb.SIZE || operation.verb() == Verb.CLEAR
                ? call.partition()
                : maps.partition(
                        operation.map(), operation.entry(), state.get().setup().width());
    }

    /** Is a look enough for this call? */
    static boolean isEnough(Call call) {
        return call.relaxed() && call.operation().readOnly();
    }

    /** What the member's copy has, or that it has none. */
    Result read(Call call) {
        QuorumState now = state.get();
        int partition = partition(call);
        Replica replica = now.data().replica(partition);
        return replica.configuration().isReplica(now.self())
                ? replica.log().content().read(call.operation())
                : new NotHere(
                        now.control().committed().get(partition).configuration().primary());
    }
}
