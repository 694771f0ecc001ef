package io.godwit.tracecheck;

import io.godwit.tracecheck.Difference.LogSuffix;
import io.godwit.tracecheck.ReadNumbers.Read;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Supplier;
import tlc2.tool.TLCState;
import tlc2.value.impl.Value;

/**
 * The logs, writes and reads of one partition, which grow with a run. TLC is given the part of them that a step involves: the end of one
 * member's log, from as far back as the step looks, and the write or the read that it is about. What is before that end is left out, and
 * positions are counted from there. Guards compare positions with each other, so that none can tell; those that do not
 * (an entry that the log has, an acknowledgement of 0 entries) get a window that begins early enough.
 *
 * <p>No action asks for another member's log, for what took effect ({@code contents}) or for what reads may return ({@code seen}): others'
 * logs are empty in the state, and so are those two.
 *
 * <p>Elsewhere positions are counted from the beginning of the logs, and the log in a Sync is the number of a node of the {@link LogTree}.
 */
final class StepWindow implements StateView {
    /** So many entries at the end of a log are shown to people. */
    static final int SHOWN = 64;

    private static final Value IDLE = V.record("state", V.text("idle"), "part", V.number(0));
    private static final Value PENDING = V.record("state", V.text("pending"), "part", V.number(1));
    private static final Value DONE = V.record("state", V.text("done"), "part", V.number(1));
    private static final Value DONE_READ = V.with(FirstState.IDLE_READ, "state", V.text("done"));

    private final LogTree tree = new LogTree();
    private final ReadNumbers reads = new ReadNumbers();
    private final Value noLogs;
    private final Map<Integer, Integer> logs = new HashMap<>();
    private final BitSet begun = new BitSet();
    private final BitSet done = new BitSet();
    /** The entries on which an answer has depended. */
    private int effect = LogTree.EMPTY;

    private int member;
    private int mine;
    private int base;
    private int[] targets = {};
    private final Set<Integer> writes = new HashSet<>();
    private Read read;

    /** All logs are empty. */
    StepWindow(Collection<Integer> members) {
        Map<Integer, Value> empty = new TreeMap<>();
        members.forEach(it -> empty.put(it, V.single(V.EMPTY_SEQUENCE)));
        this.noLogs = V.function(empty);
    }

    /** The reads of the partition. */
    ReadNumbers reads() {
        return reads;
    }

    /** How long a member's log is. */
    int length(int of) {
        return tree.length(log(of));
    }

    /** A member's log, as a node of the tree. */
    int log(int of) {
        return logs.getOrDefault(of, LogTree.EMPTY);
    }

    /** Gives a member another log. */
    void set(int of, int log) {
        logs.put(of, log);
    }

    /** How many entries a log has. */
    int lengthOf(int log) {
        return tree.length(log);
    }

    /** Where a write stands in a member's log, from 1; 0 if it is not there. */
    int position(int of, int write) {
        return tree.position(log(of), write);
    }

    /** Whether a write was answered. */
    boolean isDone(int write) {
        return done.get(write);
    }

    /** The next step involves no log, no write and no read. */
    void closed() {
        open(0, 0);
    }

    /** The next step is this member's; of its log it asks for the length and for the last entry. */
    void open(int of) {
        open(of, length(of) - 1);
    }

    private void open(int of, int from) {
        member = of;
        mine = log(of);
        base = Math.max(0, from);
        targets = new int[0];
        writes.clear();
        read = null;
    }

    /** The log of the step's member may be replaced by one of these, with all that came before. */
    void mayBecome(int... nodes) {
        targets = nodes;
        base = Math.max(0, Arrays.stream(nodes).map(tree::length).min().orElse(tree.length(mine)) - 1);
    }

    /** The log in a Sync. */
    static int sent(Value sync) {
        return V.number(V.items(V.field(sync, "log"))[0]);
    }

    /** Can nobody take a message any more who has activated a version? */
    static boolean isOver(Value message, int epoch) {
        int sent = V.number(V.field(message, "epoch"));
        return switch (type(message)) {
            case "Append" -> sent < epoch;
            case "Sync" -> sent <= epoch;
            default -> false;
        };
    }

    /** The next step looks at what is behind this position. */
    void from(int position) {
        base = Math.max(0, Math.min(base, position));
    }

    /** The next step is about a write. */
    void about(int write) {
        writes.add(write);
    }

    /** The next step is about a read. */
    void about(Read it) {
        read = it;
        if (it.hasBegun()) {
            from(it.seen() - 1);
        }
    }

    @Override
    public TLCState given(TLCState state) {
        TLCState given = SpecTool.with(
                state, "log", member == 0 ? noLogs : V.replaced(noLogs, member, V.single(entries(mine, base))));
        Map<Integer, Value> someWrites = new TreeMap<>(Map.of(1, DONE));
        writes.forEach(it -> someWrites.put(it, done.get(it) ? DONE : begun.get(it) ? PENDING : IDLE));
        Map<Integer, Value> someReads = new TreeMap<>(Map.of(1, DONE_READ));
        Map<Integer, Value> seen = new TreeMap<>(Map.of(1, V.EMPTY_SET));
        if (read != null) {
            someReads.put(read.number, read.hasBegun() ? moved(read.state(), -base) : read.state());
            seen.put(read.number, V.EMPTY_SET);
        }
        given = SpecTool.with(given, "writes", V.numbered(someWrites));
        given = SpecTool.with(given, "reads", V.numbered(someReads));
        return SpecTool.with(given, "seen", V.numbered(seen));
    }

    @Override
    public TLCState kept(TLCState next) {
        keep(next);
        return empty(next);
    }

