package io.godwit.protocol;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/**
 * The guards that are in force, and the handlers that stand in for the protocol's own. The protocol has all guards and no
 * stand-ins; {@link #without} and {@link #replacing} exist so that tests and simulations can show what each guard prevents.
 * Nothing else in the engine knows of mutants.
 */
public final class Guards {
    /** The protocol. */
    public static final Guards ALL = new Guards(Set.of(), Map.of());

    private final Set<Guard> absent;
    private final Map<Class<?>, Function<Guards, ?>> standIns;

    private Guards(Set<Guard> absent, Map<Class<?>, Function<Guards, ?>> standIns) {
        this.absent = absent;
        this.standIns = standIns;
    }

    /** The protocol without these guards: for tests, and for a product that never had them. */
    public static Guards without(Guard... absent) {
        return new Guards(Set.of(absent), Map.of());
    }

    /** These guards without one more. */
    public Guards lacking(Guard guard) {
        Set<Guard> fewer = new HashSet<>(absent);
        fewer.add(guard);
        return new Guards(Set.copyOf(fewer), standIns);
    }

    /**
     * These guards, with another handler in place of the protocol's own: for tests.
     *
     * @param own the class of the handler that is replaced
     * @param standIn makes what takes its place
     */
    public <H> Guards replacing(Class<H> own, Function<Guards, ? extends H> standIn) {
        Map<Class<?>, Function<Guards, ?>> more = new HashMap<>(standIns);
        more.put(own, standIn);
        return new Guards(absent, Map.copyOf(more));
    }

    /** Is the guard in force? */
    public boolean has(Guard guard) {
        return absent.isEmpty() || !absent.contains(guard);
    }

    /** Does the guard let the action pass: its condition is met, or it is not in force? */
    public boolean pass(Guard guard, boolean condition) {
        return condition || !has(guard);
    }

    /**
     * A handler: the protocol's own, or what stands in for it. All handlers are made here.
     *
     * @param type the class of the protocol's own handler
     * @param own its constructor
     */
    public <H> H make(Class<H> type, Function<Guards, ? extends H> own) {
        Function<Guards, ?> standIn = standIns.get(type);
        return type.cast(standIn == null ? own.apply(this) : standIn.apply(this));
    }

    /** The guards that are missing. */
    public Set<Guard> absent() {
        return absent;
    }
}
