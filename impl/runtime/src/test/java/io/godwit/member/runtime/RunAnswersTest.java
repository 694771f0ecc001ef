package io.godwit.member.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.godwit.client.invocation.Address;
import io.godwit.client.invocation.Connector;
import io.godwit.environment.ManualEnvironment;
import io.godwit.protocol.ClusterState;
import io.godwit.protocol.MemberSet;
import io.godwit.protocol.Protocol.Setup;
import io.godwit.protocol.map.Bytes;
import io.godwit.protocol.quorum.ClusterVersion;
import io.godwit.protocol.quorum.registers.Voting;
import io.godwit.protocol.quorum.table.Version;
import io.godwit.transport.connection.RefusedException;
import io.godwit.transport.frame.Frame;
import io.godwit.transport.frame.Frame.Hello;
import io.godwit.transport.frame.Frame.Reason;
import io.godwit.transport.frame.Frame.Refusal;
import io.godwit.transport.frame.Frame.RunAnswer;
import io.godwit.transport.frame.Frame.RunRequest;
import io.godwit.transport.frame.Frame.Verdict;
import io.godwit.transport.frame.Maps;
import io.godwit.transport.frame.Peer;
import io.godwit.transport.frame.Run;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Member 1, which starts, and the answers of the other voters, 2 and 3. */
class RunAnswersTest {
    private static final Run STAYS = new Run(2, 12, 0);
    private static final Run MOVES = STAYS.moving();
    private static final Run OTHER = new Run(3, 13, 0);
    private static final Voting VOTING =
            new Voting(Version.FIRST, MemberSet.of(1, 2, 3), ClusterState.ACTIVE, ClusterVersion.RAISED);

    private final ManualEnvironment environment = new ManualEnvironment(1, 0);
    /** What members answer; nothing for those that are not there. */
    private final Map<Integer, Verdict> verdicts = new TreeMap<>();
    /** The voters that a member tells. */
    private final Map<Integer, Voting> told = new TreeMap<>();

    /** Members of a cluster that was recovered without this one. */
    private final Set<Integer> recovered = new HashSet<>();

    private final List<String> outcome = new ArrayList<>();

    @BeforeEach
    void allKnowTheVoters() {
        told.putAll(Map.of(2, VOTING, 3, VOTING, 4, VOTING));
    }

    private static Peer peer(int number) {
        return new Peer(number, Bytes.EMPTY, "h", number);
    }

    private final class Answers implements Connector {
        @Override
        public void connect(Address address, Hello hello, Handler handler) {
            int number = address.port();
            if (recovered.contains(number)) {
                handler.failed(new RefusedException(new Refusal(Reason.RECOVERED, "recovered")));
                return;
            }
            Verdict verdict = verdicts.get(number);
            if (verdict == null) {
                handler.failed(new IOException("nobody is there"));
                return;
            }
            Channel channel = new Channel() {
                @Override
                public boolean send(Frame frame) {
                    Run run = ((RunRequest) frame).run();
                    Verdict given = verdict == Verdict.MOVED && run.moves() ? Verdict.CONFIRMED : verdict;
                    handler.received(new RunAnswer(given, run, OTHER, told.get(number)));
                    return true;
                }

                @Override
                public boolean isOpen() {
                    return true;
                }

                @Override
                public void close() {}
            };
            handler.welcomed(channel, identity(peer(number)).welcome(List.of()));
        }
    }

    private static Identity identity(Peer self) {
        List<Peer> all = List.of(peer(1), peer(2), peer(3));
        Setup setup = new Setup(MemberSet.of(1, 2, 3), 4, 1, 1);
        return new Identity("c", self, Bytes.EMPTY, all, all, true, Maps.all(1), setup);
    }

    private void start(Run run) {
        RuntimeConfig config = new RuntimeConfig(
                "c", "h", 1, List.of("h:2", "h:3", "h:4", "h:5"), 4, Maps.all(1), 4, 100, 1_000, 60, 0, 0);
        RunAdmission admission = new RunAdmission(
                config, identity(peer(1).withRun(run)), VOTING, environment, environment, new Answers(), line -> {});
        admission.start(new RunAdmission.Outcome() {
            @Override
            public void admitted(Run as, List<Peer> peers) {
                outcome.add("admitted as " + as);
            }

            @Override
            public void refused(String text, boolean copy, int number) {
                outcome.add(copy + " " + number);
            }

            @Override
            public void failed(IOException cause) {
                outcome.add(cause.getMessage());
            }
        });
        environment.pass(10_000);
    }

    @Test
    void clusterThatWasRecoveredWithoutTheMemberIsNamed() {
        recovered.add(2);
        recovered.add(3);
        start(STAYS);
        assertEquals(
                List.of(
                        "the cluster was recovered without this member, as h:2 says; start without the directory, as a new member"),
                outcome);
    }

    @Test
    void oneConfirmationSufficesForAVoterThatStays() {
        verdicts.put(2, Verdict.CONFIRMED);
        start(STAYS);
        assertEquals(List.of("admitted as " + STAYS), outcome);
    }

