package io.godwit.conformance.quorum;

import io.godwit.conformance.corpus.Corpus;
import io.godwit.conformance.corpus.Corpus.Instance;
import io.godwit.conformance.corpus.ValueTable;
import io.godwit.conformance.replay.Constants;
import io.godwit.conformance.replay.Mismatch.Difference;
import io.godwit.conformance.replay.Offers;
import io.godwit.conformance.replay.Offers.Offerer;
import io.godwit.conformance.replay.ReplayedState;
import io.godwit.conformance.replay.SpecActions;
import io.godwit.conformance.replay.SpecActions.Action;
import io.godwit.conformance.replay.Trials;
import io.godwit.conformance.replay.Trials.TrialResult;
import io.godwit.conformance.replay.ValueUpdates;
import io.godwit.protocol.Command;
import io.godwit.protocol.Event.Call;
import io.godwit.protocol.map.Bytes;
import io.godwit.protocol.map.Operation;
import io.godwit.protocol.map.Operation.ReadChanges;
import io.godwit.protocol.map.Result;
import io.godwit.protocol.map.Result.Changes;
import io.godwit.protocol.map.Result.Forgotten;
import io.godwit.protocol.map.Result.Scanned;
import io.godwit.protocol.map.StreamPosition;
import io.godwit.protocol.quorum.data.DataState;
import io.godwit.protocol.quorum.data.Replica;
import io.godwit.protocol.quorum.data.log.Log;
import io.godwit.protocol.quorum.data.log.LogEntry;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/**
 * Readers of changes: what the actions of {@code spec/quorum/ChangeStream.tla} mean as calls. What a reader knows is taken from the
 * answers of the engine. In the specification logs stay whole, and what is forgotten is counted; the engine is given the rest.
 */
final class StreamActions {
    static final String READER = "reader[p].state: who reads, and when";
    static final String FORGETS = "forgets < MaxForgets";
    static final String DECLARES = "Declares";

    private static final long CLIENT = 2_000;
    /** Estimated size of an entry without bytes. */
    private static final long ENTRY_BYTES = 256;

    private final DataClusterState clusterState;
    private final DataStateCodec codec;
    private final Constants constants;
    private final SpecActions<DataState> actions;
    private final ValueTable values;
    private final ValueUpdates patches;
    private final int reader;
    private final int story;
    private final int kept;
    private final int forgets;
    private final int log;
    private final Trials.Counter counter;
    private final Trials<DataState, Call, Call> reads;
    private final Map<Call, Call> calls = new HashMap<>();

    StreamActions(
            Corpus corpus,
            DataClusterState clusterState,
            DataStateCodec codec,
            SpecActions<DataState> actions,
            Trials.Counter counter) {
        this.clusterState = clusterState;
        this.codec = codec;
        this.actions = actions;
        this.counter = counter;
        constants = new Constants(corpus);
        values = corpus.values();
        patches = new ValueUpdates(values);
        reader = corpus.variable("reader");
        story = corpus.variable("story");
        kept = corpus.variable("kept");
        forgets = corpus.variable("forgets");
        log = corpus.variable("log");
        Action<DataState> read = actions.of("quorum/ChangeStream!ReadChanges");
        reads = new Trials<>(counter, read.method(), read::take, it -> it);
    }

    /** Does a model have readers? */
    static boolean in(Corpus corpus) {
        return corpus.variables().contains("reader");
    }

    /** An action of readers, or of members with regard to them. */
    Offerer offerer(Instance instance, int n, int p) {
        return switch (instance.action()) {
            case "ReadChanges" -> offers -> read(n, p, Changes.class, offers);
            case "TellGap" -> offers -> read(n, p, Forgotten.class, offers);
            case "StartScan" -> startScan(n, p, instance.number(values, 2));
            case "AnswerScan" -> answerScan(n, p, instance.number(values, 2));
            case "Forget" -> offers -> forget(n, p, instance.number(values, 2), offers);
            default -> throw new IllegalArgumentException("no binding for " + instance.name());
        };
    }

