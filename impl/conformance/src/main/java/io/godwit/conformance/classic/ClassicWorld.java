package io.godwit.conformance.classic;

import io.godwit.conformance.binding.Constants;
import io.godwit.conformance.binding.Result;
import io.godwit.conformance.binding.Trial;
import io.godwit.conformance.binding.Trials;
import io.godwit.conformance.classic.ClassicScene.Next;
import io.godwit.conformance.corpus.Corpus;
import io.godwit.conformance.corpus.Corpus.Instance;
import io.godwit.conformance.corpus.Values;
import io.godwit.conformance.replay.Offers;
import io.godwit.conformance.replay.World;
import io.godwit.protocol.Command;
import io.godwit.protocol.Guard;
import io.godwit.protocol.Guards;
import io.godwit.protocol.Handler;
import io.godwit.protocol.Message;
import io.godwit.protocol.Received;
import io.godwit.protocol.Step;
import io.godwit.protocol.classic.Act;
import io.godwit.protocol.classic.ClassicGuard;
import io.godwit.protocol.classic.ClassicState;
import io.godwit.protocol.classic.ControlMessage;
import io.godwit.protocol.classic.ControlMessage.FinalizeJoin;
import io.godwit.protocol.classic.ControlMessage.JoinRequest;
import io.godwit.protocol.classic.ControlMessage.MembersUpdate;
import io.godwit.protocol.classic.DataMessage;
import io.godwit.protocol.classic.DataMessage.BackupAck;
import io.godwit.protocol.classic.DataMessage.SyncCheck;
import io.godwit.protocol.classic.DataMessage.SyncRequest;
import io.godwit.protocol.classic.migration.StartMigration;
import io.godwit.protocol.classic.migration.StepKind;
import io.godwit.protocol.classic.promotion.AssignLost;
import io.godwit.protocol.classic.replication.StartSync;
import io.godwit.protocol.classic.replication.Update;
import io.godwit.protocol.classic.replication.Write;
import io.godwit.protocol.classic.shutdown.DrainMove;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.Function;

/** The classic protocol: what each action means as events for members, and what the world around them does. */
final class ClassicWorld implements World {
    static final String RUNS = "the process runs";
    static final String MESSAGE = "Head(msgs[s][n]).type";
    static final String BUDGET = "spent < Max";
    static final String DETECT = "~Up(d) \\/ <<n, d>> \\in cut \\/ <<d, n>> \\in cut";
    static final String SUSPECT = "Up(d) /\\ <<d, n>> \\notin cut /\\ n \\in Suspecters";
    static final String JOIN = "life[n] = \"off\", the least such n, and nobody on its address";
    static final String START_SYNC = "Up(b) /\\ Open(n, b), and no message about p is under way to b";
    static final String ONE_ROUND = "no check and no answer to one is under way";
    static final String ONE_REQUEST = "Up(master[n]), and no request to it is under way";
    static final String ONE_RELEASE = "no answer is under way to that address, and the link is open";

    private static final int CONTROL = ClassicCodec.CONTROL_CHANNEL;
    private static final int DATA = ClassicCodec.DATA_CHANNEL;

    private final Values values;
    private final Constants constants;
    private final ClassicCodec codec;
    private final ClassicHandlers handlers;
    private final ClassicScene scene;
    private final Trials.Counter counter = new Trials.Counter();
    private final List<Offerer> offerers = new ArrayList<>();
    private final List<Offerer> stutterers = new ArrayList<>();

    /** Offers one action instance in the present state. */
    @FunctionalInterface
    private interface Offerer {
        void offer(Offers offers);

        /** The same where the world keeps one condition more. */
        default Offerer when(String condition, BooleanSupplier holds) {
            return offers -> {
                if (holds.getAsBoolean()) {
                    offer(offers);
                } else {
                    offers.ruledOut(condition);
                }
            };
        }
    }

