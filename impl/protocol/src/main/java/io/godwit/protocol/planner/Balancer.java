package io.godwit.protocol.planner;

/**
 * Evens out one role: as long as a member has at least two replicas more than another that can be reached from it, by one
 * exchange or by a chain of them, one replica goes that way.
 *
 * <p>It ends with every member within one of every other wherever that can be had. Members from which nobody with fewer
 * replicas can be reached are left out, together with all that can be reached from them; that is where groups are so
 * uneven that balance is impossible.
 */
final class Balancer {
    private final Layout layout;
    private final int role;
    private final Exchange exchange;
    private final VisitedMembers reached;
    private final boolean[] closed;

    Balancer(Layout layout, int role, Exchange exchange) {
        this.layout = layout;
        this.role = role;
        this.exchange = exchange;
        this.reached = new VisitedMembers(layout.members);
        this.closed = new boolean[layout.members];
    }

    void balance() {
        for (int most = mostLoaded(); most != Layout.NOBODY; most = mostLoaded()) {
            if (!relieve(most)) {
                for (int i = 0; i < reached.size(); i++) {
                    closed[reached.get(i)] = true;
                }
            }
        }
    }

    private int count(int member) {
        return layout.count(role, member);
    }

    /** The member with most replicas of those that are not left out, or nobody when it has not too many. */
    private int mostLoaded() {
        int most = Layout.NOBODY;
        for (int member = 0; member < layout.members; member++) {
            if (!closed[member] && (most == Layout.NOBODY || count(member) > count(most))) {
                most = member;
            }
        }
        return most != Layout.NOBODY && hasTooMany(most, leastLoaded()) ? most : Layout.NOBODY;
    }

    private int leastLoaded() {
        int least = 0;
        for (int member = 1; member < layout.members; member++) {
            least = count(member) < count(least) ? member : least;
        }
        return least;
    }

    private boolean hasTooMany(int member, int comparedTo) {
        return count(member) - count(comparedTo) >= 2;
    }

    /**
     * Looks for the nearest member that should have a replica of this one, or of another one that has as many, and moves one
     * along the way. A chain moves several replicas where a way from somebody else may need one.
     */
    private boolean relieve(int most) {
        reached.search(leastLoaded());
        for (int member = 0; member < layout.members; member++) {
            if (!closed[member] && count(member) == count(most)) {
                reached.add(member, member);
            }
        }
        int looked = 0;
        for (int i = 0; i < reached.size(); i++) {
            if (closed[reached.get(i)]) {
                continue;
            }
            exchange.reach(role, reached.get(i), reached);
            int least = most;
            for (; looked < reached.size(); looked++) {
                int member = reached.get(looked);
                least = count(member) < count(least) ? member : least;
            }
            if (hasTooMany(most, least)) {
                moveAlong(least);
                return true;
            }
        }
        return false;
    }

    /** From the far end, so that nobody has to take a replica before it has given one away. */
    private void moveAlong(int least) {
        for (int to = least; to != reached.parent(to); to = reached.parent(to)) {
            exchange.move(role, reached.parent(to), to);
        }
    }
}
