package io.godwit.conformance.classic;

import static io.godwit.conformance.replay.RecordCodec.Field.field;

import io.godwit.conformance.corpus.Corpus;
import io.godwit.conformance.corpus.ValueTable;
import io.godwit.conformance.corpus.ValueTable.Shape;
import io.godwit.conformance.replay.Codec;
import io.godwit.conformance.replay.Constants;
import io.godwit.conformance.replay.MessageCodec;
import io.godwit.conformance.replay.RecordCodec;
import io.godwit.protocol.ClusterState;
import io.godwit.protocol.MemberSet;
import io.godwit.protocol.Members;
import io.godwit.protocol.classic.ClassicSettings;
import io.godwit.protocol.classic.ClassicState;
import io.godwit.protocol.classic.ControlMessage;
import io.godwit.protocol.classic.MasterPhase;
import io.godwit.protocol.classic.ProcessStatus;
import io.godwit.protocol.classic.data.Migration;
import io.godwit.protocol.classic.data.PartitionEntry;
import io.godwit.protocol.classic.data.PartitionMap;
import io.godwit.protocol.classic.data.PartitionTable;
import io.godwit.protocol.classic.data.StateChange;
import io.godwit.protocol.classic.data.StateChangeProgress;
import io.godwit.protocol.classic.data.StateTransition;
import io.godwit.protocol.classic.data.TableStamp;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Members and messages of {@code ClusterStateChange} as the engine's. */
final class ClusterStateCodec {
    private static final StateChange NO_CHANGE = new StateChange(0, Members.NONE, null, MemberSet.of());

    private final ValueTable values;
    private final ClassicSettings settings;
    private final boolean replicasToo;
    private final boolean byVersion;
    private final Codec<PartitionTable> tables;
    private final Codec<MemberSet> members;
    private final Codec<ClusterState> states;
    private final Codec<Optional<StateChange>> changes;
    private final Codec<Optional<StateChangeProgress>> progress;
    private final MessageCodec<ControlMessage> messages;
    private final Map<Long, Integer> compared = new HashMap<>();
    private final int noMigration;

    ClusterStateCodec(Corpus corpus, Constants constants) {
        values = corpus.values();
        settings = new ClassicSettings(constants.numbers("Partitions").size(), 1, 1, 1);
        replicasToo = constants.truth("StampHashesReplicas");
        byVersion = constants.truth("GlobalVersion");
        tables = OwnerTables.codec(values);
        Codec<Integer> numbers = Codec.numbers(values);
        members = numbers.sets(values, MemberSet::of, set -> set.stream().boxed());
        states = Codec.of(
                id -> ClusterState.valueOf(values.text(id)), (ClusterState state) -> values.ofText(state.name()));
        Codec<StateChange> change = new RecordCodec<>(
                values,
                StateChange.class,
                field("id", numbers),
                field("by", numbers),
                field("to", states.orElse(values.ofText("-"))),
                field("members", members));
        int noChange = change.encode(NO_CHANGE);
        changes = optional(change.orElse(noChange));
        Codec<StateChangeProgress> under = new RecordCodec<>(
                values,
                StateChangeProgress.class,
                field(
                        "stage",
                        Codec.words(values, StateChangeProgress.Stage.class).orElse(values.ofText("none"))),
                field("tx", change.orElse(noChange)),
                field("waiting", members));
        progress = optional(under.orElse(under.encode(new StateChangeProgress(null, null, MemberSet.of()))));
        noMigration = record(Map.of("id", 0, "p", 0, "dst", 0, "from", 0));
        messages = new MessageCodec<ControlMessage>(values)
                .field("tx", change, noChange)
                .field(
                        "table",
                        Codec.of(this::comparedOf, this::idOf),
                        table(PartitionTable.empty(settings.partitions(), 1)))
                .field("mig", numbers, noMigration)
                .field("ok", Codec.truths(values), values.ofTruth(false))
                .with(ControlMessage.StatePrepare.class, "tx", "table")
                .with(ControlMessage.StatePrepareReply.class, "tx", "ok")
                .with(ControlMessage.StateDecision.class, "tx")
                .with(ControlMessage.StateDecisionReply.class, "tx")
                .with(ControlMessage.StateCommit.class, "tx")
                .with(ControlMessage.StateCommitReply.class, "tx")
                .with(ControlMessage.StateRollback.class, "tx")
                .with(ControlMessage.StateResolve.class, "tx");
    }

