package io.godwit.conformance.classic;

import io.godwit.conformance.binding.Constants;
import io.godwit.conformance.binding.Result;
import io.godwit.conformance.binding.Trials;
import io.godwit.conformance.classic.ClassicScene.Next;
import io.godwit.conformance.corpus.Corpus.Instance;
import io.godwit.conformance.corpus.Values;
import io.godwit.protocol.Command;
import io.godwit.protocol.Message;
import io.godwit.protocol.Received;
import io.godwit.protocol.Step;
import io.godwit.protocol.classic.ClassicState;
import io.godwit.protocol.classic.ControlMessage;
import io.godwit.protocol.classic.ControlMessage.FinalizeJoin;
import io.godwit.protocol.classic.ControlMessage.JoinRequest;
import io.godwit.protocol.classic.ControlMessage.MembersUpdate;
import io.godwit.protocol.classic.DataMessage.BackupAck;
import io.godwit.protocol.classic.DataMessage.SyncCheck;
import io.godwit.protocol.classic.DataMessage.SyncRequest;
import io.godwit.protocol.classic.migration.StartMigration;
import io.godwit.protocol.classic.migration.StepKind;
import io.godwit.protocol.classic.replication.StartSync;
import io.godwit.protocol.classic.replication.Update;
import io.godwit.protocol.classic.replication.Write;

/** What members do, where it takes more than one event of one member to make a step of the specification. */
final class ClassicSteps {
    private final Values values;
    private final Constants constants;
    private final ClassicCodec codec;
    private final ClassicHandlers handlers;
    private final ClassicScene scene;
    private final ClassicOffers offering;
    private final ClassicLimits limits;

    ClassicSteps(
            Values values,
            Constants constants,
            ClassicCodec codec,
            ClassicHandlers handlers,
            ClassicScene scene,
            ClassicOffers offering,
            ClassicLimits limits) {
        this.values = values;
        this.constants = constants;
        this.codec = codec;
        this.handlers = handlers;
        this.scene = scene;
        this.offering = offering;
        this.limits = limits;
    }

    Offerer startMigration(int n, Instance instance) {
        StepKind kind =
                switch (values.text(instance.arguments().get(2))) {
                    case "MOVE" -> StepKind.MOVE;
                    case "MOVEBACKUP" -> StepKind.MOVE_BACKUP;
                    case "COPY" -> StepKind.COPY;
                    case "SHIFTUP" -> StepKind.SHIFT_UP;
                    case "SHIFTDOWN" -> StepKind.SHIFT_DOWN;
                    default -> throw new IllegalArgumentException(instance.show(values));
                };
        return offering.single(
                n,
                handlers.startMigration(),
                new StartMigration.Order(
                        instance.number(values, 1) - 1,
                        kind,
                        instance.number(values, 3) - 1,
                        instance.number(values, 4) - 1,
                        instance.number(values, 5)));
    }

    Offerer write(int n, int p) {
        Update[] updates = new Update[constants.number("MaxWrites") + 1];
        for (int w = 0; w < updates.length; w++) {
            updates[w] = ContentCodec.update(w);
        }
        Trials<ClassicState, Update, Write.Request> trials =
                offering.trials(handlers.write(), update -> new Write.Request(p, update));
        return offers -> {
            int w = scene.writes() + 1;
            if (w >= updates.length) {
                offers.ruledOut(ClassicLimits.BUDGET);
                return;
            }
            offering.give(n, trials.of(updates[w]), offers, (next, result) -> {
                offering.carryOut(n, n, result, next);
                next.putWrites(w);
                codec.answered(result.commands()).forEach(write -> next.acknowledge(p, write));
            });
        };
    }

