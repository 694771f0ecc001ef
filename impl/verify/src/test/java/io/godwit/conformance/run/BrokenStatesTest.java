package io.godwit.conformance.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.godwit.conformance.corpus.Corpus;
import io.godwit.conformance.corpus.CorpusFile;
import io.godwit.conformance.replay.Mismatch.Kind;
import io.godwit.conformance.replay.Replayer;
import io.godwit.conformance.replay.SourceLinks;
import io.godwit.protocol.Rules;
import io.godwit.protocol.Step;
import io.godwit.protocol.quorum.ClusterStates;
import io.godwit.protocol.quorum.FencedReplication;
import io.godwit.protocol.quorum.Quorum;
import io.godwit.protocol.quorum.QuorumRule;
import io.godwit.protocol.quorum.Registers;
import io.godwit.protocol.quorum.Voters;
import io.godwit.protocol.quorum.data.decision.PassiveReports;
import io.godwit.protocol.quorum.registers.ControlMessage;
import io.godwit.protocol.quorum.registers.ControlState;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** What the replay says of engines that are wrong about the state of the cluster, in ways that no rule covers. */
class BrokenStatesTest {
    private static final String MODEL = "quorum-state-progress";

    /** No report counts: the mutant {@code quorum-state-m-unheard}. */
    private static final class Unheard extends ClusterStates {
        Unheard(Rules rules, Registers registers, Voters voters, FencedReplication replication) {
            super(rules, registers, voters, replication);
        }

        @Override
        public boolean isReported(ControlState control, PassiveReports reports, int partition) {
            return false;
        }
    }

    /** Nobody notices that all proposals are decided: the mutant {@code quorum-state-m-unfinished}. */
    private static final class Unfinished extends ClusterStates {
        Unfinished(Rules rules, Registers registers, Voters voters, FencedReplication replication) {
            super(rules, registers, voters, replication);
        }

        @Override
        public int undecided(ControlState control) {
            return 1;
        }
    }

    /** Some members are not told: the mutant {@code quorum-state-m-backups}. */
    private static final class Untold extends Voters {
        private final int backup;

        Untold(Rules rules, Registers registers, int backup) {
            super(rules, registers);
            this.backup = backup;
        }

        @Override
        public Step<ControlState> handleVoters(ControlState state, int from, ControlMessage.Voters m) {
            return state.self() == backup
                    ? Step.refuse(state, QuorumRule.IS_PRIMARY)
                    : super.handleVoters(state, from, m);
        }
    }

    @Test
    void passiveThatIsNeverAcknowledgedIsCaught() throws Exception {
        assertEquals(Set.of("AcknowledgePassive()"), refused(new Quorum(Rules.ALL, new Quorum.Modules() {
            @Override
            public ClusterStates states(Rules rules, Registers registers, Voters voters, FencedReplication plane) {
                return new Unheard(rules, registers, voters, plane);
            }
        })));
        assertEquals(Set.of("AcknowledgePassive()"), refused(new Quorum(Rules.ALL, new Quorum.Modules() {
            @Override
            public ClusterStates states(Rules rules, Registers registers, Voters voters, FencedReplication plane) {
                return new Unfinished(rules, registers, voters, plane);
            }
        })));
    }

    @Test
    void memberThatIsNotToldIsCaught() throws Exception {
        Set<String> refused = refused(new Quorum(Rules.ALL, new Quorum.Modules() {
            @Override
            public Voters voters(Rules rules, Registers registers) {
                return new Untold(rules, registers, 2);
            }
        }));
        assertTrue(refused.stream().anyMatch(it -> it.startsWith("HearState(\"b\"")), refused.toString());
    }

    /** What the engine refuses and the specification allows. */
    private static Set<String> refused(Quorum quorum) throws Exception {
        Corpus corpus = CorpusFile.read(Project.model(MODEL).file());
        Set<String> refused = new TreeSet<>();
        Replayer.replay(corpus, Bindings.of("ClusterStates", Bindings.of(quorum)), new SourceLinks(Project.root()))
                .mismatches()
                .stream()
                .filter(it -> it.kind() == Kind.REFUSED)
                .forEach(it -> refused.add(it.action()));
        return refused;
    }
}
