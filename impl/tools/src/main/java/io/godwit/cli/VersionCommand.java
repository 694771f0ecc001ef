package io.godwit.cli;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.godwit.client.CallException;
import io.godwit.client.VersionReading;
import io.godwit.lab.LocalCluster;
import io.godwit.lab.LocalMember;
import io.godwit.member.http.MemberStatus;
import java.io.IOException;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/** Shows the version of a cluster, or asks for a higher one and waits until all members that run go by it. */
final class VersionCommand {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final long LOOK_AGAIN_MILLIS = 250;

    private final LocalCluster cluster;
    private final PrintWriter out;

    VersionCommand(LocalCluster cluster, PrintWriter out) {
        this.cluster = cluster;
        this.out = out;
    }

    /** What each member says that runs and answers. */
    private Map<LocalMember, VersionReading> readings() throws IOException, InterruptedException {
        Map<LocalMember, VersionReading> readings = new TreeMap<>((a, b) -> Integer.compare(a.index(), b.index()));
        for (LocalMember member : cluster.members()) {
            if (member.condition() == LocalMember.Condition.RUNNING) {
                // A program of before cluster versions has no such page, but its status.
                var answer = cluster.ask(member, "/status");
                if (answer.isPresent()) {
                    readings.put(
                            member,
                            JSON.readValue(answer.get(), MemberStatus.class).version());
                }
            }
        }
        return readings;
    }

    /** The reading of the member that knows most. */
    private static VersionReading newest(Map<LocalMember, VersionReading> readings) {
        VersionReading newest = null;
        for (VersionReading reading : readings.values()) {
            newest = newest == null || reading.isAfter(newest) ? reading : newest;
        }
        return newest;
    }

    /** Prints the version, and the greatest one of each member. */
    int show() throws IOException, InterruptedException {
        VersionReading newest = newest(readings());
        if (newest == null) {
            out.println("no member answers");
            return ExitStatus.CHECK_FAILED;
        }
        out.println(newest.text());
        newest.greatest()
                .forEach((number, most) -> out.println(
                        "member " + number + ": " + (most == 0 ? "has not said which it can go by" : "up to " + most)));
        return ExitStatus.OK;
    }

    /** Why a version was not reached. A program of before cluster versions does not answer an operator who asks for the version. */
    private String failure(CallException failure) throws IOException, InterruptedException {
        Map<LocalMember, VersionReading> readings = readings();
        for (LocalMember member : readings.keySet()) {
            if (cluster.ask(member, "/version").isPresent()) {
                return failure.getMessage();
            }
        }
        return readings.isEmpty()
                ? failure.getMessage()
                : "the cluster version is " + newest(readings).version()
                        + ", and the members that answer run programs that know no other; start them with a newer one";
    }

    /** Asks for a version until it is decided, and waits until all members that run go by it. */
    int raise(int version, Duration timeout) throws IOException, InterruptedException {
        long end = System.nanoTime() + timeout.toNanos();
        try {
            ClusterOperator.of(cluster).withTimeout(timeout).raiseVersion(version);
        } catch (CallException e) {
            out.println(failure(e));
            return ExitStatus.CHECK_FAILED;
        }
        while (readings().values().stream().anyMatch(it -> it.version() < version)) {
            if (System.nanoTime() - end > 0) {
                out.println("the cluster version is " + version + ", and some members have not heard of it yet");
                return ExitStatus.CHECK_FAILED;
            }
            TimeUnit.MILLISECONDS.sleep(LOOK_AGAIN_MILLIS);
        }
        out.println(version);
        return ExitStatus.OK;
    }
}
