package io.godwit.tracecheck;

import com.fasterxml.jackson.databind.*;
import io.godwit.simulation.plan.*;
import io.godwit.simulation.quorum.RecordedSubject;
import io.godwit.simulation.run.*;
import io.godwit.simulation.subject.Subject;
import io.godwit.protocol.quorum.QuorumState;
import io.godwit.simulation.world.*;
import java.nio.file.*;
import java.util.*;
import org.junit.jupiter.api.Test;

class ScratchTest {
    @Test
    @SuppressWarnings("unchecked")
    void find() throws Exception {
        ObjectMapper json = new ObjectMapper();
        for (String faults : List.of("pause", "pause,suspect", "slow,jitter,pause")) {
            int late = 0, again = 0;
            for (long seed = 1; seed <= 250 && (late < 6 || again < 6); seed++) {
                Path dir = Files.createTempDirectory("scr");
                Subject<?> subject = Subjects.protocol("quorum");
                List<String> windows = subject.windows().stream().map(it -> it.name()).toList();
                Settings settings = new Settings("quorum", 3, 4_000_000, FaultChoice.parse(faults, windows));
                Subject<QuorumState> unwatched = new Only<>((Subject<QuorumState>) subject, Set.of());
                try (RecordedSubject recorded = new RecordedSubject(unwatched, dir)) {
                    Simulation.run(recorded, new Planner(settings).plan(seed), Observer.none());
                }
                Map<String, Set<String>> writes = new HashMap<>(), answers = new HashMap<>(), reads = new HashMap<>();
                int events = 0;
                boolean isAgain = false;
                Set<String> stale = new HashSet<>();
                for (Path f : Files.list(dir).sorted().toList()) {
                    for (String line : Files.readAllLines(f)) {
                        events++;
                        JsonNode n = json.readTree(line);
                        String a = n.path("a").asText(), o = n.path("o").toString();
                        String m = f.getFileName().toString();
                        if (a.equals("Write")) writes.computeIfAbsent(o, it -> new HashSet<>()).add(m);
                        if (a.equals("AnswerWrite")) answers.computeIfAbsent(o, it -> new HashSet<>()).add(m);
                        if (a.equals("StartRead") && !reads.computeIfAbsent(o, it -> new HashSet<>()).add(m)) isAgain = true;
                    }
                }
                boolean isLate = writes.entrySet().stream().anyMatch(w -> w.getValue().size() > 1 && answers.getOrDefault(w.getKey(), Set.of()).stream().anyMatch(x -> w.getValue().stream().anyMatch(y -> !x.equals(y))));
                if (isLate) late++;
                if (isAgain) again++;
                if (isLate || isAgain) System.out.println("FOUND " + faults + " seed " + seed + (isLate ? " late" : "") + (isAgain ? " again" : "") + " events " + events);
                try (var all = Files.list(dir)) { for (Path f : all.toList()) Files.delete(f); }
                Files.delete(dir);
            }
        }
    }
}
