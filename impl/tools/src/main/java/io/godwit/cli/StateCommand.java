package io.godwit.cli;

import io.godwit.client.CallException;
import io.godwit.client.GodwitOperator;
import io.godwit.lab.LocalCluster;
import io.godwit.lab.LocalMember;
import io.godwit.protocol.ClusterState;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Shows the state of a cluster, or asks for another one and waits until it is acknowledged. */
final class StateCommand {
    private final LocalCluster cluster;
    private final PrintWriter out;

    StateCommand(LocalCluster cluster, PrintWriter out) {
        this.cluster = cluster;
        this.out = out;
    }

    /** Prints the state. */
    int show() throws IOException, InterruptedException {
        return print(() -> operator().state().text());
    }

    /** Asks for a state, again and again until it is there, and waits until it is acknowledged. */
    int change(ClusterState state, Duration timeout) throws IOException, InterruptedException {
        return print(() -> {
            operator().withTimeout(timeout).changeState(state);
            return state.toString();
        });
    }

    /** Of the members that run, with the token of the cluster. */
    private GodwitOperator operator() throws IOException, InterruptedException {
        List<String> addresses = new ArrayList<>();
        Path token = null;
        for (LocalMember member : cluster.members()) {
            if (member.condition() == LocalMember.Condition.RUNNING) {
                addresses.add(member.host() + ":" + member.httpPort());
                token = member.directory().resolveSibling("token");
            }
        }
        if (addresses.isEmpty()) {
            throw new CallException(CallException.Outcome.NOT_DONE, "no member answers");
        }
        return GodwitOperator.of(addresses).withTokenFile(token);
    }

    private interface Words {
        String text() throws IOException, InterruptedException;
    }

    private int print(Words words) throws IOException, InterruptedException {
        try {
            out.println(words.text());
            return ExitStatus.OK;
        } catch (CallException e) {
            out.println(e.getMessage());
            return ExitStatus.CHECK_FAILED;
        }
    }
}
