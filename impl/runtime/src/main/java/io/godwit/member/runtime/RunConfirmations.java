package io.godwit.member.runtime;

import io.godwit.environment.Executor;
import io.godwit.protocol.quorum.ClusterVersion;
import io.godwit.protocol.quorum.registers.Voting;
import io.godwit.transport.connection.Connection;
import io.godwit.transport.connection.Receiver;
import io.godwit.transport.frame.Frame;
import io.godwit.transport.frame.Frame.RunAnswer;
import io.godwit.transport.frame.Frame.RunRequest;
import io.godwit.transport.frame.Frame.Verdict;
import io.godwit.transport.frame.Peer;
import io.godwit.transport.frame.Run;

/** Answers members that start, also while this member has not been let in itself. Any thread may call. */
final class RunConfirmations {
    private final RunTable runs;
    private volatile Voter voter;

    /** What the answers need of the member that gives them, at the time. */
    interface Voter {
        /** Runs what follows. */
        Executor executor();

        /** The newest voters that the member knows; a task of the executor. */
        Voting voting();

        /** Whether a process of another member is heard; a task of the executor. */
        boolean hears(int member);

        /** Another member that starts has asked, and says where it is; a task of the executor. */
        default void met(Peer starting) {}

        /** Makes a run durable, and runs the task then; a task of the executor. */
        void store(int member, Run run, Runnable then);
    }

    RunConfirmations(RunTable runs) {
        this.runs = runs;
    }

    RunTable runs() {
        return runs;
    }

    /** Lets this member answer from now on. */
    void answer(Voter newVoter) {
        voter = newVoter;
    }

    /** Takes the requests of a member that has connected. */
    Receiver asked(Peer from) {
        return new Receiver() {
            @Override
            public void received(Connection connection, Frame frame) {
                Voter now = voter;
                if (now != null
                        && frame instanceof RunRequest request
                        && request.run().isDurable()) {
                    now.executor().execute(() -> {
                        now.met(from);
                        confirm(now, connection, from.number(), request.run());
                    });
                } else {
                    connection.close();
                }
            }

            @Override
            public void closed(Connection connection) {
                // It asks again.
            }
        };
    }

    /** Also one that has gone by a version with runs which was not decided then keeps to what it has confirmed. */
    private static boolean hasRuns(Voter now, Run known) {
        return now.voting().clusterVersion() >= ClusterVersion.RAISED || known.isDurable();
    }

    private void confirm(Voter now, Connection connection, int member, Run run) {
        Run known = runs.known(member);
        if (!hasRuns(now, known)) {
            connection.send(new RunAnswer(Verdict.NO_RUNS, run, known, now.voting()));
            return;
        }
        Verdict verdict = runs.confirm(member, run, now.hears(member));
        RunAnswer answer = new RunAnswer(verdict, run, known, now.voting());
        if (verdict == Verdict.CONFIRMED) {
            now.store(member, run, () -> connection.send(answer));
        } else {
            connection.send(answer);
        }
    }

    /** A process that is in has connected. */
    void heard(Peer peer) {
        Voter now = voter;
        if (now != null
                && peer.run().isDurable()
                && hasRuns(now, runs.known(peer.number()))
                && runs.hear(peer.number(), peer.run())) {
            now.store(peer.number(), peer.run(), () -> {});
        }
    }
}
