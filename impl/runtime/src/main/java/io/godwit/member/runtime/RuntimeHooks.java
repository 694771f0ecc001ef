package io.godwit.member.runtime;

import io.godwit.member.limit.Limit;
import io.godwit.member.limit.LimitListener;
import io.godwit.protocol.Protocol;
import io.godwit.protocol.quorum.QuorumState;
import java.io.IOException;

/**
 * The parts that the owner of a runtime provides, and its callbacks. They are called by the runtime's threads and must not
 * block.
 */
public interface RuntimeHooks extends LimitListener {
    /** The engine. */
    Protocol<QuorumState> protocol();

    /** The listener of the engine's steps. */
    default StepListener<QuorumState> steps() {
        return StepListener.none();
    }

    /** Makes the recorders of the engine's actions. */
    default EventRecorder.Factory recorders() {
        return (identity, restarted, state) -> EventRecorder.NONE;
    }

    /** Takes log messages. */
    MemberLog log();

    @Override
    default void reached(Limit limit) {}

    /** The member belongs to a cluster. Its engine has not taken a step. */
    default void joined(Identity identity) {}

    /** The member belongs to a cluster, and its engine runs. */
    default void running() {}

    /** The member does not belong to a cluster, and will not: the search was ended by an error, and it is to be closed. */
    void notJoined(IOException cause);

    /** The member has left the cluster: nothing depends on it any more, and it is to be closed. */
    void left();

    /** The member cannot continue, and is to be closed. */
    void failed(Throwable cause);
}
