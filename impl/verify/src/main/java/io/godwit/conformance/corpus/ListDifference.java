package io.godwit.conformance.corpus;

/**
 * How a list differs from another: after a common beginning, some items are taken out and some put in, then both are alike.
 *
 * @param prefix length of the common beginning
 * @param removed number of items taken out
 * @param inserted number of items put in
 */
record ListDifference(int prefix, int removed, int inserted) {
    /** The shortest one. */
    static ListDifference of(int[] before, int[] now) {
        int shorter = Math.min(before.length, now.length);
        int prefix = 0;
        while (prefix < shorter && before[prefix] == now[prefix]) {
            prefix++;
        }
        int suffix = 0;
        while (suffix < shorter - prefix && before[before.length - 1 - suffix] == now[now.length - 1 - suffix]) {
            suffix++;
        }
        return new ListDifference(prefix, before.length - prefix - suffix, now.length - prefix - suffix);
    }
}
