package io.godwit.conformance.classic;

import static io.godwit.conformance.replay.RecordCodec.Field.field;

import io.godwit.conformance.corpus.Corpus;
import io.godwit.conformance.corpus.ValueTable;
import io.godwit.conformance.replay.Codec;
import io.godwit.conformance.replay.Constants;
import io.godwit.conformance.replay.RecordCodec;
import io.godwit.conformance.replay.ReplayedState;
import io.godwit.conformance.replay.StampCodec;
import io.godwit.protocol.Command;
import io.godwit.protocol.MemberSet;
import io.godwit.protocol.Members;
import io.godwit.protocol.PartitionVector;
import io.godwit.protocol.Step;
import io.godwit.protocol.classic.ClassicSettings;
import io.godwit.protocol.classic.ClassicState;
import io.godwit.protocol.classic.DataMessage;
import io.godwit.protocol.classic.MasterPhase;
import io.godwit.protocol.classic.ProcessStatus;
import io.godwit.protocol.classic.TimerState;
import io.godwit.protocol.classic.data.Fetch;
import io.godwit.protocol.classic.data.Migration;
import io.godwit.protocol.classic.data.MigrationProgress;
import io.godwit.protocol.classic.data.MigrationSet;
import io.godwit.protocol.classic.data.PartitionMap;
import io.godwit.protocol.classic.data.PartitionTable;
import io.godwit.protocol.classic.data.Pending;
import io.godwit.protocol.classic.data.Promotion;
import io.godwit.protocol.classic.data.Publication;
import io.godwit.protocol.classic.data.Replica;
import io.godwit.protocol.classic.data.Serving;
import io.godwit.protocol.classic.data.TableStamp;
import io.godwit.protocol.classic.data.Update;
import io.godwit.protocol.map.MapContent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.IntFunction;
import java.util.function.IntUnaryOperator;

/** States of members of both sides. */
final class ClassicCodec implements ReplayedState.Encoder<ClassicState> {
    /** The variables that a member has a part of. */
    static final List<String> VARIABLES = List.of(
            "life",
            "view",
            "master",
            "table",
            "stamp",
            "active",
            "completed",
            "frozen",
            "duty",
            "fetch",
            "inflight",
            "promo",
            "pub",
            "leaving",
            "data",
            "ver",
            "dirty",
            "late",
            "serving",
            "pending");

    static final int CONTROL_CHANNEL = 0;
    static final int DATA_CHANNEL = 1;

    private static final MigrationProgress NO_FLIGHT = new MigrationProgress(null, null);
    private static final Serving NOBODY_SERVED = new Serving(Members.NONE, 0, MapContent.EMPTY);

    private final ValueTable values;
    private final ClassicTableCodec tables;
    private final ClassicContentCodec contents;
    private final StampCodec<TableStamp> stamps;
    private final ClassicMessages messages;
    private final ClassicSettings settings;
    private final Codec<ProcessStatus> statuses;
    private final Codec<MasterPhase> phases;
    private final Codec<Migration> migrationCodec;
    private final Codec<Fetch> fetches;
    private final Codec<MigrationProgress> flights;
    private final Codec<Promotion> promotions;
    private final Codec<Publication> publications;
    private final Codec<Serving> servings;
    private final Codec<Waiting> waits;

    /** A write that waits for backups; its result is that of its update. */
    private record Waiting(Update update, MemberSet waiting) {
        static Waiting of(Pending pending) {
            return new Waiting(pending.update(), pending.waiting());
        }

        Pending pending() {
            return new Pending(update, ClassicContentCodec.result((int) update.client()), waiting);
        }
    }