    ClassicWorld(Corpus corpus, Guards all) {
        values = corpus.values();
        constants = new Constants(corpus);
        Guards guards = switchedOff(corpus, all);
        codec = new ClassicCodec(corpus, constants);
        handlers = ClassicHandlers.with(guards);
        scene = new ClassicScene(corpus, codec);
        corpus.instances().forEach(instance -> offerers.add(offerer(instance)));
        boolean acksWithoutBackups = corpus.instances().stream()
                .anyMatch(instance -> instance.action().equals("AckWithoutBackups"));
        for (int n = 1; n <= scene.members(); n++) {
            for (int other = 1; other <= scene.members(); other++) {
                stutterers.add(joinRequest(n, other));
            }
            // Models whose writes wait for backups do not have this action: there the engine has to refuse it.
            for (int p = 0; !acksWithoutBackups && p < codec.partitions(); p++) {
                stutterers.add(single(n, handlers.ackWithoutBackups(), p));
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
            return between(instance.action(), number(instance, 0), number(instance, 1));
        }
        int n = number(instance, 0);
        int second = parameters.size() > 1 ? number(instance, 1) : 0;
        return switch (instance.action()) {
            case "PublishCompleted" -> act(n, handlers.publishCompleted());
            case "Repair" -> act(n, handlers.repair());
            case "AbortPromotion" -> act(n, handlers.abortPromotion());
            case "Claim" -> act(n, handlers.claim());
            case "FinishFetch" -> act(n, handlers.finishFetch());
            case "AbortMigration" -> single(n, handlers.abortMigration(), second - 1);
            case "AssignLost" -> single(
                    n, handlers.assignLost(), new AssignLost.Choice(second - 1, number(instance, 2)));
            case "Detect" -> suspect(n, second, true)
                    .when(DETECT, () -> !scene.isUp(second) || scene.isCut(n, second) || scene.isCut(second, n));
            case "Suspect" -> suspect(n, second, false)
                    .when(SUSPECT, () -> scene.isUp(second) && !scene.isCut(second, n) && suspects(n))
                    .when(BUDGET, within("suspicions", "MaxSuspicions"));
            case "StartSync" -> startSync(n, second, number(instance, 2) - 1);
            case "FinishSync" -> single(n, handlers.finishSync(), second - 1);
            case "CleanUpLate" -> single(n, handlers.cleanUpLate(), second - 1);
            case "StartMigration" -> startMigration(n, instance).when(BUDGET, mayMigrate());
            case "TimeoutMigration" -> single(n, handlers.timeoutMigration(), second - 1)
                    .when(BUDGET, within("timeouts", "MaxTimeouts"));
            case "ResendCommit" -> single(n, handlers.resendCommit(), second - 1)
                    .when(BUDGET, within("timeouts", "MaxTimeouts"));
            case "ResendPromotion" -> act(n, handlers.resendPromotion())
                    .when(BUDGET, within("timeouts", "MaxTimeouts"));
            case "Crash" -> {
                int most = constants.number("MaxCrashes");
                yield crash(n).when(BUDGET, () -> scene.crashes() < most);
            }
            case "CutLink" -> cutLink(n, second).when(BUDGET, within("cuts", "MaxCuts"));
            case "Join" -> join(n, second);
            case "Write" -> write(n, second - 1);
            case "AckWithoutBackups" -> single(n, handlers.ackWithoutBackups(), second - 1);
            case "SendStampCheck" -> act(n, handlers.sendStampCheck()).when(ONE_ROUND, () -> noRound(n));
            case "AskToLeave" -> {
                int most = constants.number("MaxLeaves");
                yield act(n, handlers.askToLeave()).when(BUDGET, () -> leavers() < most);
            }
            case "RepeatShutdownRequest" -> act(n, handlers.repeatShutdownRequest())
                    .when(ONE_REQUEST, () -> mayRepeat(n));
            case "DrainMove" -> single(
                            n,
                            handlers.drainMove(),
                            new DrainMove.Order(second - 1, number(instance, 2) - 1, number(instance, 3)))
                    .when(BUDGET, mayMigrate());
            case "Release" -> release(n, second);
            default -> throw new IllegalArgumentException("no binding for " + instance.name());
        };
    }

    /** Actions about what is under way from one member to another. */
    private Offerer between(String action, int s, int n) {
        return switch (action) {
            case "HandlePartitionState" -> control(s, n, handlers.handlePartitionState(), "PartitionState");
            case "HandlePublishCompleted" -> control(s, n, handlers.handlePublishCompleted(), "PublishCompleted");
            case "HandlePublishReply" -> control(s, n, handlers.handlePublishReply(), "PublishReply");
            case "HandleMigrationRequest" -> control(s, n, handlers.handleMigrationRequest(), "MigrationRequest");
            case "HandleMigrationData" -> message(
                    DATA, s, n, handlers.handleMigrationData(), "MigrationData", this::carryOut);
            case "HandleMigrationReply" -> control(s, n, handlers.handleMigrationReply(), "MigrationReply");
            case "HandleMigrationCommit" -> control(s, n, handlers.handleMigrationCommit(), "MigrationCommit");
            case "HandleCommitReply" -> control(s, n, handlers.handleCommitReply(), "CommitReply");
            case "HandlePromotionCommit" -> control(s, n, handlers.handlePromotionCommit(), "PromotionCommit");
            case "HandlePromotionReply" -> control(s, n, handlers.handlePromotionReply(), "PromotionReply");
            case "HandleFetchRequest" -> control(s, n, handlers.handleFetchRequest(), "FetchRequest");
            case "HandleFetchReply" -> control(s, n, handlers.handleFetchReply(), "FetchReply");
            case "HandlePartitionStateCheck" -> control(
                    s, n, handlers.handlePartitionStateCheck(), "PartitionStateCheck");
            case "HandlePartitionStateCheckReply" -> control(
                    s, n, handlers.handlePartitionStateCheckReply(), "PartitionStateCheckReply");
            case "HandleShutdownRequest" -> control(s, n, handlers.handleShutdownRequest(), "ShutdownRequest");
            case "HandleShutdownResponse" -> control(s, n, handlers.handleShutdownResponse(), "ShutdownResponse");
            case "HandleBackup" -> message(DATA, s, n, handlers.handleBackup(), "Backup", this::backUp);
            case "HandleSyncResponse" -> message(
                    DATA, s, n, handlers.handleSyncResponse(), "SyncResponse", this::carryOut);
            case "LoseTable" -> lose(CONTROL, s, n, List.of("PartitionState"));
            case "LoseBackup" -> lose(DATA, s, n, List.of("Backup"));
            case "LoseShutdownMessage" -> lose(CONTROL, s, n, List.of("ShutdownRequest", "ShutdownResponse"));
            default -> throw new IllegalArgumentException("no binding for " + action);
        };
    }

    private int number(Instance instance, int argument) {
        int value = instance.arguments().get(argument);
        return switch (values.kind(value)) {
            case NUMBER -> values.number(value);
            default -> throw new IllegalArgumentException(instance.show(values));
        };
    }

    // What members do

    private Offerer startMigration(int n, Instance instance) {
        StepKind kind =
                switch (values.text(instance.arguments().get(2))) {
                    case "MOVE" -> StepKind.MOVE;
                    case "MOVEBACKUP" -> StepKind.MOVE_BACKUP;
                    case "COPY" -> StepKind.COPY;
                    case "SHIFTUP" -> StepKind.SHIFT_UP;
                    case "SHIFTDOWN" -> StepKind.SHIFT_DOWN;
                    default -> throw new IllegalArgumentException(instance.show(values));
                };
        return single(
                n,
                handlers.startMigration(),
                new StartMigration.Order(
                        number(instance, 1) - 1,
                        kind,
                        number(instance, 3) - 1,
                        number(instance, 4) - 1,
                        number(instance, 5)));
    }

    private Offerer write(int n, int p) {
        Update[] updates = new Update[constants.number("MaxWrites") + 1];
        for (int w = 0; w < updates.length; w++) {
            updates[w] = ContentCodec.update(w);
        }
        Trials<ClassicState, Update, Write.Request> trials =
                trials(handlers.write(), update -> new Write.Request(p, update));
        return offers -> {
            int w = scene.writes() + 1;
            if (w >= updates.length) {
                offers.ruledOut(BUDGET);
                return;
            }
            give(n, trials.of(updates[w]), offers, (next, result) -> {
                carryOut(n, n, result, next);
                next.putWrites(w);
                codec.answered(result.commands()).forEach(write -> next.acknowledge(p, write));
            });
        };
    }

    /** The owner hears of a backup in the step of the backup. */
    private void backUp(int s, int n, Result result, Next next) {
        next.put(n, result.parts());
        BackupAck ack = only(result.commands(), BackupAck.class);
        if (!scene.isUp(s)) {
            return;
        }
        Step<ClassicState> step = handlers.handleBackupAck().handle(scene.member(s), new Received<>(n, ack));
        if (step.accepted()) {
            next.put(s, codec.parts(step.state()));
            codec.answered(step.commands()).forEach(write -> next.acknowledge(ack.partition(), write));
        }
    }

    /** A member gives another one up. If there is a reason, the connection is closed with what is still in it. */
    private Offerer suspect(int n, int d, boolean close) {
        Trials<ClassicState, Integer, Integer> trials = trials(handlers.suspect(), other -> other);
        Integer other = d;
        return offers -> give(n, trials.of(other), offers, (next, result) -> {
            acknowledge(scene.member(n), result.commands(), next);
            carryOut(n, n, result, next);
            if (close) {
                next.close(d, n);
            }
        });
    }

    private void acknowledge(ClassicState before, List<Command> commands, Next next) {
        for (int write : codec.answered(commands)) {
            before.pending().forEach(entry -> {
                if (entry.getValue().stream().anyMatch(it -> it.update().client() == write)) {
                    next.acknowledge(entry.getKey(), write);
                }
            });
        }
    }

    private boolean suspects(int n) {
        return constants.numbers("Suspecters").contains(n);
    }

    /** Owner, backup and owner again: the specification has one step for the question, the answer and the begin of the sync. */
    private Offerer startSync(int n, int b, int p) {
        Trials<ClassicState, StartSync.Question, StartSync.Question> trials = trials(handlers.startSync(), it -> it);
        StartSync.Question question = new StartSync.Question(p, b);
        Offerer sync = offers -> {
            if (!runs(n, offers)) {
                return;
            }
            Result first = scene.subject(n).result(trials.of(question), codec);
            if (!first.accepted()) {
                offers.refused(handlers.startSync().getClass(), question, first.guard(), first.stutter());
                return;
            }
            SyncCheck check = only(first.commands(), SyncCheck.class);
            Step<ClassicState> second = handlers.handleSyncCheck().handle(scene.member(b), new Received<>(n, check));
            if (!second.accepted()) {
                boolean same = second.state().equals(scene.member(b));
                offers.refused(handlers.handleSyncCheck().getClass(), check, second.refusal(), same);
                return;
            }
            SyncRequest request = only(second.commands(), SyncRequest.class);
            Step<ClassicState> third = handlers.handleSyncRequest().handle(scene.member(n), new Received<>(b, request));
            if (!third.accepted()) {
                offers.refused(handlers.handleSyncRequest().getClass(), request, third.refusal(), true);
                return;
            }
            Next next = scene.next();
            if (constants.truth("SyncInSteps")) {
                next.put(n, codec.parts(third.state()));
            } else {
                Step<ClassicState> last = handlers.finishSync().handle(third.state(), p);
                next.put(n, codec.parts(last.state()));
                send(n, codec.effects(third.state(), last), next);
            }
            offers.accepted(handlers.startSync().getClass(), question, next.values());
        };
        return sync.when(START_SYNC, () -> scene.isOpen(n, b) && !isDataUnderWay(n, b, p));
    }

    private boolean isDataUnderWay(int from, int to, int p) {
        for (int message : scene.underWay(DATA, from, to)) {
            if (((DataMessage) codec.messages().message(message)).partition() == p) {
                return true;
            }
        }
        return false;
    }

    /** The newcomer and the others hear of it in the same step. */
    private Offerer join(int m, int n) {
        Trials<ClassicState, Integer, Integer> trials = trials(handlers.join(), it -> it);
        Integer newcomer = n;
        Offerer join = offers -> give(m, trials.of(newcomer), offers, (next, result) -> {
            next.put(m, result.parts());
            for (Command command : result.commands()) {
                Command.Send send = (Command.Send) command;
                if (send.message() instanceof FinalizeJoin told) {
                    Step<ClassicState> step =
                            handlers.handleFinalizeJoin().handle(scene.member(n), new Received<>(m, told));
                    next.put(n, codec.parts(step.state()));
                } else if (send.message() instanceof MembersUpdate told && scene.isUp(send.to())) {
                    Step<ClassicState> step =
                            handlers.handleMembersUpdate().handle(scene.member(send.to()), new Received<>(m, told));
                    next.put(send.to(), codec.parts(step.state()));
                }
            }
        });
        return join.when(JOIN, () -> mayJoin(m, n)).when(BUDGET, () -> joined() < constants.number("MaxJoins"));
    }

    private int joined() {
        int joined = 0;
        for (int n = 1; n <= scene.members(); n++) {
            boolean initial = constants.numbers("InitialMembers").contains(n);
            joined += !initial && !scene.life(n).equals("off") ? 1 : 0;
        }
        return joined;
    }

    private boolean mayJoin(int m, int n) {
        for (int x = 1; x <= n; x++) {
            boolean waits = !constants.numbers("InitialMembers").contains(x)
                    && scene.life(x).equals("off");
            if (waits != (x == n)) {
                return false;
            }
        }
        int before = constants.number("RebornOf");
        return n != constants.number("RebornAs")
                || (scene.life(before).equals("left")
                        && !scene.hasCrashed(m)
                        && !scene.member(m).view().contains(before));
    }

    private BooleanSupplier mayMigrate() {
        int most = constants.number("MaxMigrations");
        return () -> scene.migrations() < most;
    }

    private boolean noRound(int n) {
        for (int x = 1; x <= scene.members(); x++) {
            if (scene.isUnderWay(CONTROL, n, x, "PartitionStateCheck")
                    || scene.isUnderWay(CONTROL, x, n, "PartitionStateCheckReply")) {
                return false;
            }
        }
        return true;
    }

    private int leavers() {
        int leavers = 0;
        for (int n = 1; n <= scene.members(); n++) {
            boolean leaves = !scene.hasCrashed(n) && scene.member(n).leaving().contains(n);
            leavers += leaves || scene.life(n).equals("left") ? 1 : 0;
        }
        return leavers;
    }

    private boolean mayRepeat(int n) {
        if (scene.hasCrashed(n)) {
            return false;
        }
        int master = scene.member(n).master();
        return master > 0 && scene.isUp(master) && !scene.isUnderWay(CONTROL, n, master, "ShutdownRequest");
    }

    /**
     * An answer goes to an address, where another process may be by now. One that is late is taken as given late, when the
     * leaver is no member any more: the master is the one that it was.
     */
    private Offerer release(int n, int x) {
        Trials<ClassicState, Integer, Integer> trials = trials(handlers.release(), it -> it);
        Integer leaver = x;
        return offers -> {
            int address = x == constants.number("RebornOf") && !scene.isUp(x) ? constants.number("RebornAs") : x;
            if (x != n && !mayAnswer(n, address)) {
                offers.ruledOut(ONE_RELEASE);
                return;
            }
            if (!runs(n, offers)) {
                return;
            }
            ClassicState state = scene.member(n);
            if (x == constants.number("RebornOf") && !state.view().contains(x)) {
                ClassicState before = state.but().view(state.view().with(x)).done();
                Step<ClassicState> step = handlers.release().handle(before, leaver);
                if (step.accepted()) {
                    Next next = scene.next();
                    answer(n, address, only(step.commands(), ControlMessage.ShutdownResponse.class), next);
                    offers.accepted(handlers.release().getClass(), leaver, next.values());
                    return;
                }
            }
            give(n, trials.of(leaver), offers, (next, result) -> {
                if (x == n) {
                    carryOut(n, n, result, next);
                } else {
                    next.put(n, result.parts());
                    answer(n, address, only(result.commands(), ControlMessage.ShutdownResponse.class), next);
                }
            });
        };
    }

    private void answer(int n, int address, Message response, Next next) {
        next.post(CONTROL, n, address, codec.messages().id(n, address, response));
    }

    private boolean mayAnswer(int n, int address) {
        return address > 0 && scene.isOpen(n, address) && !scene.isUnderWay(CONTROL, n, address, "ShutdownResponse");
    }

    private Offerer joinRequest(int n, int newcomer) {
        Trials<ClassicState, Integer, Received<JoinRequest>> trials =
                trials(handlers.handleJoinRequest(), it -> new Received<>(it, new JoinRequest()));
        Integer from = newcomer;
        return offers -> give(n, trials.of(from), offers, (next, result) -> carryOut(n, n, result, next));
    }

    // What the world does

    private Offerer crash(int n) {
        return offers -> {
            if (!scene.isUp(n)) {
                offers.ruledOut(RUNS);
                return;
            }
            Next next = scene.next();
            next.put(n, codec.parts(codec.off(n)));
            next.putCrashed(n);
            next.closeAllTo(n);
            offers.accepted(null, "a crash", next.values());
        };
    }

    private Offerer cutLink(int a, int b) {
        return offers -> {
            if (a >= b || !scene.isUp(a) || !scene.isUp(b) || scene.isCut(a, b)) {
                offers.ruledOut(RUNS);
                return;
            }
            Next next = scene.next();
            next.cutBoth(a, b);
            next.close(a, b);
            next.close(b, a);
            offers.accepted(null, "a cut", next.values());
        };
    }

    private Offerer lose(int channel, int s, int n, List<String> types) {
        Offerer lose = offers -> {
            int[] queue = scene.underWay(channel, s, n);
            if (queue.length == 0 || !types.contains(codec.messages().type(queue[0]))) {
                offers.ruledOut(MESSAGE);
                return;
            }
            Next next = scene.next();
            next.pop(channel, s, n);
            offers.accepted(null, "a loss", next.values());
        };
        return lose.when(BUDGET, within("losses", "MaxLosses"));
    }

    private BooleanSupplier within(String budget, String limit) {
        int most = constants.number(limit);
        return () -> scene.spent(budget) < most;
    }

    // Offering

    /** What becomes of an accepted event, beyond the handler. */
    @FunctionalInterface
    private interface Consequence {
        void add(Next next, Result result);
    }

    /** What becomes of an accepted message. */
    @FunctionalInterface
    private interface Delivery {
        void add(int s, int n, Result result, Next next);
    }

    private <K, E> Trials<ClassicState, K, E> trials(Handler<ClassicState, E> handler, Function<K, E> event) {
        return new Trials<>(counter, handler, event);
    }

    private Offerer act(int n, Handler<ClassicState, Act> handler) {
        return single(n, handler, Act.NOW);
    }

    private <E> Offerer single(int n, Handler<ClassicState, E> handler, E event) {
        Trials<ClassicState, E, E> trials = trials(handler, it -> it);
        return offers -> give(n, trials.of(event), offers, (next, result) -> {
            acknowledge(scene.member(n), result.commands(), next);
            carryOut(n, n, result, next);
        });
    }

    private <M extends Message> Offerer control(int s, int n, Handler<ClassicState, Received<M>> handler, String type) {
        return message(CONTROL, s, n, handler, type, this::carryOut);
    }

    /** The first message of a channel, if it is of that type. One that is refused is dropped, unless the guard says that it waits. */
    @SuppressWarnings("unchecked")
    private <M extends Message> Offerer message(
            int channel, int s, int n, Handler<ClassicState, Received<M>> handler, String type, Delivery delivery) {
        Trials<ClassicState, Message, Received<M>> trials = trials(handler, it -> new Received<>(s, (M) it));
        return offers -> {
            int[] queue = scene.underWay(channel, s, n);
            if (queue.length == 0 || !codec.messages().type(queue[0]).equals(type)) {
                offers.ruledOut(MESSAGE);
                return;
            }
            Trial<ClassicState, Received<M>> trial = trials.of(codec.messages().message(queue[0]));
            Result result = scene.subject(n).result(trial, codec);
            Next next = scene.next();
            if (!result.accepted()) {
                offers.refused(handler.getClass(), trial.event(), result.guard(), result.stutter());
                if (((ClassicGuard) result.guard()).waits()) {
                    return;
                }
                next.pop(channel, s, n);
            } else {
                next.pop(channel, s, n);
                delivery.add(s, n, result, next);
            }
            offers.accepted(handler.getClass(), trial.event(), next.values());
        };
    }

    private <E> void give(int n, Trial<ClassicState, E> trial, Offers offers, Consequence consequence) {
        if (!runs(n, offers)) {
            return;
        }
        Result result = scene.subject(n).result(trial, codec);
        if (!result.accepted()) {
            offers.refused(trial.handler().getClass(), trial.event(), result.guard(), result.stutter());
            return;
        }
        Next next = scene.next();
        consequence.add(next, result);
        offers.accepted(trial.handler().getClass(), trial.event(), next.values());
    }

    /** Does the process run, or has it at least not crashed? What has crashed has no state. */
    private boolean runs(int n, Offers offers) {
        if (scene.hasCrashed(n)) {
            offers.ruledOut(RUNS);
            return false;
        }
        return true;
    }

    /** The member's new state, what it sends, and its end. */
    private void carryOut(int s, int n, Result result, Next next) {
        next.put(n, result.parts());
        next.putMigrations(result.sent());
        send(n, result.effects(), next);
        if (result.commands().stream().anyMatch(Command.Stop.class::isInstance)) {
            next.closeAllTo(n);
        }
    }

    private static void send(int from, int[] effects, Next next) {
        for (int i = 0; i < effects.length; i += 3) {
            next.post(effects[i + 1], from, effects[i], effects[i + 2]);
        }
    }

    private static <M extends Message> M only(List<Command> commands, Class<M> type) {
        return commands.stream()
                .filter(command -> command instanceof Command.Send send && type.isInstance(send.message()))
                .map(command -> type.cast(((Command.Send) command).message()))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("no " + type.getSimpleName() + " in " + commands));
    }
}