    @Test
    void oneConfirmationDoesNotSufficeForAVoterThatMoves() {
        verdicts.put(2, Verdict.CONFIRMED);
        start(MOVES);
        assertEquals(List.of(), outcome);
        verdicts.put(3, Verdict.CONFIRMED);
        environment.pass(1_000);
        assertEquals(List.of("admitted as " + MOVES), outcome);
    }

    @Test
    void memberThatIsNoVoterDoesNotCountItself() {
        Voting others = new Voting(new Version(1, 2), MemberSet.of(2, 3), ClusterState.ACTIVE, ClusterVersion.RAISED);
        told.put(2, others);
        verdicts.put(2, Verdict.CONFIRMED);
        start(STAYS);
        assertEquals(List.of(), outcome);
        verdicts.put(3, Verdict.CONFIRMED);
        environment.pass(1_000);
        assertEquals(List.of("admitted as " + STAYS), outcome);
    }

    @Test
    void onlyVotersConfirm() {
        verdicts.put(4, Verdict.CONFIRMED);
        start(STAYS);
        assertEquals(List.of(), outcome);
    }

    /** Of five voters it needs three of the others, and has two: what was confirmed before does not count. */
    @Test
    void confirmationOfAProcessThatStaysIsNoneOfOneThatMoves() {
        MemberSet voters = MemberSet.of(1, 2, 3, 4, 5);
        for (int each = 2; each <= 5; each++) {
            told.put(each, new Voting(new Version(1, 2), voters, ClusterState.ACTIVE, ClusterVersion.RAISED));
        }
        verdicts.put(2, Verdict.CONFIRMED);
        start(STAYS);
        verdicts.remove(2);
        verdicts.putAll(Map.of(3, Verdict.MOVED, 4, Verdict.MOVED, 5, Verdict.LATER_KNOWN));
        environment.pass(1_000);
        assertEquals(List.of(), outcome);
        verdicts.put(2, Verdict.CONFIRMED);
        environment.pass(1_000);
        assertEquals(List.of("admitted as " + MOVES), outcome);
    }

    /** The third voter may be gone for good, and the two need each other. */
    @Test
    void voterOfVersion6CountsForWhoStays() {
        verdicts.put(2, Verdict.NO_RUNS);
        start(STAYS);
        assertEquals(List.of("admitted as " + STAYS), outcome);
    }

    @Test
    void voterOfVersion6CountsNothingWhenAnotherOneRefuses() {
        verdicts.put(2, Verdict.NO_RUNS);
        verdicts.put(3, Verdict.LATER_KNOWN);
        start(STAYS);
        assertEquals(List.of(), outcome);
    }

    @Test
    void votersOfVersion6AreAMajorityForWhoIsNoVoter() {
        told.put(2, new Voting(new Version(1, 2), MemberSet.of(2, 3), ClusterState.ACTIVE, ClusterVersion.RAISED));
        verdicts.put(2, Verdict.NO_RUNS);
        start(STAYS);
        assertEquals(List.of(), outcome);
        verdicts.put(3, Verdict.NO_RUNS);
        environment.pass(1_000);
        assertEquals(List.of("admitted as " + STAYS), outcome);
    }

    @Test
    void votersOfVersion6DoNotLetInWhoMoves() {
        verdicts.put(2, Verdict.NO_RUNS);
        verdicts.put(3, Verdict.NO_RUNS);
        start(MOVES);
        assertEquals(List.of(), outcome);
    }

    /** It has heard of version 7 since. */
    @Test
    void lastAnswerOfAMemberCounts() {
        told.put(2, new Voting(new Version(1, 2), MemberSet.of(2, 3), ClusterState.ACTIVE, ClusterVersion.RAISED));
        verdicts.put(2, Verdict.NO_RUNS);
        start(STAYS);
        verdicts.put(2, Verdict.IN_USE);
        environment.pass(1_000);
        verdicts.remove(2);
        verdicts.put(3, Verdict.NO_RUNS);
        environment.pass(1_000);
        assertEquals(List.of(), outcome);
    }

    @Test
    void majorityOfTheOthersThatKnowsOneOtherProcessSaysThatThisIsACopy() {
        verdicts.put(2, Verdict.LATER_KNOWN);
        start(STAYS);
        assertEquals(List.of(), outcome, "the other voter may confirm it");
        verdicts.put(3, Verdict.LATER_KNOWN);
        environment.pass(1_000);
        assertEquals(List.of("true 3"), outcome);
    }

    @Test
    void oneOfTheOthersDoesNotSayThatThisIsACopy() {
        verdicts.put(2, Verdict.CONFIRMED);
        verdicts.put(3, Verdict.LATER_KNOWN);
        start(MOVES);
        assertEquals(List.of("false 3"), outcome);
    }

    @Test
    void whoDoesNotKnowOfTheLastMoveAsksAsMoved() {
        verdicts.put(2, Verdict.MOVED);
        start(STAYS);
        assertEquals(List.of(), outcome, "the other voter may count it where it is");
        verdicts.put(3, Verdict.MOVED);
        environment.pass(1_000);
        assertEquals(List.of("admitted as " + MOVES), outcome);
    }
}
