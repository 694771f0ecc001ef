package io.godwit.mutants.runtime;

import static io.godwit.mutants.runtime.RuntimeMutants.in;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

class RewritingTest {
    private static final String SAMPLE = Sample.class.getName();

    /** What is rewritten. */
    public static final class Sample implements Supplier<String> {
        private int count;

        /** Is loaded by the loader. */
        public Sample() {
            // Nothing.
        }

        private static int twice(int number) {
            return 2 * number;
        }

        @Override
        public String get() {
            List<String> seen = new ArrayList<>();
            seen.add("one");
            if (seen.isEmpty()) {
                seen.add("two");
            }
            count = twice(3);
            return seen + " " + count;
        }
    }

    @SuppressWarnings("unchecked")
    private static String run(Rewriting... rewritings) throws ReflectiveOperationException {
        MutatingLoader loader = new MutatingLoader(List.of(rewritings));
        loader.check();
        Object sample = loader.loadClass(SAMPLE).getConstructor().newInstance();
        return ((Supplier<String>) sample).get();
    }

    private static Rewriting.RewrittenMethod get() {
        return in(SAMPLE, "get");
    }

    @Test
    void changesNothingByItself() throws Exception {
        assertEquals("[one] 6", run());
    }

    @Test
    void removesCalls() throws Exception {
        assertEquals("[two] 6", run(get().remove("List.add", 1, 2)));
        assertEquals("[one] 0", run(get().remove("Sample.twice", 1, 1)));
    }

    @Test
    void changesResults() throws Exception {
        assertEquals("[one] 7", run(get().result("Sample.twice", 1, 1, 7)));
        assertEquals("[one] 3", run(get().skip("Sample.twice", 1, 1)));
        assertEquals("[one, two] 6", run(get().contrary("List.isEmpty", 1, 1)));
        assertEquals("[one] 5", run(in(SAMPLE, "twice").body((Object) 5)));
    }

    @Test
    void changesConditionsAndFields() throws Exception {
        assertEquals("[one, two] 6", run(get().jump(1, 1, false)));
        assertEquals("[one] 6", run(get().jump(1, 1, true)));
        assertEquals("[one] 0", run(get().keep("count", 1, 1)));
        assertEquals("[one] 9", run(get().read("count", 1, 1, 9)));
    }

    @Test
    void refusesWhatIsNotThere() {
        List<Rewriting> wrong = List.of(
                get().remove("List.add", 1, 1),
                get().remove("List.add", 3, 2),
                get().remove("List.clear", 1, 1),
                get().jump(1, 2, true),
                get().keep("other", 1, 1),
                get().redirect("Sample.twice", 1, 1, "noSuchReplacement"),
                in(SAMPLE, "absent").remove("List.add", 1, 1),
                in(SAMPLE + "Absent", "get").remove("List.add", 1, 1));
        for (Rewriting rewriting : wrong) {
            assertThrows(IllegalStateException.class, () -> run(rewriting), rewriting.toString());
        }
    }

    @Test
    void refusesValuesOfAnotherType() {
        assertThrows(IllegalStateException.class, () -> run(get().result("Sample.twice", 1, 1, "@emptyList")));
        assertTrue(RuntimeMutants.find("absent").isEmpty());
    }
}
