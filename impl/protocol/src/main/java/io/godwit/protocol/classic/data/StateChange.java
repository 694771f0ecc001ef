package io.godwit.protocol.classic.data;

import io.godwit.protocol.ClusterState;
import io.godwit.protocol.MemberSet;

/**
 * A transaction that changes the state of the cluster.
 *
 * @param id a number that no other change of the initiator has
 * @param by the initiator
 * @param to the new state
 * @param members who takes part: the initiator's view when the change began
 */
public record StateChange(int id, int by, ClusterState to, MemberSet members) {
    /** Where the decision is stored before the first commit: the least member but the initiator. */
    public int keeper() {
        return members.without(by).oldest();
    }

    /** Who has the last word when the initiator is gone: the least of the members that are left. */
    public int resolver(MemberSet view) {
        return members.intersect(view).oldest();
    }
}
