package io.godwit.conformance.quorum;

import io.godwit.conformance.binding.Trial;
import io.godwit.conformance.binding.Trials;
import io.godwit.conformance.replay.Mismatch.Difference;
import io.godwit.conformance.replay.Offers;
import io.godwit.protocol.Event.Call;
import io.godwit.protocol.quorum.data.DataState;
import io.godwit.protocol.quorum.data.replication.AnswerWrite;
import java.lang.reflect.AnnotatedElement;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Calls that come once more: {@code spec/quorum/CallsAgain.tla}. What the engine has done for the first call it does not
 * remember, but for the log; so nothing of it is left in the state that the second one comes to.
 */
final class CallsAgain {
    private final DataScene scene;
    private final DataHandlers handlers;
    private final Trials.Counter counter;

    CallsAgain(DataScene scene, DataHandlers handlers, Trials.Counter counter) {
        this.scene = scene;
        this.handlers = handlers;
        this.counter = counter;
    }

    /** A write that was answered is called again where it is in the log: its client waits, and is answered. */
    Consumer<Offers> answer(int n, int p, int w) {
        Trial<DataState, Call> call = new Trials<DataState, Call, Call>(counter, handlers.repeatWrite(), it -> it)
                .of(new Call(w, DataCodec.CALL, p, DataCodec.put(w)));
        Trial<DataState, AnswerWrite.Due> due = new Trials<DataState, AnswerWrite.Due, AnswerWrite.Due>(
                        counter, handlers.answerWrite(), it -> it)
                .of(new AnswerWrite.Due(p, w));
        return offers -> {
            if (scene.isWrite(w, p, "done")) {
                scene.offer(n, call, due, offers);
            } else {
                offers.ruledOut(DataWorld.CALLS);
            }
        };
    }

    /** A write that was answered is called again where it is not in the log. The member cannot know that nobody waits. */
    Consumer<Offers> write(int n, int p, int w) {
        Trial<DataState, Call> call = new Trials<DataState, Call, Call>(counter, handlers.write(), it -> it)
                .of(new Call(w, DataCodec.CALL, p, DataCodec.put(w)));
        return offers -> {
            if (scene.isWrite(w, p, "done")) {
                scene.offer(n, call, new Deaf(offers));
            } else {
                offers.ruledOut(DataWorld.CALLS);
            }
        };
    }

    /** A read that runs here comes again after it was answered, and the answer was lost. */
    Consumer<Offers> read(int n, int p, int r) {
        long reader = DataCodec.reader(r);
        Trial<DataState, Call> call = new Trials<DataState, Call, Call>(counter, handlers.startRead(), it -> it)
                .of(new Call(reader, DataCodec.CALL, p, DataCodec.get()));
        return offers -> {
            if (scene.isRead(n, p, r)) {
                scene.offerWithout(n, p, reader, call, offers);
            } else {
                offers.ruledOut(DataWorld.CALLS);
            }
        };
    }

    /** The client that calls has its answer and waits for nothing. */
    private final class Deaf implements Offers {
        private final Offers offers;

        Deaf(Offers offers) {
            this.offers = offers;
        }

        @Override
        public void accepted(AnnotatedElement by, Object event, int[] after, Supplier<List<Difference>> beyond) {
            offers.accepted(by, event, scene.withWrites(after), beyond);
        }

        @Override
        public void refused(AnnotatedElement by, Object event, Object guard, boolean stutter) {
            offers.refused(by, event, guard, stutter);
        }

        @Override
        public void ruledOut(String guard) {
            offers.ruledOut(guard);
        }
    }
}
