package io.godwit.simulation.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import io.godwit.member.EventLogRecorder;
import io.godwit.member.config.MemberConfig.Tracing;
import io.godwit.protocol.quorum.Quorum;
import io.godwit.protocol.quorum.QuorumState;
import io.godwit.simulation.RunPlan;
import io.godwit.simulation.Runs;
import io.godwit.simulation.Subject;
import io.godwit.simulation.quorum.QuorumSubject;
import io.godwit.simulation.quorum.RecordedSubject;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LogDigestTest {
    private static final Subject<QuorumState> PLAIN = new QuorumSubject(Quorum.whole());

    private static Subject<QuorumState> recorded(Path directory) {
        return new RecordedSubject(PLAIN, EventLogRecorder.of(new Tracing(directory)));
    }

    private static String digest(Subject<QuorumState> subject, RunPlan plan) {
        LogDigest digest = new LogDigest();
        digest.run(subject, plan);
        return digest.text();
    }

    /** What members know of the events of others travels with their messages, and is no part of any log. */
    @Test
    void bytesThatNoLogShowsArePartOfIt(@TempDir Path first, @TempDir Path second) {
        RunPlan plan = Runs.planner(PLAIN, 3, 2, "none").plan(1);
        assertEquals(Runs.log(PLAIN, plan), Runs.log(recorded(first), plan));
        assertEquals(digest(PLAIN, plan), digest(PLAIN, plan));
        assertNotEquals(digest(PLAIN, plan), digest(recorded(second), plan));
    }
}
