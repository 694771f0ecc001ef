package io.godwit.conformance.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.godwit.conformance.corpus.Corpus;
import io.godwit.conformance.corpus.CorpusFile;
import io.godwit.conformance.replay.Binding;
import io.godwit.conformance.replay.Mismatch;
import io.godwit.conformance.replay.Mismatch.Difference;
import io.godwit.conformance.replay.Mismatch.Kind;
import io.godwit.conformance.replay.ReplayRun.ModelReplay;
import io.godwit.conformance.replay.Replayer;
import io.godwit.conformance.replay.SourceLinks;
import io.godwit.protocol.Command;
import io.godwit.protocol.Event.Call;
import io.godwit.protocol.MemberSet;
import io.godwit.protocol.Rules;
import io.godwit.protocol.Step;
import io.godwit.protocol.classic.Classic;
import io.godwit.protocol.classic.ClassicRule;
import io.godwit.protocol.classic.ClassicState;
import io.godwit.protocol.classic.ControlMessage.PartitionState;
import io.godwit.protocol.classic.PartitionVersioning;
import io.godwit.protocol.quorum.FencedReplication;
import io.godwit.protocol.quorum.Quorum;
import io.godwit.protocol.quorum.QuorumRule;
import io.godwit.protocol.quorum.ReadLeases;
import io.godwit.protocol.quorum.Registers;
import io.godwit.protocol.quorum.data.DataState;
import io.godwit.protocol.quorum.data.PendingCall;
import io.godwit.protocol.quorum.data.PendingCall.ForRead;
import io.godwit.protocol.quorum.data.Replica;
import io.godwit.protocol.quorum.data.log.Log;
import io.godwit.protocol.quorum.data.message.DataMessage.Append;
import io.godwit.protocol.quorum.registers.ControlMessage.Accept;
import io.godwit.protocol.quorum.registers.ControlMessage.Accepted;
import io.godwit.protocol.quorum.registers.ControlMessage.Commit;
import io.godwit.protocol.quorum.registers.ControlState;
import io.godwit.protocol.quorum.registers.Stamps;
import java.nio.file.Path;
import java.util.List;
import java.util.function.BiFunction;
import org.junit.jupiter.api.Test;

/** What the replay says of engines that are wrong on purpose. */
class BrokenEngineTest {
    private static final String CONTROL = "quorum-failover";
    private static final String DATA = "quorum-data-migration";
    private static final String AGAIN = "quorum-data-again-switch";
    private static final String CLASSIC = "classic-promotion";

    /** Sends its answer, but forgets to accept. */
    private static final class Forgetful extends Registers {
        Forgetful(Rules rules, Stamps stamps) {
            super(rules, stamps);
        }

        @Override
        public Step<ControlState> handleAccept(ControlState state, int from, Accept m) {
            return Step.to(state, super.handleAccept(state, from, m).commands());
        }
    }

    /** Takes what a message says for an index. */
    private static final class Fragile extends Registers {
        Fragile(Rules rules, Stamps stamps) {
            super(rules, stamps);
        }

        @Override
        public Step<ControlState> handleAccept(ControlState state, int from, Accept m) {
            throw new IllegalStateException("no such partition");
        }
    }

    /** Learns any decision, also one that it knows to be outdated. */
    private static final class Credulous extends Registers {
        Credulous(Rules rules, Stamps stamps) {
            super(rules, stamps);
        }

        @Override
        public Step<ControlState> handleCommit(ControlState state, int from, Commit m) {
            return Step.to(state.withCommitted(state.committed().with(m.partition(), m.entry())));
        }
    }

    /** Refuses an entry, and forgets whom it waits for. */
    private static final class Careless extends FencedReplication {
        Careless(Rules rules, ReadLeases leases) {
            super(rules, leases);
        }

        @Override
        public Step<DataState> handleAppend(DataState state, int from, Append m) {
            Step<DataState> step = Step.of(state, s -> super.handleAppend(s, from, m));
            return step.accepted() ? step : new Step<>(state.forgotten(), List.of(), step.refused());
        }
    }

    /** Takes a table and tells its sender so, which the specification does not have. */
    private static final class Talkative extends PartitionVersioning {
        Talkative(Rules rules) {
            super(rules);
        }

        @Override
        public Step<ClassicState> handlePartitionState(ClassicState state, int from, PartitionState m) {
            return Step.to(super.handlePartitionState(state, from, m).state(), new Command.Send(from, m));
        }
    }

