package io.godwit.conformance.classic;

import io.godwit.conformance.binding.Constants;
import io.godwit.conformance.binding.ReplayedState;
import io.godwit.conformance.corpus.Corpus;
import io.godwit.conformance.corpus.ValueTable;
import io.godwit.conformance.corpus.ValueTable.Shape;
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
import io.godwit.protocol.classic.data.MigrationProgress;
import io.godwit.protocol.classic.data.MigrationSet;
import io.godwit.protocol.classic.data.PartitionMap;
import io.godwit.protocol.classic.data.PartitionTable;
import io.godwit.protocol.classic.data.Pending;
import io.godwit.protocol.classic.data.Promotion;
import io.godwit.protocol.classic.data.Publication;
import io.godwit.protocol.classic.data.Replica;
import io.godwit.protocol.classic.data.Serving;
import io.godwit.protocol.map.MapContent;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
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

    private static final Shape FETCH = new Shape(List.of("acts", "done", "table", "waiting"), List.of());
    private static final Shape FLIGHT = new Shape(List.of("mig", "stage"), List.of());
    private static final Shape PROMOTION = new Shape(List.of("dst", "parts"), List.of());
    private static final Shape PUBLICATION = new Shape(List.of("list", "ok", "waiting"), List.of());
    private static final Shape SERVING = new Shape(List.of("content", "to", "ver"), List.of());
    private static final Shape PENDING = new Shape(List.of("waiting", "write"), List.of());

    private final ValueTable values;
    private final ClassicTableCodec tables;
    private final ClassicContentCodec contents;
    private final StampCodec stamps;
    private final ClassicMessages messages;
    private final ClassicSettings settings;

    ClassicCodec(Corpus corpus, Constants constants) {
        values = corpus.values();
        settings = new ClassicSettings(
                constants.numbers("Partitions").size(),
                constants.number("Copies"),
                constants.number("MaxParallel"),
                constants.number("BatchSize"));
        tables = new ClassicTableCodec(values, settings.partitions(), settings.copies());
        contents = new ClassicContentCodec(values);
        stamps = new StampCodec(values, tables, constants.truth("StampHashesReplicas"));
        messages = new ClassicMessages(values, this);
        int variable = corpus.variable("stamp");
        for (int state = 0; state < corpus.states().size(); state++) {
            for (int stamp : values.items(corpus.states().value(state, variable))) {
                stamps.stamp(stamp);
            }
        }
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

    StampCodec stamps() {
        return stamps;
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
        ProcessStatus life = ProcessStatus.valueOf(values.text(parts[0]).toUpperCase(Locale.ROOT));
        MasterPhase duty = MasterPhase.valueOf(values.text(parts[8]).toUpperCase(Locale.ROOT));
        return new ClassicState(
                self,
                settings,
                life,
                tables.members(parts[1]),
                values.number(parts[2]),
                tables.table(parts[3]),
                stamps.stamp(parts[4]),
                map(parts[5], it -> tables.isMigration(it) ? tables.migration(it) : null),
                tables.migrations(parts[6]),
                vector(parts[7], values::truth),
                duty,
                duty == MasterPhase.FETCH ? Optional.of(fetch(parts[9])) : Optional.empty(),
                map(parts[10], this::flight),
                duty == MasterPhase.PROMOTE ? Optional.of(promotion(parts[11])) : Optional.empty(),
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
            values.ofText(state.life().name().toLowerCase(Locale.ROOT)),
            tables.membersId(state.view()),
            values.ofNumber(state.master()),
            tables.tableId(state.table()),
            stamps.id(state.stamp().value()),
            function(p ->
                    state.active().has(p) ? tables.migrationId(state.active().get(p)) : tables.noMigration()),
            tables.migrationsId(state.completed()),
            function(p -> values.ofTruth(state.frozen().get(p))),
            values.ofText(state.duty().name().toLowerCase(Locale.ROOT)),
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

    private Fetch fetch(int value) {
        return new Fetch(
                tables.members(values.field(value, "waiting")),
                tables.table(values.field(value, "table")),
                tables.migrations(values.field(value, "done")),
                tables.migrations(values.field(value, "acts")));
    }

    private int fetchId(Optional<Fetch> fetch) {
        Fetch it = fetch.orElse(new Fetch(
                MemberSet.of(),
                PartitionTable.empty(settings.partitions(), settings.copies()),
                MigrationSet.EMPTY,
                MigrationSet.EMPTY));
        int[] items = {
            tables.migrationsId(it.active()),
            tables.migrationsId(it.done()),
            tables.tableId(it.table()),
            tables.membersId(it.waiting())
        };
        return values.ofShape(FETCH, items, -1);
    }

    private MigrationProgress flight(int value) {
        int migration = values.field(value, "mig");
        if (!tables.isMigration(migration)) {
            return null;
        }
        String stage = values.text(values.field(value, "stage"));
        return new MigrationProgress(
                MigrationProgress.Stage.valueOf(stage.toUpperCase(Locale.ROOT)), tables.migration(migration));
    }

    private int flightId(MigrationProgress flight) {
        int[] items = {
            flight == null ? tables.noMigration() : tables.migrationId(flight.migration()),
            values.ofText(flight == null ? "none" : flight.stage().name().toLowerCase(Locale.ROOT))
        };
        return values.ofShape(FLIGHT, items, -1);
    }

    private Promotion promotion(int value) {
        return new Promotion(values.number(values.field(value, "dst")), tables.parts(values.field(value, "parts")));
    }

    private int promotionId(Optional<Promotion> promotion) {
        Promotion it = promotion.orElse(new Promotion(Members.NONE, List.of()));
        int[] items = {values.ofNumber(it.destination()), tables.partsId(it.partitions())};
        return values.ofShape(PROMOTION, items, -1);
    }

    private Optional<Publication> publication(int value) {
        MigrationSet list = tables.migrations(values.field(value, "list"));
        MemberSet waiting = tables.members(values.field(value, "waiting"));
        boolean ok = values.truth(values.field(value, "ok"));
        return list.isEmpty() && waiting.isEmpty() && ok
                ? Optional.empty()
                : Optional.of(new Publication(list, waiting, ok));
    }

    private int publicationId(Optional<Publication> publication) {
        Publication it = publication.orElse(new Publication(MigrationSet.EMPTY, MemberSet.of(), true));
        int[] items = {tables.migrationsId(it.list()), values.ofTruth(it.ok()), tables.membersId(it.waiting())};
        return values.ofShape(PUBLICATION, items, -1);
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
        int to = values.number(values.field(value, "to"));
        return to == Members.NONE
                ? null
                : new Serving(
                        to,
                        values.number(values.field(value, "ver")),
                        contents.content(values.field(value, "content")));
    }

    private int servingId(Serving serving) {
        Serving it = serving == null ? new Serving(Members.NONE, 0, MapContent.EMPTY) : serving;
        int[] items = {contents.contentId(it.content()), values.ofNumber(it.to()), values.ofNumber(it.version())};
        return values.ofShape(SERVING, items, -1);
    }

    private List<Pending> pending(int value) {
        List<Pending> writes = new ArrayList<>();
        for (int item : values.items(value)) {
            int write = values.number(values.field(item, "write"));
            writes.add(new Pending(
                    ClassicContentCodec.update(write),
                    ClassicContentCodec.result(write),
                    tables.members(values.field(item, "waiting"))));
        }
        writes.sort(Comparator.comparing((Pending it) -> it.update().client()));
        return writes.isEmpty() ? null : List.copyOf(writes);
    }

    private int pendingId(List<Pending> writes) {
        List<Pending> all = writes == null ? List.of() : writes;
        int[] items = all.stream()
                .mapToInt(it -> values.ofShape(
                        PENDING, new int[] {tables.membersId(it.waiting()), contents.writeId(it.update())}, -1))
                .toArray();
        return values.ofSet(items, -1);
    }
}
