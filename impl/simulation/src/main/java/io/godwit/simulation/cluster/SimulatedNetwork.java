package io.godwit.simulation.cluster;

import io.godwit.environment.Transport;
import io.godwit.simulation.CoverageGoal;
import io.godwit.simulation.Fault;
import io.godwit.simulation.RandomPurpose;
import io.godwit.simulation.SeededRandom;
import java.io.IOException;
import java.net.ConnectException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * All sites and the links between them. Connections keep the order of bytes, break, stall while a link is cut, and are refused
 * where no process listens. On a link with such a fault, single writes are also lost, repeated, overtaken, cut off in the middle,
 * or altered: more than a network of today would do, and nothing that the runtime may not survive.
 */
final class SimulatedNetwork {
    static final long MICRO = 1_000;
    static final long MILLI = 1_000_000;

    /** Minimum delay of a link: within a site, and between two. */
    private static final long LOCAL_DELAY = 20 * MICRO;

    private static final long BASE_DELAY = 100 * MICRO;
    private static final long BASE_JITTER = 200 * MICRO;
    /** Maximum additional delay of a write that is overtaken. */
    static final long OVERTAKEN = 60 * MILLI;
    /** When a connection attempt is repeated that got no answer, and when it is given up. */
    private static final long[] TRIES = {1_000 * MILLI, 3_000 * MILLI, 5_000 * MILLI};
    /** A cut breaks half of the connections that it hits, within this time; the others stall. */
    private static final long BREAKS_WITHIN = 1_000 * MILLI;

    private final SimulatedScheduler scheduler;
    private final int sites;
    private final int ring;
    private final SimulatedLink[] links;
    private final boolean[] off;
    private final Map<String, Listening> listening = new TreeMap<>();
    private final Set<ConnectionEnd> open = new LinkedHashSet<>();
    private final WriteTap tap;
    private final Consumer<CoverageGoal> reached;

    /** Observes each write that leaves a process. */
    interface WriteTap {
        void written(int from, int to, long connection, byte[] bytes);
    }

    /** A process that listens. */
    record Listening(SimulatedTransport transport, Transport.Acceptor acceptor) {}

    /**
     * A network without faults.
     *
     * @param sites number of sites
     * @param founders sites, the first ones, that a ring is made of
     * @param reached is called when writes have to wait
     */
    SimulatedNetwork(
            SimulatedScheduler scheduler, int sites, int founders, WriteTap tap, Consumer<CoverageGoal> reached) {
        this.reached = reached;
        this.scheduler = scheduler;
        this.sites = sites;
        this.ring = founders;
        this.links = new SimulatedLink[sites * sites];
        this.off = new boolean[sites + 1];
        this.tap = tap;
        for (int i = 0; i < links.length; i++) {
            links[i] = new SimulatedLink();
        }
    }

    SimulatedScheduler scheduler() {
        return scheduler;
    }

    void reached(CoverageGoal what) {
        reached.accept(what);
    }

    WriteTap tap() {
        return tap;
    }

    SimulatedLink link(int from, int to) {
        return links[(from - 1) * sites + to - 1];
    }

    /** Is the machine of a site without power, so that nothing answers there? */
    boolean isOff(int site) {
        return off[site];
    }

    void off(int site, boolean now) {
        off[site] = now;
    }

    Listening at(String address) {
        return listening.get(address);
    }

    void listen(String address, Listening process) throws IOException {
        if (listening.putIfAbsent(address, process) != null) {
            throw new IOException("cannot listen at " + address + ": in use");
        }
    }

    void unlisten(String address, Listening process) {
        listening.remove(address, process);
    }

    /**
     * Delay of a write from site to site, without waiting for the link.
     *
     * @param random of the connection
     * @param concern what takes so long
     * @param number which of those
     */
    long delay(int from, int to, SeededRandom random, long concern, long number) {
        if (from == to) {
            return LOCAL_DELAY;
        }
        SimulatedLink link = link(from, to);
        return BASE_DELAY + link.extraDelay + random.below(BASE_JITTER + link.jitter, concern, number, 0);
    }

    /** Opens a connection, or returns the reason why not. */
    void connect(SimulatedTransport from, int to, String address, SeededRandom random, Transport.Handler handler) {
        attempt(new Wanted(from, to, address, random, handler), 0);
    }

    /** A connection that a process wants to open. */
    private record Wanted(
            SimulatedTransport from, int to, String address, SeededRandom random, Transport.Handler handler) {}

    private void attempt(Wanted wanted, int tries) {
        int from = wanted.from.site();
        int to = wanted.to;
        long there = delay(from, to, wanted.random, RandomPurpose.DELAY, tries);
        long back = delay(to, from, wanted.random, RandomPurpose.RESET, tries);
        if (link(from, to).refusals > 0) {
            scheduler.after(there, () -> fail(wanted, true, "connection refused: "));
        } else if (off[to] || !link(from, to).isUp() || !link(to, from).isUp()) {
            if (tries == TRIES.length - 1) {
                scheduler.after(TRIES[tries] - TRIES[tries - 1], () -> fail(wanted, false, "connection timed out: "));
            } else {
                long before = tries == 0 ? 0 : TRIES[tries - 1];
                scheduler.after(TRIES[tries] - before, () -> attempt(wanted, tries + 1));
            }
        } else {
            scheduler.after(there, () -> {
                Listening found = listening.get(wanted.address);
                if (found == null || found.transport().hasEnded()) {
                    scheduler.after(back, () -> fail(wanted, true, "connection refused: "));
                } else if (!wanted.from.hasEnded()) {
                    ConnectionEnd.connect(this, wanted.from, wanted.random, wanted.handler, found, back);
                }
            });
        }
    }