    /** Does not count the answers to its proposals. */
    private static final class Deaf extends Registers {
        Deaf(Rules rules, Stamps stamps) {
            super(rules, stamps);
        }

        @Override
        public Step<ControlState> handleAccepted(ControlState state, int from, Accepted m) {
            return Step.refuse(state, QuorumRule.IS_MASTER);
        }
    }

    /** Repeats an answer under another term. */
    private static final class Liar extends Registers {
        Liar(Rules rules, Stamps stamps) {
            super(rules, stamps);
        }

        @Override
        public Step<ControlState> repeatAccepted(ControlState state, int from, Accept m) {
            ControlState same = super.repeatAccepted(state, from, m).state();
            return Step.to(same.inTerm(same.term() + 1, same.role()));
        }
    }

    /** Answers nobody who calls twice. */
    private static final class Sulky extends FencedReplication {
        Sulky(Rules rules, ReadLeases leases) {
            super(rules, leases);
        }

        @Override
        public Step<DataState> repeatWrite(DataState state, Call call) {
            return Step.refuse(state, QuorumRule.EXECUTED);
        }
    }

    /** Reads without the last write. */
    private static final class Dated extends FencedReplication {
        Dated(Rules rules, ReadLeases leases) {
            super(rules, leases);
        }

        @Override
        public Step<DataState> startRead(DataState state, Call call) {
            Step<DataState> step = super.startRead(state, call);
            Log log = state.replica(call.partition()).log();
            if (log.isEmpty()) {
                return step;
            }
            Replica replica = step.state().replica(call.partition());
            Log older = Log.of(log.entries().subList(0, log.entries().size() - 1));
            PendingCall read = new ForRead(call.call(), call.operation(), older, MemberSet.of());
            Replica reading = replica.withPrimaryState(replica.primaryState().waiting(call.client(), read));
            return Step.to(step.state().with(call.partition(), reading), step.commands());
        }
    }

    @Test
    void handlerThatIgnoresAGuardIsCaughtAndExplained() throws Exception {
        ModelReplay replay = replay(CONTROL, new Quorum(Rules.without(QuorumRule.ACCEPT_CHECKS_TERM)));
        Mismatch mismatch = first(replay, Kind.ACCEPTED);
        assertTrue(mismatch.action().startsWith("HandleAccept("), mismatch.action());
        assertTrue(mismatch.event().contains("Accept"), mismatch.event());
        String text = mismatch.explain();
        for (String part : List.of(
                "quorum-failover, state ",
                "the engine accepts, the specification has no such transition",
                "where one of these does not:",
                "AcceptChecksTerm => m.term >= term[n]",
                "accepted[",
                "specification ",
                "engine ",
                "spec/quorum/Registers.tla:",
                "impl/protocol/src/main/java/io/godwit/protocol/quorum/Registers.java:",
                "StartElection(")) {
            assertTrue(text.contains(part), part + " is missing in:\n" + text);
        }
    }

    @Test
    void callThatComesAgainAndIsNotAnsweredIsCaught() throws Exception {
        ModelReplay replay = replay(AGAIN, Project.replication(Sulky::new));
        assertTrue(first(replay, Kind.REFUSED).action().startsWith("AnswerAgain("));
    }

    @Test
    void answeredWriteThatIsTakenTwiceIsCaught() throws Exception {
        ModelReplay replay = replay(AGAIN, new Quorum(Rules.without(QuorumRule.DEDUPLICATES)));
        assertTrue(replay.mismatches().stream().anyMatch(it -> it.action().startsWith("WriteAgain(")));
    }

    @Test
    void readThatBeginsAgainWhereItBeganFirstIsCaught() throws Exception {
        ModelReplay replay = replay(AGAIN, Project.replication(Dated::new));
        assertTrue(replay.mismatches().stream().anyMatch(it -> it.action().startsWith("ReadAgain(")));
    }

    @Test
    void handlerThatForgetsAnEffectIsCaughtWithTheValuesOfBothSides() throws Exception {
        ModelReplay replay = replay(CONTROL, registers(Forgetful::new));
        Mismatch mismatch = first(replay, Kind.DIFFERENT);
        List<String> places =
                mismatch.differences().stream().map(Difference::place).toList();
        assertTrue(places.stream().anyMatch(it -> it.startsWith("accepted[")), places.toString());
        assertTrue(places.stream().anyMatch(it -> it.startsWith("stamp[")), places.toString());
        Difference term = mismatch.differences().stream()
                .filter(it -> it.place().endsWith(".term"))
                .findFirst()
                .orElseThrow();
        assertEquals("1", term.spec());
        assertEquals("0", term.engine());
    }

