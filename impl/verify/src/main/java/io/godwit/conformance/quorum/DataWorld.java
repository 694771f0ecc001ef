package io.godwit.conformance.quorum;

import io.godwit.conformance.corpus.Corpus;
import io.godwit.conformance.corpus.Corpus.Instance;
import io.godwit.conformance.corpus.ValueTable;
import io.godwit.conformance.quorum.DataMessages.Letter;
import io.godwit.conformance.quorum.DataMessages.LetterType;
import io.godwit.conformance.replay.Constants;
import io.godwit.conformance.replay.Offers;
import io.godwit.conformance.replay.Offers.Offerer;
import io.godwit.conformance.replay.SpecActions;
import io.godwit.conformance.replay.SpecActions.Action;
import io.godwit.conformance.replay.Trials;
import io.godwit.conformance.replay.Trials.Trial;
import io.godwit.conformance.replay.World.ListedWorld;
import io.godwit.protocol.ClusterState;
import io.godwit.protocol.Event.Call;
import io.godwit.protocol.MemberSet;
import io.godwit.protocol.Message;
import io.godwit.protocol.Received;
import io.godwit.protocol.quorum.FencedReplication;
import io.godwit.protocol.quorum.LearnerMigration;
import io.godwit.protocol.quorum.Quorum;
import io.godwit.protocol.quorum.QuorumMessage.Resumed;
import io.godwit.protocol.quorum.QuorumRule;
import io.godwit.protocol.quorum.data.DataState;
import io.godwit.protocol.quorum.data.decision.ClusterView;
import io.godwit.protocol.quorum.data.decision.MasterView;
import io.godwit.protocol.quorum.data.message.DataMessage.Fenced;
import io.godwit.protocol.quorum.table.Entry;
import io.godwit.protocol.quorum.table.View;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiPredicate;
import java.util.function.Function;

/** The data plane: what each action means as events for members and for a master. */
final class DataWorld extends ListedWorld {
    static final String DECIDED = "v \\in DOMAIN history[p]";
    static final String BUDGET = "spent < Max";
    static final String DECISIONS = "Len(history[p]) <= MaxDecisions";
    static final String CALLS = "writes[w], reads[r]: who calls, and in which order";
    static final String CRASHES = "Cardinality({m \\in Members : status[m] = \"down\"}) < MaxCrashes";
    static final String REBORN = "\\E m \\in Members : Home(m) = Home(n) /\\ Dead(m)";
    static final String LEAVERS = "Cardinality(leaving) < MaxLeavers";

    static final String CHOSEN = "Chosen(c, m, p): one with the newest copy";

    private static final String FREE = "";
    private static final String SUSPICIONS = "suspicions";
    private static final String MIGRATIONS = "migrations";
    private static final String RESTAMPS = "restamps";
    private static final int HOMES = 26;

    private final ValueTable values;
    private final Constants constants;
    private final DataStateCodec codec;
    private final Quorum quorum;
    private final SpecActions<DataState> actions;
    private final SpecActions<MasterView> decisions;
    private final SpecActions<ClusterView> leaving;
    private final DataClusterState clusterState;
    private final CallsAgain again;
    private final LeaseActions leases;
    /** Where the cluster has a state; null in other models. */
    private final StateActions states;
    /** Where there are readers; null in other models. */
    private final StreamActions stream;

    private final int[] members;
    private final Trials.Counter counter = new Trials.Counter();

