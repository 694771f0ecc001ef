package io.godwit.conformance.run;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.godwit.conformance.corpus.Corpus;
import io.godwit.conformance.corpus.CorpusFile;
import io.godwit.conformance.replay.Mismatch;
import io.godwit.conformance.replay.Mismatch.Kind;
import io.godwit.conformance.replay.Replayer;
import io.godwit.conformance.replay.SourceLinks;
import io.godwit.protocol.Event.Call;
import io.godwit.protocol.Rules;
import io.godwit.protocol.Step;
import io.godwit.protocol.quorum.FencedReplication;
import io.godwit.protocol.quorum.MasterFailover;
import io.godwit.protocol.quorum.Quorum;
import io.godwit.protocol.quorum.ReadLeases;
import io.godwit.protocol.quorum.Registers;
import io.godwit.protocol.quorum.data.DataState;
import io.godwit.protocol.quorum.data.PrimaryState;
import io.godwit.protocol.quorum.data.Replica;
import io.godwit.protocol.quorum.registers.Acceptances;
import io.godwit.protocol.quorum.registers.Ballot;
import io.godwit.protocol.quorum.registers.ControlMessage.Vote;
import io.godwit.protocol.quorum.registers.ControlState;
import io.godwit.protocol.quorum.registers.Stamps;
import io.godwit.protocol.quorum.table.View;
import org.junit.jupiter.api.Test;

/** Engines whose variables are right in each state, and which count or forget answers and calls wrongly. */
class MiscountingEngineTest {
    /** Takes it that all voters have accepted what a majority has. */
    private static final class Hasty extends Registers {
        Hasty(Rules rules, Stamps stamps) {
            super(rules, stamps);
        }

        @Override
        public Step<ControlState> commitProposal(ControlState state, int partition) {
            Step<ControlState> step = super.commitProposal(state, partition);
            Acceptances all = new Acceptances(
                    step.state().answers().get(partition).outstanding(),
                    step.state().voting().voters());
            return Step.to(step.state().withAnswers(step.state().answers().with(partition, all)), step.commands());
        }
    }

    /** Stands in a new term with a vote of the old one. */
    private static final class Elected extends MasterFailover {
        Elected(Rules rules, Registers registers, Stamps stamps) {
            super(rules, registers, stamps);
        }

        @Override
        public Step<ControlState> startElection(ControlState state, int term) {
            Step<ControlState> step = super.startElection(state, term);
            Ballot own = step.state().ballot();
            Vote vote = own.votes().get(state.self());
            Ballot more = state.ballot().voters().contains(2) ? own.with(2, vote) : own;
            return Step.to(step.state().withBallot(more), step.commands());
        }
    }

    /** Changes what a primary keeps under a new version. */
    private abstract static class Keeping extends FencedReplication {
        Keeping(Rules rules, ReadLeases leases) {
            super(rules, leases);
        }

        abstract PrimaryState kept(PrimaryState before, PrimaryState after);

        @Override
        public Step<DataState> activate(DataState state, int partition, View view) {
            Step<DataState> step = super.activate(state, partition, view);
            Replica replica = step.state().replica(partition);
            PrimaryState kept = kept(state.replica(partition).primaryState(), replica.primaryState());
            return replica.isPrimary(state.self())
                    ? Step.to(step.state().with(partition, replica.withPrimaryState(kept)), step.commands())
                    : step;
        }
    }

    /** Counts acknowledgements of the version before. */
    private static final class Trusting extends Keeping {
        Trusting(Rules rules, ReadLeases leases) {
            super(rules, leases);
        }

        @Override
        PrimaryState kept(PrimaryState before, PrimaryState after) {
            return new PrimaryState(after.synced(), before.acks(), after.calls());
        }
    }

    /** Goes on with reads under another version. */
    private static final class Persistent extends Keeping {
        Persistent(Rules rules, ReadLeases leases) {
            super(rules, leases);
        }

        @Override
        PrimaryState kept(PrimaryState before, PrimaryState after) {
            return new PrimaryState(after.synced(), after.acks(), before.calls());
        }
    }

    /** Forgets all other calls when a client reads. */
    private static final class Distracted extends FencedReplication {
        Distracted(Rules rules, ReadLeases leases) {
            super(rules, leases);
        }

        @Override
        public Step<DataState> startRead(DataState state, Call call) {
            Step<DataState> step = super.startRead(state, call);
            Replica replica = step.state().replica(call.partition());
            PrimaryState only = new PrimaryState(
                            replica.primaryState().synced(),
                            replica.primaryState().acks(),
                            PrimaryState.NONE.calls())
                    .waiting(call.client(), replica.primaryState().calls().get(call.client()));
            return Step.to(step.state().with(call.partition(), replica.withPrimaryState(only)), step.commands());
        }
    }

    @Test
    void acceptancesThatNobodyHasGivenAreCaught() throws Exception {
        assertCaught(
                "quorum-failover",
                with(new Quorum.Modules() {
                    @Override
                    public Registers registers(Rules rules, Stamps stamps) {
                        return new Hasty(rules, stamps);
                    }
                }),
                "CommitProposal(");
    }

    @Test
    void votesOfAnEarlierTermAreCaught() throws Exception {
        assertCaught(
                "quorum-elections",
                with(new Quorum.Modules() {
                    @Override
                    public MasterFailover failover(Rules rules, Registers registers, Stamps stamps) {
                        return new Elected(rules, registers, stamps);
                    }
                }),
                "StartElection(");
    }

    @Test
    void acknowledgementsOfAnEarlierVersionAreCaught() throws Exception {
        assertCaught("quorum-data-rejoin", Project.replication(Trusting::new), "Activate(");
    }

    @Test
    void readThatOutlivesItsVersionIsCaught() throws Exception {
        assertCaught("quorum-data-reads", Project.replication(Persistent::new), "Activate(");
    }

    @Test
    void forgottenCallIsCaught() throws Exception {
        assertCaught("quorum-data-reads", Project.replication(Distracted::new), "StartRead(");
    }

    private static Quorum with(Quorum.Modules modules) {
        return new Quorum(Rules.ALL, modules);
    }

    private static void assertCaught(String model, Quorum quorum, String action) throws Exception {
        Corpus corpus = CorpusFile.read(Project.model(model).file());
        Mismatch first = Replayer.untilMismatch(
                        corpus,
                        Bindings.of(corpus.header().root(), Bindings.of(quorum)),
                        new SourceLinks(Project.root()))
                .mismatches()
                .get(0);
        assertTrue(first.kind() == Kind.BEYOND && first.action().startsWith(action), first.explain());
    }
}
