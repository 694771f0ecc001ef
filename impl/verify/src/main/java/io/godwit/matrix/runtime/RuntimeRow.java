package io.godwit.matrix.runtime;

/**
 * What caught a mutant of the runtime.
 *
 * @param name the mutant
 * @param property that was violated; empty if no seed noticed it
 * @param seed that noticed it first, or the last one that was run; 0 if a test catches the mutant
 * @param test that fails with it; empty if the simulation catches it
 * @param seconds that it took
 */
public record RuntimeRow(String name, String property, long seed, String test, double seconds) {
    /** Whether the simulation noticed it, or a test is said to. */
    public boolean caught() {
        return !property.isEmpty() || !test.isEmpty();
    }

    /** The same in words. */
    public String words() {
        if (!test.isEmpty()) {
            return "test " + shortTest();
        }
        return property.isEmpty() ? "not noticed by seeds 1 to " + seed : property + ", seed " + seed;
    }

    /** The test without its package. */
    String shortTest() {
        String[] parts = test.split("\\.", -1);
        return parts[parts.length - 2] + "." + parts[parts.length - 1];
    }
}
