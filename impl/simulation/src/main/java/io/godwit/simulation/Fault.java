package io.godwit.simulation;

/**
 * One fault of a plan: it happens at a time, or the first time after it that a window opens.
 *
 * @param kind what happens
 * @param at microseconds from the beginning; with a window, the earliest moment
 * @param window the window that has to open, or empty
 * @param delay microseconds from the opening to the fault; 0 hits the member after its step, before anything that it sends
 *     is on its way
 * @param site the site that is hit, from 1; with a window, 0, -1, -2 stand for the first, second, third member that the
 *     window names
 * @param other a second site, where the kind needs one; as above
 * @param amount how much, where the kind needs it
 * @param duration microseconds until it is over or the member comes back; 0 for never, where that is possible
 */
public record Fault(
        FaultKind kind, long at, String window, long delay, int site, int other, long amount, long duration) {
    /** A fault at a time. */
    public static Fault at(long at, FaultKind kind, int site, int other, long amount, long duration) {
        return new Fault(kind, at, "", 0, site, other, amount, duration);
    }

    /** This fault, when a window opens at or after its time. */
    public Fault when(String opens, long later) {
        return new Fault(kind, at, opens, later, site, other, amount, duration);
    }

    /** Does it wait for a window? */
    public boolean aimed() {
        return !window.isEmpty();
    }

    /** What chance is drawn for: the number stays what it is when other faults are taken out of a plan, or this one is shortened. */
    public long id() {
        return (at << Integer.SIZE) + kind.text().hashCode();
    }

    /** What it is counted as: {@code crash}, or {@code crash@promotion}. */
    public String label() {
        return aimed() ? kind.text() + "@" + window : kind.text();
    }

    /** This fault with another duration. */
    public Fault lasting(long micros) {
        return new Fault(kind, at, window, delay, site, other, amount, micros);
    }
}
