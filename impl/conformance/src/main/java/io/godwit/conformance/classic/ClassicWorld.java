package io.godwit.conformance.classic;

import io.godwit.conformance.binding.Constants;
import io.godwit.conformance.corpus.Corpus;
import io.godwit.conformance.corpus.Corpus.Instance;
import io.godwit.conformance.corpus.Values;
import io.godwit.conformance.replay.Offers;
import io.godwit.conformance.replay.World;
import io.godwit.protocol.Guard;
import io.godwit.protocol.Guards;
import io.godwit.protocol.classic.ClassicGuard;
import io.godwit.protocol.classic.promotion.AssignLost;
import io.godwit.protocol.classic.shutdown.DrainMove;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The classic protocol: what each action means as events for members, or as what the world does to them. */
final class ClassicWorld implements World {
    private final Values values;
    private final Constants constants;
    private final ClassicCodec codec;
    private final ClassicHandlers handlers;
    private final ClassicScene scene;
    private final ClassicOffers offering;
    private final ClassicLimits limits;
    private final ClassicSteps steps;
    private final ClassicFate fate;
    private final List<Offerer> offerers = new ArrayList<>();
    private final List<Offerer> stutterers = new ArrayList<>();

    ClassicWorld(Corpus corpus, Guards all) {
        values = corpus.values();
        constants = new Constants(corpus);
        Guards guards = switchedOff(corpus, all);
        codec = new ClassicCodec(corpus, constants);
        handlers = ClassicHandlers.with(guards);
        scene = new ClassicScene(corpus, codec);
        offering = new ClassicOffers(codec, scene);
        limits = new ClassicLimits(constants, codec, scene);
        steps = new ClassicSteps(values, constants, codec, handlers, scene, offering, limits);
        fate = new ClassicFate(codec, scene, limits);
        corpus.instances().forEach(instance -> offerers.add(offerer(instance)));
        boolean acksWithoutBackups = corpus.instances().stream()
                .anyMatch(instance -> instance.action().equals("AckWithoutBackups"));
        for (int n = 1; n <= scene.members(); n++) {
            for (int other = 1; other <= scene.members(); other++) {
                stutterers.add(steps.joinRequest(n, other));
            }
            // Models whose writes wait for backups do not have this action: there the engine has to refuse it.
            for (int p = 0; !acksWithoutBackups && p < codec.partitions(); p++) {
                stutterers.add(offering.single(n, handlers.ackWithoutBackups(), p));
            }
        }
    }

    private static Guards switchedOff(Corpus corpus, Guards all) {
        Map<String, Boolean> switches = new HashMap<>();
        corpus.constants().forEach(it -> {
            if (it.value().equals("TRUE") || it.value().equals("FALSE")) {
                switches.put(it.name(), it.value().equals("TRUE"));
            }
        });
        Guards guards = all;
        for (Guard guard : ClassicGuard.of(switches).absent()) {
            guards = guards.lacking(guard);
        }
        return guards;
    }

    @Override
    public void offer(int state, int instance, Offers offers) {
        scene.enter(state);
        offerers.get(instance).offer(offers);
    }

    @Override
    public void offerStutters(int state, Offers offers) {
        scene.enter(state);
        stutterers.forEach(stutterer -> stutterer.offer(offers));
    }

