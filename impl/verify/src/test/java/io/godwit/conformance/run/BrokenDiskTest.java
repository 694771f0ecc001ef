package io.godwit.conformance.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.godwit.conformance.corpus.Corpus;
import io.godwit.conformance.corpus.CorpusFile;
import io.godwit.conformance.quorum.ControlPlaneBinding;
import io.godwit.conformance.quorum.DataPlaneBinding;
import io.godwit.conformance.quorum.DiskRules;
import io.godwit.conformance.replay.Binding;
import io.godwit.conformance.replay.Mismatch;
import io.godwit.conformance.replay.Mismatch.Kind;
import io.godwit.conformance.replay.Replayer;
import io.godwit.conformance.replay.SourceLinks;
import io.godwit.protocol.Command;
import io.godwit.protocol.Command.Basis;
import io.godwit.protocol.MemberSet;
import io.godwit.protocol.Message;
import io.godwit.protocol.PartitionVector;
import io.godwit.protocol.Protocol.Setup;
import io.godwit.protocol.Rules;
import io.godwit.protocol.Step;
import io.godwit.protocol.quorum.FencedReplication;
import io.godwit.protocol.quorum.Quorum;
import io.godwit.protocol.quorum.QuorumMessage.Image;
import io.godwit.protocol.quorum.QuorumState;
import io.godwit.protocol.quorum.ReadLeases;
import io.godwit.protocol.quorum.data.DataState;
import io.godwit.protocol.quorum.data.PrimaryState;
import io.godwit.protocol.quorum.data.Replica;
import io.godwit.protocol.quorum.data.log.Log;
import io.godwit.protocol.quorum.data.message.DataMessage.Ack;
import io.godwit.protocol.quorum.data.message.DataMessage.Append;
import io.godwit.protocol.quorum.data.message.DataMessage.CaughtUp;
import io.godwit.protocol.quorum.data.message.DataMessage.Confirm;
import io.godwit.protocol.quorum.data.message.DataMessage.Sync;
import io.godwit.protocol.quorum.registers.ControlMessage.Accept;
import io.godwit.protocol.quorum.registers.ControlMessage.Accepted;
import io.godwit.protocol.quorum.registers.ControlMessage.Commit;
import io.godwit.protocol.quorum.registers.ControlMessage.Vote;
import io.godwit.protocol.quorum.registers.ControlMessage.VoteRequest;
import io.godwit.protocol.quorum.registers.ControlMessage.VotersInstalled;
import io.godwit.protocol.quorum.registers.ControlState;
import io.godwit.protocol.quorum.registers.Voting;
import io.godwit.protocol.quorum.table.Entry;
import io.godwit.protocol.quorum.table.View;
import java.util.List;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** Engines that let go of a message or an answer before what it promises is on the disk, or that forget what is on it. */
class BrokenDiskTest {
    private static final String CALLS = "quorum-durable-ahead";
    private static final String SWITCH = "quorum-durable-ahead-progress";
    private static final String MIGRATION = "quorum-durable-ahead-abort";
    private static final String READS = "quorum-durable-ahead-reads";
    private static final String ELECTIONS = "quorum-durable-elections";
    private static final String CANDIDATE = "quorum-durable-candidate";
    private static final String VOTERS = "quorum-durable-voters";

    /** Says that messages of a type depend on nothing. */
    private static Function<Quorum, DiskRules> careless(Class<? extends Message> type) {
        return quorum -> new DiskRules(quorum) {
            @Override
            public boolean dependsOn(Message message, Image before, Image image) {
                return !type.isInstance(message) && super.dependsOn(message, before, image);
            }
        };
    }

    /** Says that messages of a type depend on everything. */
    private static Function<Quorum, DiskRules> anxious(Class<? extends Message> type) {
        return quorum -> new DiskRules(quorum) {
            @Override
            public boolean dependsOn(Message message, Image before, Image image) {
                return type.isInstance(message) || super.dependsOn(message, before, image);
            }
        };
    }

    /** Changes what a member has after a restart. */
    private static Function<Quorum, DiskRules> restarting(UnaryOperator<QuorumState> change) {
        return quorum -> new DiskRules(quorum) {
            @Override
            public QuorumState restart(int self, Setup setup, Image image) {
                return change.apply(super.restart(self, setup, image));
            }
        };
    }

    private static Function<Quorum, DiskRules> restartingReplicas(UnaryOperator<Replica> change) {
        return restarting(state -> {
            DataState data = state.data();
            PartitionVector<Replica> replicas =
                    PartitionVector.of(data.replicas().size(), p -> change.apply(data.replica(p)));
            DataState changed = new DataState(data.self(), data.status(), data.copies(), replicas);
            return new QuorumState(state.setup(), state.control(), changed, state.local(), state.master());
        });
    }

    private static Function<Quorum, DiskRules> restartingVoter(UnaryOperator<ControlState> change) {
        return restarting(state -> new QuorumState(
                state.setup(), change.apply(state.control()), state.data(), state.local(), state.master()));
    }

    /** Answers writes as if nothing had to be durable. */
    private static final class Rash extends FencedReplication {
        Rash(Rules rules, ReadLeases leases) {
            super(rules, leases);
        }

