package io.godwit.protocol.quorum.agenda;

import java.util.Arrays;

/** In how many migrations each member takes part. Lives for one round. */
final class Load {
    private int[] counts = new int[8];

    int of(int member) {
        return member < counts.length ? counts[member] : 0;
    }

    void add(int member) {
        if (member >= counts.length) {
            counts = Arrays.copyOf(counts, member * 2);
        }
        counts[member]++;
    }
}
