package io.godwit.simulation.toy;

import io.godwit.protocol.Command;
import io.godwit.protocol.Event;
import io.godwit.protocol.Guard;
import io.godwit.protocol.MemberSet;
import io.godwit.protocol.Members;
import io.godwit.protocol.Message;
import io.godwit.protocol.Protocol;
import io.godwit.protocol.Step;
import io.godwit.protocol.map.Result;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * A protocol that is right for a simple reason: member 1 does everything, and answers when it is durable. The others get
 * copies and serve nobody. Its bugs are the ones that a simulation has to find.
 */
public final class Toy implements Protocol<ToyState> {
    /** What can be wrong with it. */
    public enum Bug {
        /** Answers before the write is durable. */
        ANSWERS_FIRST,
        /** Carries out a repeated call again. */
        FORGETS_CALLS,
        /** Copies answer reads. */
        READS_COPIES,
        /** Member 2 serves when it takes member 1 to be dead. */
        TAKES_OVER,
        /** Sends copies once only. */
        NEVER_REPEATS,
        /** A writing member that takes member 3 to be dead acknowledges and drops the write. */
        DROPS_WRITES
    }

    private enum Refusal implements Guard {
        NOTHING_TO_DO;

        @Override
        public String spec() {
            return "";
        }
    }

    private static final int SERVER = 1;

    private final Set<Bug> bugs;

    public Toy(Set<Bug> bugs) {
        this.bugs = bugs;
    }

    @Override
    public ToyState found(int self, Setup setup) {
        return new ToyState(self, self == SERVER, setup.founders().without(self), ToyData.empty());
    }

    @Override
    public ToyState join(int self, Setup setup) {
        return new ToyState(self, false, setup.founders().without(self), ToyData.empty());
    }

    @Override
    public ToyState restart(int self, Setup setup, Message image) {
        return new ToyState(self, self == SERVER, setup.founders().without(self), (ToyData) image);
    }

    @Override
    public Step<ToyState> step(ToyState state, Event event) {
        if (event instanceof Event.Call call) {
            return call(state, call);
        } else if (event instanceof Event.Deliver deliver) {
            ToyData data = (ToyData) deliver.message();
            return data.count() > state.data().count() && !state.server()
                    ? Step.to(state.with(data))
                    : Step.refuse(state, Refusal.NOTHING_TO_DO);
        } else if (event instanceof Event.Tick tick) {
            // Now and then only: not each tick of each member.
            boolean due = state.server() && !bugs.contains(Bug.NEVER_REPEATS) && tick.now() % 200_000 < 10_000;
            return due
                    ? Step.to(state, new Command.Send(Members.EVERYBODY, state.data()))
                    : Step.refuse(state, Refusal.NOTHING_TO_DO);
        } else if (event instanceof Event.Suspect suspect) {
            return suspect(state, suspect.member());
        } else if (event instanceof Event.Leave && state.self() != SERVER) {
            return Step.to(state, new Command.Stop());
        } else if (event instanceof Event.Join join) {
            return Step.to(new ToyState(
                    state.self(), state.server(), state.peers().union(MemberSet.of(join.member())), state.data()));
        }
        return Step.refuse(state, Refusal.NOTHING_TO_DO);
    }

    private Step<ToyState> suspect(ToyState state, int member) {
        if (bugs.contains(Bug.TAKES_OVER) && state.self() == 2 && member == SERVER) {
            return Step.to(state.serving(true));
        }
        return Step.to(new ToyState(state.self(), state.server(), state.peers().without(member), state.data()));
    }

    private Step<ToyState> call(ToyState state, Event.Call call) {
        if (!state.server()) {
            Result result = bugs.contains(Bug.READS_COPIES) && call.operation().readOnly()
                    ? state.data().read(call.operation().key())
                    : new Result.NotHere(SERVER);
            return Step.to(state, answer(call, result));
        }
        ToyData.Answered before = state.data().answered(call.client());
        if (before != null && before.call() >= call.call() && !bugs.contains(Bug.FORGETS_CALLS)) {
            return before.call() == call.call()
                    ? Step.to(state, new Command.Persist(state.data()), answer(call, before.result()))
                    : Step.refuse(state, Refusal.NOTHING_TO_DO);
        }
        ToyData.Applied applied = state.data().apply(call.client(), call.call(), call.operation());
        if (bugs.contains(Bug.DROPS_WRITES) && !state.peers().contains(3)) {
            return Step.to(state, answer(call, applied.result()));
        }
        List<Command> commands = new ArrayList<>();
        commands.add(new Command.Persist(applied.data()));
        commands.add(bugs.contains(Bug.ANSWERS_FIRST) ? 0 : 1, answer(call, applied.result()));
        commands.add(new Command.Send(Members.EVERYBODY, applied.data()));
        return Step.to(state.with(applied.data()), commands);
    }

    private static Command answer(Event.Call call, Result result) {
        return new Command.Answer(call.client(), call.call(), result);
    }
}
