package io.godwit.conformance.replay;

import io.godwit.conformance.corpus.Corpus;
import io.godwit.conformance.corpus.Corpus.Instance;
import io.godwit.conformance.replay.Mismatch.Difference;
import io.godwit.conformance.replay.Mismatch.Kind;
import io.godwit.conformance.replay.ReplayRun.ModelReplay;
import io.godwit.protocol.Guard;
import io.godwit.protocol.Refusal;
import java.lang.reflect.Method;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.IntConsumer;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Replays one model: in each state it offers each action instance to the engine, and compares the set of states that the
 * engine reaches with the set of successors that the specification has.
 *
 * <ul>
 *   <li>forward: each transition of the specification is a step of the engine, to the same state;
 *   <li>reverse: whatever the engine accepts is a transition of the specification;
 *   <li>stutter: what the specification does not enable, the engine refuses, and leaves its state alone.
 * </ul>
 */
public final class Replayer {
    /** More mismatches of one model are counted, but not kept. */
    public static final int KEPT = 20;

    private static final int NO_INSTANCE = -1;
    private static final int REPORT_EVERY = 500;

    private final Corpus corpus;
    private final World world;
    private final SourceLinks links;
    private final int[] compared;
    /** It stops after the state in which there are so many mismatches. */
    private final long enough;

    private final List<Mismatch> mismatches = new ArrayList<>();
    private final Set<String> explained = new HashSet<>();
    private final Collected collected = new Collected();
    private final IntConsumer progress;
    /** By instance: transitions; who carries it out, and who did so last. */
    private final int[] taken;

    private final List<Set<Method>> carriers;
    private final Method[] lastCarrier;
    private int offered = NO_INSTANCE;
    private int reported;
    private long mismatchCount;
    private long accepted;
    private long refused;
    private long ruledOut;

    @SuppressWarnings("ArrayRecordComponent")
    private record Accepted(Method by, Object event, int[] after, Supplier<List<Difference>> engineOnly) {}

    private record Refused(Method by, Object event, Object guard) {}

    private final class Collected implements Offers {
        private final List<Accepted> accepted = new ArrayList<>();
        private Refused refused;
        private Refused notStutter;
        private String ruledOut = "";

        @Override
        public void accepted(Method by, Object event, int[] after, Supplier<List<Difference>> engineOnly) {
            carrier(by);
            accepted.add(new Accepted(by, event, after, engineOnly));
        }

        @Override
        public void refused(Method by, Object event, Object guard, boolean stutter) {
            Replayer.this.refused++;
            carrier(by);
            if (refused == null) {
                refused = new Refused(by, event, guard);
            }
            if (!stutter && notStutter == null) {
                notStutter = new Refused(by, event, guard);
            }
        }

        @Override
        public void ruledOut(String guard) {
            Replayer.this.ruledOut++;
            ruledOut = guard;
        }

        /** Whoever carries an instance out does so again and again. */
        private void carrier(Method by) {
            if (offered != NO_INSTANCE && by != null && !by.equals(lastCarrier[offered])) {
                lastCarrier[offered] = by;
                carriers.get(offered).add(by);
            }
        }

        void clear(int instance) {
            offered = instance;
            accepted.clear();
            refused = null;
            notStutter = null;
            ruledOut = "";
        }
    }

    private Replayer(Corpus corpus, Binding binding, SourceLinks links, long enough, IntConsumer progress) {
        this.corpus = corpus;
        this.enough = enough;
        this.progress = progress;
        this.taken = new int[corpus.instances().size()];
        this.carriers = Stream.generate(() -> (Set<Method>) new HashSet<Method>())
                .limit(taken.length)
                .toList();
        this.lastCarrier = new Method[taken.length];
        this.world = binding.world(corpus);
        this.links = links;
        this.compared = IntStream.range(0, corpus.variables().size())
                .filter(v -> !binding.specificationOnly()
                        .containsKey(corpus.variables().get(v)))
                .toArray();
    }

    /** Replays a model. */
    public static ModelReplay replay(Corpus corpus, Binding binding, SourceLinks links) {
        return replay(corpus, binding, links, transitions -> {});
    }

    /**
     * Replays a model.
     *
     * @param links for explanations of mismatches
     * @param progress told now and then how many more transitions were replayed
     */
    public static ModelReplay replay(Corpus corpus, Binding binding, SourceLinks links, IntConsumer progress) {
        return new Replayer(corpus, binding, links, Long.MAX_VALUE, progress).run();
    }

