package io.godwit.protocol.quorum.agenda;

import io.godwit.protocol.Guards;

/**
 * How soon a member that lacks entries is sent more of them: as soon as it has taken what it was sent. The specification has no
 * pace. Who waits for the next look takes the place of this class, so that the simulation can show what comes of it.
 */
public class Pace {
    /** The same under all guards. */
    @SuppressWarnings("UnusedVariable") // what stands in for it is made the same way
    public Pace(Guards guards) {}

    /**
     * Is a member sent more at once?
     *
     * @param before how many entries it had acknowledged, -1 for not even the version
     * @param now how many it has acknowledged now
     */
    public boolean goesOn(int before, int now) {
        return before < 0 || now / Timing.APPENDS != before / Timing.APPENDS;
    }
}
