package io.godwit.member.runtime;

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
 * Answers relaxed reads from this member's copy, without asking other members. The engine's state is immutable, so that any thread may
 * use the last one, and these reads do not wait for the engine's thread.
 */
final class LocalReads {
    private final Maps maps;
    private final Supplier<QuorumState> state;

    LocalReads(Maps maps, Supplier<QuorumState> state) {
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

    /** Whether a call can be answered from the copy of any replica. */
    static boolean isRelaxedRead(Call call) {
        return call.relaxed() && call.operation().readOnly();
    }

    /** What the member's copy has, or where to ask if it has none. */
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