    ClassicCodec(Corpus corpus, Constants constants) {
        values = corpus.values();
        settings = new ClassicSettings(
                constants.numbers("Partitions").size(),
                constants.number("Copies"),
                constants.number("MaxParallel"),
                constants.number("BatchSize"));
        tables = new ClassicTableCodec(values, settings.partitions(), settings.copies());
        contents = new ClassicContentCodec(values);
        boolean replicasToo = constants.truth("StampHashesReplicas");
        stamps = new StampCodec<>(corpus, it -> TableStamp.of(tables.table(it), replicasToo), TableStamp::value);
        messages = new ClassicMessages(values, tables, contents, stamps);
        statuses = Codec.words(values, ProcessStatus.class);
        phases = Codec.words(values, MasterPhase.class);
        migrationCodec = tables.migrations();
        Codec<MemberSet> members = tables.memberSets();
        Codec<MigrationSet> sets = tables.migrationSets();
        fetches = new RecordCodec<>(
                values,
                Fetch.class,
                field("waiting", members),
                field("table", tables.tables()),
                field("done", sets),
                field("acts", sets));
        Codec<MigrationProgress.Stage> stages =
                Codec.words(values, MigrationProgress.Stage.class).orElse(values.ofText("none"));
        flights = new RecordCodec<>(
                values, MigrationProgress.class, field("stage", stages), field("mig", migrationCodec));
        promotions = new RecordCodec<>(
                values, Promotion.class, field("dst", Codec.numbers(values)), field("parts", tables.partSets()));
        publications = new RecordCodec<>(
                values,
                Publication.class,
                field("list", sets),
                field("waiting", members),
                field("ok", Codec.truths(values)));
        servings = new RecordCodec<>(
                values,
                Serving.class,
                field("to", Codec.numbers(values)),
                field("ver", Codec.numbers(values)),
                field("content", contents.contents()));
        waits = new RecordCodec<>(values, Waiting.class, field("write", contents.writes()), field("waiting", members));
    }

    /** Number of partitions. */
    int partitions() {
        return settings.partitions();
    }

    ClassicTableCodec tables() {
        return tables;
    }

    ClassicContentCodec contents() {
        return contents;
    }

    ClassicMessages messages() {
        return messages;
    }

    /** The state of a process that is no member. */
    ClassicState off(int self) {
        return ClassicState.off(self, settings);
    }

    /**
     * A member's state.
     *
     * @param parts the member's part of each variable
     * @param migrations number of migrations that were started; the engine counts its own, the specification all of them
     */
    ClassicState decode(int self, int[] parts, int migrations) {
        ProcessStatus life = statuses.decode(parts[0]);
        MasterPhase duty = phases.decode(parts[8]);
        return new ClassicState(
                self,
                settings,
                life,
                tables.members(parts[1]),
                values.number(parts[2]),
                tables.table(parts[3]),
                stamps.stamp(parts[4]),
                map(parts[5], migrationCodec::decode),
                tables.migrations(parts[6]),
                vector(parts[7], values::truth),
                duty,
                duty == MasterPhase.FETCH ? Optional.of(fetches.decode(parts[9])) : Optional.empty(),
                map(parts[10], this::flight),
                duty == MasterPhase.PROMOTE ? Optional.of(promotions.decode(parts[11])) : Optional.empty(),
                publication(parts[12]),
                tables.members(parts[13]),
                migrations,
                replicas(parts),
                map(parts[18], this::serving),
                map(parts[19], this::pending),
                TimerState.NONE);
    }

    @Override
    public int[] parts(ClassicState state) {
        return new int[] {
            statuses.encode(state.life()),
            tables.membersId(state.view()),
            values.ofNumber(state.master()),
            tables.tableId(state.table()),
            stamps.id(state.stamp().value()),
            function(p -> migrationCodec.encode(state.active().get(p))),
            tables.migrationsId(state.completed()),
            function(p -> values.ofTruth(state.frozen().get(p))),
            phases.encode(state.duty()),
            fetchId(state.fetch()),
            function(p -> flightId(state.inflight().get(p))),
            promotionId(state.promotion()),
            publicationId(state.publication()),
            tables.membersId(state.leaving()),
            function(p -> contents.contentId(state.replicas().get(p).content())),
            function(p -> values.ofNumber(state.replicas().get(p).version())),
            function(p -> values.ofTruth(state.replicas().get(p).dirty())),
            lateId(state),
            function(p -> servingId(state.serving().get(p))),
            function(p -> pendingId(state.pending().get(p)))
        };
    }

    /** The number of migrations: the engine counts its own, the specification all of them, those of members that have left, too. */
    @Override
    public int sent(ClassicState before, Step<ClassicState> step) {
        boolean left = step.state().life() == ProcessStatus.LEFT;
        return values.ofNumber((left ? before : step.state()).migCount());
    }

