package io.godwit.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.godwit.conformance.corpus.Corpus;
import io.godwit.conformance.corpus.CorpusFile;
import io.godwit.conformance.replay.Binding;
import io.godwit.conformance.replay.Links;
import io.godwit.conformance.replay.Mismatch;
import io.godwit.conformance.replay.Mismatch.Difference;
import io.godwit.conformance.replay.Mismatch.Kind;
import io.godwit.conformance.replay.ModelReplay;
import io.godwit.conformance.replay.Replayer;
import io.godwit.protocol.Command;
import io.godwit.protocol.Event.Call;
import io.godwit.protocol.Guards;
import io.godwit.protocol.MemberSet;
import io.godwit.protocol.Received;
import io.godwit.protocol.Rules;
import io.godwit.protocol.Step;
import io.godwit.protocol.classic.Classic;
import io.godwit.protocol.classic.ClassicRule;
import io.godwit.protocol.classic.ClassicState;
import io.godwit.protocol.classic.ControlMessage.PartitionState;
import io.godwit.protocol.classic.PartitionVersioning;
import io.godwit.protocol.quorum.QuorumGuard;
import io.godwit.protocol.quorum.data.DataState;
import io.godwit.protocol.quorum.data.Replica;
import io.godwit.protocol.quorum.data.Waiting;
import io.godwit.protocol.quorum.data.Waiting.ForRead;
import io.godwit.protocol.quorum.data.log.Log;
import io.godwit.protocol.quorum.data.message.DataMessage.Append;
import io.godwit.protocol.quorum.data.replication.HandleAppend;
import io.godwit.protocol.quorum.data.replication.RepeatWrite;
import io.godwit.protocol.quorum.data.replication.StartRead;
import io.godwit.protocol.quorum.registers.ControlMessage.Accept;
import io.godwit.protocol.quorum.registers.ControlMessage.Commit;
import io.godwit.protocol.quorum.registers.ControlState;
import io.godwit.protocol.quorum.registers.HandleAccept;
import io.godwit.protocol.quorum.registers.HandleAccepted;
import io.godwit.protocol.quorum.registers.HandleCommit;
import io.godwit.protocol.quorum.registers.RepeatAccepted;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What the replay says of engines that are wrong on purpose. */
class BrokenEngineTest {
    private static final String CONTROL = "quorum-failover";
    private static final String DATA = "quorum-data-migration";
    private static final String AGAIN = "quorum-data-again-switch";
    private static final String CLASSIC = "classic-promotion";

    /** Sends its answer, but forgets to accept. */
    private static final class Forgetful extends HandleAccept {
        Forgetful(Guards guards) {
            super(guards);
        }

        @Override
        public Step<ControlState> handle(ControlState state, Received<Accept> event) {
            Step<ControlState> step = super.handle(state, event);
            return step.accepted() ? Step.to(state, step.commands()) : step;
        }
    }

    /** Takes what a message says for an index. */
    private static final class Fragile extends HandleAccept {
        Fragile(Guards guards) {
            super(guards);
        }

        @Override
        public Step<ControlState> handle(ControlState state, Received<Accept> event) {
            throw new IllegalStateException("no such partition");
        }
    }

    /** Learns any decision, also one that it knows to be outdated. */
    private static final class Credulous extends HandleCommit {
        Credulous(Guards guards) {
            super(guards);
        }

        @Override
        public Step<ControlState> handle(ControlState state, Received<Commit> event) {
            Commit message = event.message();
            return Step.to(state.withCommitted(state.committed().with(message.partition(), message.entry())));
        }
    }

    /** Refuses an entry, and forgets whom it waits for. */
    private static final class Careless extends HandleAppend {
        Careless(Guards guards) {
            super(guards);
        }

        @Override
        public Step<DataState> handle(DataState state, Received<Append> event) {
            Step<DataState> step = super.handle(state, event);
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
    private static final class Deaf extends HandleAccepted {
        Deaf(Guards guards) {
            super(guards);
        }

        @Override
        public Step<ControlState> handle(
                ControlState state, Received<io.godwit.protocol.quorum.registers.ControlMessage.Accepted> event) {
            return Step.refuse(state, QuorumGuard.IS_MASTER);
        }
    }

    /** Repeats an answer under another term. */
    private static final class Liar extends RepeatAccepted {
        Liar(Guards guards) {
            super(guards);
        }

        @Override
        public Step<ControlState> handle(ControlState state, Received<Accept> event) {
            Step<ControlState> step = super.handle(state, event);
            return step.accepted() ? Step.to(state.inTerm(state.term() + 1, state.role())) : step;
        }
    }

    /** Answers nobody who calls twice. */
    private static final class Sulky extends RepeatWrite {
        Sulky(Guards guards) {
            super(guards);
        }

        @Override
        public Step<DataState> handle(DataState state, Call call) {
            return Step.refuse(state, QuorumGuard.EXECUTED);
        }
    }

    /** Reads without the last write. */
    private static final class Dated extends StartRead {
        Dated(Guards guards) {
            super(guards);
        }

        @Override
        public Step<DataState> handle(DataState state, Call call) {
            Step<DataState> step = super.handle(state, call);
            Log log = state.replica(call.partition()).log();
            if (!step.accepted() || log.isEmpty()) {
                return step;
            }
            Replica replica = step.state().replica(call.partition());
            Log older = Log.of(log.entries().subList(0, log.entries().size() - 1));
            Waiting read = new ForRead(call.call(), call.operation(), older, MemberSet.of());
            return Step.to(
                    step.state()
                            .with(
                                    call.partition(),
                                    replica.withLead(replica.lead().waiting(call.client(), read))),
                    step.commands());
        }
    }

    @Test
    void aHandlerThatIgnoresAGuardIsCaughtAndExplained() throws Exception {
        ModelReplay replay = replay(CONTROL, Guards.without(QuorumGuard.ACCEPT_CHECKS_TERM));
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
                "impl/protocol/src/main/java/io/godwit/protocol/quorum/registers/HandleAccept.java:",
                "StartElection(")) {
            assertTrue(text.contains(part), part + " is missing in:\n" + text);
        }
    }

