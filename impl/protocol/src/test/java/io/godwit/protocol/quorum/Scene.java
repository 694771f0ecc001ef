package io.godwit.protocol.quorum;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.godwit.protocol.Command;
import io.godwit.protocol.Guards;
import io.godwit.protocol.MemberSet;
import io.godwit.protocol.Message;
import io.godwit.protocol.PartitionVector;
import io.godwit.protocol.Received;
import io.godwit.protocol.Step;
import io.godwit.protocol.quorum.registers.Answers;
import io.godwit.protocol.quorum.registers.ControlState;
import io.godwit.protocol.quorum.registers.Role;
import io.godwit.protocol.quorum.registers.Stamps;
import io.godwit.protocol.quorum.registers.Voting;
import io.godwit.protocol.quorum.table.Configuration;
import io.godwit.protocol.quorum.table.Entry;
import java.util.List;

/** States and checks that tests of the control plane share: members 1, 2 and 3 vote, two partitions are held by 1 and 2. */
public final class Scene {
    /** The first configuration of all partitions. */
    public static final Configuration AB = Configuration.settled(1, 2);

    /** The first value of all registers. */
    public static final Entry FIRST = Entry.first(AB);

    /** The voters. */
    public static final MemberSet VOTERS = MemberSet.of(1, 2, 3);

    private Scene() {}

    /** A founder. */
    public static ControlState founder(int self) {
        return ControlState.founder(self, PartitionVector.filled(2, FIRST), VOTERS);
    }

    /** An entry based on the first one. */
    public static Entry entry(int term, int number) {
        return new Entry(term, number, 0, 1, AB.withMigration(1, 3));
    }

    /** A master of term 1 that has decided everything in its term, {@code 1.2}, with the answers of all voters. */
    public static ControlState master(int self) {
        PartitionVector<Entry> registers = PartitionVector.filled(2, restamped());
        return founder(self)
                .inTerm(1, Role.MASTER)
                .withAccepted(registers, new Stamps(Guards.ALL).of(registers))
                .withCommitted(registers)
                .withAnswers(PartitionVector.filled(2, new Answers(MemberSet.of(), VOTERS)))
                .withVoting(new Voting(1, 2, VOTERS))
                .withInstalled(VOTERS);
    }

    /** What that master has decided. */
    public static Entry restamped() {
        return FIRST.restamped(1);
    }

    /** A message from a member. */
    public static <M extends Message> Received<M> receivedFrom(int member, M message) {
        return new Received<>(member, message);
    }

    /** Expects a refusal that changes nothing. */
    public static <S> void assertRefused(QuorumGuard guard, S before, Step<S> step) {
        assertEquals(guard, step.refusal());
        assertEquals(before, step.state());
        assertEquals(List.of(), step.commands());
    }

    /** Expects a state and commands. */
    public static <S> void assertStep(S state, Step<S> step, Command... commands) {
        assertEquals(Step.to(state, commands), step);
    }
}
