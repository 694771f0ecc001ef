package io.godwit.cli;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.godwit.lab.LocalCluster;
import io.godwit.lab.LocalMember;
import io.godwit.member.http.StateReading;
import io.godwit.protocol.ClusterState;
import java.io.IOException;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** Shows the state of a cluster, or asks for another one and waits until it is acknowledged. */
final class StateCommand {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final long LOOK_AGAIN_MILLIS = 250;

    private final LocalCluster cluster;
    private final PrintWriter out;

    private record Answer(LocalMember member, StateReading reading) {}

    StateCommand(LocalCluster cluster, PrintWriter out) {
        this.cluster = cluster;
        this.out = out;
    }

    /** What the member says that has heard of the newest version. */
    private Optional<Answer> newest() throws IOException, InterruptedException {
        Optional<Answer> newest = Optional.empty();
        for (LocalMember member : cluster.members()) {
            Optional<String> answer = member.condition() == LocalMember.Condition.RUNNING
                    ? cluster.ask(member, "/state")
                    : Optional.empty();
            if (answer.isPresent()) {
                Answer said = new Answer(member, JSON.readValue(answer.get(), StateReading.class));
                newest = newest.filter(it -> !said.reading.isAfter(it.reading)).or(() -> Optional.of(said));
            }
        }
        return newest;
    }

    /** Prints the state. */
    int show() throws IOException, InterruptedException {
        Optional<Answer> newest = newest();
        out.println(text(newest));
        return newest.isPresent() ? ExitStatus.OK : ExitStatus.CHECK_FAILED;
    }

    private static String text(Optional<Answer> answer) {
        return answer.map(it -> it.reading.text()).orElse("no member answers");
    }

    /** Asks for a state, again and again until it is there, and waits until it is acknowledged. */
    int change(ClusterState state, Duration timeout) throws IOException, InterruptedException {
        long end = System.nanoTime() + timeout.toNanos();
        while (true) {
            Optional<Answer> newest = newest();
            boolean there = newest.map(it -> it.reading.state() == state).orElse(false);
            if (there && newest.orElseThrow().reading.acknowledged()) {
                out.println(state);
                return ExitStatus.OK;
            }
            if (System.nanoTime() - end > 0) {
                out.println(text(newest) + "; asked for " + state);
                return ExitStatus.CHECK_FAILED;
            }
            if (newest.isPresent() && !there) {
                cluster.tell(newest.orElseThrow().member, "/state/" + state);
            }
            TimeUnit.MILLISECONDS.sleep(LOOK_AGAIN_MILLIS);
        }
    }
}
