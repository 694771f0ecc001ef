package io.godwit.conformance.quorum;

import io.godwit.conformance.binding.Constants;
import io.godwit.conformance.binding.Trials;
import io.godwit.conformance.corpus.Corpus;
import io.godwit.conformance.corpus.Corpus.Instance;
import io.godwit.conformance.corpus.Values;
import io.godwit.conformance.quorum.DataMessages.Letter;
import io.godwit.conformance.quorum.DataMessages.LetterType;
import io.godwit.conformance.replay.Offers;
import io.godwit.conformance.replay.World;
import io.godwit.protocol.Event.Call;
import io.godwit.protocol.Handler;
import io.godwit.protocol.MemberSet;
import io.godwit.protocol.Message;
import io.godwit.protocol.Received;
import io.godwit.protocol.quorum.Quorum;
import io.godwit.protocol.quorum.QuorumMessage.Resumed;
import io.godwit.protocol.quorum.QuorumRule;
import io.godwit.protocol.quorum.data.DataState;
import io.godwit.protocol.quorum.data.View;
import io.godwit.protocol.quorum.data.decision.AbortMigration;
import io.godwit.protocol.quorum.data.decision.AdmitBackup;
import io.godwit.protocol.quorum.data.decision.Cluster;
import io.godwit.protocol.quorum.data.decision.EvictBackup;
import io.godwit.protocol.quorum.data.decision.FinishMigration;
import io.godwit.protocol.quorum.data.decision.MasterView;
import io.godwit.protocol.quorum.data.decision.Promote;
import io.godwit.protocol.quorum.data.decision.RemoveReplica;
import io.godwit.protocol.quorum.data.decision.Restamp;
import io.godwit.protocol.quorum.data.decision.StartMigration;
import io.godwit.protocol.quorum.data.decision.SwitchPrimary;
import io.godwit.protocol.quorum.data.life.Crash;
import io.godwit.protocol.quorum.data.life.LeaveVoters;
import io.godwit.protocol.quorum.data.life.Release;
import io.godwit.protocol.quorum.data.life.RequestLeave;
import io.godwit.protocol.quorum.data.life.Restart;
import io.godwit.protocol.quorum.data.message.DataMessage.Ack;
import io.godwit.protocol.quorum.data.message.DataMessage.Append;
import io.godwit.protocol.quorum.data.message.DataMessage.Confirm;
import io.godwit.protocol.quorum.data.message.DataMessage.Probe;
import io.godwit.protocol.quorum.data.message.DataMessage.Released;
import io.godwit.protocol.quorum.data.message.DataMessage.Sync;
import io.godwit.protocol.quorum.data.replication.Activate;
import io.godwit.protocol.quorum.data.replication.AnswerRead;
import io.godwit.protocol.quorum.data.replication.AnswerWrite;
import io.godwit.protocol.quorum.data.replication.ProposeMember;
import io.godwit.protocol.quorum.data.replication.RepeatAck;
import io.godwit.protocol.quorum.table.Entry;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiPredicate;
import java.util.function.Function;
import java.util.function.Predicate;

/** The data plane: what each action means as events for members and for a master. */
final class DataWorld implements World {
    static final String DECIDED = "v \\in DOMAIN history[p]";
    static final String BUDGET = "spent < Max";
    static final String DECISIONS = "Len(history[p]) <= MaxDecisions";
    static final String CALLS = "writes[w], reads[r]: who calls, and in which order";
    static final String CRASHES = "Cardinality({m \\in Members : status[m] = \"down\"}) < MaxCrashes";
    static final String REBORN = "\\E m \\in Members : Home(m) = Home(n) /\\ Dead(m)";
    static final String LEAVERS = "Cardinality(leaving) < MaxLeavers";

    private static final String FREE = "";
    private static final String SUSPICIONS = "suspicions";
    private static final String MIGRATIONS = "migrations";
    private static final String RESTAMPS = "restamps";
    private static final int HOMES = 26;

    private final Values values;
    private final Constants constants;
    private final DataCodec codec;
    private final DataHandlers handlers;
    private final DataScene scene;
    private final CallsAgain again;
    private final int[] members;
    private final Trials.Counter counter = new Trials.Counter();
    private final List<Offerer> offerers = new ArrayList<>();
    private final List<Offerer> stutterers = new ArrayList<>();

    /** Offers one action instance in the present state. */
    @FunctionalInterface
    private interface Offerer {
        void offer(Offers offers);

        /** The same where the specification has one condition more. */
        default Offerer when(Predicate<Offers> condition) {
            return offers -> {
                if (condition.test(offers)) {
                    offer(offers);
                }
            };
        }
    }

