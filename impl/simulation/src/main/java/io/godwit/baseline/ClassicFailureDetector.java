package io.godwit.baseline;

import io.godwit.protocol.MemberSet;
import java.util.HashMap;
import java.util.Map;

/**
 * What a member makes of the signs of life that it gets: a failure detector, and the rule by which halves come together again.
 * A member that is given up stays given up: as the product does it, the members of the smaller half throw away what they have, and
 * join the larger one. Times are milliseconds of any clock that does not go back.
 */
final class ClassicFailureDetector {
    private final long suspectAfter;
    private final long mergeAfter;
    private final Map<Integer, Long> heard = new HashMap<>();
    private final Map<Integer, Long> givenUpSince = new HashMap<>();
    private long losingSince = -1;

    /**
     * Who has heard of nobody.
     *
     * @param suspectAfter without a sign for so long, a member is given up
     * @param mergeAfter two halves that have heard each other for so long come together
     */
    ClassicFailureDetector(long suspectAfter, long mergeAfter) {
        this.suspectAfter = suspectAfter;
        this.mergeAfter = mergeAfter;
    }

    /** A sign has come. */
    void hear(ClassicHeartbeat sign, int self, MemberSet view, long now) {
        heard.put(sign.from(), now);
        boolean forgotten = view.contains(sign.from()) && !sign.view().contains(self);
        if (forgotten) {
            givenUpSince.putIfAbsent(sign.from(), now);
        } else {
            givenUpSince.remove(sign.from());
        }
        boolean stranger = !view.isEmpty()
                && !sign.view().isEmpty()
                && !view.contains(sign.from())
                && !sign.view().contains(self);
        if (stranger && sign.winsOver(view) && losingSince < 0) {
            losingSince = now;
        }
    }

    /** Whom a member takes for dead: who is silent, and who has given it up itself. */
    MemberSet dead(int self, MemberSet view, long now) {
        return view.without(self)
                .filter(other -> now - heard.computeIfAbsent(other, it -> now) > suspectAfter
                        || now - givenUpSince.getOrDefault(other, now) > mergeAfter);
    }

    /** Who has given no sign for so long. */
    MemberSet silent(MemberSet others, long now, long patience) {
        return others.filter(other -> now - heard.getOrDefault(other, now) > patience);
    }

    /** Is there a cluster that wins over the member's own, so that it has to start over? */
    boolean isToStartOver(long now) {
        return losingSince >= 0 && now - losingSince > mergeAfter;
    }

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
}
