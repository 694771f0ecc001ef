package io.godwit.protocol;

import java.util.Set;

/**
 * The guards that are in force. The protocol has all of them; {@link #without} exists so that tests and simulations can
 * show what each of them prevents.
 */
public final class Guards {
    /** The protocol. */
    public static final Guards ALL = new Guards(Set.of());

    private final Set<Guard> absent;

    private Guards(Set<Guard> absent) {
        this.absent = absent;
    }

    /** A broken protocol, for tests: it lacks these guards. */
    public static Guards without(Guard... absent) {
        return new Guards(Set.of(absent));
    }

    /** Is the guard in force? */
    public boolean has(Guard guard) {
        return absent.isEmpty() || !absent.contains(guard);
    }

    /** Does the guard let the action pass: its condition is met, or it is not in force? */
    public boolean pass(Guard guard, boolean condition) {
        return condition || !has(guard);
    }

    /** The guards that are missing. */
    public Set<Guard> absent() {
        return absent;
    }
}
