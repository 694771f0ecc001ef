package io.godwit.member.runtime;

import io.godwit.protocol.ActionListener;
import io.godwit.protocol.quorum.QuorumState;
import io.godwit.transport.frame.VectorTime;

/** Records what the engine does, with a vector clock that members exchange. For tasks of the event loop. */
public interface EventRecorder {
    /** The listener that records the engine's actions, or null. */
    ActionListener actionListener();

    /** The member's vector clock; empty if nothing is recorded. */
    VectorTime vectorTime();

    /** Merges the vector clock of a received message. */
    void heard(VectorTime time);

    /** Ends the record with the member's last state. */
    void close(QuorumState state);

    /** Makes recorders. */
    interface Factory {
        /**
         * Begins a record.
         *
         * @param restarted whether the member continues with what it has kept
         * @param state in which it begins
         */
        EventRecorder begin(Identity identity, boolean restarted, QuorumState state);
    }

    /** Records nothing. */
    EventRecorder NONE = new EventRecorder() {
        @Override
        public ActionListener actionListener() {
            return null;
        }

        @Override
        public VectorTime vectorTime() {
            return VectorTime.NONE;
        }

        @Override
        public void heard(VectorTime time) {
            // Nothing is recorded.
        }

        @Override
        public void close(QuorumState state) {
            // Nothing is recorded.
        }
    };
}
