package io.godwit.protocol.quorum.data;

import io.godwit.protocol.LeaseTimes;
import io.godwit.protocol.SpecVariable;
import io.godwit.protocol.map.LongMap;
import io.godwit.protocol.quorum.table.Version;
import java.util.ArrayList;
import java.util.List;

/**
 * The read leases that a member holds for one partition, and the promises that it has made. Times are nanoseconds by its own clock.
 * Nothing of this is stored. Immutable.
 *
 * @param requests as primary, when it has asked for leases, by number of the request
 * @param held by member, when the newest request was sent that the member has answered under the activated version
 * @param promises its promises, at most one for each version; some of them may be over
 */
public record Leases(
        @SpecVariable("quorum/ReadLeases!requests") LongMap<Long> requests,
        LongMap<Long> held,
        @SpecVariable("quorum/ReadLeases!promised") List<Promise> promises) {
    /** Without leases and promises. */
    public static final Leases NONE = new Leases(LongMap.empty(), LongMap.empty(), List.of());

    /**
     * A promise: while it runs, the member does not serve as the primary of a later version.
     *
     * @param version the version, {@link Version#NONE} if it may have been any
     * @param primary to whom, {@code NONE} if it may have been anybody
     * @param end when it is over
     */
    public record Promise(Version version, int primary, long end) {
        /** Does it run? */
        public boolean runs(long now) {
            return now == LeaseTimes.UNKNOWN || end - now > 0;
        }
    }

    /** Copies the promises. */
    public Leases {
        promises = List.copyOf(promises);
    }

    /** Under another version: leases were for the old one, promises last. */
    Leases activated() {
        return held.isEmpty() ? this : new Leases(requests, LongMap.empty(), promises);
    }

    /**
     * With one more request, and without those that nobody needs any more.
     *
     * @param longest how old a request can be that an answer still counts for
     */
    public Leases requested(long number, long now, long longest) {
        LongMap<Long> recent = requests;
        for (long old : requests.keys()) {
            recent = now - requests.get(old) >= longest ? recent.without(old) : recent;
        }
        return new Leases(recent.with(number, now), held, promises);
    }

    /** With a lease of a member, unless it has given a later one. */
    public Leases heldFrom(int member, long sent) {
        Long before = held.get(member);
        return before != null && before - sent >= 0 ? this : new Leases(requests, held.with(member, sent), promises);
    }

    /** With a promise in place of that for the same version, and without those that are over. */
    public Leases promising(Promise promise, long now) {
        List<Promise> all = new ArrayList<>();
        for (Promise other : promises) {
            if (other.runs(now) && !other.version().equals(promise.version())) {
                all.add(other);
            }
        }
        all.add(promise);
        return new Leases(requests, held, all);
    }

    /** The promise to the primary of a version, or null. */
    public Promise promise(Version version) {
        for (Promise promise : promises) {
            if (promise.version().equals(version)) {
                return promise;
            }
        }
        return null;
    }

    /** Without the promise to the primary of a version. */
    public Leases released(Version version) {
        return new Leases(
                requests,
                held,
                promises.stream().filter(it -> !it.version().equals(version)).toList());
    }

    /** Does a promise run? */
    public boolean promises(long now) {
        for (Promise promise : promises) {
            if (promise.runs(now)) {
                return true;
            }
        }
        return false;
    }
}
