package io.godwit.conformance.classic;

import io.godwit.conformance.corpus.Corpus;
import io.godwit.conformance.corpus.Corpus.Instance;
import io.godwit.conformance.corpus.ValueTable;
import io.godwit.conformance.replay.Constants;
import io.godwit.conformance.replay.Offers;
import io.godwit.conformance.replay.Offers.Offerer;
import io.godwit.conformance.replay.SpecActions;
import io.godwit.conformance.replay.SpecActions.Action;
import io.godwit.conformance.replay.World;
import io.godwit.protocol.ClusterState;
import io.godwit.protocol.Step;
import io.godwit.protocol.classic.Classic;
import io.godwit.protocol.classic.ClassicRule;
import io.godwit.protocol.classic.ClassicState;
import io.godwit.protocol.classic.ControlMessage;
import java.util.List;

/** A model of {@code ClusterStateChange}, seen by the engine. */
final class ClusterStateWorld extends World.ListedWorld {
    static final String RUNS = "Up(n)";
    static final String MESSAGE = "Next1(s, n, type)";
    static final String BUDGET = "spent < Max";
    static final String DETECT = "life[d] = \"crashed\", or n \\in Suspecters";
    static final String TABLE = "what the reduced table asks for";

    private static final String FAMILY = "classic/";

    private final ValueTable values;
    private final Constants constants;
    private final ClusterStateCodec codec;
    private final ClusterStateCluster cluster;
    private final SpecActions<ClassicState> actions;
    private final ClusterStateTables tables;

    ClusterStateWorld(Corpus corpus, Classic all) {
        values = corpus.values();
        constants = new Constants(corpus);
        codec = new ClusterStateCodec(corpus, constants);
        cluster = new ClusterStateCluster(corpus, codec);
        Classic classic = ClassicWorld.ofModel(corpus, all);
        actions = new SpecActions<>(classic.stateChange(), classic.membership());
        tables = new ClusterStateTables(values, constants, codec, cluster, classic);
        corpus.instances().forEach(instance -> offerers.add(offerer(instance)));
    }

    @Override
    protected void enter(int state) {
        cluster.enter(state);
    }

    private Offerer offerer(Instance instance) {
        int n = instance.number(values, 0);
        String action = instance.action();
        if (action.startsWith("HandleState")) {
            return message(instance, n, instance.number(values, 1));
        }
        return switch (action) {
            case "StartStateChange" -> startStateChange(
                    instance, n, instance.arguments().get(1));
            case "ResendStateCommit" -> offers -> {
                if (within("resends", "MaxResends", offers) && runs(n, offers)) {
                    take(actions.of(FAMILY + instance.name()), n, cluster.next().spend("resends"), offers);
                }
            };
            case "Detect" -> loss(instance, n, instance.number(values, 1), true);
            case "Suspect" -> loss(instance, n, instance.number(values, 1), false);
            default -> tables.offerer(instance, n);
        };
    }

    private boolean runs(int n, Offers offers) {
        return ClusterStateTables.holds(cluster.isUp(n), RUNS, offers);
    }

    private boolean within(String budget, String limit, Offers offers) {
        return ClusterStateTables.holds(cluster.spent(budget) < constants.number(limit), BUDGET, offers);
    }

    private void take(
            Action<ClassicState> action, int n, ClusterStateCluster.Next next, Offers offers, Object... arguments) {
        ClassicState before = cluster.member(n);
        Step<ClassicState> step = action.take(before, arguments);
        if (step.accepted()) {
            offers.accepted(
                    action.method(), List.of(arguments), next.carryOut(n, step).values());
        } else {
            offers.refused(action.method(), List.of(arguments), step.refused(), same(before, step));
        }
    }

    /** A refusal comes with the very state that was given. */
    @SuppressWarnings("ReferenceEquality")
    private static boolean same(ClassicState before, Step<ClassicState> step) {
        return step.state() == before;
    }

    private Offerer startStateChange(Instance instance, int n, int to) {
        Action<ClassicState> action = actions.of(FAMILY + instance.name());
        return offers -> {
            if (within("changes", "MaxChanges", offers)
                    && runs(n, offers)
                    && ClusterStateTables.holds(constants.numbers("Initiators").contains(n), BUDGET, offers)) {
                take(
                        action,
                        n,
                        cluster.next().spend("changes"),
                        offers,
                        cluster.spent("changes") + 1,
                        ClusterState.valueOf(values.text(to)));
            }
        };
    }

    /** The first message of a channel. One that is refused is dropped, unless the rule says that it waits. */
    private Offerer message(Instance instance, int s, int n) {
        Action<ClassicState> action = actions.of(FAMILY + instance.name());
        String type = instance.action().substring("Handle".length());
        return offers -> {
            int[] queue = cluster.underWay(s, n);
            boolean first = queue.length > 0 && codec.messages().type(queue[0]).equals(type);
            if (!ClusterStateTables.holds(first, MESSAGE, offers)) {
                return;
            }
            ControlMessage message = codec.messages().decode(queue[0]);
            ClassicState before = cluster.member(n);
            Step<ClassicState> step = action.take(before, s, message);
            ClusterStateCluster.Next next = cluster.next();
            if (!step.accepted()) {
                offers.refused(action.method(), message, step.refused(), same(before, step));
                if (!((ClassicRule) step.refusal()).waits()) {
                    offers.accepted(action.method(), message, next.pop(s, n).values());
                }
                return;
            }
            offers.accepted(
                    action.method(), message, next.pop(s, n).carryOut(n, step).values());
        };
    }

    /** A member gives another one up; with a reason, the connection is closed with what is still in it. */
    private Offerer loss(Instance instance, int n, int d, boolean gone) {
        Action<ClassicState> action = actions.of(FAMILY + instance.name());
        return offers -> {
            boolean reason = gone
                    ? cluster.life(d).equals("crashed")
                    : cluster.isUp(d) && constants.numbers("Suspecters").contains(n);
            if (!runs(n, offers)
                    || !ClusterStateTables.holds(reason, DETECT, offers)
                    || (!gone && !within("suspicions", "MaxSuspicions", offers))) {
                return;
            }
            ClusterStateCluster.Next next = cluster.next();
            take(action, n, gone ? next.close(d, n) : next.spend("suspicions"), offers, d);
        };
    }
}