        @Override
        public Step<DataState> answerWrite(DataState state, int partition, long client) {
            return withoutBasis(super.answerWrite(state, partition, client));
        }
    }

    /** Answers reads as if nothing had to be durable. */
    private static final class RashReader extends FencedReplication {
        RashReader(Rules rules, ReadLeases leases) {
            super(rules, leases);
        }

        @Override
        public Step<DataState> answerRead(DataState state, int partition, long client) {
            return withoutBasis(super.answerRead(state, partition, client));
        }
    }

    private static Step<DataState> withoutBasis(Step<DataState> step) {
        List<Command> commands = step.commands().stream()
                .<Command>map(command -> command instanceof Command.Answer answer
                        ? new Command.Answer(answer.client(), answer.call(), answer.result())
                        : command)
                .toList();
        return Step.to(step.state(), commands);
    }

    /** An acknowledgement waits only for the writes that change this part of the replica. */
    private static Function<Quorum, DiskRules> acknowledgementWaitsOnlyFor(Function<Replica, Object> part) {
        return quorum -> new DiskRules(quorum) {
            @Override
            public boolean dependsOn(Message message, Image before, Image image) {
                return message instanceof Ack ack
                        ? !part.apply(before.data().replica(ack.partition()))
                                .equals(part.apply(image.data().replica(ack.partition())))
                        : super.dependsOn(message, before, image);
            }
        };
    }

    @Test
    void acknowledgementThatDoesNotWaitForItsEntriesIsCaught() throws Exception {
        assertCaught(CALLS, acknowledgementWaitsOnlyFor(Replica::view), "HandleAppendAndStore(", "unsynced[");
    }

    @Test
    void acknowledgementThatDoesNotWaitForItsVersionIsCaught() throws Exception {
        assertCaught(SWITCH, acknowledgementWaitsOnlyFor(Replica::log), "HandleSyncAndStore(", "unsynced[");
    }

    @Test
    void entryThatDoesNotWaitForItsVersionIsCaught() throws Exception {
        assertCaught(CALLS, careless(Append.class), "WriteAndStore(", "unsynced[");
    }

    @Test
    void entryThatWaitsForThePrimaryIsCaught() throws Exception {
        assertCaught(CALLS, anxious(Append.class), "WriteAndStore(", "unsynced[");
    }

    @Test
    void logThatDoesNotWaitForItsVersionIsCaught() throws Exception {
        assertCaught(SWITCH, careless(Sync.class), "ActivateAndStore(", "unsynced[");
    }

    @Test
    void proposalOfAMemberThatDoesNotWaitIsCaught() throws Exception {
        assertCaught(MIGRATION, careless(CaughtUp.class), "ProposeMemberAndStore(", "unsynced[");
    }

    @Test
    void messageThatWaitsForNoReasonIsCaught() throws Exception {
        assertCaught(READS, anxious(Confirm.class), "HandleProbeAndStore(", "unsynced[");
    }

    @Test
    void answerThatDoesNotWaitIsCaught() throws Exception {
        Function<Quorum, DiskRules> rules = quorum -> new DiskRules(quorum) {
            @Override
            public boolean answerDependsOn(Basis basis, Image before, Image image) {
                return false;
            }
        };
        assertCaught(
                MIGRATION,
                DataPlaneBinding.durable(Quorum.whole(), rules),
                Kind.ACCEPTED,
                "AnswerWriteWhenSynced(",
                "writes[");
    }

    @Test
    void answerThatSaysNothingOfItsEntriesIsCaught() throws Exception {
        Quorum quorum = Project.replication(Rash::new);
        assertCaught(MIGRATION, DataPlaneBinding.durable(quorum), Kind.ACCEPTED, "AnswerWriteWhenSynced(", "writes[");
    }

    @Test
    void readThatSaysNothingOfItsEntriesIsCaught() throws Exception {
        Quorum quorum = Project.replication(RashReader::new);
        assertCaught(READS, DataPlaneBinding.durable(quorum), Kind.ACCEPTED, "AnswerReadWhenSynced(", "reads[");
    }

    @Test
    void answerThatWaitsForTooMuchIsCaught() throws Exception {
        Function<Quorum, DiskRules> rules = quorum -> new DiskRules(quorum) {
            @Override
            public boolean answerDependsOn(Basis basis, Image before, Image image) {
                return true;
            }
        };
        Mismatch first = first(MIGRATION, DataPlaneBinding.durable(Quorum.whole(), rules));
        assertEquals(Kind.REFUSED, first.kind(), first.explain());
        assertTrue(first.action().startsWith("AnswerWriteWhenSynced("), first.explain());
        assertTrue(first.guard().contains("waits for the disk"), first.explain());
    }

    @Test
    void restartThatForgetsTheLogIsCaught() throws Exception {
        assertCaught(CALLS, restartingReplicas(it -> it.withLog(Log.EMPTY)), "RestartFromDisk(", "log[");
    }

