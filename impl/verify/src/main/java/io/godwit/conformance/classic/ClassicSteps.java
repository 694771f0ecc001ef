package io.godwit.conformance.classic;

import io.godwit.conformance.classic.ClassicClusterState.Next;
import io.godwit.conformance.corpus.Corpus.Instance;
import io.godwit.conformance.corpus.ValueTable;
import io.godwit.conformance.replay.Constants;
import io.godwit.conformance.replay.Offers.Offerer;
import io.godwit.conformance.replay.SpecActions;
import io.godwit.conformance.replay.SpecActions.Action;
import io.godwit.conformance.replay.Trials;
import io.godwit.conformance.replay.Trials.Trial;
import io.godwit.conformance.replay.Trials.TrialResult;
import io.godwit.protocol.Command;
import io.godwit.protocol.Message;
import io.godwit.protocol.Step;
import io.godwit.protocol.classic.Classic;
import io.godwit.protocol.classic.ClassicState;
import io.godwit.protocol.classic.ControlMessage;
import io.godwit.protocol.classic.ControlMessage.FinalizeJoin;
import io.godwit.protocol.classic.ControlMessage.JoinRequest;
import io.godwit.protocol.classic.ControlMessage.MembersUpdate;
import io.godwit.protocol.classic.DataMessage.BackupAck;
import io.godwit.protocol.classic.DataMessage.SyncCheck;
import io.godwit.protocol.classic.DataMessage.SyncRequest;
import io.godwit.protocol.classic.ParallelMigration.Kind;
import io.godwit.protocol.classic.ParallelMigration.Order;
import io.godwit.protocol.classic.data.Update;
import java.util.List;

/** What members do, where it takes more than one event of one member to make a step of the specification. */
final class ClassicSteps {
    private final ValueTable values;
    private final Constants constants;
    private final ClassicCodec codec;
    private final Classic classic;
    private final SpecActions<ClassicState> actions;
    private final ClassicClusterState clusterState;
    private final ClassicOffers offering;
    private final ClassicLimits limits;

    ClassicSteps(
            ValueTable values,
            Constants constants,
            ClassicCodec codec,
            Classic classic,
            SpecActions<ClassicState> actions,
            ClassicClusterState clusterState,
            ClassicOffers offering,
            ClassicLimits limits) {
        this.values = values;
        this.constants = constants;
        this.codec = codec;
        this.classic = classic;
        this.actions = actions;
        this.clusterState = clusterState;
        this.offering = offering;
        this.limits = limits;
    }

    Offerer startMigration(int n, Instance instance) {
        Kind kind =
                switch (values.text(instance.arguments().get(2))) {
                    case "MOVE" -> Kind.MOVE;
                    case "MOVEBACKUP" -> Kind.MOVE_BACKUP;
                    case "COPY" -> Kind.COPY;
                    case "SHIFTUP" -> Kind.SHIFT_UP;
                    case "SHIFTDOWN" -> Kind.SHIFT_DOWN;
                    default -> throw new IllegalArgumentException(instance.show(values));
                };
        return offering.act(
                n,
                actions.of("classic/ParallelMigration!StartMigration"),
                new Order(
                        instance.number(values, 1) - 1,
                        kind,
                        instance.number(values, 3) - 1,
                        instance.number(values, 4) - 1,
                        instance.number(values, 5)));
    }

    Offerer write(int n, int p) {
        Update[] updates = new Update[constants.number("MaxWrites") + 1];
        for (int w = 0; w < updates.length; w++) {
            updates[w] = ClassicContentCodec.update(w);
        }
        Action<ClassicState> write = actions.of("classic/Replication!Write");
        Trials<ClassicState, Update, Update> trials =
                offering.trials((state, update) -> write.take(state, p, update), update -> update);
        return offers -> {
            int w = clusterState.writes() + 1;
            if (w >= updates.length) {
                offers.ruledOut(ClassicLimits.BUDGET);
                return;
            }
            offering.give(n, write, trials.of(updates[w]), offers, (next, result) -> {
                offering.carryOut(n, n, result, next);
                next.putWrites(w);
                codec.answered(result.commands()).forEach(answered -> next.acknowledge(p, answered));
            });
        };
    }

    /** The owner hears of a backup in the step of the backup. */
    void backUp(int s, int n, TrialResult result, Next next) {
        next.put(n, result.parts());
        BackupAck ack = ClassicOffers.only(result.commands(), BackupAck.class);
        if (!clusterState.isUp(s)) {
            return;
        }
        Step<ClassicState> step =
                Step.of(clusterState.member(s), it -> classic.replication().handleBackupAck(it, n, ack));
        if (step.accepted()) {
            next.put(s, codec.parts(step.state()));
            codec.answered(step.commands()).forEach(write -> next.acknowledge(ack.partition(), write));
        }
    }