    DataWorld(Corpus corpus, Quorum all, Function<Quorum, DiskRules> rules) {
        values = corpus.values();
        constants = new Constants(corpus);
        Quorum quorum = all.lacking(constants.off(QuorumRule.values()));
        int copies = constants.number("Copies");
        codec = new DataCodec(corpus, copies);
        handlers = DataHandlers.with(quorum.guards());
        scene = new DataScene(corpus, codec, handlers, copies, rules.apply(quorum));
        again = new CallsAgain(scene, handlers, counter);
        members = scene.members();
        corpus.instances().forEach(instance -> offerers.add(offerer(instance)));
        for (int n = 0; n < members.length; n++) {
            stutterers.add(mail(n, -1, LetterType.ACK, handlers.handleAck(), Ack.class));
            stutterers.add(mail(n, -1, LetterType.CONFIRM, handlers.handleConfirm(), Confirm.class));
            stutterers.add(repeatAck(n, LetterType.SYNC));
            stutterers.add(repeatAck(n, LetterType.APPEND));
            for (int p = 0; p < codec.partitions().partitions(); p++) {
                for (int w = 1; w <= constants.number("MaxWrites"); w++) {
                    stutterers.add(repeatWrite(n, p, w));
                }
            }
        }
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
        List<Integer> arguments = instance.arguments();
        boolean ofMember = instance.parameters().indexOf("n") == 0;
        int n = ofMember ? scene.position(codec.members().number(arguments.get(0))) : -1;
        int p = instance.parameters().contains("p")
                ? codec.partitions()
                        .partition(arguments.get(instance.parameters().indexOf("p")))
                : -1;
        return switch (Disks.action(instance.action())) {
            case "SyncDisk" -> offers -> scene.disks().sync(n, scene.copy(), offers);
            case "RestartFromDisk" -> offers -> scene.disks().restart(n, number(instance, 1), scene.copy(), offers);
            case "PowerFailure" -> offers -> scene.disks().powerFailure(scene.copy(), offers);
            case "Activate" -> activate(n, p, number(instance, 2));
            case "Write" -> write(n, p, number(instance, 2));
            case "HandleSync" -> mail(n, p, LetterType.SYNC, handlers.handleSync(), Sync.class);
            case "HandleAppend" -> mail(n, p, LetterType.APPEND, handlers.handleAppend(), Append.class);
            case "AnswerWrite" -> single(n, handlers.answerWrite(), new AnswerWrite.Due(p, number(instance, 2)));
            case "StartRead" -> startRead(n, p, number(instance, 2));
            case "HandleProbe" -> mail(n, p, LetterType.PROBE, handlers.handleProbe(), Probe.class);
            case "AnswerRead" -> single(
                    n, handlers.answerRead(), new AnswerRead.Due(p, DataCodec.reader(number(instance, 2))));
            case "AnswerAgain" -> again.answer(n, p, number(instance, 2))::accept;
            case "WriteAgain" -> again.write(n, p, number(instance, 2))::accept;
            case "ReadAgain" -> again.read(n, p, number(instance, 2))::accept;
            case "ProposeMember" -> single(
                    n, handlers.proposeMember(), new ProposeMember.Candidate(p, member(instance, 2)));
            case "RequestLeave" -> requestLeave(member(instance, 0));
            case "LeaveVoters" -> cluster(handlers.leaveVoters(), new LeaveVoters.Request(member(instance, 0)));
            case "Release" -> release(member(instance, 0));
            case "HandleReleased" -> mail(n, -1, LetterType.RELEASED, handlers.handleReleased(), Released.class);
            case "Crash" -> single(n, handlers.crash(), new Crash.Fault()).when(this::mayCrash);
            case "Restart" -> single(n, handlers.restart(), new Restart.Start()).when(offers -> isReborn(n, offers));
            default -> decision(instance, p);
        };
    }

