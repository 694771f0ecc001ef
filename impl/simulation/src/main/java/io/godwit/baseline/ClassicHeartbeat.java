package io.godwit.baseline;

import io.godwit.protocol.MemberSet;

/**
 * A sign of life.
 *
 * @param from whose
 * @param view whom the sender takes for members, itself included; nobody if it is no member yet
 */
record ClassicHeartbeat(int from, MemberSet view) {
    /** Does it come from a cluster that wins over another one when both meet: the larger one, or the one with the oldest member? */
    boolean winsOver(MemberSet other) {
        return view.size() != other.size() ? view.size() > other.size() : view.oldest() < other.oldest();
    }
}