    @Test
    void aCallThatComesAgainAndIsNotAnsweredIsCaught() throws Exception {
        ModelReplay replay = replay(AGAIN, Guards.ALL.replacing(RepeatWrite.class, Sulky::new));
        assertTrue(first(replay, Kind.REFUSED).action().startsWith("AnswerAgain("));
    }

    @Test
    void anAnsweredWriteThatIsTakenTwiceIsCaught() throws Exception {
        ModelReplay replay = replay(AGAIN, Guards.without(QuorumGuard.DEDUPLICATES));
        assertTrue(replay.mismatches().stream().anyMatch(it -> it.action().startsWith("WriteAgain(")));
    }

    @Test
    void aReadThatBeginsAgainWhereItBeganFirstIsCaught() throws Exception {
        ModelReplay replay = replay(AGAIN, Guards.ALL.replacing(StartRead.class, Dated::new));
        assertTrue(replay.mismatches().stream().anyMatch(it -> it.action().startsWith("ReadAgain(")));
    }

    @Test
    void aHandlerThatForgetsAnEffectIsCaughtWithTheValuesOfBothSides() throws Exception {
        ModelReplay replay = replay(CONTROL, Guards.ALL.replacing(HandleAccept.class, Forgetful::new));
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
    void aHandlerThatAcceptsTooMuchIsCaught() throws Exception {
        ModelReplay replay = replay(CONTROL, Guards.ALL.replacing(HandleCommit.class, Credulous::new));
        assertTrue(first(replay, Kind.ACCEPTED).action().startsWith("HandleCommit("));
    }

    @Test
    void aHandlerThatRefusesTooMuchIsCaughtWithItsGuard() throws Exception {
        ModelReplay replay = replay(CONTROL, Guards.ALL.replacing(HandleAccepted.class, Deaf::new));
        Mismatch mismatch = first(replay, Kind.REFUSED);
        assertTrue(mismatch.action().startsWith("CommitProposal("), mismatch.action());
        assertTrue(mismatch.guard().startsWith("OWN_ACCEPT_IS_ONE_VOTE"), mismatch.guard());
        assertTrue(mismatch.explain().contains("CommitProposal.java:"), mismatch.explain());
        assertEquals(List.of(), mismatch.conditions());
    }

    @Test
    void aStateThatChangesWithARefusalIsCaught() throws Exception {
        ModelReplay replay = replay(DATA, Guards.ALL.replacing(HandleAppend.class, Careless::new));
        assertTrue(first(replay, Kind.NO_STUTTER).action().startsWith("HandleAppend("));
    }

    @Test
    void aMessageTooManyIsCaught() throws Exception {
        Classic.Modules modules = new Classic.Modules() {
            @Override
            public PartitionVersioning versioning(Rules rules) {
                return new Talkative(rules);
            }
        };
        ModelReplay replay = replay(CLASSIC, Bindings.of(Guards.ALL, new Classic(Rules.ALL, modules)));
        Mismatch mismatch = first(replay, Kind.DIFFERENT);
        assertTrue(mismatch.differences().get(0).place().startsWith("msgs["), mismatch.explain());
    }

    @Test
    void anEngineThatBreaksDownIsCaughtWithTheState() throws Exception {
        ModelReplay replay = replay(CONTROL, Guards.ALL.replacing(HandleAccept.class, Fragile::new));
        Mismatch mismatch = first(replay, Kind.BROKEN_DOWN);
        assertTrue(mismatch.action().startsWith("HandleAccept("), mismatch.action());
        assertTrue(mismatch.event().contains("no such partition"), mismatch.event());
        assertTrue(mismatch.explain().contains("spec/quorum/Registers.tla:"), mismatch.explain());
    }

    @Test
    void aStutterThatIsNoneIsCaught() throws Exception {
        ModelReplay replay = replay(CONTROL, Guards.ALL.replacing(RepeatAccepted.class, Liar::new));
        assertEquals("no action", first(replay, Kind.ACCEPTED).action());
    }

    @Test
    void aMissingGuardOfEachProtocolIsCaught() throws Exception {
        assertTrue(replay(DATA, Guards.without(QuorumGuard.REFUSES_DUPLICATE)).mismatchCount() > 0);
        Classic classic = new Classic(Rules.without(ClassicRule.SERVE_AFTER_DECISION));
        assertTrue(replay(CLASSIC, Bindings.of(Guards.ALL, classic)).mismatchCount() > 0);
    }

    @Test
    void theEngineAsItIsAgrees() throws Exception {
        for (String model : List.of(CONTROL, DATA, AGAIN, CLASSIC)) {
            assertEquals(0, replay(model, Guards.ALL).mismatchCount(), model);
        }
    }

    private static ModelReplay replay(String model, Guards guards) throws Exception {
        return replay(model, Bindings.of(guards));
    }

    private static ModelReplay replay(String model, List<Binding> bindings) throws Exception {
        Path root = Project.root();
        Corpus corpus = CorpusFile.read(Project.model(model).file());
        return Replayer.replay(corpus, Bindings.of(corpus.header().root(), bindings), new Links(root));
    }

    private static Mismatch first(ModelReplay replay, Kind kind) {
        return replay.mismatches().stream()
                .filter(mismatch -> mismatch.kind() == kind)
                .findFirst()
                .orElseThrow(() -> new AssertionError("nothing of kind " + kind + " in " + replay.mismatches()));
    }
}
