package io.godwit.conformance.quorum;

import io.godwit.conformance.corpus.Corpus;
import io.godwit.conformance.corpus.ValueTable;
import io.godwit.conformance.corpus.ValueTable.Shape;
import io.godwit.conformance.quorum.RegisterCodec.ConfigurationCodec;
import io.godwit.conformance.replay.Codec;
import io.godwit.conformance.replay.ReplayedState;
import io.godwit.protocol.Command;
import io.godwit.protocol.MemberSet;
import io.godwit.protocol.PartitionVector;
import io.godwit.protocol.Step;
import io.godwit.protocol.map.Bytes;
import io.godwit.protocol.map.Operation;
import io.godwit.protocol.map.Result.Done;
import io.godwit.protocol.map.Result.Scanned;
import io.godwit.protocol.quorum.data.DataState;
import io.godwit.protocol.quorum.data.PendingCall;
import io.godwit.protocol.quorum.data.PendingCall.ForRead;
import io.godwit.protocol.quorum.data.PendingCall.ForWrite;
import io.godwit.protocol.quorum.data.PrimaryState;
import io.godwit.protocol.quorum.data.Replica;
import io.godwit.protocol.quorum.data.Status;
import io.godwit.protocol.quorum.data.log.Log;
import io.godwit.protocol.quorum.data.log.LogEntry;
import io.godwit.protocol.quorum.data.message.DataMessage;
import io.godwit.protocol.quorum.data.message.DataMessage.Probe;
import io.godwit.protocol.quorum.table.Configuration;
import io.godwit.protocol.quorum.table.Entry;
import io.godwit.protocol.quorum.table.Version;
import io.godwit.protocol.quorum.table.View;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * States of the data plane of both sides. A version of the specification, which is an index, is the version with that number
 * in term 0. Write {@code w} is the only call of client {@code w}, and overwrites the only key with {@code w}; read {@code r} is
 * the only call of another client.
 */
final class DataStateCodec implements ReplayedState.Encoder<DataState> {
    private static final List<String> ALWAYS = List.of("status", "view", "log", "waits");
    private static final String RESUMED = "resumed";

    static final long CALL = 1;
    private static final long KEY = 1;
    private static final long READERS = 1000;
    private static final Shape VIEW = new Shape(List.of("config", "version"), List.of());
    private static final Shape ENTRY = new Shape(List.of("epoch", "op"), List.of());
    private static final Shape WRITE = new Shape(List.of("part", "state"), List.of());
    private static final Shape READ = new Shape(List.of("at", "epoch", "num", "part", "state", "value"), List.of());

    private final ValueTable values;
    private final QuorumMembers members;
    private final Codec<Configuration> configurations;
    private final RegisterCodec registers;
    private final DataMessages messages;
    private final int writes;
    private final int reads;
    private final int copies;
    private final List<String> variables;
    /** Whether reads are scans. */
    private final boolean scans;
    /** Of a model that has leases; null in others. */
    private final LeaseCodec leases;

    private final Map<Integer, View> views = new HashMap<>();
    private final Map<Integer, Log> logs = new HashMap<>();

    DataStateCodec(Corpus corpus, int copies) {
        this.copies = copies;
        values = corpus.values();
        members = new QuorumMembers(values);
        configurations = new ConfigurationCodec(values, members).cached();
        int pattern = values.items(corpus.states().value(0, corpus.variable("view")))[0];
        registers = new RegisterCodec(values, members, configurations, pattern);
        messages = new DataMessages(values, this);
        writes = corpus.variable("writes");
        reads = corpus.variable("reads");
        variables = new ArrayList<>(ALWAYS);
        if (corpus.variables().contains(RESUMED)) {
            variables.add(RESUMED);
        }
        scans = StreamActions.in(corpus);
        leases = LeaseCodec.in(corpus) ? new LeaseCodec(corpus, members) : null;
        if (leases != null) {
            variables.add(LeaseCodec.PROMISED);
        }
    }

    /** The times of read leases; null in models without. */
    LeaseCodec leases() {
        return leases;
    }

    /** The variables that a member has a part of. */
    List<String> variables() {
        return variables;
    }

    QuorumMembers members() {
        return members;
    }

    Codec<Configuration> configurations() {
        return configurations;
    }

    RegisterCodec partitions() {
        return registers;
    }

    DataMessages messages() {
        return messages;
    }

    static Version version(int index) {
        return index == 0 ? Version.NONE : new Version(0, index);
    }

    /** The client of read number {@code r}. */
    static long reader(int r) {
        return READERS + r;
    }

    static Operation get() {
        return new Operation.Get(KEY);
    }

    /** A scan of numbers, which finds where the log ends. */
    static Operation scan() {
        return new Operation.Scan(Bytes.EMPTY, null, 0);
    }

    static Operation put(int write) {
        return new Operation.Put(KEY, write);
    }

