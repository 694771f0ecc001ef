package io.godwit.conformance.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.godwit.conformance.corpus.Corpus;
import io.godwit.conformance.corpus.CorpusFile;
import io.godwit.conformance.replay.Mismatch;
import io.godwit.conformance.replay.Replayer;
import io.godwit.conformance.replay.SourceLinks;
import io.godwit.protocol.MemberSet;
import io.godwit.protocol.Rules;
import io.godwit.protocol.Step;
import io.godwit.protocol.quorum.ClusterVersion;
import io.godwit.protocol.quorum.Quorum;
import io.godwit.protocol.quorum.QuorumMessage.VersionRequest;
import io.godwit.protocol.quorum.QuorumRule;
import io.godwit.protocol.quorum.Registers;
import io.godwit.protocol.quorum.Voters;
import io.godwit.protocol.quorum.registers.ControlMessage;
import io.godwit.protocol.quorum.registers.ControlState;
import io.godwit.protocol.quorum.registers.Voting;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** What the replay says of engines that are wrong about the cluster version. */
class BrokenVersionTest {
    /** The master counts on members that have told it nothing: nearly the mutant {@code quorum-version-m-without-dead}. */
    private static final class Trusting extends ClusterVersion {
        Trusting(Rules rules, Registers registers, Voters voters) {
            super(rules, registers, voters);
        }

        @Override
        public Step<ControlState> raiseVersion(
                ControlState state, VersionRequest m, MemberSet members, Map<Integer, Integer> greatest) {
            Map<Integer, Integer> all = new HashMap<>(greatest);
            members.forEach(member -> all.putIfAbsent(member, NEWEST));
            return super.raiseVersion(state, m, members, all);
        }
    }

    /** A new master begins with the first version again: the mutant {@code quorum-version-m-begins-anew}. */
    private static final class Forgetting extends Voters {
        Forgetting(Rules rules, Registers registers) {
            super(rules, registers);
        }

        @Override
        public Step<ControlState> restampVoters(ControlState state, int term) {
            return super.restampVoters(state.withVoting(at(state.voting(), ClusterVersion.FIRST)), term);
        }
    }

    /** A member that hears of a version goes by the one before it: the mutant {@code quorum-version-m-goes-late}. */
    private static final class Late extends Voters {
        Late(Rules rules, Registers registers) {
            super(rules, registers);
        }

        @Override
        public Step<ControlState> handleVoters(ControlState state, int from, ControlMessage.Voters m) {
            int before = state.voting().clusterVersion();
            return super.handleVoters(state, from, new ControlMessage.Voters(at(m.voting(), before)));
        }
    }

    private static Voting at(Voting voting, int clusterVersion) {
        return new Voting(voting.version(), voting.voters(), voting.state(), clusterVersion);
    }

    @Test
    void masterThatDoesNotWaitToBeToldIsCaught() throws Exception {
        assertEquals(Set.of("RaiseVersion"), wrong("quorum-version-upgrade", new Quorum.Modules() {
            @Override
            public ClusterVersion version(Rules rules, Registers registers, Voters voters) {
                return new Trusting(rules, registers, voters);
            }
        }));
    }

    @Test
    void versionThatGoesDownIsCaught() throws Exception {
        assertEquals(Set.of("Elect"), wrong("quorum-version-progress", new Quorum.Modules() {
            @Override
            public Voters voters(Rules rules, Registers registers) {
                return new Forgetting(rules, registers);
            }
        }));
        assertEquals(Set.of("HearVersion"), wrong("quorum-version-back", new Quorum.Modules() {
            @Override
            public Voters voters(Rules rules, Registers registers) {
                return new Late(rules, registers);
            }
        }));
    }

    @Test
    void missingRulesAreCaught() throws Exception {
        for (QuorumRule rule : List.of(QuorumRule.RAISE_NEEDS_ALL, QuorumRule.VOTERS_INSTALLED_FIRST)) {
            assertEquals(
                    Set.of("RaiseVersion"),
                    wrong("quorum-version-upgrade", Quorum.whole().lacking(List.of(rule))));
        }
        assertTrue(wrong("quorum-version-progress", Quorum.whole().lacking(List.of(QuorumRule.VOTE_CHECKS_VOTERS)))
                .contains("Elect"));
    }

    private static Set<String> wrong(String model, Quorum.Modules modules) throws Exception {
        return wrong(model, new Quorum(Rules.ALL, modules));
    }

    /** The actions of which engine and specification disagree. */
    private static Set<String> wrong(String model, Quorum quorum) throws Exception {
        Corpus corpus = CorpusFile.read(Project.model(model).file());
        return Replayer.replay(
                        corpus, Bindings.of("ClusterVersion", Bindings.of(quorum)), new SourceLinks(Project.root()))
                .mismatches()
                .stream()
                .map(Mismatch::action)
                .map(action -> action.substring(0, action.indexOf('(')))
                .collect(Collectors.toCollection(TreeSet::new));
    }
}
