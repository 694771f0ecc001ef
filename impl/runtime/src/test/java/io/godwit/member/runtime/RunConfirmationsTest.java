package io.godwit.member.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import io.godwit.environment.Executor;
import io.godwit.environment.ManualEnvironment;
import io.godwit.protocol.ClusterState;
import io.godwit.protocol.MemberSet;
import io.godwit.protocol.map.Bytes;
import io.godwit.protocol.quorum.ClusterVersion;
import io.godwit.protocol.quorum.registers.Voting;
import io.godwit.protocol.quorum.table.Version;
import io.godwit.transport.connection.Receiver;
import io.godwit.transport.connection.RecordedConnection;
import io.godwit.transport.frame.Frame;
import io.godwit.transport.frame.Frame.RunAnswer;
import io.godwit.transport.frame.Frame.RunRequest;
import io.godwit.transport.frame.Frame.Verdict;
import io.godwit.transport.frame.Peer;
import io.godwit.transport.frame.Run;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A voter whose disk is slow, and member 3, which starts. */
class RunConfirmationsTest {
    private static final Run FIRST = new Run(1, 11, 0);
    private static final Run SECOND = new Run(2, 12, 0);
    private static final Peer STARTING = new Peer(3, Bytes.EMPTY, "h", 3).withRun(SECOND);

    private final RunConfirmations confirmations = new RunConfirmations(new RunTable(Map.of(3, FIRST)));
    private final ManualEnvironment executor = new ManualEnvironment(1, 0);
    private final RecordedConnection connection = new RecordedConnection(1).speak(ClusterVersion.RAISED);
    /** What is to be stored, and what follows. */
    private final List<Run> stored = new ArrayList<>();

    private final List<Runnable> follows = new ArrayList<>();
    private int clusterVersion = ClusterVersion.RAISED;

    private Voting voting() {
        return new Voting(Version.FIRST, MemberSet.of(1, 2, 3), ClusterState.ACTIVE, clusterVersion);
    }

    private void answer() {
        confirmations.answer(new RunConfirmations.Voter() {
            @Override
            public Executor executor() {
                return executor;
            }

            @Override
            public Voting voting() {
                return RunConfirmationsTest.this.voting();
            }

            @Override
            public boolean hears(int member) {
                return false;
            }

            @Override
            public void store(int member, Run run, Runnable then) {
                assertEquals(3, member);
                stored.add(run);
                follows.add(then);
            }
        });
    }

    private List<Frame> ask(Run run) {
        return ask(confirmations.asked(STARTING), run);
    }

    private List<Frame> ask(Receiver receiver, Run run) {
        receiver.received(connection.connection(), new RunRequest(run));
        executor.run();
        return connection.sent();
    }

    @Test
    void confirmationIsSentWhenItIsStored() {
        answer();
        assertEquals(List.of(), ask(SECOND));
        assertEquals(List.of(SECOND), stored);
        follows.get(0).run();
        assertEquals(List.of(new RunAnswer(Verdict.CONFIRMED, SECOND, FIRST, voting())), connection.sent());
    }

    @Test
    void refusalStoresNothing() {
        answer();
        Run other = new Run(1, 13, 0);
        assertEquals(List.of(new RunAnswer(Verdict.LATER_KNOWN, other, FIRST, voting())), ask(other));
        assertEquals(List.of(), stored);
    }

    @Test
    void voterOfVersion6NeitherConfirmsNorStoresARun() {
        clusterVersion = ClusterVersion.FIRST;
        answer();
        Receiver other = confirmations.asked(STARTING.withNumber(4));
        assertEquals(List.of(new RunAnswer(Verdict.NO_RUNS, SECOND, Run.NONE, voting())), ask(other, SECOND));
        confirmations.heard(STARTING.withNumber(4));
        assertEquals(List.of(), stored);
        assertEquals(Run.NONE, confirmations.runs().known(4));
    }

    /** The version with runs, by which it has gone, was not decided. */
    @Test
    void voterThatGoesByVersion6AgainKeepsToWhatItHasConfirmed() {
        clusterVersion = ClusterVersion.FIRST;
        answer();
        Run other = new Run(1, 13, 0);
        assertEquals(List.of(new RunAnswer(Verdict.LATER_KNOWN, other, FIRST, voting())), ask(other));
        confirmations.heard(STARTING);
        assertEquals(List.of(SECOND), stored);
    }

    @Test
    void processThatIsHeardIsStoredOnce() {
        answer();
        confirmations.heard(STARTING);
        confirmations.heard(STARTING);
        confirmations.heard(STARTING.withRun(FIRST));
        confirmations.heard(STARTING.withRun(Run.NONE));
        assertEquals(List.of(SECOND), stored);
        assertEquals(SECOND, confirmations.runs().known(3));
    }

    @Test
    void whoCannotAnswerClosesTheConnection() {
        ask(SECOND);
        assertFalse(connection.connection().isOpen());
    }
}