    /** What is sent: receiver, channel and message, in turn. */
    @Override
    public int[] effects(ClassicState before, Step<ClassicState> step) {
        List<Integer> effects = new ArrayList<>();
        for (Command command : step.commands()) {
            if (command instanceof Command.Send send) {
                effects.add(send.to());
                effects.add(send.message() instanceof DataMessage ? DATA_CHANNEL : CONTROL_CHANNEL);
                effects.add(messages.id(step.state().self(), send.to(), send.message()));
            }
        }
        return effects.stream().mapToInt(Integer::intValue).toArray();
    }

    /** The writes that are answered with success. */
    List<Integer> answered(List<Command> commands) {
        List<Integer> writes = new ArrayList<>();
        for (Command command : commands) {
            if (command instanceof Command.Answer answer
                    && answer.result().equals(ClassicContentCodec.result((int) answer.client()))) {
                writes.add((int) answer.client());
            }
        }
        return writes;
    }

    // Functions over all partitions

    private int function(IntUnaryOperator item) {
        int[] items = new int[settings.partitions()];
        for (int p = 0; p < items.length; p++) {
            items[p] = item.applyAsInt(p);
        }
        return values.ofSequence(items, -1);
    }

    private <T> PartitionVector<T> vector(int value, IntFunction<T> item) {
        int[] items = values.items(value);
        return PartitionVector.of(items.length, p -> item.apply(items[p]));
    }

    /** Null is no value. */
    private <T> PartitionMap<T> map(int value, IntFunction<T> item) {
        int[] items = values.items(value);
        PartitionMap<T> map = PartitionMap.empty();
        for (int p = 0; p < items.length; p++) {
            T decoded = item.apply(items[p]);
            map = decoded == null ? map : map.with(p, decoded);
        }
        return map;
    }

    // Parts of a master's state

    private int fetchId(Optional<Fetch> fetch) {
        Fetch it = fetch.orElse(new Fetch(
                MemberSet.of(),
                PartitionTable.empty(settings.partitions(), settings.copies()),
                MigrationSet.EMPTY,
                MigrationSet.EMPTY));
        return fetches.encode(it);
    }

    private MigrationProgress flight(int value) {
        MigrationProgress flight = flights.decode(value);
        return flight.migration() == null ? null : flight;
    }

    private int flightId(MigrationProgress flight) {
        return flights.encode(flight == null ? NO_FLIGHT : flight);
    }

    private int promotionId(Optional<Promotion> promotion) {
        Promotion it = promotion.orElse(new Promotion(Members.NONE, List.of()));
        return promotions.encode(it);
    }

    private Optional<Publication> publication(int value) {
        Publication it = publications.decode(value);
        return it.list().isEmpty() && it.waiting().isEmpty() && it.ok() ? Optional.empty() : Optional.of(it);
    }

    private int publicationId(Optional<Publication> publication) {
        Publication it = publication.orElse(new Publication(MigrationSet.EMPTY, MemberSet.of(), true));
        return publications.encode(it);
    }

    // Parts of a replica's state

    private PartitionVector<Replica> replicas(int[] parts) {
        int[] data = values.items(parts[14]);
        int[] versions = values.items(parts[15]);
        int[] dirty = values.items(parts[16]);
        List<Integer> late = tables.parts(parts[17]);
        return PartitionVector.of(
                settings.partitions(),
                p -> new Replica(
                        contents.content(data[p]),
                        values.number(versions[p]),
                        values.truth(dirty[p]),
                        late.contains(p)));
    }

    private int lateId(ClassicState state) {
        List<Integer> late = new ArrayList<>();
        for (int p = 0; p < settings.partitions(); p++) {
            if (state.replicas().get(p).late()) {
                late.add(p);
            }
        }
        return tables.partsId(late);
    }

    private Serving serving(int value) {
        Serving serving = servings.decode(value);
        return serving.to() == Members.NONE ? null : serving;
    }

    private int servingId(Serving serving) {
        return servings.encode(serving == null ? NOBODY_SERVED : serving);
    }

    private List<Pending> pending(int value) {
        List<Pending> writes = Arrays.stream(values.items(value))
                .mapToObj(waits::decode)
                .map(Waiting::pending)
                .sorted(Comparator.comparing((Pending it) -> it.update().client()))
                .toList();
        return writes.isEmpty() ? null : writes;
    }

    private int pendingId(List<Pending> writes) {
        List<Pending> all = writes == null ? List.of() : writes;
        return values.ofSet(
                all.stream().map(Waiting::of).mapToInt(waits::encode).toArray(), -1);
    }
}