    /** The state without what TLC is given of logs, writes and reads. */
    TLCState empty(TLCState state) {
        TLCState rest = SpecTool.with(state, "log", noLogs);
        for (String name : List.of("writes", "reads", "seen")) {
            rest = SpecTool.with(rest, name, V.EMPTY_SEQUENCE);
        }
        return SpecTool.with(rest, "contents", V.single(V.EMPTY_SEQUENCE));
    }

    private void keep(TLCState next) {
        if (member == 0) {
            return;
        }
        int before = mine;
        mine = node(of(next));
        logs.put(member, mine);
        for (int write : writes) {
            Value state = V.field(V.at(SpecTool.value(next, "writes"), V.number(write)), "state");
            begun.set(write, !state.equals(V.text("idle")));
            done.set(write, state.equals(V.text("done")));
        }
        if (read != null) {
            read.state(moved(V.at(SpecTool.value(next, "reads"), V.number(read.number)), base));
        }
        int took = V.items(V.at(SpecTool.value(next, "contents"), V.number(1))).length;
        if (took > 0 && base + took > tree.length(effect)) {
            effect = tree.prefix(before, base + took);
        }
    }

    @Override
    public Value given(Value message) {
        return switch (type(message)) {
            case "Append", "Ack" -> moved(message, -base);
            case "Sync" -> V.with(moved(message, -base), "log", entries(sent(message), base));
            default -> message;
        };
    }

    @Override
    public Value kept(Value message) {
        return switch (type(message)) {
            case "Append", "Ack" -> moved(message, base);
            case "Sync" -> V.with(moved(message, base), "log", V.sequence(V.number(node(V.field(message, "log")))));
            default -> message;
        };
    }

    /** A message or a read with another number of entries. */
    private static Value moved(Value counted, int by) {
        return by == 0 ? counted : V.with(counted, "num", V.number(V.number(V.field(counted, "num")) + by));
    }

    /** What kind of message it is. */
    static String type(Value message) {
        return V.field(message, "type").toString().replace("\"", "");
    }

    /** What TLC is given of a log. */
    Value end(int log) {
        return entries(log, base);
    }

    /** What has to come out of a step that makes this log the member's. */
    LogSuffix suffix(int log) {
        return new LogSuffix(tree.length(log), List.of(V.items(end(log))));
    }

    private Value entries(int log, int from) {
        return V.sequence(
                Arrays.stream(tree.after(log, from)).mapToObj(this::entry).toArray(Value[]::new));
    }

    private Value entry(int node) {
        return V.record("epoch", V.number(tree.epoch(node)), "op", V.number(tree.op(node)));
    }

    private Value of(TLCState next) {
        return V.at(V.at(SpecTool.value(next, "log"), V.member(member)), V.number(1));
    }

    /** The log of which TLC has what is behind the base. */
    private int node(Value log) {
        Value[] found = V.items(log);
        Value[] before = V.items(entries(mine, base));
        if (Arrays.equals(found, before)) {
            return mine;
        }
        for (int target : targets) {
            if (Arrays.equals(found, V.items(entries(target, base)))) {
                return target;
            }
        }
        if (found.length == 0) {
            return LogTree.EMPTY;
        }
        if (found.length < before.length || !Arrays.equals(before, 0, before.length, found, 0, before.length)) {
            throw new IllegalStateException("a step has made another log of " + before.length + " entries");
        }
        int node = mine;
        for (int i = before.length; i < found.length; i++) {
            node = tree.append(node, V.number(V.field(found[i], "epoch")), V.number(V.field(found[i], "op")));
        }
        return node;
    }

    /** What has to come out of a step, with the log of the step's member. */
    final class LogExpected extends Plane.Expected {
        private final LogSuffix log;

        /** With a log that has not changed, if it is null. */
        LogExpected(int member, LogSuffix log) {
            super(member);
            this.log = log;
        }

        @Override
        List<String> differences(TLCState next) {
            List<String> differences = super.differences(next);
            Value[] found = V.items(of(next));
            Value[] before = V.items(end(mine));
            int length = found.length == 0 && before.length > 0 ? 0 : base + found.length;
            if (log != null) {
                log.differences("log", length, found, differences);
            } else if (!Arrays.equals(found, before)) {
                suffix(mine).differences("log", length, found, differences);
            }
            return differences;
        }
    }

    /** Of each log the last entries. A write counts as done when it has taken effect; reads are those of the end. */
    @Override
    public Supplier<TLCState> picture(TLCState state) {
        Map<Integer, Integer> logsNow = Map.copyOf(logs);
        int effectNow = effect;
        return () -> picture(state, logsNow, effectNow);
    }

    private TLCState picture(TLCState state, Map<Integer, Integer> someLogs, int took) {
        Value ends = noLogs;
        Map<Integer, Value> states = new TreeMap<>();
        for (Map.Entry<Integer, Integer> it : someLogs.entrySet()) {
            ends = V.replaced(ends, it.getKey(), V.single(last(it.getValue())));
            for (int node : tree.after(it.getValue(), tree.length(it.getValue()) - SHOWN)) {
                states.put(tree.op(node), tree.position(took, tree.op(node)) > 0 ? DONE : PENDING);
            }
        }
        TLCState shown = SpecTool.with(state, "log", ends);
        shown = SpecTool.with(shown, "writes", V.numbered(states));
        shown = SpecTool.with(shown, "reads", V.numbered(reads.states()));
        return SpecTool.with(shown, "contents", V.single(last(took)));
    }

    @Override
    public Value picture(Value message) {
        return type(message).equals("Sync") ? V.with(message, "log", last(sent(message))) : message;
    }

    private Value last(int log) {
        return entries(log, Math.max(0, tree.length(log) - SHOWN));
    }
}
