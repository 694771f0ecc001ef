package io.godwit.conformance.classic;

import io.godwit.conformance.classic.ClassicClusterState.Next;
import io.godwit.conformance.corpus.Corpus;
import io.godwit.conformance.corpus.Corpus.Instance;
import io.godwit.conformance.corpus.ValueTable;
import io.godwit.conformance.replay.Constants;
import io.godwit.conformance.replay.Offers.Offerer;
import io.godwit.conformance.replay.SpecActions;
import io.godwit.conformance.replay.World.ListedWorld;
import io.godwit.protocol.classic.Classic;
import io.godwit.protocol.classic.ClassicRule;
import io.godwit.protocol.classic.ClassicState;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The classic protocol: what each action means as events for members, or as what the world does to them. */
final class ClassicWorld extends ListedWorld {
    private final ValueTable values;
    private final Constants constants;
    private final ClassicCodec codec;
    private final SpecActions<ClassicState> actions;
    private final ClassicClusterState clusterState;
    private final ClassicOffers offering;
    private final ClassicLimits limits;
    private final ClassicSteps steps;
    private final ClassicFaults faults;

    ClassicWorld(Corpus corpus, Classic all) {
        values = corpus.values();
        constants = new Constants(corpus);
        Classic classic = ofModel(corpus, all);
        actions = new SpecActions<>(
                classic.versioning(),
                classic.migration(),
                classic.promotion(),
                classic.failover(),
                classic.membership(),
                classic.replication(),
                classic.stampCheck(),
                classic.shutdown());
        codec = new ClassicCodec(corpus, constants);
        clusterState = new ClassicClusterState(corpus, codec);
        offering = new ClassicOffers(codec, clusterState);
        limits = new ClassicLimits(constants, codec, clusterState);
        steps = new ClassicSteps(values, constants, codec, classic, actions, clusterState, offering, limits);
        faults = new ClassicFaults(codec, clusterState, limits);
        corpus.instances().forEach(instance -> offerers.add(offerer(instance)));
        boolean acksWithoutBackups = corpus.instances().stream()
                .anyMatch(instance -> instance.action().equals("AckWithoutBackups"));
        for (int n = 1; n <= clusterState.members(); n++) {
            for (int other = 1; other <= clusterState.members(); other++) {
                stutterers.add(steps.joinRequest(n, other));
            }
            // Models whose writes wait for backups do not have this action: there the engine has to refuse it.
            for (int p = 0; !acksWithoutBackups && p < codec.partitions(); p++) {
                stutterers.add(offering.act(n, actions.of("classic/Replication!AckWithoutBackups"), p));
            }
        }
    }

    /** The engine with the switches and without the rules of a model. */
    static Classic ofModel(Corpus corpus, Classic classic) {
        Map<String, Boolean> switches = new HashMap<>();
        corpus.constants().forEach(it -> {
            if (it.value().equals("TRUE") || it.value().equals("FALSE")) {
                switches.put(it.name(), it.value().equals("TRUE"));
            }
        });
        new Constants(corpus).weakened().forEach(rule -> switches.put(rule, false));
        return classic.lacking(ClassicRule.of(switches).off());
    }

    @Override
    protected void enter(int state) {
        clusterState.enter(state);
    }

    private Offerer offerer(Instance instance) {
        List<String> parameters = instance.parameters();
        if (parameters.equals(List.of("s", "n"))) {
            return between(instance, instance.number(values, 0), instance.number(values, 1));
        }
        int n = instance.number(values, 0);
        int second = parameters.size() > 1 ? instance.number(values, 1) : 0;
        return switch (instance.action()) {
            case "Detect" -> steps.suspect(n, second, true)
                    .when(
                            ClassicLimits.DETECT,
                            () -> !clusterState.isUp(second)
                                    || clusterState.isCut(n, second)
                                    || clusterState.isCut(second, n));
            case "Suspect" -> steps.suspect(n, second, false)
                    .when(
                            ClassicLimits.SUSPECT,
                            () -> clusterState.isUp(second) && !clusterState.isCut(second, n) && limits.suspects(n))
                    .when(ClassicLimits.BUDGET, limits.within("suspicions", "MaxSuspicions"));
            case "StartSync" -> steps.startSync(n, second, instance.number(values, 2) - 1);
            case "StartMigration" -> steps.startMigration(n, instance).when(ClassicLimits.BUDGET, limits.mayMigrate());
            case "DrainMove" -> act(n, instance).when(ClassicLimits.BUDGET, limits.mayMigrate());
            case "TimeoutMigration", "ResendCommit", "ResendPromotion" -> act(n, instance)
                    .when(ClassicLimits.BUDGET, limits.within("timeouts", "MaxTimeouts"));
            case "Crash" -> {
                int most = constants.number("MaxCrashes");
                yield faults.crash(n).when(ClassicLimits.BUDGET, () -> clusterState.crashes() < most);
            }
            case "CutLink" -> faults.cutLink(n, second).when(ClassicLimits.BUDGET, limits.within("cuts", "MaxCuts"));
            case "Join" -> steps.join(n, second);
            case "Write" -> steps.write(n, second - 1);
            case "SendStampCheck" -> act(n, instance).when(ClassicLimits.ONE_ROUND, () -> limits.noRound(n));
            case "AskToLeave" -> {
                int most = constants.number("MaxLeaves");
                yield act(n, instance).when(ClassicLimits.BUDGET, () -> limits.leavers() < most);
            }
            case "RepeatShutdownRequest" -> act(n, instance).when(ClassicLimits.ONE_REQUEST, () -> limits.mayRepeat(n));
            case "Release" -> steps.release(n, second);
            default -> act(n, instance);
        };
    }

