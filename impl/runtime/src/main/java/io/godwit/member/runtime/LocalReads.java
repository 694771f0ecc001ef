package io.godwit.member.runtime;

import io.godwit.protocol.map.Bytes;
import io.godwit.protocol.map.Operation.OnMap;
import io.godwit.protocol.map.Result;
import io.godwit.protocol.map.Result.NotHere;
import io.godwit.protocol.quorum.QuorumState;
import io.godwit.protocol.quorum.data.Replica;
import io.godwit.transport.frame.Frame.Call;
import io.godwit.transport.frame.Frame.PartitionsCall;
import io.godwit.transport.frame.Maps;
import io.godwit.transport.frame.StreamCalls;

/**
 * Answers relaxed reads from this member's copy, without asking other members. The engine's state is immutable, so that any thread may
 * use the last one, and these reads do not wait for the engine.
 */
final class LocalReads {
    private final Maps maps;

    LocalReads(Maps maps) {
        this.maps = maps;
    }

    /** The partition that a call is for. */
    int partition(QuorumState state, Call call) {
        OnMap operation = call.operation();
        return StreamCalls.isOne(operation)
                ? call.partition()
                : maps.partition(
                        operation.map(), operation.keyBytes(), state.setup().width());
    }

    /** Whether a partition belongs to a map. */
    boolean belongs(QuorumState state, Bytes map, int partition) {
        return partition / state.setup().width() == maps.range(map);
    }

    /** A partition of a call for many that does not belong to its map, -1 if there is none. */
    int otherPartition(QuorumState state, PartitionsCall call) {
        int width = state.setup().width();
        int first = maps.range(call.map()) * width;
        int before = call.partitions().next(0);
        return before < first ? before : call.partitions().next(first + width);
    }

    /** Whether a call can be answered from the copy of any replica. */
    static boolean isRelaxedRead(Call call) {
        return call.relaxed() && call.operation().readOnly();
    }

    /** The result from the member's copy, or {@code NotHere} with the primary if it has none. */
    Result read(QuorumState state, Call call) {
        int partition = partition(state, call);
        Replica replica = state.data().replica(partition);
        return replica.configuration().isReplica(state.self())
                ? replica.log().content().read(call.operation())
                : new NotHere(state.control()
                        .committed()
                        .get(partition)
                        .configuration()
                        .primary());
    }
}
