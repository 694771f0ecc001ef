package io.godwit.conformance.binding;

/**
 * Results by the number of their trial: a hash table without boxes, because it is asked for each event in each state. Trials
 * that are offered together have numbers next to each other, so that the number itself is a good hash.
 */
final class TrialResults {
    private static final int FIRST_CAPACITY = 8;

    /** One more than the number, because 0 is a free slot; at most half of the slots are taken. */
    private int[] trials = new int[FIRST_CAPACITY];

    private TrialResult[] results = new TrialResult[FIRST_CAPACITY];
    private int size;

    /** The result of a trial, or null. */
    TrialResult get(int trial) {
        return results[slot(trials, trial)];
    }

    /** Adds the result of a trial that has none. */
    void put(int trial, TrialResult result) {
        if (2 * (size + 1) > trials.length) {
            grow();
        }
        int slot = slot(trials, trial);
        trials[slot] = trial + 1;
        results[slot] = result;
        size++;
    }

    private void grow() {
        int[] more = new int[2 * trials.length];
        TrialResult[] moved = new TrialResult[more.length];
        for (int old = 0; old < trials.length; old++) {
            if (trials[old] != 0) {
                int slot = slot(more, trials[old] - 1);
                more[slot] = trials[old];
                moved[slot] = results[old];
            }
        }
        trials = more;
        results = moved;
    }

    /** Where a trial is, or belongs. */
    private static int slot(int[] trials, int trial) {
        int slot = trial & (trials.length - 1);
        while (trials[slot] != 0 && trials[slot] != trial + 1) {
            slot = (slot + 1) & (trials.length - 1);
        }
        return slot;
    }
}
