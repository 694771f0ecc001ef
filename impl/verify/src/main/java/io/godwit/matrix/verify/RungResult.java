package io.godwit.matrix.verify;

import io.godwit.modelcheck.result.EntryStatus;
import java.util.List;

/**
 * The result of a rung.
 *
 * @param name its name
 * @param seconds how long it took
 * @param summary in a few words
 * @param cases everything that was looked at
 */
public record RungResult(String name, double seconds, String summary, List<Case> cases) {
    /**
     * A case of a rung.
     *
     * @param group what it belongs to
     * @param name its name
     * @param status whether it came out as it must
     * @param seconds how long it took
     * @param reasons why it failed or was skipped, or what is noted of it
     */
    public record Case(String group, String name, EntryStatus status, double seconds, List<String> reasons) {
        /** Copies the list. */
        public Case {
            reasons = List.copyOf(reasons);
        }
    }

    /** Copies the list. */
    public RungResult {
        cases = List.copyOf(cases);
    }

    /** A rung without cases has failed. */
    public boolean passed() {
        return !cases.isEmpty() && count(EntryStatus.FAILED) == 0;
    }

    /** How many cases ended so. */
    public long count(EntryStatus status) {
        return cases.stream().filter(it -> it.status() == status).count();
    }
}