    DataWorld(Corpus corpus, Quorum all, Function<Quorum, DiskRules> rules) {
        values = corpus.values();
        constants = new Constants(corpus);
        Quorum quorum = all.lacking(constants.off(QuorumRule.values()));
        if (LeaseCodec.in(corpus)) {
            // Restarts there do not look at what is synced.
            quorum = quorum.lacking(List.of(QuorumRule.NEW_VERSION_AFTER_RESTART));
        }
        int copies = constants.number("Copies");
        codec = new DataStateCodec(corpus, copies);
        this.quorum = quorum;
        Object[] modules = {
            quorum.leases(),
            quorum.replication(),
            quorum.migration(),
            quorum.promotion(),
            quorum.declareLost(),
            quorum.changes(),
            quorum.drain(),
            quorum.dataPlane(),
            quorum.durable(),
            quorum.states()
        };
        actions = new SpecActions<>(modules);
        decisions = new SpecActions<>(modules);
        leaving = new SpecActions<>(modules);
        Method restart = action("DurableDataPlane!RestartFromDisk").method();
        clusterState = new DataClusterState(corpus, codec, quorum, restart, copies, rules.apply(quorum));
        again = new CallsAgain(clusterState, actions, counter);
        leases = new LeaseActions(clusterState, constants, codec, actions, counter);
        states = StateActions.in(corpus) ? new StateActions(corpus, clusterState, codec, constants, quorum) : null;
        stream = StreamActions.in(corpus) ? new StreamActions(corpus, clusterState, codec, actions, counter) : null;
        clusterState.tell(stream);
        members = clusterState.members();
        corpus.instances().forEach(instance -> offerers.add(offerer(instance)));
        for (int n = 0; n < members.length; n++) {
            stutterers.add(mail(n, -1, LetterType.ACK, actions.of("handleAck")));
            stutterers.add(mail(n, -1, LetterType.CONFIRM, actions.of("handleConfirm")));
            stutterers.add(mail(n, -1, LetterType.LEASE, actions.of("handleLease")));
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
    protected void enter(int state) {
        clusterState.enter(state);
    }

    private Offerer offerer(Instance instance) {
        List<Integer> arguments = instance.arguments();
        boolean ofMember = instance.parameters().indexOf("n") == 0;
        int n = ofMember ? clusterState.position(codec.members().number(arguments.get(0))) : -1;
        int p = instance.parameters().contains("p")
                ? codec.partitions()
                        .partition(arguments.get(instance.parameters().indexOf("p")))
                : -1;
        return switch (Disks.action(instance.action())) {
            case "SyncDisk" -> offers -> clusterState.disks().sync(n, clusterState.copy(), offers);
            case "RestartFromDisk" -> codec.leases() != null
                    ? leases.restart(n)
                    : offers -> clusterState.disks().restart(n, number(instance, 1), clusterState.copy(), offers);
            case "PowerFailure" -> offers -> clusterState.disks().powerFailure(clusterState.copy(), offers);
            case "Activate" -> activate(n, p, number(instance, 2));
            case "Write" -> write(n, p, number(instance, 2), "FencedReplication!Write");
            case "HandleSync" -> mail(n, p, LetterType.SYNC, action("FencedReplication!HandleSync"));
            case "HandleAppend" -> mail(n, p, LetterType.APPEND, action("FencedReplication!HandleAppend"));
            case "AnswerWrite" -> single(n, action("FencedReplication!AnswerWrite"), p, (long) number(instance, 2));
            case "StartRead" -> startRead(n, p, number(instance, 2));
            case "HandleProbe" -> mail(n, p, LetterType.PROBE, action("FencedReplication!HandleProbe"))
                    .when(leases::isConfirming);
            case "Tick" -> clusterState::tick;
            case "RequestLeases" -> leases.request(n, p, number(instance, 2));
            case "HandleLeaseRequest" -> mail(n, p, LetterType.LEASE_REQUEST, action("ReadLeases!HandleLeaseRequest"));
            case "ReleasePromise" -> leases.release(n, p, number(instance, 2));
            case "AnswerRead" -> single(
                    n, action("FencedReplication!AnswerRead"), p, DataStateCodec.reader(number(instance, 2)));
            case "AnswerAgain" -> again.answer(n, p, number(instance, 2))::accept;
            case "WriteAgain" -> again.write(n, p, number(instance, 2))::accept;
            case "ReadAgain" -> again.read(n, p, number(instance, 2))::accept;
            case "ProposeMember" -> single(n, action("LearnerMigration!ProposeMember"), p, member(instance, 2));
            case "RequestLeave" -> requestLeave(member(instance, 0));
            case "LeaveVoters" -> cluster(leaving.of("quorum/Drain!LeaveVoters"), member(instance, 0));
            case "Release" -> release(member(instance, 0));
            case "HandleReleased" -> mail(n, -1, LetterType.RELEASED, action("Drain!HandleReleased"));
            case "Crash" -> single(n, action("DataPlane!Crash")).when(this::mayCrash);
            case "Restart" -> single(n, action("DataPlane!Restart")).when(offers -> isReborn(n, offers));
            case "ChangeState", "InstallState", "FinishProposals", "ReplaceMaster", "HearState" -> states.offerer(
                    instance, n, p);
            case "ReportPassive", "AcknowledgePassive" -> states.offerer(instance, n, p);
            case "ReadChanges", "TellGap", "StartScan", "AnswerScan", "Forget" -> stream.offerer(instance, n, p);
            case "WriteUnlessPassive" -> states.underState(
                    n, state -> write(n, p, number(instance, 2), "ClusterStates!WriteUnlessPassive", state));
            default -> states == null ? decision(instance, p) : states.ifAllowed(instance, p, decision(instance, p));
        };
    }

    private Offerer decision(Instance instance, int p) {
        FencedReplication replication = quorum.replication();
        LearnerMigration migration = quorum.migration();
        return switch (Disks.action(instance.action())) {
            case "EvictBackup" -> {
                int b = member(instance, 1);
                BiPredicate<MasterView, Entry> due = (view, base) -> replication.isEvictionDue(view, b);
                yield blamed(p, number(instance, 2), "FencedReplication!EvictBackup", due, b);
            }
            case "RemoveReplica" -> {
                int b = member(instance, 1);
                BiPredicate<MasterView, Entry> due = (view, base) -> replication.isRemovalDue(view, base, b);
                yield blamed(p, number(instance, 2), "FencedReplication!RemoveReplica", due, b);
            }
            case "Promote" -> blamed(
                    p,
                    number(instance, 2),
                    "PromotionCommit!Promote",
                    quorum.promotion()::isPromotionDue,
                    member(instance, 1));
            case "Declare" -> {
                int successor = member(instance, 1);
                Offerer declare = blamed(
                        p,
                        number(instance, 2),
                        "DeclareLost!Declare",
                        quorum.declareLost()::isDeclarationDue,
                        successor);
                Offerer chosen = declare.when(CHOSEN, () -> clusterState.hasNewestCopy(successor, p));
                yield stream == null ? chosen : stream.ifDeclared(chosen);
            }
            case "SwitchPrimary" -> decided(
                    p,
                    number(instance, 2),
                    "PromotionCommit!SwitchPrimary",
                    (view, base) -> false,
                    MIGRATIONS,
                    member(instance, 1));
            case "StartMigration" -> {
                int source = member(instance, 1);
                yield decided(
                        p,
                        number(instance, 3),
                        "LearnerMigration!StartMigration",
                        (view, base) -> migration.isMigrationDue(view, base, source),
                        MIGRATIONS,
                        source,
                        member(instance, 2));
            }
            case "AdmitBackup" -> free(p, number(instance, 2), "LearnerMigration!AdmitBackup", member(instance, 1));
            case "FinishMigration" -> free(p, number(instance, 1), "LearnerMigration!FinishMigration");
            case "AbortMigration" -> blamed(
                    p, number(instance, 1), "LearnerMigration!AbortMigration", migration::isAbortDue);
            case "RestampResumed" -> {
                Action<MasterView> restamp = decisions.of("quorum/DurableDataPlane!RestampResumed");
                Trials<MasterView, Received<Resumed>, Received<Resumed>> trials = new Trials<>(
                        counter, restamp.method(), (view, it) -> restamp.take(view, it.from(), it.message()), it -> it);
                Map<Received<Resumed>, Received<Resumed>> words = new HashMap<>();
                yield offers -> {
                    if (!mayDecide(p, offers)) {
                        return;
                    }
                    for (int n = 0; n < members.length; n++) {
                        Received<Resumed> word = clusterState.resumed(n, p);
                        if (word != null) {
                            clusterState.decide(p, trials.of(words.computeIfAbsent(word, it -> it)), FREE, offers);
                        }
                    }
                };
            }
            case "Restamp" -> {
                Trials<MasterView, Entry, Entry> trials = decisionTrials("DataPlane!Restamp");
                yield offers -> {
                    if (within(clusterState.spent(RESTAMPS), "MaxRestamps", offers) && mayDecide(p, offers)) {
                        clusterState.decide(
                                p, trials.of(clusterState.decided(p, clusterState.decisions(p))), RESTAMPS, offers);
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
        Action<DataState> activate = action("FencedReplication!Activate");
        Trials<DataState, Entry, View> trials =
                new Trials<>(counter, activate.method(), (state, it) -> activate.take(state, p, it), Entry::view);
        return offers -> {
            if (index > clusterState.decisions(p)) {
                offers.ruledOut(DECIDED);
            } else {
                clusterState.offer(n, trials.of(clusterState.decided(p, index)), offers);
            }
        };
    }

    private Offerer write(int n, int p, int w, String action, ClusterState... under) {
        List<Object> arguments = new ArrayList<>(List.of(under));
        arguments.add(new Call(w, DataStateCodec.CALL, p, DataStateCodec.put(w)));
        Offerer call = single(n, action(action), arguments.toArray());
        return offers -> {
            boolean next = clusterState.write(w - 1).equals("idle")
                    && (w == 1 || !clusterState.write(w - 2).equals("idle"));
            if (next || clusterState.isWrite(w, p, "pending")) {
                call.offer(offers);
            } else {
                offers.ruledOut(CALLS);
            }
        };
    }

    private Offerer repeatWrite(int n, int p, int w) {
        Offerer call = single(n, actions.of("repeatWrite"), new Call(w, DataStateCodec.CALL, p, DataStateCodec.put(w)));
        return offers -> {
            if (clusterState.isWrite(w, p, "pending")) {
                call.offer(offers);
            } else {
                offers.ruledOut(CALLS);
            }
        };
    }

    private Offerer startRead(int n, int p, int r) {
        Offerer call = single(
                n,
                action("FencedReplication!StartRead"),
                new Call(DataStateCodec.reader(r), DataStateCodec.CALL, p, DataStateCodec.get()));
        return offers -> {
            if (clusterState.read(r - 1).equals("idle")
                    && (r == 1 || !clusterState.read(r - 2).equals("idle"))) {
                call.offer(offers);
            } else {
                offers.ruledOut(CALLS);
            }
        };
    }

    /** A Sync or Append that a member has no use for. */
    private Offerer repeatAck(int n, LetterType type) {
        Action<DataState> repeat = actions.of("repeatAck");
        Trials<DataState, Letter, Letter> trials = new Trials<>(
                counter,
                repeat.method(),
                (state, it) -> repeat.take(state, it.from(), it.partition(), ((Fenced) it.message()).version()),
                it -> it);
        return offers -> {
            for (Letter letter : clusterState.mail(type)) {
                if (letter.to() == members[n]) {
                    clusterState.offer(n, trials.of(letter), offers);
                }
            }
        };
    }

    private boolean mayCrash(Offers offers) {
        int down = 0;
        for (int n = 0; n < members.length; n++) {
            down += clusterState.status(n).equals("down") ? 1 : 0;
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
            boolean dead = clusterState.status(m).equals("down")
                    || clusterState.status(m).equals("left");
            if (dead && (members[m] - members[n]) % HOMES == 0) {
                return true;
            }
        }
        offers.ruledOut(REBORN);
        return false;
    }

    // Leaving

    private Offerer requestLeave(int member) {
        Offerer request = cluster(leaving.of("quorum/Drain!RequestLeave"), member);
        return offers -> {
            if (clusterState.leavers() < constants.number("MaxLeavers")) {
                request.offer(offers);
            } else {
                offers.ruledOut(LEAVERS);
            }
        };
    }

    private Offerer release(int member) {
        Action<ClusterView> release = leaving.of("quorum/Drain!Release");
        Trials<ClusterView, MemberSet, MemberSet> trials = new Trials<>(
                counter, release.method(), (cluster, named) -> release.take(cluster, member, named), it -> it);
        return offers -> clusterState.offer(trials.of(clusterState.named()), offers);
    }

    private Offerer cluster(Action<ClusterView> action, int member) {
        Trial<ClusterView, Integer> trial = new Trials<ClusterView, Integer, Integer>(
                        counter, action.method(), (cluster, it) -> action.take(cluster, it), it -> it)
                .of(member);
        return offers -> clusterState.offer(trial, offers);
    }

    // Decisions

    private Offerer free(int p, int base, String action, Object... arguments) {
        return decided(p, base, action, (view, entry) -> true, FREE, arguments);
    }

    private Offerer blamed(int p, int base, String action, BiPredicate<MasterView, Entry> due, Object... arguments) {
        return decided(p, base, action, due, SUSPICIONS, arguments);
    }

    /**
     * A decision on top of a configuration.
     *
     * @param base index of that configuration
     * @param due whether it needs no budget; the engine says so
     * @param budget what pays for it otherwise
     * @param arguments of the decision, behind the entry on top of which it is made
     */
    private Offerer decided(
            int p, int base, String action, BiPredicate<MasterView, Entry> due, String budget, Object... arguments) {
        Trials<MasterView, Entry, Entry> trials = decisionTrials(action, arguments);
        String limit = budget.equals(MIGRATIONS) ? "MaxMigrations" : "MaxSuspicions";
        return offers -> {
            if (base > clusterState.decisions(p)) {
                offers.ruledOut(DECIDED);
                return;
            }
            if (!mayDecide(p, offers)) {
                return;
            }
            Entry entry = clusterState.decided(p, base);
            boolean paid = due.test(clusterState.master(p), entry);
            if (paid || within(clusterState.spent(budget), limit, offers)) {
                clusterState.decide(p, trials.of(entry), paid ? FREE : budget, offers);
            }
        };
    }

    private Trials<MasterView, Entry, Entry> decisionTrials(String name, Object... arguments) {
        Action<MasterView> action = decisions.of("quorum/" + name);
        return new Trials<>(
                counter,
                action.method(),
                (view, base) -> {
                    Object[] all = new Object[arguments.length + 1];
                    all[0] = base;
                    System.arraycopy(arguments, 0, all, 1, arguments.length);
                    return action.take(view, all);
                },
                base -> base);
    }

    private boolean mayDecide(int p, Offers offers) {
        if (clusterState.decisions(p) <= constants.number("MaxDecisions")) {
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

    private Action<DataState> action(String name) {
        return actions.of("quorum/" + name);
    }

    private Offerer single(int n, Action<DataState> action, Object... arguments) {
        List<Object> event = List.of(arguments);
        Trial<DataState, List<Object>> trial = new Trials<DataState, List<Object>, List<Object>>(
                        counter, action.method(), (state, it) -> action.take(state, arguments), it -> it)
                .of(event);
        return offers -> clusterState.offer(n, trial, offers);
    }

    /** Every message of a type to a member, about a partition or, with -1, about any. */
    private Offerer mail(int n, int p, LetterType type, Action<DataState> action) {
        Trials<DataState, Letter, Received<Message>> trials = new Trials<>(
                counter,
                action.method(),
                (state, it) -> action.take(state, it.from(), it.message()),
                letter -> new Received<>(letter.from(), letter.message()));
        return offers -> {
            for (Letter letter : clusterState.mail(type)) {
                if (letter.to() == members[n] && (p < 0 || letter.partition() == p)) {
                    clusterState.offer(n, trials.of(letter), offers);
                }
            }
        };
    }
}