    @Test
    void restartThatForgetsTheViewIsCaught() throws Exception {
        assertCaught(
                CALLS,
                restartingReplicas(it -> new Replica(View.NONE, it.log(), it.waits(), PrimaryState.NONE)),
                "RestartFromDisk(",
                "view[");
    }

    @Test
    void restartThatForgetsWhomItWaitsForIsCaught() throws Exception {
        assertCaught(
                MIGRATION,
                restartingReplicas(
                        it -> new Replica(it.view(), it.log(), MemberSet.of(), it.primaryState(), it.resumed())),
                "RestartFromDisk(",
                "waits[");
    }

    @Test
    void primaryThatGoesOnUnderItsVersionAfterARestartIsCaught() throws Exception {
        assertCaught(
                CALLS,
                restartingReplicas(it -> new Replica(it.view(), it.log(), it.waits(), it.primaryState())),
                "RestartFromDisk(",
                "resumed[");
    }

    @Test
    void voteThatDoesNotWaitForTheTermIsCaught() throws Exception {
        assertCaught(ELECTIONS, careless(Vote.class), "StartElectionAndStore(", "unsynced[");
    }

    @Test
    void candidacyThatDoesNotWaitForTheTermIsCaught() throws Exception {
        assertCaught(CANDIDATE, careless(VoteRequest.class), "StartElectionAndStore(", "unsynced[");
    }

    @Test
    void acceptanceThatDoesNotWaitForTheRegisterIsCaught() throws Exception {
        assertCaught(ELECTIONS, careless(Accepted.class), "BecomeMasterAndStore(", "unsynced[");
    }

    @Test
    void voterSetThatDoesNotWaitIsCaught() throws Exception {
        assertCaught(VOTERS, careless(VotersInstalled.class), "RestampVotersAndStore(", "unsynced[");
    }

    @Test
    void proposalThatLeavesBeforeTheMastersOwnAcceptanceIsCaught() throws Exception {
        assertCaught(
                CANDIDATE,
                ControlPlaneBinding.durable(Quorum.whole(), careless(Accept.class)),
                Kind.BEYOND,
                "BecomeMasterAndStore(",
                "write that");
    }

    @Test
    void decisionThatLeavesBeforeTheMastersOwnAcceptanceIsCaught() throws Exception {
        assertCaught(
                CANDIDATE,
                ControlPlaneBinding.durable(Quorum.whole(), careless(Commit.class)),
                Kind.BEYOND,
                "CommitProposalAndStore(",
                "write that");
    }

    @Test
    void restartThatForgetsTheTermIsCaught() throws Exception {
        assertCaught(ELECTIONS, restartingVoter(it -> it.inTerm(0, it.role())), "RestartFromDisk(", "term[");
    }

    @Test
    void restartThatForgetsWhatWasAcceptedIsCaught() throws Exception {
        assertCaught(
                ELECTIONS,
                restartingVoter(it -> it.withAccepted(PartitionVector.filled(it.partitions(), Entry.NONE), 0)),
                "RestartFromDisk(",
                "accepted[");
    }

    @Test
    void restartThatForgetsWhatWasDecidedIsCaught() throws Exception {
        assertCaught(
                ELECTIONS,
                restartingVoter(it -> it.withCommitted(PartitionVector.filled(it.partitions(), Entry.NONE))),
                "RestartFromDisk(",
                "committed[");
    }

    @Test
    void restartThatForgetsTheVotersIsCaught() throws Exception {
        assertCaught(VOTERS, restartingVoter(it -> it.withVoting(Voting.NONE)), "RestartFromDisk(", "voting[");
    }

    @Test
    void engineAsItIsAgrees() throws Exception {
        for (String model : List.of(CALLS, SWITCH, MIGRATION, READS, ELECTIONS, CANDIDATE, VOTERS)) {
            assertEquals(List.of(), mismatches(model, binding(model, DiskRules::new)), model);
        }
    }

    private static Binding binding(String model, Function<Quorum, DiskRules> rules) {
        return List.of(ELECTIONS, CANDIDATE, VOTERS).contains(model)
                ? ControlPlaneBinding.durable(Quorum.whole(), rules)
                : DataPlaneBinding.durable(Quorum.whole(), rules);
    }

    private static void assertCaught(String model, Function<Quorum, DiskRules> rules, String action, String place)
            throws Exception {
        assertCaught(model, binding(model, rules), Kind.DIFFERENT, action, place);
    }

    private static void assertCaught(String model, Binding binding, Kind kind, String action, String place)
            throws Exception {
        Mismatch first = first(model, binding);
        assertEquals(kind, first.kind(), first.explain());
        assertTrue(first.action().startsWith(action), first.explain());
        assertTrue(first.differences().stream().anyMatch(it -> it.place().startsWith(place)), first.explain());
    }

    private static Mismatch first(String model, Binding binding) throws Exception {
        return mismatches(model, binding).stream()
                .findFirst()
                .orElseThrow(() -> new AssertionError("nothing is noticed"));
    }

    private static List<Mismatch> mismatches(String model, Binding binding) throws Exception {
        Corpus corpus = CorpusFile.read(Project.model(model).file());
        return Replayer.untilMismatch(corpus, binding, new SourceLinks(Project.root()))
                .mismatches();
    }
}
