package io.godwit.tracecheck;

import java.util.function.Supplier;
import tlc2.tool.TLCState;
import tlc2.value.impl.Value;

/** What TLC is given of a partition's state and messages, and what is kept of what comes back. */
interface StateView {
    /** All of it. */
    StateView WHOLE = new StateView() {};

    /** The state that TLC is given for the next step. */
    default TLCState given(TLCState state) {
        return state;
    }

    /** What is kept of a state that TLC has come to. */
    default TLCState kept(TLCState next) {
        return next;
    }

    /** What TLC is given in place of a message that was kept. */
    default Value given(Value message) {
        return message;
    }

    /** What is kept in place of a message that TLC has sent. */
    default Value kept(Value message) {
        return message;
    }

    /** A state that was kept, for people, who may look at it later. */
    default Supplier<TLCState> picture(TLCState state) {
        return () -> state;
    }

    /** A message that was kept, for people. */
    default Value picture(Value message) {
        return message;
    }
}
