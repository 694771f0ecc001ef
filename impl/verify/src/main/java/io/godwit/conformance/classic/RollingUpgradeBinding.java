package io.godwit.conformance.classic;

import static io.godwit.conformance.replay.RecordCodec.Field.field;

import io.godwit.conformance.corpus.Corpus;
import io.godwit.conformance.corpus.Corpus.Instance;
import io.godwit.conformance.corpus.ValueTable;
import io.godwit.conformance.replay.Binding;
import io.godwit.conformance.replay.Codec;
import io.godwit.conformance.replay.Constants;
import io.godwit.conformance.replay.Offers;
import io.godwit.conformance.replay.Offers.Offerer;
import io.godwit.conformance.replay.RecordCodec;
import io.godwit.conformance.replay.SpecActions;
import io.godwit.conformance.replay.SpecActions.Action;
import io.godwit.conformance.replay.World;
import io.godwit.protocol.MemberSet;
import io.godwit.protocol.PartitionVector;
import io.godwit.protocol.Step;
import io.godwit.protocol.classic.Classic;
import io.godwit.protocol.classic.data.UpgradingCluster;
import io.godwit.protocol.classic.data.UpgradingCluster.Entry;
import io.godwit.protocol.classic.data.UpgradingCluster.Flight;
import io.godwit.protocol.classic.data.UpgradingCluster.Life;
import io.godwit.protocol.classic.data.UpgradingCluster.Member;
import io.godwit.protocol.classic.data.UpgradingCluster.TableMessage;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;

/** {@code spec/classic/RollingUpgrade.tla}: a cluster passes to a version for each partition. */
public final class RollingUpgradeBinding implements Binding {
    private static final String BUDGET = "changes < MaxChanges";
    private static final String CRASHES = "crashes of members that are not the last one, up to MaxCrashes";

    private final Classic classic;

    /** The upgrade of this engine. */
    public RollingUpgradeBinding(Classic classic) {
        this.classic = classic;
    }

    @Override
    public String root() {
        return "RollingUpgrade";
    }

    @Override
    public String family() {
        return "classic";
    }

    /** None: the engine has every variable but the world's. */
    @Override
    public Map<String, String> specificationOnly() {
        return Map.of();
    }

    @Override
    public Map<String, String> world() {
        return Map.of("changes", "how much of a model's budget of migrations is spent");
    }

    @Override
    public Map<String, String> environment() {
        return Map.of("RollingUpgrade!Crash", "the process is gone, and what it has sent with it");
    }

    @Override
    public Map<String, String> specificationOnlyGuards() {
        return Map.of(BUDGET, "a model's budget", CRASHES, "a model's budget");
    }

    @Override
    public World world(Corpus corpus) {
        return new UpgradeWorld(corpus, classic);
    }

    /** The cluster as a whole, which the engine is given. */
    private static final class UpgradeWorld extends World.ListedWorld {
        private final UpgradeCodec codec;
        private final Constants constants;
        private final SpecActions<UpgradingCluster> actions;
        private int state = -1;
        private UpgradingCluster cluster;

        UpgradeWorld(Corpus corpus, Classic classic) {
            codec = new UpgradeCodec(corpus);
            constants = new Constants(corpus);
            actions = new SpecActions<>(ClassicWorld.ofModel(corpus, classic).rollingUpgrade());
            corpus.instances().forEach(instance -> offerers.add(offerer(instance)));
        }

        @Override
        protected void enter(int next) {
            if (next != state) {
                state = next;
                cluster = codec.cluster(next);
            }
        }

        private Offerer offerer(Instance instance) {
            Object[] arguments = codec.arguments(instance);
            if (instance.action().equals("Crash")) {
                int n = (Integer) arguments[0];
                return ((Offerer) offers -> offers.accepted(null, "crash of " + n, codec.values(state, crashed(n), 0)))
                        .when(CRASHES, () -> mayCrash(n));
            }
            Action<UpgradingCluster> action = actions.of("classic/" + instance.name());
            if (instance.action().equals("StartMigration")) {
                return ((Offerer) offers -> take(action, 1, offers, arguments))
                        .when(BUDGET, () -> codec.changes(state) < constants.number("MaxChanges"));
            }
            return offers -> take(action, 0, offers, arguments);
        }

        /** A refusal comes with the very state that was given, not with an equal one. */
        @SuppressWarnings("ReferenceEquality")
        private void take(Action<UpgradingCluster> action, int spent, Offers offers, Object... arguments) {
            Step<UpgradingCluster> step = action.take(cluster, arguments);
            if (step.accepted()) {
                offers.accepted(action.method(), List.of(arguments), codec.values(state, step.state(), spent));
            } else {
                offers.refused(action.method(), List.of(arguments), step.refused(), step.state() == cluster);
            }
        }