    private Offerer offerer(Instance instance) {
        List<String> parameters = instance.parameters();
        if (parameters.equals(List.of("s", "n"))) {
            return between(instance.action(), instance.number(values, 0), instance.number(values, 1));
        }
        int n = instance.number(values, 0);
        int second = parameters.size() > 1 ? instance.number(values, 1) : 0;
        return switch (instance.action()) {
            case "PublishCompleted" -> offering.act(n, handlers.publishCompleted());
            case "Repair" -> offering.act(n, handlers.repair());
            case "AbortPromotion" -> offering.act(n, handlers.abortPromotion());
            case "Claim" -> offering.act(n, handlers.claim());
            case "FinishFetch" -> offering.act(n, handlers.finishFetch());
            case "AbortMigration" -> offering.single(n, handlers.abortMigration(), second - 1);
            case "AssignLost" -> offering.single(
                    n, handlers.assignLost(), new AssignLost.Choice(second - 1, instance.number(values, 2)));
            case "Detect" -> steps.suspect(n, second, true)
                    .when(
                            ClassicLimits.DETECT,
                            () -> !scene.isUp(second) || scene.isCut(n, second) || scene.isCut(second, n));
            case "Suspect" -> steps.suspect(n, second, false)
                    .when(
                            ClassicLimits.SUSPECT,
                            () -> scene.isUp(second) && !scene.isCut(second, n) && limits.suspects(n))
                    .when(ClassicLimits.BUDGET, limits.within("suspicions", "MaxSuspicions"));
            case "StartSync" -> steps.startSync(n, second, instance.number(values, 2) - 1);
            case "FinishSync" -> offering.single(n, handlers.finishSync(), second - 1);
            case "CleanUpLate" -> offering.single(n, handlers.cleanUpLate(), second - 1);
            case "StartMigration" -> steps.startMigration(n, instance).when(ClassicLimits.BUDGET, limits.mayMigrate());
            case "TimeoutMigration" -> offering.single(n, handlers.timeoutMigration(), second - 1)
                    .when(ClassicLimits.BUDGET, limits.within("timeouts", "MaxTimeouts"));
            case "ResendCommit" -> offering.single(n, handlers.resendCommit(), second - 1)
                    .when(ClassicLimits.BUDGET, limits.within("timeouts", "MaxTimeouts"));
            case "ResendPromotion" -> offering.act(n, handlers.resendPromotion())
                    .when(ClassicLimits.BUDGET, limits.within("timeouts", "MaxTimeouts"));
            case "Crash" -> {
                int most = constants.number("MaxCrashes");
                yield fate.crash(n).when(ClassicLimits.BUDGET, () -> scene.crashes() < most);
            }
            case "CutLink" -> fate.cutLink(n, second).when(ClassicLimits.BUDGET, limits.within("cuts", "MaxCuts"));
            case "Join" -> steps.join(n, second);
            case "Write" -> steps.write(n, second - 1);
            case "AckWithoutBackups" -> offering.single(n, handlers.ackWithoutBackups(), second - 1);
            case "SendStampCheck" -> offering.act(n, handlers.sendStampCheck())
                    .when(ClassicLimits.ONE_ROUND, () -> limits.noRound(n));
            case "AskToLeave" -> {
                int most = constants.number("MaxLeaves");
                yield offering.act(n, handlers.askToLeave()).when(ClassicLimits.BUDGET, () -> limits.leavers() < most);
            }
            case "RepeatShutdownRequest" -> offering.act(n, handlers.repeatShutdownRequest())
                    .when(ClassicLimits.ONE_REQUEST, () -> limits.mayRepeat(n));
            case "DrainMove" -> offering.single(
                            n,
                            handlers.drainMove(),
                            new DrainMove.Order(second - 1, instance.number(values, 2) - 1, instance.number(values, 3)))
                    .when(ClassicLimits.BUDGET, limits.mayMigrate());
            case "Release" -> steps.release(n, second);
            default -> throw new IllegalArgumentException("no binding for " + instance.name());
        };
    }

    /** Actions about what is under way from one member to another. */
    private Offerer between(String action, int s, int n) {
        return switch (action) {
            case "HandlePartitionState" -> offering.control(s, n, handlers.handlePartitionState(), "PartitionState");
            case "HandlePublishCompleted" -> offering.control(
                    s, n, handlers.handlePublishCompleted(), "PublishCompleted");
            case "HandlePublishReply" -> offering.control(s, n, handlers.handlePublishReply(), "PublishReply");
            case "HandleMigrationRequest" -> offering.control(
                    s, n, handlers.handleMigrationRequest(), "MigrationRequest");
            case "HandleMigrationData" -> offering.message(
                    ClassicOffers.DATA, s, n, handlers.handleMigrationData(), "MigrationData", offering::carryOut);
            case "HandleMigrationReply" -> offering.control(s, n, handlers.handleMigrationReply(), "MigrationReply");
            case "HandleMigrationCommit" -> offering.control(s, n, handlers.handleMigrationCommit(), "MigrationCommit");
            case "HandleCommitReply" -> offering.control(s, n, handlers.handleCommitReply(), "CommitReply");
            case "HandlePromotionCommit" -> offering.control(s, n, handlers.handlePromotionCommit(), "PromotionCommit");
            case "HandlePromotionReply" -> offering.control(s, n, handlers.handlePromotionReply(), "PromotionReply");
            case "HandleFetchRequest" -> offering.control(s, n, handlers.handleFetchRequest(), "FetchRequest");
            case "HandleFetchReply" -> offering.control(s, n, handlers.handleFetchReply(), "FetchReply");
            case "HandlePartitionStateCheck" -> offering.control(
                    s, n, handlers.handlePartitionStateCheck(), "PartitionStateCheck");
            case "HandlePartitionStateCheckReply" -> offering.control(
                    s, n, handlers.handlePartitionStateCheckReply(), "PartitionStateCheckReply");
            case "HandleShutdownRequest" -> offering.control(s, n, handlers.handleShutdownRequest(), "ShutdownRequest");
            case "HandleShutdownResponse" -> offering.control(
                    s, n, handlers.handleShutdownResponse(), "ShutdownResponse");
            case "HandleBackup" -> offering.message(
                    ClassicOffers.DATA, s, n, handlers.handleBackup(), "Backup", steps::backUp);
            case "HandleSyncResponse" -> offering.message(
                    ClassicOffers.DATA, s, n, handlers.handleSyncResponse(), "SyncResponse", offering::carryOut);
            case "LoseTable" -> fate.lose(ClassicOffers.CONTROL, s, n, List.of("PartitionState"));
            case "LoseBackup" -> fate.lose(ClassicOffers.DATA, s, n, List.of("Backup"));
            case "LoseShutdownMessage" -> fate.lose(
                    ClassicOffers.CONTROL, s, n, List.of("ShutdownRequest", "ShutdownResponse"));
            default -> throw new IllegalArgumentException("no binding for " + action);
        };
    }
}