    @Test
    void handlerThatAcceptsTooMuchIsCaught() throws Exception {
        ModelReplay replay = replay(CONTROL, registers(Credulous::new));
        assertTrue(first(replay, Kind.ACCEPTED).action().startsWith("HandleCommit("));
    }

    @Test
    void handlerThatRefusesTooMuchIsCaughtWithItsGuard() throws Exception {
        ModelReplay replay = replay(CONTROL, registers(Deaf::new));
        Mismatch mismatch = first(replay, Kind.REFUSED);
        assertTrue(mismatch.action().startsWith("CommitProposal("), mismatch.action());
        assertTrue(mismatch.guard().startsWith("OWN_ACCEPT_IS_ONE_VOTE"), mismatch.guard());
        assertTrue(mismatch.explain().contains("quorum/Registers.java:"), mismatch.explain());
        assertEquals(List.of(), mismatch.conditions());
    }

    @Test
    void stateThatChangesWithARefusalIsCaught() throws Exception {
        ModelReplay replay = replay(DATA, Project.replication(Careless::new));
        assertTrue(first(replay, Kind.NO_STUTTER).action().startsWith("HandleAppend("));
    }

    @Test
    void messageTooManyIsCaught() throws Exception {
        Classic.Modules modules = new Classic.Modules() {
            @Override
            public PartitionVersioning versioning(Rules rules) {
                return new Talkative(rules);
            }
        };
        ModelReplay replay = replay(CLASSIC, Bindings.of(Quorum.whole(), new Classic(Rules.ALL, modules)));
        Mismatch mismatch = first(replay, Kind.DIFFERENT);
        assertTrue(mismatch.differences().get(0).place().startsWith("msgs["), mismatch.explain());
    }

    @Test
    void engineThatBreaksDownIsCaughtWithTheState() throws Exception {
        ModelReplay replay = replay(CONTROL, registers(Fragile::new));
        Mismatch mismatch = first(replay, Kind.BROKEN_DOWN);
        assertTrue(mismatch.action().startsWith("HandleAccept("), mismatch.action());
        assertTrue(mismatch.event().contains("no such partition"), mismatch.event());
        assertTrue(mismatch.explain().contains("spec/quorum/Registers.tla:"), mismatch.explain());
    }

    @Test
    void stutterThatIsNoneIsCaught() throws Exception {
        ModelReplay replay = replay(CONTROL, registers(Liar::new));
        assertEquals("no action", first(replay, Kind.ACCEPTED).action());
    }

    @Test
    void missingGuardOfEachProtocolIsCaught() throws Exception {
        assertTrue(replay(DATA, new Quorum(Rules.without(QuorumRule.REFUSES_DUPLICATE)))
                        .mismatchCount()
                > 0);
        Classic classic = new Classic(Rules.without(ClassicRule.SERVE_AFTER_DECISION));
        assertTrue(replay(CLASSIC, Bindings.of(Quorum.whole(), classic)).mismatchCount() > 0);
    }

    @Test
    void engineAsItIsAgrees() throws Exception {
        for (String model : List.of(CONTROL, DATA, AGAIN, CLASSIC)) {
            assertEquals(0, replay(model, Quorum.whole()).mismatchCount(), model);
        }
    }

    private static Quorum registers(BiFunction<Rules, Stamps, Registers> make) {
        return new Quorum(Rules.ALL, new Quorum.Modules() {
            @Override
            public Registers registers(Rules rules, Stamps stamps) {
                return make.apply(rules, stamps);
            }
        });
    }

    private static ModelReplay replay(String model, Quorum quorum) throws Exception {
        return replay(model, Bindings.of(quorum));
    }

    private static ModelReplay replay(String model, List<Binding> bindings) throws Exception {
        Path root = Project.root();
        Corpus corpus = CorpusFile.read(Project.model(model).file());
        return Replayer.replay(corpus, Bindings.of(corpus.header().root(), bindings), new SourceLinks(root));
    }

    private static Mismatch first(ModelReplay replay, Kind kind) {
        return replay.mismatches().stream()
                .filter(mismatch -> mismatch.kind() == kind)
                .findFirst()
                .orElseThrow(() -> new AssertionError("nothing of kind " + kind + " in " + replay.mismatches()));
    }
}