    /** A declaration, in models that have them. */
    Offerer ifDeclared(Offerer declaration) {
        return declaration.when(DECLARES, () -> constants.truth("Declares"));
    }

    // What the variables say

    private int reader(int p) {
        return values.items(clusterState.value(reader))[p];
    }

    private int number(int p, String field) {
        return values.number(values.field(reader(p), field));
    }

    private boolean is(int p, String state) {
        return values.text(values.field(reader(p), "state")).equals(state);
    }

    private int kept(int[] ids, int n, int p) {
        return values.number(values.items(values.items(ids[kept])[n])[p]);
    }

    private int[] entries(int[] ids, int n, int p) {
        return values.items(values.items(values.items(ids[log])[n])[p]);
    }

    private StreamPosition position(int p) {
        return new StreamPosition(
                number(p, "at"),
                DataStateCodec.version(number(p, "taken")).toLong(),
                DataStateCodec.version(number(p, "shown")).toLong());
    }

    // Offering

    /** Reads with each bound of the answer that may make a difference. */
    private void read(int n, int p, Class<? extends Result> kind, Offers offers) {
        if (!is(p, "open")) {
            offers.ruledOut(READER);
            return;
        }
        int most = kind == Forgotten.class ? 1 : constants.number("MaxWrites");
        for (int entries = 1; entries <= most; entries++) {
            Operation operation = new ReadChanges(Bytes.EMPTY, position(p), entries * ENTRY_BYTES);
            Call call = calls.computeIfAbsent(new Call(CLIENT, DataStateCodec.CALL, p, operation), it -> it);
            read(n, p, call, kind, offers);
        }
    }

    private void read(int n, int p, Call call, Class<? extends Result> kind, Offers offers) {
        Trials.Trial<DataState, Call> trial = reads.of(call);
        DataState state = clusterState.member(n);
        TrialResult result = new ReplayedState<>(forgetful(state, n, p)).result(trial, codec);
        if (!result.accepted()) {
            offers.refused(trial.by(), call, result.guard(), result.stutter());
            return;
        }
        Command.Answer answer = (Command.Answer) result.commands().get(0);
        if (!kind.isInstance(answer.result())) {
            offers.refused(trial.by(), call, "another answer", true);
        } else if (answer.result() instanceof Changes changes && changes.next().equals(position(p))) {
            offers.refused(trial.by(), call, "nothing new", true);
        } else {
            int[] after = clusterState.copy();
            take(state, answer, after);
            offers.accepted(trial.by(), call, after);
        }
    }

    /** A member that has forgotten its older entries. */
    private DataState forgetful(DataState state, int n, int p) {
        Replica replica = state.replica(p);
        int oldest = kept(clusterState.copy(), n, p);
        return oldest == 1
                ? state
                : state.with(
                        p, replica.withLog(replica.log().keeping(replica.log().length() - oldest + 1)));
    }

    private Offerer startScan(int n, int p, int r) {
        Action<DataState> start = actions.of("quorum/ChangeStream!StartScan");
        Call call = new Call(DataStateCodec.reader(r), DataStateCodec.CALL, p, DataStateCodec.scan());
        Trials.Trial<DataState, Call> trial = reads(start).of(call);
        return offers -> {
            boolean next = clusterState.read(r - 1).equals("idle")
                    && (r == 1 || !clusterState.read(r - 2).equals("idle"));
            if (next && is(p, "gap")) {
                clusterState.offer(n, trial, new Scanning(offers, p, r));
            } else {
                offers.ruledOut(READER);
            }
        };
    }

    private Trials<DataState, Call, Call> reads(Action<DataState> action) {
        return new Trials<>(counter, action.method(), action::take, it -> it);
    }

    private Offerer answerScan(int n, int p, int r) {
        Action<DataState> answer = actions.of("quorum/ChangeStream!AnswerScan");
        Trials.Trial<DataState, Long> trial = new Trials<DataState, Long, Long>(
                        counter, answer.method(), (state, it) -> answer.take(state, p, it), it -> it)
                .of(DataStateCodec.reader(r));
        return offers -> {
            if (is(p, "scan") && number(p, "read") == r) {
                clusterState.offer(n, trial, offers);
            } else {
                offers.ruledOut(READER);
            }
        };
    }

