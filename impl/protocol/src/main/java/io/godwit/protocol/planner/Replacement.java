package io.godwit.protocol.planner;

/** Puts another member in place of one. That costs a transfer, unless the one that is replaced was to be a newcomer. */
final class Replacement implements Exchange {
    private final Layout layout;
    private final boolean onlyNewcomers;

    Replacement(Layout layout, boolean onlyNewcomers) {
        this.layout = layout;
        this.onlyNewcomers = onlyNewcomers;
    }

    @Override
    public void reach(int role, int from, VisitedMembers reached) {
        reach(layout.places(role, from, true), from, reached);
        if (!onlyNewcomers) {
            reach(layout.places(role, from, false), from, reached);
        }
    }

    private void reach(SlotSet places, int from, VisitedMembers reached) {
        for (int i = 0; i < places.size() && !reached.enough(); i++) {
            int place = places.get(i);
            if (layout.fits(place, reached.goal())) {
                reached.add(reached.goal(), from);
                return;
            }
            for (int member = 0; member < layout.members; member++) {
                if (!reached.contains(member) && layout.fits(place, member)) {
                    reached.add(member, from);
                }
            }
        }
    }

    @Override
    public void move(int role, int from, int to) {
        if (!move(layout.places(role, from, true), to) && !onlyNewcomers) {
            move(layout.places(role, from, false), to);
        }
    }

    private boolean move(SlotSet places, int to) {
        for (int i = 0; i < places.size(); i++) {
            int place = places.get(i);
            if (layout.fits(place, to)) {
                places.beginAt(i);
                layout.replace(place, to);
                return true;
            }
        }
        return false;
    }
}