        private boolean mayCrash(int n) {
            long crashed = cluster.members().stream()
                    .filter(member -> member.life() == Life.CRASHED)
                    .count();
            return crashed < constants.number("MaxCrashes")
                    && cluster.member(n).up()
                    && cluster.live().size() > 1;
        }

        private UpgradingCluster crashed(int n) {
            Member gone =
                    cluster.member(n).withLife(Life.CRASHED).withLeads(false).withFlights(Set.of());
            return cluster.with(n, gone)
                    .withLocked(cluster.locked().without(n))
                    .lostTo(n)
                    .lostFrom(n);
        }
    }

    /** Clusters as values of the specification and back. Partitions count from 1 there, from 0 here. */
    private static final class UpgradeCodec {
        private static final List<String> OF_MEMBERS =
                List.of("life", "newBuild", "upgraded", "leads", "global", "table", "flights", "newFormat");

        private final Corpus corpus;
        private final ValueTable values;
        private final Codec<Integer> numbers;
        private final Codec<Integer> partitions;
        private final Codec<Boolean> truths;
        private final Codec<MemberSet> sets;
        private final RecordCodec<Member> members;
        private final Codec<List<List<List<TableMessage>>>> channels;

        UpgradeCodec(Corpus corpus) {
            this.corpus = corpus;
            values = corpus.values();
            numbers = Codec.numbers(values);
            partitions = Codec.numbers(values, 1);
            truths = Codec.truths(values);
            sets = numbers.sets(values, MemberSet::of, set -> set.stream().boxed());
            Codec<PartitionVector<Entry>> tables = new RecordCodec<>(
                            values,
                            Entry.class,
                            field("version", numbers),
                            field("owner", numbers),
                            field("at", numbers))
                    .vectors(values)
                    .cached();
            Codec<Set<Flight>> flights = new RecordCodec<>(
                            values, Flight.class, field("p", partitions), field("dst", numbers), field("from", numbers))
                    .sets(values, Set::copyOf, Set::stream);
            members = new RecordCodec<>(
                    values,
                    Member.class,
                    field("life", Codec.words(values, Life.class)),
                    field("newBuild", truths),
                    field("upgraded", truths),
                    field("leads", truths),
                    field("global", numbers),
                    field("table", tables),
                    field("flights", flights),
                    field("newFormat", truths));
            channels = new RecordCodec<>(
                            values,
                            TableMessage.class,
                            field("newer", truths),
                            field("global", numbers),
                            field("table", tables))
                    .sequences(values)
                    .sequences(values)
                    .sequences(values);
        }

        private int value(int state, String variable) {
            return corpus.states().value(state, corpus.variable(variable));
        }

        int changes(int state) {
            return values.number(value(state, "changes"));
        }

        /** A state of the corpus. */
        UpgradingCluster cluster(int state) {
            int count = values.items(value(state, "life")).length;
            List<Member> all = IntStream.range(0, count)
                    .mapToObj(n -> members.decode(name -> values.items(value(state, name))[n]))
                    .toList();
            return new UpgradingCluster(
                    all,
                    sets.decode(value(state, "locked")),
                    values.truth(value(state, "raised")),
                    channels.decode(value(state, "msgs")));
        }

        /**
         * The values of all variables for what the engine has made of a state.
         *
         * @param spent how many changes more of the model's budget are spent
         */
        int[] values(int state, UpgradingCluster after, int spent) {
            int width = corpus.states().width();
            int[] ids = Arrays.copyOfRange(corpus.states().ids(), state * width, (state + 1) * width);
            int[][] rows = after.members().stream().map(this::row).toArray(int[][]::new);
            for (int i = 0; i < OF_MEMBERS.size(); i++) {
                int field = i;
                int[] column = Arrays.stream(rows).mapToInt(row -> row[field]).toArray();
                ids[corpus.variable(OF_MEMBERS.get(i))] = values.ofSequence(column, -1);
            }
            ids[corpus.variable("locked")] = sets.encode(after.locked());
            ids[corpus.variable("raised")] = values.ofTruth(after.raised());
            ids[corpus.variable("msgs")] = channels.encode(after.underWay());
            ids[corpus.variable("changes")] = values.ofNumber(changes(state) + spent);
            return ids;
        }

        private int[] row(Member member) {
            int[] row = new int[OF_MEMBERS.size()];
            members.write(member, OF_MEMBERS, row);
            return row;
        }

        /** The arguments of an action as the engine's. */
        Object[] arguments(Instance instance) {
            return IntStream.range(0, instance.arguments().size())
                    .mapToObj(i -> argument(instance.parameters().get(i))
                            .decode(instance.arguments().get(i)))
                    .toArray();
        }

        private Codec<?> argument(String parameter) {
            return switch (parameter) {
                case "p" -> partitions;
                case "build" -> truths;
                default -> numbers;
            };
        }
    }
}
