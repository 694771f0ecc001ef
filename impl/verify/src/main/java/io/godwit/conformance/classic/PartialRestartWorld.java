package io.godwit.conformance.classic;

import static io.godwit.conformance.replay.RecordCodec.Field.field;

import io.godwit.conformance.corpus.Corpus;
import io.godwit.conformance.corpus.Corpus.Instance;
import io.godwit.conformance.corpus.ValueTable;
import io.godwit.conformance.replay.Codec;
import io.godwit.conformance.replay.Constants;
import io.godwit.conformance.replay.Offers;
import io.godwit.conformance.replay.Offers.Offerer;
import io.godwit.conformance.replay.RecordCodec;
import io.godwit.conformance.replay.SpecActions;
import io.godwit.conformance.replay.SpecActions.Action;
import io.godwit.conformance.replay.World;
import io.godwit.protocol.MemberSet;
import io.godwit.protocol.Step;
import io.godwit.protocol.classic.Classic;
import io.godwit.protocol.classic.RestartPolicy;
import io.godwit.protocol.classic.RestartState;
import io.godwit.protocol.classic.data.PartitionTable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** A model of {@code PartialRestart}, seen by the engine. */
final class PartialRestartWorld extends World.ListedWorld {
    static final String BUDGET = "changes < MaxChanges";
    static final String AT_REST = "chosen = {} /\\ stopped = Members";
    static final String DISK = "n \\notin lost /\\ lost \\cup {n} # Members";
    static final String MOVES_ONCE = "address[n] = n";

    private final Corpus corpus;
    private final RecordCodec<RestartState> states;
    private final Codec<MemberSet> members;
    private final Codec<Integer> numbers;
    private final Codec<List<Integer>> addresses;
    private final Constants constants;
    private final RestartPolicy policy;
    private final SpecActions<RestartState> actions;
    private int state = -1;
    private RestartState before;

    PartialRestartWorld(Corpus corpus, Classic classic) {
        this.corpus = corpus;
        ValueTable values = corpus.values();
        numbers = Codec.numbers(values);
        members = numbers.sets(values, MemberSet::of, set -> set.stream().boxed());
        addresses = numbers.sequences(values);
        Codec<PartitionTable> tables = OwnerTables.codec(values).cached();
        states = new RecordCodec<>(
                values,
                RestartState.class,
                field("newest", tables),
                field("stored", tables.sequences(values)),
                field("stopped", members),
                field("chosen", members),
                field("restored", tables));
        constants = new Constants(corpus);
        policy = RestartPolicy.valueOf(constants.text("Policy"));
        actions = new SpecActions<>(ClassicWorld.ofModel(corpus, classic).partialRestart());
        corpus.instances().forEach(instance -> offerers.add(offerer(instance)));
    }

    @Override
    protected void enter(int next) {
        if (next != state) {
            state = next;
            before = states.decode(this::value);
        }
    }

    private Offerer offerer(Instance instance) {
        ValueTable values = corpus.values();
        int first = instance.number(values, 0);
        return switch (instance.action()) {
            case "Change" -> change(instance, first - 1, instance.number(values, 1))
                    .when(BUDGET, () -> changes() < constants.number("MaxChanges"));
            case "Learn" -> act(instance, first, instance.number(values, 1) - 1);
            case "Stop" -> act(instance, first);
            case "Restart" -> {
                Action<RestartState> restart = action(instance);
                yield offers -> take(restart, offers, policy, returning(), first);
            }
            case "Lose" -> lose(first).when(AT_REST, this::isAtRest);
            case "Move" -> move(first).when(AT_REST, this::isAtRest);
            default -> throw new IllegalArgumentException(instance.show(values));
        };
    }

    private Action<RestartState> action(Instance instance) {
        return actions.of("classic/" + instance.name());
    }

    private Offerer act(Instance instance, Object... arguments) {
        Action<RestartState> action = action(instance);
        return offers -> take(action, offers, arguments);
    }

    private Offerer change(Instance instance, Object... arguments) {
        Action<RestartState> action = action(instance);
        return offers -> {
            int[] after = values();
            after[corpus.variable("changes")] = numbers.encode(changes() + 1);
            take(action, offers, after, arguments);
        };
    }

    private void take(Action<RestartState> action, Offers offers, Object... arguments) {
        take(action, offers, values(), arguments);
    }

    /**
     * A refusal comes with the very state that was given, not with an equal one.
     *
     * @param after the values of all variables, with what the world makes of its own
     */
    @SuppressWarnings("ReferenceEquality")
    private void take(Action<RestartState> action, Offers offers, int[] after, Object... arguments) {
        Step<RestartState> step = action.take(before, arguments);
        if (step.accepted()) {
            states.write(step.state(), corpus.variables(), after);
            offers.accepted(action.method(), List.of(arguments), after);
        } else {
            offers.refused(action.method(), List.of(arguments), step.refused(), step.state() == before);
        }
    }

    private int value(String variable) {
        return corpus.states().value(state, corpus.variable(variable));
    }

    /** The values of all variables, to be changed. */
    private int[] values() {
        int width = corpus.states().width();
        return Arrays.copyOfRange(corpus.states().ids(), state * width, (state + 1) * width);
    }

    private int changes() {
        return numbers.decode(value("changes"));
    }

    private MemberSet lost() {
        return members.decode(value("lost"));
    }

    /** By member, from 1. */
    private List<Integer> addresses() {
        return addresses.decode(value("address"));
    }

    /** The address of each member whose disk is left. */
    private Map<Integer, Integer> returning() {
        Map<Integer, Integer> returning = new HashMap<>();
        List<Integer> all = addresses();
        MemberSet lost = lost();
        for (int n = 1; n <= all.size(); n++) {
            if (!lost.contains(n)) {
                returning.put(n, all.get(n - 1));
            }
        }
        return returning;
    }

    private boolean isAtRest() {
        return before.allStopped() && before.chosen().isEmpty();
    }

    private Offerer lose(int n) {
        Offerer lose = offers -> {
            int[] after = values();
            after[corpus.variable("lost")] = members.encode(lost().with(n));
            offers.accepted(null, "a disk is lost", after);
        };
        return lose.when(BUDGET, () -> lost().size() < constants.number("MaxLost"))
                .when(
                        DISK,
                        () -> !lost().contains(n)
                                && lost().size() + 1 < addresses().size());
    }

    private Offerer move(int n) {
        Offerer move = offers -> {
            List<Integer> moved = new ArrayList<>(addresses());
            moved.set(n - 1, n + moved.size());
            int[] after = values();
            after[corpus.variable("address")] = addresses.encode(moved);
            offers.accepted(null, "another address", after);
        };
        return move.when(BUDGET, () -> movedMembers() < constants.number("MaxMoves"))
                .when(MOVES_ONCE, () -> addresses().get(n - 1) == n);
    }

    private long movedMembers() {
        List<Integer> all = addresses();
        return IntStream.rangeClosed(1, all.size())
                .filter(n -> all.get(n - 1) != n)
                .count();
    }
}