    private Offerer decision(Instance instance, int p) {
        return switch (Disks.action(instance.action())) {
            case "EvictBackup" -> {
                int b = member(instance, 1);
                yield blamed(
                        p,
                        number(instance, 2),
                        handlers.evictBackup(),
                        base -> new EvictBackup.Request(base, b),
                        handlers.evictBackup()::isDue);
            }
            case "RemoveReplica" -> {
                int b = member(instance, 1);
                yield blamed(
                        p,
                        number(instance, 2),
                        handlers.removeReplica(),
                        base -> new RemoveReplica.Request(base, b),
                        handlers.removeReplica()::isDue);
            }
            case "Promote" -> {
                int b = member(instance, 1);
                yield blamed(
                        p,
                        number(instance, 2),
                        handlers.promote(),
                        base -> new Promote.Request(base, b),
                        handlers.promote()::isDue);
            }
            case "SwitchPrimary" -> {
                int b = member(instance, 1);
                yield decided(
                        p,
                        number(instance, 2),
                        handlers.switchPrimary(),
                        base -> new SwitchPrimary.Request(base, b),
                        (view, request) -> false,
                        MIGRATIONS);
            }
            case "StartMigration" -> {
                int source = member(instance, 1);
                int destination = member(instance, 2);
                yield decided(
                        p,
                        number(instance, 3),
                        handlers.startMigration(),
                        base -> new StartMigration.Request(base, source, destination),
                        handlers.startMigration()::isDue,
                        MIGRATIONS);
            }
            case "AdmitBackup" -> {
                int m = member(instance, 1);
                yield free(p, number(instance, 2), handlers.admitBackup(), base -> new AdmitBackup.Request(base, m));
            }
            case "FinishMigration" -> free(
                    p, number(instance, 1), handlers.finishMigration(), FinishMigration.Request::new);
            case "AbortMigration" -> blamed(
                    p,
                    number(instance, 1),
                    handlers.abortMigration(),
                    AbortMigration.Request::new,
                    handlers.abortMigration()::isDue);
            case "RestampResumed" -> {
                Trials<MasterView, Entry, Restamp.Request> trials = trials(handlers.restamp(), Restamp.Request::new);
                yield offers -> {
                    if (!mayDecide(p, offers)) {
                        return;
                    }
                    for (int n = 0; n < members.length; n++) {
                        Received<Resumed> word = scene.resumed(n, p);
                        if (word != null && handlers.restamp().isDue(scene.master(p), word)) {
                            scene.decide(p, trials.of(scene.decided(p, scene.decisions(p))), FREE, offers);
                        }
                    }
                };
            }
            case "Restamp" -> {
                Trials<MasterView, Entry, Restamp.Request> trials = trials(handlers.restamp(), Restamp.Request::new);
                yield offers -> {
                    if (within(scene.spent(RESTAMPS), "MaxRestamps", offers) && mayDecide(p, offers)) {
                        scene.decide(p, trials.of(scene.decided(p, scene.decisions(p))), RESTAMPS, offers);
                    }
                };
            }
            default -> throw new IllegalArgumentException("no binding for " + instance.name());
        };
    }

    private int member(Instance instance, int argument) {
        return codec.members().number(instance.arguments().get(argument));
    }

    private int number(Instance instance, int argument) {
        return values.number(instance.arguments().get(argument));
    }

    // Members

    private Offerer activate(int n, int p, int index) {
        Trials<DataState, Entry, Activate.Decided> trials = trials(
                handlers.activate(),
                entry -> new Activate.Decided(p, new View(entry.version(), entry.configuration())));
        return offers -> {
            if (index > scene.decisions(p)) {
                offers.ruledOut(DECIDED);
            } else {
                scene.offer(n, trials.of(scene.decided(p, index)), offers);
            }
        };
    }

    private Offerer write(int n, int p, int w) {
        Offerer call = single(n, handlers.write(), new Call(w, DataCodec.CALL, p, DataCodec.put(w)));
        return offers -> {
            boolean next = scene.write(w - 1).equals("idle")
                    && (w == 1 || !scene.write(w - 2).equals("idle"));
            if (next || scene.isWrite(w, p, "pending")) {
                call.offer(offers);
            } else {
                offers.ruledOut(CALLS);
            }
        };
    }

    private Offerer repeatWrite(int n, int p, int w) {
        Offerer call = single(n, handlers.repeatWrite(), new Call(w, DataCodec.CALL, p, DataCodec.put(w)));
        return offers -> {
            if (scene.isWrite(w, p, "pending")) {
                call.offer(offers);
            } else {
                offers.ruledOut(CALLS);
            }
        };
    }

    private Offerer startRead(int n, int p, int r) {
        Offerer call =
                single(n, handlers.startRead(), new Call(DataCodec.reader(r), DataCodec.CALL, p, DataCodec.get()));
        return offers -> {
            if (scene.read(r - 1).equals("idle")
                    && (r == 1 || !scene.read(r - 2).equals("idle"))) {
                call.offer(offers);
            } else {
                offers.ruledOut(CALLS);
            }
        };
    }

    /** A Sync or Append that a member has no use for. */
    private Offerer repeatAck(int n, LetterType type) {
        Trials<DataState, Letter, RepeatAck.Asked> trials = trials(
                handlers.repeatAck(),
                letter -> new RepeatAck.Asked(
                        letter.from(),
                        letter.partition(),
                        letter.message() instanceof Sync sync
                                ? sync.view().version()
                                : ((Append) letter.message()).version()));
        return offers -> {
            for (Letter letter : scene.mail(type)) {
                if (letter.to() == members[n]) {
                    scene.offer(n, trials.of(letter), offers);
                }
            }
        };
    }

