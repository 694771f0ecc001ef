package io.godwit.simulation.cluster;

import io.godwit.simulation.Cluster.MemberView;
import java.util.Set;

/**
 * A number that no process has: it was given away and never taken, or its process is another member now.
 *
 * @param <S> the state of one member
 */
record UnusedMember<S>(int number, S state) implements MemberView<S> {
    @Override
    public int site() {
        return 0;
    }

    @Override
    public String zone() {
        return "";
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
    public boolean healthy(Set<Integer> without) {
        return false;
    }
}