    private void forget(int n, int p, int k, Offers offers) {
        int[] after = clusterState.copy();
        int length = entries(after, n, p).length;
        int count = values.number(after[forgets]);
        if (!clusterState.status(n).equals("up")
                || count >= constants.number("MaxForgets")
                || k > length
                || k <= kept(after, n, p)) {
            offers.ruledOut(FORGETS);
            return;
        }
        keep(after, n, p, k);
        after[forgets] = values.ofNumber(count + 1);
        offers.accepted(null, "entries are forgotten", after);
    }

    private void keep(int[] after, int n, int p, int oldest) {
        int own = patches.with(values.items(after[kept])[n], p, values.ofNumber(oldest));
        after[kept] = patches.with(after[kept], n, own);
    }

    // What an accepted event changes

    /** A log that another one has replaced is a whole one ({@code Unread}). */
    void replaced(int n, int[] before, int[] after) {
        for (int p = 0; p < codec.partitions().partitions(); p++) {
            int[] old = entries(before, n, p);
            int[] now = entries(after, n, p);
            if (now.length < old.length || !Arrays.equals(old, Arrays.copyOf(now, old.length))) {
                keep(after, n, p, 1);
            }
        }
    }

    /** What a reader knows by an answer of a member. */
    void take(DataState state, Command command, int[] after) {
        if (!(command instanceof Command.Answer answer) || answer.basis() == null) {
            return;
        }
        int p = answer.basis().partition();
        Log log = state.replica(p).log();
        if (answer.result() instanceof Forgotten) {
            set(after, p, "state", values.ofText("gap"));
        } else if (answer.result() instanceof Changes changes) {
            set(after, p, changes.next());
            int[] shown = changes.writes().stream()
                    .mapToInt(write -> entry(log, write.index(), write.operation()))
                    .toArray();
            int[] before = values.items(values.items(after[story])[p]);
            int[] longer = Arrays.copyOf(before, before.length + shown.length);
            System.arraycopy(shown, 0, longer, before.length, shown.length);
            after[story] = patches.with(after[story], p, values.ofSequence(longer, -1));
        } else if (answer.result() instanceof Scanned scanned) {
            set(after, p, scanned.position());
            set(after, p, "state", values.ofText("open"));
            set(after, p, "read", values.ofNumber(0));
            List<LogEntry> found = log.entries(1, scanned.position().index());
            after[story] = patches.with(
                    after[story],
                    p,
                    values.ofSequence(found.stream().mapToInt(codec::entryId).toArray(), -1));
        }
    }

    private int entry(Log log, int position, Operation write) {
        LogEntry entry = log.entries(position, position).get(0);
        return codec.entryId(new LogEntry(entry.epoch(), entry.client(), entry.call(), write));
    }

    private void set(int[] after, int p, StreamPosition position) {
        set(after, p, "at", values.ofNumber(position.index()));
        set(after, p, "taken", values.ofNumber((int) position.taken()));
        set(after, p, "shown", values.ofNumber((int) position.shown()));
    }

    private void set(int[] after, int p, String field, int value) {
        int own = values.items(after[reader])[p];
        int at = values.shape(own).fields().indexOf(field);
        after[reader] = patches.with(after[reader], p, patches.with(own, at, value));
    }

    /** The reader waits for a scan. */
    private final class Scanning implements Offers {
        private final Offers offers;
        private final int partition;
        private final int read;

        Scanning(Offers offers, int partition, int read) {
            this.offers = offers;
            this.partition = partition;
            this.read = read;
        }

        @Override
        public void accepted(Method by, Object event, int[] after, Supplier<List<Difference>> engineOnly) {
            int[] scanning = after.clone();
            set(scanning, partition, "state", values.ofText("scan"));
            set(scanning, partition, "read", values.ofNumber(read));
            offers.accepted(by, event, scanning, engineOnly);
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
