package io.godwit.conformance.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.godwit.conformance.run.ConformReport.ConformRow;
import io.godwit.conformance.run.ConformReport.ConformRow.Check;
import io.godwit.conformance.run.Conformance.ConformListener;
import io.godwit.modelcheck.run.EntryResult.EntryStatus;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Every transition of every model of the corpus, and everything else that {@code ./godwit conform} looks at, without TLC. */
class ReplayTest {
    private static final int THREADS = 2;

    @Test
    void engineAndSpecificationAgreeInEveryState() throws Exception {
        AtomicLong planned = new AtomicLong();
        AtomicLong replayed = new AtomicLong();
        ConformReport report = Conformance.run(Project.manifest(), Bindings.all(), "", THREADS, new ConformListener() {
            @Override
            public void planned(int models, long transitions) {
                planned.set(transitions);
            }

            @Override
            public void progress(String model, int transitions) {
                replayed.addAndGet(transitions);
            }
        });
        String reasons = report.rows().stream()
                .filter(row -> row.status() == EntryStatus.FAILED)
                .map(row -> row.name() + ":\n" + String.join("\n", row.reasons()))
                .collect(Collectors.joining("\n"));
        assertEquals("", reasons);
        assertTrue(report.passed());
        Set<Check> kinds = new HashSet<>();
        report.rows().forEach(row -> kinds.add(row.check()));
        assertEquals(Set.of(Check.values()), kinds);
        assertEquals(report.transitions(), replayed.get());
        assertEquals(report.transitions(), planned.get());
        assertEquals(
                Project.corpus().models().size(),
                report.rows().stream()
                        .map(ConformRow::check)
                        .filter(Check.REPLAY::equals)
                        .count());
        System.out.printf("%d transitions, %d of them different%n", report.transitions(), report.distinct());
    }
}