    /** A member gives another one up. If there is a reason, the connection is closed with what is still in it. */
    Offerer suspect(int n, int d, boolean close) {
        Action<ClassicState> suspect = actions.of("classic/Membership!Suspect");
        Integer other = d;
        Trial<ClassicState, Integer> trial =
                offering.<Integer, Integer>trials(suspect::take, it -> it).of(other);
        return offers -> offering.give(n, suspect, trial, offers, (next, result) -> {
            offering.acknowledge(clusterState.member(n), result.commands(), next);
            offering.carryOut(n, n, result, next);
            if (close) {
                next.close(d, n);
            }
        });
    }

    /** Owner, backup and owner again: the specification has one step for the question, the answer and the begin of the sync. */
    Offerer startSync(int n, int b, int p) {
        Action<ClassicState> start = actions.of("classic/Replication!StartSync");
        List<Integer> question = List.of(p, b);
        Trial<ClassicState, List<Integer>> trial = offering.<List<Integer>, List<Integer>>trials(
                        (state, it) -> start.take(state, p, b), it -> it)
                .of(question);
        Offerer sync = offers -> {
            if (!offering.runs(n, offers)) {
                return;
            }
            TrialResult first = clusterState.subject(n).result(trial, codec);
            if (!first.accepted()) {
                offers.refused(start.method(), question, first.guard(), first.stutter());
                return;
            }
            SyncCheck check = ClassicOffers.only(first.commands(), SyncCheck.class);
            Step<ClassicState> second =
                    Step.of(clusterState.member(b), it -> classic.replication().handleSyncCheck(it, n, check));
            if (!second.accepted()) {
                boolean same = second.state().equals(clusterState.member(b));
                offers.refused(start.method(), check, second.refused(), same);
                return;
            }
            SyncRequest request = ClassicOffers.only(second.commands(), SyncRequest.class);
            Step<ClassicState> third =
                    Step.of(clusterState.member(n), it -> classic.replication().handleSyncRequest(it, b, request));
            if (!third.accepted()) {
                offers.refused(start.method(), request, third.refused(), true);
                return;
            }
            Next next = clusterState.next();
            if (constants.truth("SyncInSteps")) {
                next.put(n, codec.parts(third.state()));
            } else {
                Step<ClassicState> last =
                        Step.of(third.state(), it -> classic.replication().finishSync(it, p));
                next.put(n, codec.parts(last.state()));
                ClassicOffers.send(n, codec.effects(third.state(), last), next);
            }
            offers.accepted(start.method(), question, next.values());
        };
        return sync.when(ClassicLimits.START_SYNC, () -> clusterState.isOpen(n, b) && !limits.isDataUnderWay(n, b, p));
    }

    /** The newcomer and the others hear of it in the same step. */
    Offerer join(int m, int n) {
        Action<ClassicState> action = actions.of("classic/Membership!Join");
        Integer newcomer = n;
        Trial<ClassicState, Integer> trial =
                offering.<Integer, Integer>trials(action::take, it -> it).of(newcomer);
        Offerer join = offers -> offering.give(m, action, trial, offers, (next, result) -> {
            next.put(m, result.parts());
            for (Command command : result.commands()) {
                Command.Send send = (Command.Send) command;
                if (send.message() instanceof FinalizeJoin told) {
                    Step<ClassicState> step = Step.of(
                            clusterState.member(n), it -> classic.membership().handleFinalizeJoin(it, m, told));
                    next.put(n, codec.parts(step.state()));
                } else if (send.message() instanceof MembersUpdate told && clusterState.isUp(send.to())) {
                    Step<ClassicState> step = Step.of(clusterState.member(send.to()), it -> classic.membership()
                            .handleMembersUpdate(it, m, told));
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
        Action<ClassicState> release = actions.of("classic/GracefulShutdown!Release");
        Integer leaver = x;
        Trial<ClassicState, Integer> trial =
                offering.<Integer, Integer>trials(release::take, it -> it).of(leaver);
        return offers -> {
            int address = x == constants.number("RebornOf") && !clusterState.isUp(x) ? constants.number("RebornAs") : x;
            if (x != n && !limits.mayAnswer(n, address)) {
                offers.ruledOut(ClassicLimits.ONE_RELEASE);
                return;
            }
            if (!offering.runs(n, offers)) {
                return;
            }
            ClassicState state = clusterState.member(n);
            if (x == constants.number("RebornOf") && !state.view().contains(x)) {
                ClassicState before = state.but().view(state.view().with(x)).done();
                Step<ClassicState> step = release.take(before, leaver);
                if (step.accepted()) {
                    Next next = clusterState.next();
                    answer(
                            n,
                            address,
                            ClassicOffers.only(step.commands(), ControlMessage.ShutdownResponse.class),
                            next);
                    offers.accepted(release.method(), leaver, next.values());
                    return;
                }
            }
            offering.give(n, release, trial, offers, (next, result) -> {
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
        Integer from = newcomer;
        Trial<ClassicState, Integer> trial = offering.<Integer, Integer>trials(
                        (state, it) ->
                                Step.of(state, s -> classic.membership().handleJoinRequest(s, it, new JoinRequest())),
                        it -> it)
                .of(from);
        return offers -> offering.give(n, null, trial, offers, (next, result) -> offering.carryOut(n, n, result, next));
    }
}
