package io.godwit.baseline;

import io.godwit.member.runtime.StepListener;
import io.godwit.protocol.classic.ClassicState;

/** What the owner of a {@link ClassicRuntime} hears of it. Calls come from the runtime's threads and must not wait. */
public interface ClassicHooks {
    /** Sees the engine's steps. */
    default StepListener<ClassicState> steps() {
        return StepListener.none();
    }

    /** Takes a line for people. */
    void log(String text);

    /** The process has become a member, or another member because it starts over. The engine has not taken a step in this state. */
    default void began(ClassicState state) {}

    /** The member has left the cluster: nothing depends on it any more, and it is to be closed. */
    default void left() {}

    /** The member cannot continue, and is to be closed. */
    void failed(Throwable cause);
}
