package io.godwit.conformance.classic;

import io.godwit.conformance.classic.ClassicClusterState.Next;
import io.godwit.conformance.replay.Offers.Offerer;
import java.util.List;

/** What the world does to members and their links. */
final class ClassicFaults {
    private final ClassicCodec codec;
    private final ClassicClusterState clusterState;
    private final ClassicLimits limits;

    ClassicFaults(ClassicCodec codec, ClassicClusterState clusterState, ClassicLimits limits) {
        this.codec = codec;
        this.clusterState = clusterState;
        this.limits = limits;
    }

    /** A process ends. */
    Offerer crash(int n) {
        return offers -> {
            if (!clusterState.isUp(n)) {
                offers.ruledOut(ClassicOffers.RUNS);
                return;
            }
            Next next = clusterState.next();
            next.put(n, codec.parts(codec.off(n)));
            next.putCrashed(n);
            next.closeAllTo(n);
            offers.accepted(null, "a crash", next.values());
        };
    }

    /** Two members cannot reach each other any more. */
    Offerer cutLink(int a, int b) {
        return offers -> {
            if (a >= b || !clusterState.isUp(a) || !clusterState.isUp(b) || clusterState.isCut(a, b)) {
                offers.ruledOut(ClassicOffers.RUNS);
                return;
            }
            Next next = clusterState.next();
            next.cutBoth(a, b);
            next.close(a, b);
            next.close(b, a);
            offers.accepted(null, "a cut", next.values());
        };
    }

    /** The first message of a channel is lost, if it is of one of these types. */
    Offerer lose(int channel, int s, int n, List<String> types) {
        Offerer lose = offers -> {
            int[] queue = clusterState.underWay(channel, s, n);
            if (queue.length == 0 || !types.contains(codec.messages().type(queue[0]))) {
                offers.ruledOut(ClassicOffers.MESSAGE);
                return;
            }
            Next next = clusterState.next();
            next.pop(channel, s, n);
            offers.accepted(null, "a loss", next.values());
        };
        return lose.when(ClassicLimits.BUDGET, limits.within("losses", "MaxLosses"));
    }
}