    private static <T> Codec<Optional<T>> optional(Codec<T> orNone) {
        return Codec.of(
                id -> Optional.ofNullable(orNone.decode(id)), (Optional<T> it) -> orNone.encode(it.orElse(null)));
    }

    MessageCodec<ControlMessage> messages() {
        return messages;
    }

    Codec<MemberSet> members() {
        return members;
    }

    int noMigration() {
        return noMigration;
    }

    /** A record of numbers. */
    int record(Map<String, Integer> numbers) {
        Shape shape = new Shape(numbers.keySet().stream().sorted().toList(), List.of());
        int[] items = shape.fields().stream()
                .mapToInt(name -> values.ofNumber(numbers.get(name)))
                .toArray();
        return values.ofShape(shape, items, -1);
    }

    /** A table of both sides, where each partition has an owner and nobody else. */
    PartitionTable table(int id) {
        return tables.decode(id);
    }

    int table(PartitionTable table) {
        return tables.encode(table);
    }

    /** The engine's number for a value of {@code Compared}. */
    private long comparedOf(int id) {
        PartitionTable table = table(id);
        long number = byVersion
                ? table.greatestVersion()
                : TableStamp.of(table, replicasToo).value();
        compared.put(number, id);
        return number;
    }

    private int idOf(long number) {
        Integer known = compared.get(number);
        return known != null ? known : values.ofText("compared " + Long.toHexString(number));
    }

    /**
     * {@code Compared}: in the specification a stamp is what is hashed, the table, without owners as published. A version is
     * that of all partitions.
     */
    private int compared(PartitionTable table) {
        return table(
                replicasToo && !byVersion
                        ? table
                        : PartitionTable.of(
                                table.size(),
                                p -> PartitionEntry.of(
                                        byVersion ? table.greatestVersion() : table.version(p), Members.NONE)));
    }

    /** A member that runs. */
    ClassicState member(int self, boolean leads, int view, int table, int active, Transition transition) {
        PartitionTable its = table(table);
        comparedOf(compared(its));
        MemberSet seen = members.decode(view);
        boolean claims = seen.oldest() == self;
        return ClassicState.off(self, settings)
                .but()
                .life(ProcessStatus.UP)
                .view(seen)
                .master(leads ? self : claims ? Members.NONE : seen.oldest())
                .duty(leads ? MasterPhase.READY : MasterPhase.NONE)
                .table(its)
                .stamp(TableStamp.of(its, replicasToo))
                .active(
                        active == noMigration
                                ? PartitionMap.empty()
                                : PartitionMap.<Migration>empty().with(0, someMigration()))
                .transition(new StateTransition(
                        states.decode(transition.state()),
                        changes.decode(transition.lock()),
                        progress.decode(transition.change()),
                        changes.decode(transition.record()),
                        0))
                .done();
    }

    /** The engine asks only whether there is one. */
    private static Migration someMigration() {
        int none = Migration.NO_SLOT;
        return new Migration(1, 0, 1, 1, 1, 1, 0, none, none, 0, 0, 1, Migration.Status.ACTIVE);
    }

    /** What a member knows of the cluster's state, as values of the four variables. */
    record Transition(int state, int lock, int change, int record) {}

    Transition transition(StateTransition transition) {
        return new Transition(
                states.encode(transition.state()),
                changes.encode(transition.lock()),
                progress.encode(transition.progress()),
                changes.encode(transition.decision()));
    }

    /** The neutral message, with a few fields. */
    private int message(String type, int from, int to, Map<String, Integer> fields) {
        int neutral = messages.encode(
                values.ofNumber(from), values.ofNumber(to), new ControlMessage.StateRollback(NO_CHANGE));
        Shape shape = values.shape(neutral);
        int[] items = values.items(neutral).clone();
        items[shape.fields().indexOf("type")] = values.ofText(type);
        fields.forEach((field, value) -> items[shape.fields().indexOf(field)] = value);
        return values.ofShape(shape, items, -1);
    }

    int tableMessage(int from, int to, PartitionTable table) {
        return message("PartitionState", from, to, Map.of("table", table(table)));
    }

    int migrationMessage(String type, int from, int to, int migration, boolean ok) {
        return message(type, from, to, Map.of("mig", migration, "ok", values.ofTruth(ok)));
    }
}