    /** Replays a model up to the first state in which engine and specification disagree. */
    public static ModelReplay untilMismatch(Corpus corpus, Binding binding, SourceLinks links) {
        return new Replayer(corpus, binding, links, 1, transitions -> {}).run();
    }

    private ModelReplay run() {
        long started = System.nanoTime();
        int[] first = corpus.edges().first();
        int[] instance = corpus.edges().instance();
        int edge = 0;
        for (int state = 0; state < corpus.states().size() && mismatchCount < enough; state++) {
            for (int i = 0; i < corpus.instances().size(); i++) {
                int start = edge;
                while (edge < first[state + 1] && instance[edge] == i) {
                    edge++;
                }
                taken[i] += edge - start;
                collected.clear(i);
                offer(state, i, start, edge);
            }
            collected.clear(NO_INSTANCE);
            world.offerStutters(state, collected);
            compareStutters(state);
            if (state % REPORT_EVERY == 0) {
                progress.accept(edge - reported);
                reported = edge;
            }
        }
        progress.accept(edge - reported);
        return new ModelReplay(
                corpus.header().model(),
                corpus.header().root(),
                corpus.states().size(),
                corpus.edges().size(),
                accepted,
                refused,
                ruledOut,
                takenByName(),
                carriersByName(),
                mismatches,
                mismatchCount,
                TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - started));
    }

    private void offer(int state, int instance, int start, int end) {
        try {
            world.offer(state, instance, collected);
        } catch (RuntimeException e) {
            mismatch(Kind.BROKEN_DOWN, state, instance, new Refused(null, e, null), null, -1);
            return;
        }
        compare(state, instance, start, end);
    }

    private Map<String, Integer> takenByName() {
        Map<String, Integer> byName = new HashMap<>();
        for (int i = 0; i < taken.length; i++) {
            if (taken[i] > 0) {
                byName.merge(corpus.instances().get(i).name(), taken[i], Integer::sum);
            }
        }
        return byName;
    }

    private Map<String, Set<Method>> carriersByName() {
        Map<String, Set<Method>> byName = new HashMap<>();
        for (int i = 0; i < taken.length; i++) {
            if (!carriers.get(i).isEmpty()) {
                byName.computeIfAbsent(corpus.instances().get(i).name(), it -> new HashSet<>())
                        .addAll(carriers.get(i));
            }
        }
        return byName;
    }

    private void compare(int state, int instance, int start, int end) {
        accepted += collected.accepted.size();
        if (collected.notStutter != null) {
            mismatch(Kind.NO_STUTTER, state, instance, collected.notStutter, null, -1);
        }
        for (Accepted one : collected.accepted) {
            // A step that changes nothing is a stutter, which every specification allows: an answer is sent again.
            if (!isAmong(one, start, end) && !equal(one.after(), state)) {
                mismatch(
                        start == end ? Kind.ACCEPTED : Kind.DIFFERENT,
                        state,
                        instance,
                        null,
                        one,
                        start == end ? state : nearest(one, start, end));
            } else {
                compareBeyond(state, instance, one);
            }
        }
        for (int e = start; e < end; e++) {
            int target = corpus.edges().target()[e];
            if (collected.accepted.stream().noneMatch(one -> equal(one.after(), target))) {
                if (collected.accepted.isEmpty()) {
                    mismatch(Kind.REFUSED, state, instance, collected.refused, null, target);
                } else if (collected.accepted.stream().allMatch(one -> isAmong(one, start, end))) {
                    mismatch(Kind.MISSING, state, instance, collected.refused, collected.accepted.get(0), target);
                }
            }
        }
    }

    private void compareStutters(int state) {
        accepted += collected.accepted.size();
        if (collected.notStutter != null) {
            mismatch(Kind.NO_STUTTER, state, NO_INSTANCE, collected.notStutter, null, -1);
        }
        for (Accepted one : collected.accepted) {
            if (!equal(one.after(), state)) {
                mismatch(Kind.ACCEPTED, state, NO_INSTANCE, null, one, state);
            } else {
                compareBeyond(state, NO_INSTANCE, one);
            }
        }
    }

    private void compareBeyond(int state, int instance, Accepted one) {
        List<Difference> engineOnly = one.engineOnly().get();
        if (!engineOnly.isEmpty()) {
            mismatch(Kind.BEYOND, state, instance, null, one, -1, engineOnly);
        }
    }

    private boolean isAmong(Accepted one, int start, int end) {
        for (int e = start; e < end; e++) {
            if (equal(one.after(), corpus.edges().target()[e])) {
                return true;
            }
        }
        return false;
    }

    private boolean equal(int[] after, int target) {
        for (int v : compared) {
            if (after[v] != corpus.states().value(target, v)) {
                return false;
            }
        }
        return true;
    }

    private int nearest(Accepted one, int start, int end) {
        int best = corpus.edges().target()[start];
        for (int e = start; e < end; e++) {
            int target = corpus.edges().target()[e];
            if (differing(one.after(), target) < differing(one.after(), best)) {
                best = target;
            }
        }
        return best;
    }

    private long differing(int[] after, int target) {
        return Arrays.stream(compared)
                .filter(v -> after[v] != corpus.states().value(target, v))
                .count();
    }

    private void mismatch(Kind kind, int state, int number, Refused no, Accepted yes, int target) {
        mismatch(kind, state, number, no, yes, target, List.of());
    }

    private void mismatch(
            Kind kind, int state, int number, Refused no, Accepted yes, int target, List<Difference> engineOnly) {
        mismatchCount++;
        Method by = yes != null ? yes.by() : no != null ? no.by() : null;
        Instance instance = number == NO_INSTANCE ? null : corpus.instances().get(number);
        String action = instance != null ? instance.show(corpus.values()) : "no action";
        // One example of each action and kind says more than twenty of the same.
        if (mismatches.size() >= KEPT || !explained.add(kind + (instance == null ? "" + by : instance.name()))) {
            return;
        }
        List<String> where = new ArrayList<>();
        List<String> conditions = List.of();
        if (instance != null) {
            if (kind == Kind.ACCEPTED || (kind == Kind.DIFFERENT && tooMany(state, number))) {
                conditions = links.conditions(corpus.header().family(), instance.module(), instance.action());
            }
            where.add(links.spec(corpus.header().family(), instance.module(), instance.action()));
        }
        if (by != null) {
            where.add(links.engine(by));
        }
        CorpusDiffer differ = new CorpusDiffer(corpus.values());
        if (target >= 0) {
            for (int v : compared) {
                int engine = yes != null ? yes.after()[v] : corpus.states().value(state, v);
                differ.compare(corpus.variables().get(v), corpus.states().value(target, v), engine);
            }
        }
        String guard = collected.ruledOut.isEmpty() ? "" : collected.ruledOut + " (specification only)";
        if (yes == null && no != null && no.guard() != null) {
            guard = named(no.guard());
        }
        mismatches.add(new Mismatch(
                corpus.header().model(),
                kind,
                state,
                path(state),
                action,
                yes != null ? String.valueOf(yes.event()) : no != null ? String.valueOf(no.event()) : "",
                yes != null ? "" : guard,
                conditions,
                engineOnly.isEmpty() ? differ.differences() : engineOnly,
                where));
    }

    /** Does the engine accept more events than the specification has transitions? Then a guard is missing as likely as an effect is wrong. */
    private boolean tooMany(int state, int number) {
        int transitions = 0;
        for (int e = corpus.edges().first()[state]; e < corpus.edges().first()[state + 1]; e++) {
            transitions += corpus.edges().instance()[e] == number ? 1 : 0;
        }
        return collected.accepted.size() > transitions;
    }

    /** A guard by its Java name, and by that of its switch in the specification; with the values that break it. */
    private static String named(Object guard) {
        if (guard instanceof Refusal refusal) {
            String words = refusal.words();
            return named(refusal.rule()) + (words.isEmpty() ? "" : ": " + words);
        }
        return guard instanceof Guard named && !named.spec().isEmpty()
                ? named.name() + " (" + named.spec() + ")"
                : String.valueOf(guard);
    }

    /** The actions by which the state was first reached. */
    private List<String> path(int state) {
        int[] reachedBy = new int[corpus.states().size()];
        int[] reachedFrom = new int[corpus.states().size()];
        int met = corpus.states().initial();
        for (int from = 0; from < corpus.states().size(); from++) {
            for (int e = corpus.edges().first()[from]; e < corpus.edges().first()[from + 1]; e++) {
                if (corpus.edges().target()[e] == met) {
                    reachedBy[met] = corpus.edges().instance()[e];
                    reachedFrom[met] = from;
                    met++;
                }
            }
        }
        Deque<String> path = new ArrayDeque<>();
        for (int at = state; at >= corpus.states().initial(); at = reachedFrom[at]) {
            path.addFirst(corpus.instances().get(reachedBy[at]).show(corpus.values()));
        }
        return List.copyOf(path);
    }
}
