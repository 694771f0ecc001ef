package io.godwit.simulation.cluster;

import io.godwit.protocol.quorum.QuorumState;
import io.godwit.simulation.subject.MemberView;

/** A number that was given away, and that no process has taken. */
record Unborn(int number, QuorumState state) implements MemberView<QuorumState> {
    @Override
    public int site() {
        return 0;
    }

    @Override
    public boolean up() {
        return false;
    }

    @Override
    public boolean asleep() {
        return false;
    }

    @Override
    public boolean left() {
        return false;
    }

    @Override
    public boolean healthy() {
        return false;
    }
}
