package io.godwit.conformance.quorum;

import io.godwit.conformance.replay.Mismatch.Difference;
import io.godwit.conformance.replay.Offers;
import io.godwit.conformance.replay.SpecActions;
import io.godwit.conformance.replay.SpecActions.Action;
import io.godwit.conformance.replay.Trials;
import io.godwit.conformance.replay.Trials.Trial;
import io.godwit.protocol.Event.Call;
import io.godwit.protocol.quorum.data.DataState;
import java.lang.reflect.Method;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Calls that come once more: {@code spec/quorum/CallsAgain.tla}. What the engine has done for the first call it does not
 * remember, but for the log; so nothing of it is left in the state that the second one comes to.
 */
final class CallsAgain {
    private final DataClusterState clusterState;
    private final SpecActions<DataState> actions;
    private final Trials.Counter counter;

    CallsAgain(DataClusterState clusterState, SpecActions<DataState> actions, Trials.Counter counter) {
        this.clusterState = clusterState;
        this.actions = actions;
        this.counter = counter;
    }

    /** A write that was answered is called again where it is in the log: its client waits, and is answered. */
    Consumer<Offers> answer(int n, int p, int w) {
        Trial<DataState, Call> call = trial("repeatWrite", new Call(w, DataStateCodec.CALL, p, DataStateCodec.put(w)));
        Action<DataState> answer = actions.of("quorum/FencedReplication!AnswerWrite");
        Trial<DataState, Integer> due = new Trials<DataState, Integer, Integer>(
                        counter, answer.method(), (state, it) -> answer.take(state, p, (long) it), it -> it)
                .of(w);
        return offers -> {
            if (clusterState.isWrite(w, p, "done")) {
                clusterState.offer(n, call, due, offers);
            } else {
                offers.ruledOut(DataWorld.CALLS);
            }
        };
    }

    /** A write that was answered is called again where it is not in the log. The member cannot know that nobody waits. */
    Consumer<Offers> write(int n, int p, int w) {
        Trial<DataState, Call> call =
                trial("quorum/FencedReplication!Write", new Call(w, DataStateCodec.CALL, p, DataStateCodec.put(w)));
        return offers -> {
            if (clusterState.isWrite(w, p, "done")) {
                clusterState.offer(n, call, new Deaf(offers));
            } else {
                offers.ruledOut(DataWorld.CALLS);
            }
        };
    }

    /** A read that runs here comes again after it was answered, and the answer was lost. */
    Consumer<Offers> read(int n, int p, int r) {
        long reader = DataStateCodec.reader(r);
        Trial<DataState, Call> call = trial(
                "quorum/FencedReplication!StartRead", new Call(reader, DataStateCodec.CALL, p, DataStateCodec.get()));
        return offers -> {
            if (clusterState.isRead(n, p, r)) {
                clusterState.offerWithout(n, p, reader, call, offers);
            } else {
                offers.ruledOut(DataWorld.CALLS);
            }
        };
    }

    private Trial<DataState, Call> trial(String name, Call call) {
        Action<DataState> action = actions.of(name);
        return new Trials<DataState, Call, Call>(counter, action.method(), action::take, it -> it).of(call);
    }

    /** The client that calls has its answer and waits for nothing. */
    private final class Deaf implements Offers {
        private final Offers offers;

        Deaf(Offers offers) {
            this.offers = offers;
        }

        @Override
        public void accepted(Method by, Object event, int[] after, Supplier<List<Difference>> engineOnly) {
            offers.accepted(by, event, clusterState.withWrites(after), engineOnly);
        }

        @Override
        public void refused(Method by, Object event, Object guard, boolean stutter) {
            offers.refused(by, event, guard, stutter);
        }

        @Override
        public void ruledOut(String guard) {
            offers.ruledOut(guard);
        }
    }
}