    /** An entry of the table: the configuration that is decided at an index. */
    Entry decided(int index, int configuration) {
        return new Entry(new Version(0, index), new Version(0, index - 1), configurations.decode(configuration));
    }

    View view(int value) {
        return views.computeIfAbsent(value, it -> {
            int version = values.number(values.field(it, "version"));
            return version == 0
                    ? View.NONE
                    : new View(version(version), configurations.decode(values.field(it, "config")));
        });
    }

    int viewId(View view) {
        int[] items = {
            configurations.encode(view.configuration()),
            values.ofNumber(view.version().number())
        };
        return values.ofShape(VIEW, items, -1);
    }

    Log log(int value) {
        Log known = logs.get(value);
        if (known == null) {
            List<LogEntry> entries = new ArrayList<>();
            for (int item : values.items(value)) {
                int write = values.number(values.field(item, "op"));
                Version epoch = version(values.number(values.field(item, "epoch")));
                entries.add(new LogEntry(epoch, write, CALL, put(write)));
            }
            known = Log.of(entries);
            logs.put(value, known);
        }
        return known;
    }

    int logId(Log log) {
        return values.ofSequence(log.entries().stream().mapToInt(this::entryId).toArray(), -1);
    }

    int entryId(LogEntry entry) {
        if (entry.call() != CALL || !entry.operation().equals(put((int) entry.client()))) {
            return values.ofText(entry.toString());
        }
        int[] items = {values.ofNumber(entry.epoch().number()), values.ofNumber((int) entry.client())};
        return values.ofShape(ENTRY, items, -1);
    }

    /**
     * A member's state, to which no answer was delivered yet.
     *
     * @param parts the member's part of each variable
     * @param writeStates the variable {@code writes}
     * @param readStates the variable {@code reads}
     * @param requests the variable {@code requests}, and
     * @param history the variable {@code history}, where there are leases
     */
    DataState decode(int self, int[] parts, int writeStates, int readStates, int requests, int history) {
        int[] views = values.items(parts[1]);
        int[] theirLogs = values.items(parts[2]);
        int[] waits = values.items(parts[3]);
        PartitionVector<Replica> replicas = PartitionVector.of(views.length, p -> {
            View view = view(views[p]);
            Log log = log(theirLogs[p]);
            boolean resumed = variables.contains(RESUMED) && isIn(registers.partitionValue(p), parts[ALWAYS.size()]);
            Replica replica = new Replica(view, log, members.sets().decode(waits[p]), PrimaryState.NONE, resumed);
            if (leases != null) {
                int left = values.items(parts[ALWAYS.size()])[p];
                replica = replica.withLeases(leases.decode(self, left, requests, values.items(history)[p]));
            }
            return replica.isPrimary(self)
                    ? replica.withPrimaryState(calls(self, p, view, log, theirLogs[p], writeStates, readStates))
                    : replica;
        });
        Status status = Status.valueOf(values.text(parts[0]).toUpperCase(Locale.ROOT));
        DataState state = new DataState(self, status, copies, replicas);
        return leases == null ? state : leases.timed(state);
    }

    private boolean isIn(int element, int set) {
        return Arrays.binarySearch(values.items(set), element) >= 0;
    }

    /** The calls that wait at a primary: pending writes that are in its log, and reads that it has started under its version. */
    private PrimaryState calls(int self, int p, View view, Log log, int logValue, int writeStates, int readStates) {
        PrimaryState primaryState = PrimaryState.NONE;
        int[] writeItems = values.items(writeStates);
        for (int i = 0; i < writeItems.length; i++) {
            if (isPendingAt(writeItems[i], p) && log.hasExecuted(i + 1L, CALL)) {
                primaryState = primaryState.waiting(i + 1L, new ForWrite(CALL));
            }
        }
        int[] readItems = values.items(readStates);
        for (int i = 0; i < readItems.length; i++) {
            int read = readItems[i];
            if (isPendingAt(read, p)
                    && members.number(values.field(read, "at")) == self
                    && values.number(values.field(read, "epoch"))
                            == view.version().number()) {
                int[] entries = values.items(logValue);
                int length = values.number(values.field(read, "num"));
                Log seen = log(values.ofSequence(Arrays.copyOf(entries, length), -1));
                primaryState = primaryState.waiting(
                        reader(i + 1), new ForRead(CALL, scans ? scan() : get(), seen, MemberSet.of()));
            }
        }
        return primaryState;
    }

    private boolean isPendingAt(int call, int partition) {
        return values.text(values.field(call, "state")).equals("pending")
                && values.field(call, "part") == registers.partitionValue(partition);
    }

