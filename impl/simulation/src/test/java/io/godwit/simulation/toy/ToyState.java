package io.godwit.simulation.toy;

import io.godwit.protocol.MemberSet;

/**
 * A member of the toy.
 *
 * @param self its number
 * @param server does it serve?
 * @param peers members that it knows
 * @param data what it holds
 */
record ToyState(int self, boolean server, MemberSet peers, ToyData data) {
    ToyState with(ToyData other) {
        return new ToyState(self, server, peers, other);
    }

    ToyState serving(boolean does) {
        return new ToyState(self, does, peers, data);
    }
}
