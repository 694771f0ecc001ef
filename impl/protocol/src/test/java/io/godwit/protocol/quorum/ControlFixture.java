package io.godwit.protocol.quorum;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.godwit.protocol.Command;
import io.godwit.protocol.MemberSet;
import io.godwit.protocol.PartitionVector;
import io.godwit.protocol.Rules;
import io.godwit.protocol.Step;
import io.godwit.protocol.quorum.registers.Acceptances;
import io.godwit.protocol.quorum.registers.ControlState;
import io.godwit.protocol.quorum.registers.Role;
import io.godwit.protocol.quorum.registers.Stamps;
import io.godwit.protocol.quorum.registers.Voting;
import io.godwit.protocol.quorum.table.Configuration;
import io.godwit.protocol.quorum.table.Entry;
import io.godwit.protocol.quorum.table.Version;
import java.util.List;
import java.util.function.Function;

/** States and checks that tests of the control plane share: members 1, 2 and 3 vote, two partitions are held by 1 and 2. */
public final class ControlFixture {
    /** The first configuration of all partitions. */
    public static final Configuration AB = Configuration.settled(1, 2);

    /** The first value of all registers. */
    public static final Entry FIRST = Entry.first(AB);

    /** The voters. */
    public static final MemberSet VOTERS = MemberSet.of(1, 2, 3);

    /** The protocol. */
    public static final Quorum ALL = Quorum.whole();

    private ControlFixture() {}

    /** The protocol without some rules. */
    public static Quorum without(QuorumRule... rules) {
        return new Quorum(Rules.without(rules));
    }

    /** Takes an action. */
    public static <S> Step<S> take(S state, Function<S, Step<S>> action) {
        return Step.of(state, action);
    }

    /** A founder. */
    public static ControlState founder(int self) {
        return ControlState.founder(self, PartitionVector.filled(2, FIRST), VOTERS);
    }

    /** An entry based on the first one. */
    public static Entry entry(int term, int number) {
        return new Entry(new Version(term, number), new Version(0, 1), AB.withMigration(1, 3));
    }

    /** A master of term 1 that has decided everything in its term, {@code 1.2}, with the answers of all voters. */
    public static ControlState master(int self) {
        PartitionVector<Entry> registers = PartitionVector.filled(2, restamped());
        return founder(self)
                .inTerm(1, Role.MASTER)
                .withAccepted(registers, new Stamps().of(registers))
                .withCommitted(registers)
                .withAnswers(PartitionVector.filled(2, new Acceptances(MemberSet.of(), VOTERS)))
                .withVoting(new Voting(new Version(1, 2), VOTERS))
                .withInstalled(VOTERS);
    }

    /** What that master has decided. */
    public static Entry restamped() {
        return FIRST.restamped(1);
    }

    /** Expects a refusal that changes nothing. */
    public static <S> void assertRefused(QuorumRule guard, S before, Step<S> step) {
        assertEquals(guard, step.refusal());
        assertEquals(before, step.state());
        assertEquals(List.of(), step.commands());
    }

    /** Expects a state and commands. */
    public static <S> void assertStep(S state, Step<S> step, Command... commands) {
        assertEquals(Step.to(state, commands), step);
    }
}
