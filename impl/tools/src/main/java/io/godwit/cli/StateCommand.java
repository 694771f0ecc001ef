package io.godwit.cli;

import io.godwit.client.CallException;
import io.godwit.client.GodwitOperator;
import io.godwit.client.StateReading;
import io.godwit.lab.Lab.LabException;
import io.godwit.lab.LocalCluster;
import io.godwit.lab.LocalMember;
import io.godwit.protocol.ClusterState;
import java.io.IOException;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Shows the state of a cluster, or asks for another one and waits until it is acknowledged; with it, stops the cluster and starts it again. */
final class StateCommand {
    private static final int LOOKS = 20;
    private static final long LOOK_AGAIN_MILLIS = 100;

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
            GodwitOperator operator = operator().withTimeout(timeout);
            AcknowledgedStop stop = new AcknowledgedStop(cluster);
            if (state == ClusterState.STOPPING) {
                if (!stop.holds(operator.state())) {
                    stop.forget();
                }
                operator.changeState(state);
                stop.note(operator.state());
            } else {
                stop.forget();
                operator.changeState(state);
            }
            return state.toString();
        });
    }

    /**
     * Asks for {@code STOPPING} and stops all processes when it is acknowledged, or was before. If that takes too long, none is stopped, and
     * the cluster gets the state that it had before.
     */
    int stop(Duration timeout) throws IOException, InterruptedException {
        if (!cluster.isDurable()) {
            throw new LabException(
                    "the members of the cluster store nothing that is there after a stop, so it cannot be stopped gracefully;"
                            + " start it with --durable, and without --disk");
        }
        return print(() -> {
            GodwitOperator operator = operator().withTimeout(timeout);
            AcknowledgedStop stop = new AcknowledgedStop(cluster);
            StateReading reading = operator.state();
            if (!stop.holds(reading)) {
                stop.forget();
                awaitStopping(operator, reading.state());
                stop.note(operator.state());
            }
            return "stopped " + cluster.stop() + " processes; ./godwit cluster restart --all starts them again";
        });
    }

    private void awaitStopping(GodwitOperator operator, ClusterState before) throws IOException, InterruptedException {
        try {
            operator.changeState(ClusterState.STOPPING);
        } catch (CallException e) {
            out.println(e.getMessage());
            out.println("nothing was stopped");
            if (e.outcome() == CallException.Outcome.UNKNOWN && before != ClusterState.STOPPING) {
                goBack(operator(), before);
            }
            throw new CallException(CallException.Outcome.NOT_DONE, "the cluster is " + before);
        }
    }

    /** A request of {@code STOPPING} may still be on its way, so this looks again. */
    private static void goBack(GodwitOperator operator, ClusterState before) throws InterruptedException {
        for (int i = 0; i < LOOKS; i++) {
            operator.changeState(before);
            TimeUnit.MILLISECONDS.sleep(LOOK_AGAIN_MILLIS);
        }
    }

    /** Starts all processes that have exited, waits until the cluster is whole, and asks for {@code ACTIVE} if it was stopped gracefully. */
    int restart(List<String> command, Duration timeout) throws IOException, InterruptedException {
        int started = 0;
        for (LocalMember member : cluster.members()) {
            if (member.process().isEmpty()) {
                cluster.restart(member, command);
                started++;
            }
        }
        out.println("started " + started + " processes");
        if (!cluster.awaitReady(timeout)) {
            out.println(ClusterCommand.notReady(cluster));
            return ExitStatus.CHECK_FAILED;
        }
        return print(() -> {
            GodwitOperator operator = operator().withTimeout(timeout);
            if (operator.state().state() == ClusterState.STOPPING) {
                // It is acknowledged again when all partitions are whole; before that, ACTIVE would evict who is not
                // there yet.
                operator.changeState(ClusterState.STOPPING);
                operator.changeState(ClusterState.ACTIVE);
            }
            return operator.state().text();
        });
    }

    private GodwitOperator operator() throws IOException, InterruptedException {
        return ClusterOperator.of(cluster);
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