    private boolean mayCrash(Offers offers) {
        int down = 0;
        for (int n = 0; n < members.length; n++) {
            down += scene.status(n).equals("down") ? 1 : 0;
        }
        if (down < constants.number("MaxCrashes")) {
            return true;
        }
        offers.ruledOut(CRASHES);
        return false;
    }

    /** In the specification a process starts where another has died; who starts one elsewhere is the operator. */
    private boolean isReborn(int n, Offers offers) {
        for (int m = 0; m < members.length; m++) {
            boolean dead = scene.status(m).equals("down") || scene.status(m).equals("left");
            if (dead && (members[m] - members[n]) % HOMES == 0) {
                return true;
            }
        }
        offers.ruledOut(REBORN);
        return false;
    }

    // Leaving

    private Offerer requestLeave(int member) {
        Offerer request = cluster(handlers.requestLeave(), new RequestLeave.Request(member));
        return offers -> {
            if (scene.leavers() < constants.number("MaxLeavers")) {
                request.offer(offers);
            } else {
                offers.ruledOut(LEAVERS);
            }
        };
    }

    private Offerer release(int member) {
        Trials<Cluster, MemberSet, Release.Request> trials =
                trials(handlers.release(), named -> new Release.Request(member, named));
        return offers -> scene.offer(trials.of(scene.named()), offers);
    }

    private <E> Offerer cluster(Handler<Cluster, E> handler, E event) {
        Trials<Cluster, E, E> trials = trials(handler, it -> it);
        return offers -> scene.offer(trials.of(event), offers);
    }

    // Decisions

    private <E> Offerer free(int p, int base, Handler<MasterView, E> handler, Function<Entry, E> request) {
        return decided(p, base, handler, request, (view, event) -> true, FREE);
    }

    private <E> Offerer blamed(
            int p,
            int base,
            Handler<MasterView, E> handler,
            Function<Entry, E> request,
            BiPredicate<MasterView, E> due) {
        return decided(p, base, handler, request, due, SUSPICIONS);
    }

    /**
     * A decision on top of a configuration.
     *
     * @param base index of that configuration
     * @param due whether it needs no budget; the engine says so
     * @param budget what pays for it otherwise
     */
    private <E> Offerer decided(
            int p,
            int base,
            Handler<MasterView, E> handler,
            Function<Entry, E> request,
            BiPredicate<MasterView, E> due,
            String budget) {
        Trials<MasterView, Entry, E> trials = trials(handler, request);
        String limit = budget.equals(MIGRATIONS) ? "MaxMigrations" : "MaxSuspicions";
        return offers -> {
            if (base > scene.decisions(p)) {
                offers.ruledOut(DECIDED);
                return;
            }
            if (!mayDecide(p, offers)) {
                return;
            }
            var trial = trials.of(scene.decided(p, base));
            boolean paid = due.test(scene.master(p), trial.event());
            if (paid || within(scene.spent(budget), limit, offers)) {
                scene.decide(p, trial, paid ? FREE : budget, offers);
            }
        };
    }

    private boolean mayDecide(int p, Offers offers) {
        if (scene.decisions(p) <= constants.number("MaxDecisions")) {
            return true;
        }
        offers.ruledOut(DECISIONS);
        return false;
    }

    private boolean within(int spent, String limit, Offers offers) {
        if (spent < constants.number(limit)) {
            return true;
        }
        offers.ruledOut(BUDGET);
        return false;
    }

    // Kinds of events

    private <S, K, E> Trials<S, K, E> trials(Handler<S, E> handler, Function<K, E> event) {
        return new Trials<>(counter, handler, event);
    }

    private <E> Offerer single(int n, Handler<DataState, E> handler, E event) {
        Trials<DataState, E, E> trials = trials(handler, it -> it);
        return offers -> scene.offer(n, trials.of(event), offers);
    }

    /** Every message of a type to a member, about a partition or, with -1, about any. */
    private <M extends Message> Offerer mail(
            int n, int p, LetterType type, Handler<DataState, Received<M>> handler, Class<M> message) {
        Trials<DataState, Letter, Received<M>> trials =
                trials(handler, letter -> new Received<>(letter.from(), message.cast(letter.message())));
        return offers -> {
            for (Letter letter : scene.mail(type)) {
                if (letter.to() == members[n] && (p < 0 || letter.partition() == p)) {
                    scene.offer(n, trials.of(letter), offers);
                }
            }
        };
    }
}
