package io.godwit.member.runtime;

import io.godwit.environment.Executor;
import io.godwit.protocol.quorum.registers.Voting;
import io.godwit.transport.frame.Run;
import java.util.function.IntPredicate;
import java.util.function.Supplier;

/**
 * A member that takes part, and answers members that start.
 *
 * @param executor its event loop
 * @param voters the newest voters that it knows
 * @param heard whether a process of a member is heard
 * @param durability null if it has no disk
 */
record RunningVoter(Executor executor, Supplier<Voting> voters, IntPredicate heard, DurabilityQueue durability)
        implements RunConfirmations.Voter {
    @Override
    public Voting voting() {
        return voters.get();
    }

    @Override
    public boolean hears(int member) {
        return heard.test(member);
    }

    @Override
    public void store(int member, Run run, Runnable then) {
        if (durability == null) {
            then.run();
        } else {
            durability.confirm(member, run, then);
        }
    }
}
