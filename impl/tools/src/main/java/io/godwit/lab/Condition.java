package io.godwit.lab;

/**
 * The condition of a link: how it treats its traffic.
 *
 * @param cut whether and how the link is cut
 * @param delay additional latency in milliseconds, from 0
 * @param jitter maximum deviation from the delay in milliseconds, from 0 to {@code delay}; order is preserved
 * @param bandwidth bytes per second, or 0 for no limit
 * @param slowStart bytes per second in the first second of a connection; each second twice as many, up to the bandwidth. 0 for none
 * @param drop percent of new connections that are reset at once, 0 to 100
 * @param duplicate percent of new connections that are opened a second time within a second, with the same bytes: these arrive once
 *     more, also after newer ones, and after the first connection has ended. What is answered to the second one is thrown away. 0 to 100
 * @param loss percent of packets that are lost; TCP sends them again. 0 to 100
 */
public record Condition(
        Cut cut, int delay, int jitter, long bandwidth, long slowStart, int drop, int duplicate, int loss) {
    /** A healthy link. */
    public static final Condition CLEAR = new Condition(Cut.NONE, 0, 0, 0, 0, 0, 0, 0);

    private static final int ALL = 100;

    /** How a link is cut. */
    public enum Cut {
        /** Not at all. */
        NONE,
        /**
         * Silently, as if all packets were lost: connections stay open and stall. What was sent meanwhile arrives when the link
         * heals, unless its connection was given up by then.
         */
        SILENT,
        /** Connections are reset, and new ones, too. */
        RESET
    }

    /** Throws {@link IllegalArgumentException} if a value is out of range. */
    public Condition {
        if (cut == null || delay < 0 || jitter < 0 || jitter > delay || bandwidth < 0 || slowStart < 0) {
            throw new IllegalArgumentException(
                    "cut is none, silent or reset; delay, jitter, bandwidth and slowStart are not negative, and jitter is at most delay");
        }
        if (drop < 0 || drop > ALL || duplicate < 0 || duplicate > ALL || loss < 0 || loss > ALL) {
            throw new IllegalArgumentException("drop, duplicate and loss are percentages from 0 to 100");
        }
    }

    /** The same, cut or not. */
    public Condition with(Cut newCut) {
        return new Condition(newCut, delay, jitter, bandwidth, slowStart, drop, duplicate, loss);
    }

    /** The same with another delay. */
    public Condition withDelay(int newDelay, int newJitter) {
        return new Condition(cut, newDelay, newJitter, bandwidth, slowStart, drop, duplicate, loss);
    }

    /** The same with another limit. */
    public Condition withBandwidth(long newBandwidth) {
        return new Condition(cut, delay, jitter, newBandwidth, slowStart, drop, duplicate, loss);
    }

    /** The same with another rate at which connections begin. */
    public Condition withSlowStart(long newSlowStart) {
        return new Condition(cut, delay, jitter, bandwidth, newSlowStart, drop, duplicate, loss);
    }

    /** The same with another share of connections that are reset. */
    public Condition withDrop(int newDrop) {
        return new Condition(cut, delay, jitter, bandwidth, slowStart, newDrop, duplicate, loss);
    }

    /** The same with another share of connections that are opened twice. */
    public Condition withDuplicate(int newDuplicate) {
        return new Condition(cut, delay, jitter, bandwidth, slowStart, drop, newDuplicate, loss);
    }

    /** The same with another share of packets that are lost. */
    public Condition withLoss(int newLoss) {
        return new Condition(cut, delay, jitter, bandwidth, slowStart, drop, duplicate, newLoss);
    }
}
