package io.godwit.protocol.planner;

/**
 * Two replicas of one partition change places. In quorum that is a decision which moves no data. In classic it is the last resort,
 * and only where the way there is not a mere exchange, which would be cut from the plan.
 */
final class Swap implements Exchange {
    private final Layout layout;

    Swap(Layout layout) {
        this.layout = layout;
    }

    @Override
    public void reach(int role, int from, VisitedMembers reached) {
        reach(layout.places(role, from, true), from, reached);
        reach(layout.places(role, from, false), from, reached);
    }

    private void reach(SlotSet places, int from, VisitedMembers reached) {
        for (int i = 0; i < places.size() && !reached.enough(); i++) {
            int place = places.get(i);
            for (int colder = place + 1; colder < layout.endOfPartition(place); colder++) {
                if (!reached.contains(layout.occupant(colder)) && layout.maySwap(place, colder)) {
                    reached.add(layout.occupant(colder), from);
                }
            }
        }
    }

    @Override
    public void move(int role, int from, int to) {
        if (!move(layout.places(role, from, true), to)) {
            move(layout.places(role, from, false), to);
        }
    }

    private boolean move(SlotSet places, int to) {
        for (int i = 0; i < places.size(); i++) {
            int place = places.get(i);
            for (int colder = place + 1; colder < layout.endOfPartition(place); colder++) {
                if (layout.occupant(colder) == to && layout.maySwap(place, colder)) {
                    places.beginAt(i);
                    layout.swap(place, colder);
                    return true;
                }
            }
        }
        return false;
    }
}