    private static void fail(Wanted wanted, boolean nobodyListens, String why) {
        String text = why + wanted.address;
        IOException cause = nobodyListens ? new ConnectException(text) : new IOException(text);
        wanted.from.thread(wanted.random).execute(() -> wanted.handler.failed(nobodyListens, cause));
    }

    void opened(ConnectionEnd end) {
        open.add(end);
    }

    void closed(ConnectionEnd end) {
        open.remove(end);
    }

    /** A process has ended. Its machine resets its connections, unless it is off. */
    void ended(SimulatedTransport transport) {
        listening.values().removeIf(found -> found.transport() == transport);
        for (ConnectionEnd end : List.copyOf(open)) {
            if (end.isOf(transport)) {
                end.abandon(!off[transport.site()]);
            }
        }
    }

    /** Do all links between a site and others carry everything, but for some others? */
    boolean isConnected(int site, Set<Integer> without) {
        for (int other = 1; other <= sites; other++) {
            boolean counts = !without.contains(other);
            if (counts && (!link(site, other).isUp() || !link(other, site).isUp())) {
                return false;
            }
        }
        return true;
    }

    /** A fault on links begins. */
    void begin(Fault fault) {
        change(fault, 1);
        for (ConnectionEnd end : List.copyOf(open)) {
            if (link(end.site(), end.otherSite()).refusals > 0) {
                end.breakAfter(0, "connection reset");
            } else if (!link(end.site(), end.otherSite()).isUp() && end.isFirst()) {
                long after = end.random().below(2 * BREAKS_WITHIN, RandomPurpose.BREAK, fault.id(), 0);
                if (after < BREAKS_WITHIN) {
                    end.breakAfter(after, "connection timed out");
                }
            }
        }
    }

    /** A fault on links, which had begun, ends. */
    void end(Fault fault) {
        change(fault, -1);
        new ArrayList<>(open).forEach(ConnectionEnd::retry);
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

    private void change(SimulatedLink link, Fault fault, int from, int to, int sign) {
        boolean whole = fault.site() == 0;
        boolean touches = whole || from == fault.site() || to == fault.site();
        boolean directed = whole || (from == fault.site() && to == fault.other());
        boolean between = directed || (from == fault.other() && to == fault.site());
        long amount = sign * fault.amount();
        switch (fault.kind()) {
            case ONE_WAY -> link.cuts += directed ? sign : 0;
            case ISOLATE -> link.cuts += touches ? sign : 0;
            case HALVES -> link.cuts += apart(fault, from, to) ? sign : 0;
            case BRIDGE -> link.cuts += apart(fault, from, to) && from != fault.site() && to != fault.site() ? sign : 0;
            case RING -> link.cuts += neighbours(from, to) ? 0 : sign;
            case SUSPECT -> link.refusals += between ? sign : 0;
            case LOSS -> link.lossPerMillion += touches ? amount : 0;
            case DUPLICATE -> link.duplicatePerMillion += touches ? amount : 0;
            case REORDER -> link.reorderPerMillion += touches ? amount : 0;
            case RESET -> link.resetPerMillion += touches ? amount : 0;
            case CORRUPT -> link.corruptPerMillion += touches ? amount : 0;
            case DELAY -> link.extraDelay += directed ? amount * MICRO : 0;
            case JITTER -> link.jitter += touches ? amount * MICRO : 0;
            case COPYING -> link.busyPerByte += touches ? amount : 0;
            case LARGE_VALUES -> {} // the clients' affair
            case LEASES -> {} // the members' affair
            case BANDWIDTH -> link.busyPerWrite += touches ? sign * 1_000_000_000L / Math.max(1, fault.amount()) : 0;
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

    /** The link from one site to another. Its faults add up. Times are nanoseconds. */
    static final class SimulatedLink {
        /** Faults that cut it. */
        int cuts;
        /** Faults for which the other site seems to have no process: connections are reset, and refused. */
        int refusals;

        long lossPerMillion;
        long duplicatePerMillion;
        long reorderPerMillion;
        long resetPerMillion;
        long corruptPerMillion;
        long extraDelay;
        long jitter;
        /** Time for which a write occupies it. */
        long busyPerWrite;
        /** Time for which each byte occupies it. */
        long busyPerByte;

        /** End of the time for which it is occupied. */
        private long busyUntil;

        /** When a write that is sent now has passed the bottleneck. */
        long passed(long now, int bytes) {
            long takes = busyPerWrite + busyPerByte * bytes;
            if (takes == 0) {
                return now;
            }
            busyUntil = Math.max(now, busyUntil) + takes;
            return busyUntil;
        }

        boolean isUp() {
            return cuts == 0 && refusals == 0;
        }
    }
}
