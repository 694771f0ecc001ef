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
import io.godwit.protocol.classic.data.Pending;
import io.godwit.protocol.classic.data.Promotion;
import io.godwit.protocol.classic.data.Publication;
import io.godwit.protocol.classic.data.Replica;
import io.godwit.protocol.classic.data.Serving;
import io.godwit.protocol.classic.data.StateTransition;
import io.godwit.protocol.classic.data.TableStamp;
import io.godwit.protocol.classic.data.Update;
import io.godwit.protocol.map.MapContent;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.IntStream;

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

    private final ValueTable values;
    private final ClassicSettings settings;
    private final ClassicTableCodec tables;
    private final ClassicContentCodec contents;
    private final StampCodec<TableStamp> stamps;
    private final ClassicMessages messages;
    private final Codec<ProcessStatus> statuses;
    private final Codec<MasterPhase> phases;
    private final Codec<PartitionMap<Migration>> active;
    private final Codec<PartitionVector<Boolean>> truths;
    private final Codec<PartitionVector<Integer>> numbers;
    private final Codec<PartitionVector<MapContent>> copies;
    private final Codec<Fetch> fetches;
    private final Fetch noFetch;
    private final Codec<PartitionMap<MigrationProgress>> flights;
    private final Codec<Promotion> promotions;
    private final Codec<Optional<Publication>> publications;
    private final Codec<PartitionMap<Serving>> servings;
    private final Codec<PartitionMap<List<Pending>>> pending;

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
        stamps = new StampCodec<>(
                corpus, it -> TableStamp.of(tables.tables().decode(it), replicasToo), TableStamp::value);
        messages = new ClassicMessages(values, tables, contents, stamps);
        statuses = Codec.words(values, ProcessStatus.class);
        phases = Codec.words(values, MasterPhase.class);
        Codec<Integer> number = Codec.numbers(values);
        Codec<MemberSet> members = tables.memberSets();
        Codec<MigrationSet> sets = tables.migrationSets();
        truths = Codec.truths(values).vectors(values);
        numbers = number.vectors(values);
        copies = contents.contents().vectors(values);
        active = maps(tables.migrations());
        noFetch = new Fetch(MemberSet.of(), tables.noTable(), MigrationSet.EMPTY, MigrationSet.EMPTY);
        fetches = new RecordCodec<>(
                values,
                Fetch.class,
                field("waiting", members),
                field("table", tables.tables()),
                field("done", sets),
                field("acts", sets));
        Codec<MigrationProgress.Stage> stages =
                Codec.words(values, MigrationProgress.Stage.class).orElse(values.ofText("none"));
        Codec<MigrationProgress> flight = new RecordCodec<>(
                values, MigrationProgress.class, field("stage", stages), field("mig", tables.migrations()));
        flights = maps(flight.orElse(flight.encode(new MigrationProgress(null, null))));
        promotions =
                new RecordCodec<>(values, Promotion.class, field("dst", number), field("parts", tables.partSets()));
        Codec<Publication> publication = new RecordCodec<>(
                values,
                Publication.class,
                field("list", sets),
                field("waiting", members),
                field("ok", Codec.truths(values)));
        Codec<Publication> orNone =
                publication.orElse(publication.encode(new Publication(MigrationSet.EMPTY, MemberSet.of(), true)));
        publications = Codec.of(id -> Optional.ofNullable(orNone.decode(id)), it -> orNone.encode(it.orElse(null)));
        Codec<Serving> serving = new RecordCodec<>(
                values,
                Serving.class,
                field("to", number),
                field("ver", number),
                field("content", contents.contents()));
        servings = maps(serving.orElse(serving.encode(new Serving(Members.NONE, 0, MapContent.EMPTY))));
        Codec<Waiting> waiting =
                new RecordCodec<>(values, Waiting.class, field("write", contents.writes()), field("waiting", members));
        Codec<List<Pending>> writes = waiting.sets(
                values, ClassicCodec::pendingByClient, all -> all.stream().map(Waiting::of));
        pending = maps(writes.orElse(writes.encode(List.of())));
    }

    /** Functions over all partitions; null is no value. */
    private <T> Codec<PartitionMap<T>> maps(Codec<T> codec) {
        return codec.sequences(
                values,
                items -> {
                    PartitionMap<T> map = PartitionMap.empty();
                    for (int p = 0; p < items.size(); p++) {
                        map = items.get(p) == null ? map : map.with(p, items.get(p));
                    }
                    return map;
                },
                map -> IntStream.range(0, settings.partitions()).mapToObj(map::get));
    }

    private static List<Pending> pendingByClient(List<Waiting> writes) {
        return writes.stream()
                .map(Waiting::pending)
                .sorted(Comparator.comparing((Pending it) -> it.update().client()))
                .toList();
    }

    /** Number of partitions. */
    int partitions() {
        return settings.partitions();
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
        MasterPhase duty = phases.decode(parts[8]);
        return new ClassicState(
                self,
                settings,
                statuses.decode(parts[0]),
                tables.memberSets().decode(parts[1]),
                values.number(parts[2]),
                tables.tables().decode(parts[3]),
                stamps.stamp(parts[4]),
                active.decode(parts[5]),
                tables.migrationSets().decode(parts[6]),
                truths.decode(parts[7]),
                duty,
                duty == MasterPhase.FETCH ? Optional.of(fetches.decode(parts[9])) : Optional.empty(),
                flights.decode(parts[10]),
                duty == MasterPhase.PROMOTE ? Optional.of(promotions.decode(parts[11])) : Optional.empty(),
                publications.decode(parts[12]),
                tables.memberSets().decode(parts[13]),
                migrations,
                replicas(parts),
                servings.decode(parts[18]),
                pending.decode(parts[19]),
                StateTransition.ACTIVE,
                TimerState.NONE);
    }

    private PartitionVector<Replica> replicas(int[] parts) {
        PartitionVector<MapContent> data = copies.decode(parts[14]);
        PartitionVector<Integer> versions = numbers.decode(parts[15]);
        PartitionVector<Boolean> dirty = truths.decode(parts[16]);
        List<Integer> late = tables.partSets().decode(parts[17]);
        return PartitionVector.of(
                settings.partitions(), p -> new Replica(data.get(p), versions.get(p), dirty.get(p), late.contains(p)));
    }

    @Override
    public int[] parts(ClassicState state) {
        return new int[] {
            statuses.encode(state.life()),
            tables.memberSets().encode(state.view()),
            values.ofNumber(state.master()),
            tables.tables().encode(state.table()),
            stamps.id(state.stamp().value()),
            active.encode(state.active()),
            tables.migrationSets().encode(state.completed()),
            truths.encode(state.frozen()),
            phases.encode(state.duty()),
            fetches.encode(state.fetch().orElse(noFetch)),
            flights.encode(state.inflight()),
            promotions.encode(state.promotion().orElse(new Promotion(Members.NONE, List.of()))),
            publications.encode(state.publication()),
            tables.memberSets().encode(state.leaving()),
            copies.encode(ofReplicas(state, Replica::content)),
            numbers.encode(ofReplicas(state, Replica::version)),
            truths.encode(ofReplicas(state, Replica::dirty)),
            tables.partSets()
                    .encode(IntStream.range(0, settings.partitions())
                            .filter(p -> state.replicas().get(p).late())
                            .boxed()
                            .toList()),
            servings.encode(state.serving()),
            pending.encode(state.pending())
        };
    }

    private static <T> PartitionVector<T> ofReplicas(ClassicState state, Function<Replica, T> part) {
        return PartitionVector.of(
                state.replicas().size(), p -> part.apply(state.replicas().get(p)));
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
}