    /** The events that a member starts without a message. Partitions and slots are numbered from 1 in the specification, from 0 in the engine. */
    private Offerer act(int n, Instance instance) {
        Object[] arguments = new Object[instance.parameters().size() - 1];
        for (int i = 0; i < arguments.length; i++) {
            String parameter = instance.parameters().get(i + 1);
            boolean counted = parameter.equals("p") || parameter.equals("i");
            arguments[i] = instance.number(values, i + 1) - (counted ? 1 : 0);
        }
        return offering.act(n, actions.of("classic/" + instance.name()), arguments);
    }

    /** Actions about what is under way from one member to another. */
    private Offerer between(Instance instance, int s, int n) {
        switch (instance.action()) {
            case "LoseTable":
                return faults.lose(ClassicOffers.CONTROL, s, n, List.of("PartitionState", "MigrationDecision"));
            case "LoseBackup":
                return faults.lose(ClassicOffers.DATA, s, n, List.of("Backup"));
            case "LoseShutdownMessage":
                return faults.lose(ClassicOffers.CONTROL, s, n, List.of("ShutdownRequest", "ShutdownResponse"));
            default:
                String type = instance.action().substring("Handle".length());
                boolean data =
                        List.of("MigrationData", "Backup", "SyncResponse").contains(type);
                return offering.message(
                        data ? ClassicOffers.DATA : ClassicOffers.CONTROL,
                        s,
                        n,
                        actions.of("classic/" + instance.name()),
                        type,
                        type.equals("Backup") ? steps::backUp : offering::carryOut);
        }
    }

    /** What the world does to members and their links. */
    static final class ClassicFaults {
        private final ClassicCodec codec;
        private final ClassicClusterState clusterState;
        private final ClassicLimits limits;

        ClassicFaults(ClassicCodec codec, ClassicClusterState clusterState, ClassicLimits limits) {
            this.codec = codec;
            this.clusterState = clusterState;
            this.limits = limits;
        }

        /** A process ends. */
        Offerer crash(int n) {
            return offers -> {
                if (!clusterState.isUp(n)) {
                    offers.ruledOut(ClassicOffers.RUNS);
                    return;
                }
                Next next = clusterState.next();
                next.put(n, codec.parts(codec.off(n)));
                next.putCrashed(n);
                next.closeAllTo(n);
                offers.accepted(null, "a crash", next.values());
            };
        }

        /** Two members cannot reach each other any more. */
        Offerer cutLink(int a, int b) {
            return offers -> {
                if (a >= b || !clusterState.isUp(a) || !clusterState.isUp(b) || clusterState.isCut(a, b)) {
                    offers.ruledOut(ClassicOffers.RUNS);
                    return;
                }
                Next next = clusterState.next();
                next.cutBoth(a, b);
                next.close(a, b);
                next.close(b, a);
                offers.accepted(null, "a cut", next.values());
            };
        }

        /** The first message of a channel is lost, if it is of one of these types. */
        Offerer lose(int channel, int s, int n, List<String> types) {
            Offerer lose = offers -> {
                int[] queue = clusterState.underWay(channel, s, n);
                if (queue.length == 0 || !types.contains(codec.messages().type(queue[0]))) {
                    offers.ruledOut(ClassicOffers.MESSAGE);
                    return;
                }
                Next next = clusterState.next();
                next.pop(channel, s, n);
                offers.accepted(null, "a loss", next.values());
            };
            return lose.when(ClassicLimits.BUDGET, limits.within("losses", "MaxLosses"));
        }
    }
}