    @Override
    public int[] parts(DataState state) {
        int partitions = state.replicas().size();
        int[] views = new int[partitions];
        int[] theirLogs = new int[partitions];
        int[] waits = new int[partitions];
        for (int p = 0; p < partitions; p++) {
            views[p] = viewId(state.replica(p).view());
            theirLogs[p] = logId(state.replica(p).log());
            waits[p] = members.value(state.replica(p).waits());
        }
        int[] all = {
            values.ofText(state.status().name().toLowerCase(Locale.ROOT)),
            registers.function(views),
            registers.function(theirLogs),
            registers.function(waits),
            leases == null
                    ? resumed(state)
                    : registers.function(IntStream.range(0, partitions)
                            .map(p -> leases.promises(state.replica(p).leases()))
                            .toArray())
        };
        return Arrays.copyOf(all, variables.size());
    }

    private int resumed(DataState state) {
        return values.ofSet(
                IntStream.range(0, state.replicas().size())
                        .filter(p -> state.replica(p).resumed())
                        .map(registers::partitionValue)
                        .toArray(),
                -1);
    }

    @Override
    public int sent(DataState before, Step<DataState> step) {
        List<Integer> ids = leases == null ? new ArrayList<>() : questions(before, step.state());
        for (Command command : step.commands()) {
            if (command instanceof Command.Send send && send.message() instanceof DataMessage message) {
                ids.add(messages.id(step.state(), send.to(), message));
            }
        }
        return values.ofSet(ids.stream().mapToInt(Integer::intValue).toArray(), -1);
    }

    /** What a read asks in the specification. A primary with leases does not ask; there the question may never arrive. */
    private List<Integer> questions(DataState before, DataState after) {
        List<Integer> ids = new ArrayList<>();
        for (int p = 0; p < after.replicas().size(); p++) {
            Replica replica = after.replica(p);
            for (long client : replica.primaryState().calls().keys()) {
                if (replica.primaryState().calls().get(client) instanceof ForRead
                        && before.replica(p).primaryState().calls().get(client) == null) {
                    DataMessage question = new Probe(p, replica.epoch(), client, CALL);
                    MemberSet others = replica.configuration().participants().without(after.self());
                    others.forEach(member -> ids.add(messages.id(after, member, question)));
                }
            }
        }
        return ids;
    }

    /** What clients see: calls that wait now and did not before, and answers. That a read is turned away changes nothing there. */
    @Override
    public int[] effects(DataState before, Step<DataState> step) {
        List<Integer> effects = new ArrayList<>();
        DataState after = step.state();
        for (int p = 0; p < after.replicas().size(); p++) {
            PrimaryState old = before.replica(p).primaryState();
            PrimaryState now = after.replica(p).primaryState();
            for (long client : now.calls().keys()) {
                PendingCall call = now.calls().get(client);
                if (!call.equals(old.calls().get(client))) {
                    started(effects, after, p, client, call);
                }
            }
        }
        if (leases != null) {
            effects.addAll(leases.effects(before, after));
        }
        for (Command command : step.commands()) {
            if (command instanceof Command.Answer answer && answer.result() instanceof Done done) {
                answered(effects, before, answer.client(), done);
            } else if (command instanceof Command.Answer answer && answer.result() instanceof Scanned) {
                answered(effects, before, answer.client(), found(before, answer));
            }
        }
        return effects.stream().mapToInt(Integer::intValue).toArray();
    }

    private void started(List<Integer> effects, DataState state, int p, long client, PendingCall call) {
        if (call instanceof ForRead read && read.confirmed().isEmpty()) {
            int r = (int) (client - READERS);
            effects.addAll(List.of(reads, r - 1, read(state, p, read, "pending", 0)));
        } else if (call instanceof ForWrite) {
            effects.addAll(List.of(writes, (int) client - 1, write(p, "pending")));
        }
    }

    /** What a scan of numbers has found, which its result does not say: the last write. */
    private static Done found(DataState before, Command.Answer answer) {
        Replica replica = before.replica(answer.basis().partition());
        ForRead read = (ForRead) replica.primaryState().calls().get(answer.client());
        return (Done) read.seen().content().read(get());
    }

    private void answered(List<Integer> effects, DataState state, long client, Done done) {
        for (int p = 0; p < state.replicas().size(); p++) {
            PendingCall call = state.replica(p).primaryState().calls().get(client);
            if (call instanceof ForRead read) {
                int r = (int) (client - READERS);
                int value = done.values().isEmpty() ? 0 : done.values().get(0).intValue();
                effects.addAll(List.of(reads, r - 1, read(state, p, read, "done", value)));
            } else if (call instanceof ForWrite) {
                effects.addAll(List.of(writes, (int) client - 1, write(p, "done")));
            }
        }
    }

    private int write(int p, String state) {
        return values.ofShape(WRITE, new int[] {registers.partitionValue(p), values.ofText(state)}, -1);
    }

    private int read(DataState at, int p, ForRead read, String state, int value) {
        int[] items = {
            members.value(at.self()),
            values.ofNumber(at.replica(p).epoch().number()),
            values.ofNumber(read.seen().length()),
            registers.partitionValue(p),
            values.ofText(state),
            values.ofNumber(value)
        };
        return values.ofShape(READ, items, -1);
    }
}
