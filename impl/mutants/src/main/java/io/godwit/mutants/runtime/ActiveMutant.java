package io.godwit.mutants.runtime;

import java.util.List;

/**
 * Which mutant is in force in a program whose classes have several in them ({@link SwitchedMutants}). Classes as they were compiled have
 * none. For one thread.
 */
public final class ActiveMutant {
    /** The place of the mutant in {@link #names}, from 1; 0 for none. */
    private static int active;

    private ActiveMutant() {}

    /** The names of those that the classes have in them, with commas between them. Rewritten with the classes. */
    private static String names() {
        return "";
    }

    /**
     * Puts a mutant in force, and no other one.
     *
     * @param name of the mutant; empty for none
     * @return whether the classes have it in them
     */
    public static boolean choose(String name) {
        active = name.isEmpty() ? 0 : List.of(names().split(",", -1)).indexOf(name) + 1;
        return name.isEmpty() || active > 0;
    }

    /** Whether the mutant at a place, from 1, is in force. Rewritten methods ask. */
    public static boolean is(int place) {
        return active == place;
    }
}
