package io.godwit.conformance.classic;

import io.godwit.conformance.classic.ClassicClusterState.Next;
import io.godwit.conformance.replay.Offers;
import io.godwit.conformance.replay.Offers.Offerer;
import io.godwit.conformance.replay.SpecActions.Action;
import io.godwit.conformance.replay.Trials;
import io.godwit.conformance.replay.Trials.ActionCall;
import io.godwit.conformance.replay.Trials.Trial;
import io.godwit.conformance.replay.Trials.TrialResult;
import io.godwit.protocol.Command;
import io.godwit.protocol.Message;
import io.godwit.protocol.Received;
import io.godwit.protocol.classic.ClassicRule;
import io.godwit.protocol.classic.ClassicState;
import java.lang.reflect.Method;
import java.util.List;
import java.util.function.Function;

/** Events for members, offered in the present state, and what becomes of those that are accepted. */
final class ClassicOffers {
    static final String RUNS = "the process runs";
    static final String MESSAGE = "Head(msgs[s][n]).type";
    static final int CONTROL = ClassicCodec.CONTROL_CHANNEL;
    static final int DATA = ClassicCodec.DATA_CHANNEL;

    private final ClassicCodec codec;
    private final ClassicClusterState clusterState;
    private final Trials.Counter counter = new Trials.Counter();

    ClassicOffers(ClassicCodec codec, ClassicClusterState clusterState) {
        this.codec = codec;
        this.clusterState = clusterState;
    }

    /** Clients hear of their writes. */
    void acknowledge(ClassicState before, List<Command> commands, Next next) {
        for (int write : codec.answered(commands)) {
            before.pending().forEach(entry -> {
                if (entry.getValue().stream().anyMatch(it -> it.update().client() == write)) {
                    next.acknowledge(entry.getKey(), write);
                }
            });
        }
    }

    /** What becomes of an accepted event, beyond the handler. */
    @FunctionalInterface
    interface Consequence {
        void add(Next next, TrialResult result);
    }

    /** What becomes of an accepted message. */
    @FunctionalInterface
    interface Delivery {
        void add(int s, int n, TrialResult result, Next next);
    }

    /** The events for an action, made of what it is about. */
    <K, E> Trials<ClassicState, K, E> trials(ActionCall<ClassicState, E> action, Function<K, E> event) {
        return new Trials<>(counter, null, action, event);
    }

    /** The events that a member or a client starts. */
    Offerer act(int n, Action<ClassicState> action, Object... arguments) {
        List<Object> event = List.of(arguments);
        Trial<ClassicState, List<Object>> trial = this.<List<Object>, List<Object>>trials(
                        (state, it) -> action.take(state, arguments), it -> it)
                .of(event);
        return offers -> give(n, action, trial, offers, (next, result) -> {
            acknowledge(clusterState.member(n), result.commands(), next);
            carryOut(n, n, result, next);
        });
    }

    /** The first message of a channel, if it is of that type. One that is refused is dropped, unless the rule says that it waits. */
    Offerer message(int channel, int s, int n, Action<ClassicState> action, String type, Delivery delivery) {
        Trials<ClassicState, Message, Received<Message>> trials =
                trials((state, it) -> action.take(state, s, it.message()), it -> new Received<>(s, it));
        return offers -> {
            int[] queue = clusterState.underWay(channel, s, n);
            if (queue.length == 0 || !codec.messages().type(queue[0]).equals(type)) {
                offers.ruledOut(MESSAGE);
                return;
            }
            Trial<ClassicState, Received<Message>> trial =
                    trials.of(codec.messages().message(queue[0]));
            TrialResult result = clusterState.subject(n).result(trial, codec);
            Next next = clusterState.next();
            if (!result.accepted()) {
                offers.refused(action.method(), trial.event(), result.guard(), result.stutter());
                if (((ClassicRule) result.guard().rule()).waits()) {
                    return;
                }
                next.pop(channel, s, n);
            } else {
                next.pop(channel, s, n);
                delivery.add(s, n, result, next);
            }
            offers.accepted(action.method(), trial.event(), next.values());
        };
    }

    /** Gives a member an event for an action; the action is null where the specification has none. */
    <E> void give(
            int n, Action<ClassicState> action, Trial<ClassicState, E> trial, Offers offers, Consequence consequence) {
        if (!runs(n, offers)) {
            return;
        }
        Method by = action == null ? null : action.method();
        TrialResult result = clusterState.subject(n).result(trial, codec);
        if (!result.accepted()) {
            offers.refused(by, trial.event(), result.guard(), result.stutter());
            return;
        }
        Next next = clusterState.next();
        consequence.add(next, result);
        offers.accepted(by, trial.event(), next.values());
    }

    /** Does the process run, or has it at least not crashed? What has crashed has no state. */
    boolean runs(int n, Offers offers) {
        if (clusterState.hasCrashed(n)) {
            offers.ruledOut(RUNS);
            return false;
        }
        return true;
    }

    /** The member's new state, what it sends, and its end. */
    void carryOut(int s, int n, TrialResult result, Next next) {
        next.put(n, result.parts());
        next.putMigrations(result.sent());
        send(n, result.effects(), next);
        if (result.commands().stream().anyMatch(Command.Stop.class::isInstance)) {
            next.closeAllTo(n);
        }
    }

    /** What a member sends. */
    static void send(int from, int[] effects, Next next) {
        for (int i = 0; i < effects.length; i += 3) {
            next.post(effects[i + 1], from, effects[i], effects[i + 2]);
        }
    }

    /** The one message of that type among the commands. */
    static <M extends Message> M only(List<Command> commands, Class<M> type) {
        return commands.stream()
                .filter(command -> command instanceof Command.Send send && type.isInstance(send.message()))
                .map(command -> type.cast(((Command.Send) command).message()))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("no " + type.getSimpleName() + " in " + commands));
    }
}
