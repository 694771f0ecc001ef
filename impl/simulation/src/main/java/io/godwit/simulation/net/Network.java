package io.godwit.simulation.net;

import io.godwit.simulation.Concern;
import io.godwit.simulation.Dice;
import io.godwit.simulation.plan.Fault;
import java.util.function.LongConsumer;

/**
 * Directed links between all sites. A link keeps order unless a fault says otherwise; the same message may be lost, come
 * twice, or come late.
 */
public final class Network {
    /** What a link takes at least: within a site, and between two. */
    private static final long LOCAL_DELAY = 20;

    private static final long BASE_DELAY = 150;
    private static final long BASE_JITTER = 350;
    /** How much later a message may come that is overtaken. */
    private static final long OVERTAKEN = 60_000;
    /** A message that waits longer than that for a narrow link is thrown away there. */
    private static final long PATIENCE = 5_000_000;

    private final Dice dice;
    private final int sites;
    private final int ring;
    private final Link[] links;

    /**
     * A network without faults.
     *
     * @param sites number of sites
     * @param founders sites, the first ones, that a ring is made of
     */
    public Network(Dice dice, int sites, int founders) {
        this.dice = dice;
        this.sites = sites;
        this.ring = founders;
        this.links = new Link[sites * sites];
        for (int i = 0; i < links.length; i++) {
            links[i] = new Link();
        }
    }

    /** Does a message between two sites take longer for each entry of a log that it copies? */
    public boolean copiesTakeTime(int from, int to) {
        return link(from, to).perCopied > 0;
    }

    /**
     * Sends a message.
     *
     * @param copied entries of logs that it copies; if they take time, it comes when they are through, beside all others
     * @param arrives gets the time of each arrival: none, one or two
     */
    public void send(int from, int to, long now, long copied, LongConsumer arrives) {
        Link link = link(from, to);
        long id = from * 1_000L + to;
        long mark = now * 16 + (link.nth(now) & 15);
        if (link.cuts > 0 || dice.chance(link.lossPerMillion, Concern.LOSS, id, mark)) {
            return;
        }
        long passed = link.passed(now);
        if (passed - now > PATIENCE) {
            return;
        }
        long delay = delay(link, from, to, id, mark);
        long copying = copied * link.perCopied;
        if (copying > 0) {
            arrives.accept(passed + delay + copying);
        } else if (dice.chance(link.reorderPerMillion, Concern.REORDER, id, mark)) {
            arrives.accept(passed + delay + dice.below(OVERTAKEN, Concern.REORDER, id, ~mark));
        } else {
            arrives.accept(link.inOrder(passed + delay));
        }
        if (dice.chance(link.duplicatePerMillion, Concern.DUPLICATE, id, mark)) {
            arrives.accept(passed + delay + dice.below(OVERTAKEN, Concern.DUPLICATE, id, ~mark));
        }
    }

    /**
     * A message of a client over a connection of its own: as slow and as lossy as the link, but in order and at most once.
     *
     * @return when it arrives, or -1
     */
    public long sendOnce(int from, int to, long now, long id) {
        Link link = link(from, to);
        if (link.cuts > 0 || dice.chance(link.lossPerMillion, Concern.LOSS, id, now)) {
            return -1;
        }
        return now + delay(link, from, to, id, now);
    }

    private long delay(Link link, int from, int to, long id, long mark) {
        if (from == to) {
            return LOCAL_DELAY;
        }
        return BASE_DELAY + link.extraDelay + dice.below(BASE_JITTER + link.jitter, Concern.DELAY, id, mark);
    }

    private Link link(int from, int to) {
        return links[(from - 1) * sites + to - 1];
    }

    /** Do all links to and from a site carry messages? */
    public boolean connected(int site) {
        for (int other = 1; other <= sites; other++) {
            if (link(site, other).cuts > 0 || link(other, site).cuts > 0) {
                return false;
            }
        }
        return true;
    }

    /** A fault on links begins. */
    public void begin(Fault fault) {
        change(fault, 1);
    }

    /** A fault on links, which had begun, ends. */
    public void end(Fault fault) {
        change(fault, -1);
    }

    private void change(Fault fault, int sign) {
        for (int from = 1; from <= sites; from++) {
            for (int to = 1; to <= sites; to++) {
                if (from != to) {
                    change(link(from, to), fault, from, to, sign);
                }
            }
        }
    }

    private void change(Link link, Fault fault, int from, int to, int sign) {
        boolean whole = fault.site() == 0;
        boolean touches = whole || from == fault.site() || to == fault.site();
        boolean directed = whole || (from == fault.site() && to == fault.other());
        long amount = sign * fault.amount();
        switch (fault.kind()) {
            case ONE_WAY -> link.cuts += directed ? sign : 0;
            case ISOLATE -> link.cuts += touches ? sign : 0;
            case HALVES -> link.cuts += apart(fault, from, to) ? sign : 0;
            case BRIDGE -> link.cuts += apart(fault, from, to) && from != fault.site() && to != fault.site() ? sign : 0;
            case RING -> link.cuts += neighbours(from, to) ? 0 : sign;
            case LOSS -> link.lossPerMillion += touches ? amount : 0;
            case DUPLICATE -> link.duplicatePerMillion += touches ? amount : 0;
            case REORDER -> link.reorderPerMillion += touches ? amount : 0;
            case DELAY -> link.extraDelay += directed ? amount : 0;
            case JITTER -> link.jitter += touches ? amount : 0;
            case COPYING -> link.perCopied += touches ? amount : 0;
            case LARGE_VALUES -> {} // only real members have values of bytes
            case BANDWIDTH -> link.busyPerMessage += touches ? sign * 1_000_000L / Math.max(1, fault.amount()) : 0;
            default -> throw new IllegalArgumentException("no fault of the network: " + fault);
        }
    }

    private static boolean apart(Fault fault, int from, int to) {
        return ((fault.amount() >> (from - 1)) & 1) != ((fault.amount() >> (to - 1)) & 1);
    }

    /** On the ring of the founders' sites, each sees as many on either side as make a majority with itself. */
    private boolean neighbours(int a, int b) {
        if (a > ring || b > ring) {
            return true;
        }
        int reach = (ring / 2 + 1) / 2;
        int distance = Math.abs(a - b);
        return Math.min(distance, ring - distance) <= reach;
    }
}