    /** The owner hears of a backup in the step of the backup. */
    void backUp(int s, int n, Result result, Next next) {
        next.put(n, result.parts());
        BackupAck ack = ClassicOffers.only(result.commands(), BackupAck.class);
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
    Offerer suspect(int n, int d, boolean close) {
        Trials<ClassicState, Integer, Integer> trials = offering.trials(handlers.suspect(), other -> other);
        Integer other = d;
        return offers -> offering.give(n, trials.of(other), offers, (next, result) -> {
            offering.acknowledge(scene.member(n), result.commands(), next);
            offering.carryOut(n, n, result, next);
            if (close) {
                next.close(d, n);
            }
        });
    }

    /** Owner, backup and owner again: the specification has one step for the question, the answer and the begin of the sync. */
    Offerer startSync(int n, int b, int p) {
        Trials<ClassicState, StartSync.Question, StartSync.Question> trials =
                offering.trials(handlers.startSync(), it -> it);
        StartSync.Question question = new StartSync.Question(p, b);
        Offerer sync = offers -> {
            if (!offering.runs(n, offers)) {
                return;
            }
            Result first = scene.subject(n).result(trials.of(question), codec);
            if (!first.accepted()) {
                offers.refused(handlers.startSync().getClass(), question, first.guard(), first.stutter());
                return;
            }
            SyncCheck check = ClassicOffers.only(first.commands(), SyncCheck.class);
            Step<ClassicState> second = handlers.handleSyncCheck().handle(scene.member(b), new Received<>(n, check));
            if (!second.accepted()) {
                boolean same = second.state().equals(scene.member(b));
                offers.refused(handlers.handleSyncCheck().getClass(), check, second.refusal(), same);
                return;
            }
            SyncRequest request = ClassicOffers.only(second.commands(), SyncRequest.class);
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
                ClassicOffers.send(n, codec.effects(third.state(), last), next);
            }
            offers.accepted(handlers.startSync().getClass(), question, next.values());
        };
        return sync.when(ClassicLimits.START_SYNC, () -> scene.isOpen(n, b) && !limits.isDataUnderWay(n, b, p));
    }

    /** The newcomer and the others hear of it in the same step. */
    Offerer join(int m, int n) {
        Trials<ClassicState, Integer, Integer> trials = offering.trials(handlers.join(), it -> it);
        Integer newcomer = n;
        Offerer join = offers -> offering.give(m, trials.of(newcomer), offers, (next, result) -> {
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
        return join.when(ClassicLimits.JOIN, () -> limits.mayJoin(m, n))
                .when(ClassicLimits.BUDGET, () -> limits.joined() < constants.number("MaxJoins"));
    }

    /**
     * An answer goes to an address, where another process may be by now. One that is late is taken as given late, when the
     * leaver is no member any more: the master is the one that it was.
     */
    Offerer release(int n, int x) {
        Trials<ClassicState, Integer, Integer> trials = offering.trials(handlers.release(), it -> it);
        Integer leaver = x;
        return offers -> {
            int address = x == constants.number("RebornOf") && !scene.isUp(x) ? constants.number("RebornAs") : x;
            if (x != n && !limits.mayAnswer(n, address)) {
                offers.ruledOut(ClassicLimits.ONE_RELEASE);
                return;
            }
            if (!offering.runs(n, offers)) {
                return;
            }
            ClassicState state = scene.member(n);
            if (x == constants.number("RebornOf") && !state.view().contains(x)) {
                ClassicState before = state.but().view(state.view().with(x)).done();
                Step<ClassicState> step = handlers.release().handle(before, leaver);
                if (step.accepted()) {
                    Next next = scene.next();
                    answer(
                            n,
                            address,
                            ClassicOffers.only(step.commands(), ControlMessage.ShutdownResponse.class),
                            next);
                    offers.accepted(handlers.release().getClass(), leaver, next.values());
                    return;
                }
            }
            offering.give(n, trials.of(leaver), offers, (next, result) -> {
                if (x == n) {
                    offering.carryOut(n, n, result, next);
                } else {
                    next.put(n, result.parts());
                    answer(
                            n,
                            address,
                            ClassicOffers.only(result.commands(), ControlMessage.ShutdownResponse.class),
                            next);
                }
            });
        };
    }

    private void answer(int n, int address, Message response, Next next) {
        next.post(ClassicOffers.CONTROL, n, address, codec.messages().id(n, address, response));
    }

    Offerer joinRequest(int n, int newcomer) {
        Trials<ClassicState, Integer, Received<JoinRequest>> trials =
                offering.trials(handlers.handleJoinRequest(), it -> new Received<>(it, new JoinRequest()));
        Integer from = newcomer;
        return offers ->
                offering.give(n, trials.of(from), offers, (next, result) -> offering.carryOut(n, n, result, next));
    }
}
