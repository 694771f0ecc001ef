package io.godwit.conformance.quorum;

import io.godwit.conformance.corpus.Corpus;
import io.godwit.conformance.corpus.Corpus.Instance;
import io.godwit.conformance.quorum.ControlMessages.Letter;
import io.godwit.conformance.quorum.ControlMessages.LetterType;
import io.godwit.conformance.replay.Constants;
import io.godwit.conformance.replay.Offers;
import io.godwit.conformance.replay.Offers.Offerer;
import io.godwit.conformance.replay.SpecActions;
import io.godwit.conformance.replay.SpecActions.Action;
import io.godwit.conformance.replay.Trials;
import io.godwit.conformance.replay.Trials.Trial;
import io.godwit.conformance.replay.World.ListedWorld;
import io.godwit.protocol.MemberSet;
import io.godwit.protocol.Members;
import io.godwit.protocol.Message;
import io.godwit.protocol.Received;
import io.godwit.protocol.Step;
import io.godwit.protocol.quorum.Quorum;
import io.godwit.protocol.quorum.QuorumRule;
import io.godwit.protocol.quorum.data.decision.CaughtUpVersions;
import io.godwit.protocol.quorum.data.decision.ClusterView;
import io.godwit.protocol.quorum.data.decision.MasterView;
import io.godwit.protocol.quorum.registers.ControlMessage.Commit;
import io.godwit.protocol.quorum.registers.ControlState;
import io.godwit.protocol.quorum.table.Configuration;
import io.godwit.protocol.quorum.table.Entry;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;

/** The control plane: what each action means as events for members. */
final class ControlWorld extends ListedWorld {
    static final String ALIVE = "n \\in alive";
    static final String OTHER_ALIVE = "m \\in alive";
    static final String CALM = "~calm";
    static final String BUDGET = "used < Max";
    static final String VOTER_CHANGES = "MaxVoterChanges > 0";
    static final String LISTENERS = "n \\in Listeners";
    static final String CANDIDATES = "n \\in Candidates";
    static final String LAST_TERM = "t <= MaxTerm /\\ (Calming /\\ t = MaxTerm => calm /\\ IsPreferred(n))";
    static final String CALMING = "Calming";

    private final Corpus corpus;
    private final Constants constants;
    private final ControlCodec codec;
    private final SpecActions<ControlState> actions;
    private final Quorum quorum;
    private final ControlClusterState clusterState;
    private final int[] members;
    private final Trials.Counter counter = new Trials.Counter();
    private int at;

    ControlWorld(Corpus corpus, Quorum all, Function<Quorum, DiskRules> rules) {
        this.corpus = corpus;
        Quorum quorum = all.lacking(new Constants(corpus).off(QuorumRule.values()));
        codec = new ControlCodec(corpus, quorum.stamps());
        actions = new SpecActions<>(quorum.registers(), quorum.failover(), quorum.voters());
        this.quorum = quorum;
        clusterState = new ControlClusterState(corpus, codec, quorum, rules.apply(quorum));
        constants = clusterState.constants();
        members = clusterState.members();
        corpus.instances().forEach(instance -> offerers.add(offerer(instance)));
        for (int n = 0; n < members.length; n++) {
            int self = members[n];
            Predicate<Letter> own = it -> it.to() == self;
            stutterers.add(mail(n, LetterType.VOTE, own, actions.of("handleVote")));
            stutterers.add(mail(n, LetterType.ACCEPTED, own, actions.of("handleAccepted")));
            stutterers.add(mail(n, LetterType.VOTERS_INSTALLED, own, actions.of("handleInstalled")));
            stutterers.add(mail(n, LetterType.ACCEPT, it -> true, actions.of("repeatAccepted")));
            stutterers.add(mail(n, LetterType.VOTERS, it -> true, actions.of("repeatInstalled")));
        }
    }

    @Override
    protected void enter(int state) {
        at = state;
        clusterState.enter(state);
    }

    private Offerer offerer(Instance instance) {
        int n = instance.arguments().isEmpty()
                ? -1
                : clusterState.position(
                        codec.members().number(instance.arguments().get(0)));
        return switch (Disks.action(instance.action())) {
            case "SyncDisk" -> offers -> clusterState.disks().sync(n, clusterState.copy(), offers);
            case "RestartFromDisk" -> {
                int found = instance.number(corpus.values(), 1);
                yield offers -> clusterState.disks().restart(n, found, clusterState.copy(), offers);
            }
            case "PowerFailure" -> offers -> clusterState.disks().powerFailure(clusterState.copy(), offers);
            case "StartElection" -> election(n);
            case "HandleVoteRequest" -> {
                int c = member(instance, 1);
                yield mail(
                        n, LetterType.VOTE_REQUEST, it -> it.from() == c, action("MasterFailover!HandleVoteRequest"));
            }
            case "BecomeMaster" -> {
                MemberSet majority =
                        codec.members().sets().decode(instance.arguments().get(1));
                yield single(n, action("MasterFailover!BecomeMaster"), majority);
            }
            case "StartMigration" -> startMigration(n, partition(instance), member(instance, 2));
            case "FinishMigration" -> proposal(
                    n, partition(instance), view -> quorum.migration().finishMigration(view, view.decided()));
            case "AbandonMigration" -> proposal(
                    n, partition(instance), view -> quorum.migration().abortMigration(view, view.decided()));
            case "Repair" -> repair(n, partition(instance), member(instance, 2));
            case "HandleAccept" -> mail(n, LetterType.ACCEPT, it -> true, action("Registers!HandleAccept"));
            case "CommitProposal" -> single(n, action("Registers!CommitProposal"), partition(instance));
            case "HandleCommit" -> handleCommit(n, instance);
            case "Crash" -> crash(n).when(this::faulty).when(budget("crashes", "MaxCrashes"));
            case "Reboot" -> single(n, action("MasterFailover!Reboot"), members[n])
                    .when(this::faulty)
                    .when(budget("reboots", "MaxReboots"));
            case "BecomeCalm" -> calm();
            case "RestampVoters" -> restampVoters(n);
            case "AddVoter" -> addVoter(n, member(instance, 1));
            case "RemoveVoter" -> single(n, action("Voters!RemoveVoter"), member(instance, 1))
                    .when(budget("voterChanges", "MaxVoterChanges"));
            case "HandleVoters" -> mail(n, LetterType.VOTERS, it -> true, action("Voters!HandleVoters"));
            default -> throw new IllegalArgumentException("no binding for " + instance.name());
        };
    }

    private int member(Instance instance, int argument) {
        return codec.members().number(instance.arguments().get(argument));
    }

    private int partition(Instance instance) {
        return codec.registers().partition(instance.arguments().get(1));
    }

    // Actions

    /** Which term a member stands in next is the model's choice; the own one is to be refused. */
    private Offerer election(int n) {
        String name = codec.members().name(members[n]);
        boolean stands = constants.texts("Candidates").contains(name);
        int last = constants.number("MaxTerm");
        boolean calming = constants.truth(CALMING);
        Integer[] terms = new Integer[last + 4];
        Arrays.setAll(terms, Integer::valueOf);
        Trials<ControlState, Integer, Integer> trials = trials(action("MasterFailover!StartElection"));
        return offers -> {
            int own = clusterState.member(n).term();
            clusterState.offer(n, trials.of(terms[own]), offers);
            int term = CandidateTerms.next(constants, name, own);
            if (!stands) {
                offers.ruledOut(CANDIDATES);
            } else if (term > last || (term == last && calming && !isPreferred(n))) {
                offers.ruledOut(LAST_TERM);
            } else {
                clusterState.offer(n, trials.of(terms[term]), offers);
            }
        };
    }

    /** The specification chooses one candidate for the time after the faults; which one is not laid down. */
    private boolean isPreferred(int n) {
        if (!clusterState.isCalm()) {
            return false;
        }
        int[] first = corpus.edges().first();
        for (int e = first[at]; e < first[at + 1]; e++) {
            Instance instance = corpus.instances().get(corpus.edges().instance()[e]);
            if (instance.action().equals("StartElection") && member(instance, 0) == members[n]) {
                return true;
            }
        }
        return false;
    }

    private Offerer startMigration(int n, int p, int destination) {
        return proposal(n, p, view -> {
                    Entry base = view.decided();
                    int source = base.configuration().primary();
                    return quorum.migration().startMigration(view, base, source, destination);
                })
                .when(this::faulty)
                .when(budget("migrations", p, "MaxMigrations"));
    }

    private Offerer repair(int n, int p, int suspect) {
        List<Offerer> all = new ArrayList<>();
        all.add(proposal(n, p, view -> quorum.replication().evictBackup(view, view.decided(), suspect)));
        for (int successor : members) {
            all.add(proposal(
                    n,
                    p,
                    view -> view.decided().configuration().primary() == suspect
                            ? quorum.promotion().promote(view, view.decided(), successor)
                            : Step.refuse(view, QuorumRule.NOT_PRIMARY)));
        }
        Offerer each = offers -> all.forEach(it -> it.offer(offers));
        return each.when(this::faulty).when(budget("repairs", p, "MaxRepairs"));
    }

    private Offerer handleCommit(int n, Instance instance) {
        int p = partition(instance);
        if (!constants.texts("Listeners").contains(codec.members().name(members[n]))) {
            return offers -> offers.ruledOut(LISTENERS);
        }
        return mail(
                n, LetterType.COMMIT, it -> ((Commit) it.message()).partition() == p, action("Registers!HandleCommit"));
    }

    private Offerer calm() {
        if (!constants.truth(CALMING)) {
            return offers -> offers.ruledOut(CALMING);
        }
        Offerer end = offers -> offers.accepted(null, "the faults end", clusterState.copy());
        return end.when(this::faulty);
    }

    private Offerer restampVoters(int n) {
        if (constants.number("MaxVoterChanges") == 0) {
            return offers -> offers.ruledOut(VOTER_CHANGES);
        }
        Integer[] terms = new Integer[constants.number("MaxTerm") + 1];
        Arrays.setAll(terms, Integer::valueOf);
        Trials<ControlState, Integer, Integer> trials = trials(action("Voters!RestampVoters"));
        return offers ->
                clusterState.offer(n, trials.of(terms[clusterState.member(n).term()]), offers);
    }

    private Offerer addVoter(int n, int m) {
        Action<ControlState> add = action("Voters!AddVoter");
        Offerer alone = single(n, add, m, Members.NONE);
        List<Offerer> instead = new ArrayList<>();
        for (int other : members) {
            instead.add(single(n, add, m, other));
        }
        Offerer all = offers -> {
            if (!clusterState.isAlive(clusterState.position(m))) {
                offers.ruledOut(OTHER_ALIVE);
                return;
            }
            alone.offer(offers);
            MemberSet voters = clusterState.member(n).voting().voters();
            for (int k = 0; k < members.length; k++) {
                if (voters.contains(members[k])) {
                    instead.get(k).offer(offers);
                }
            }
        };
        return all.when(budget("voterChanges", "MaxVoterChanges"));
    }

    /** A member's memory is gone with it; what the engine makes is the state of the new member at its address. */
    private Offerer crash(int n) {
        int reborn = QuorumMembers.reborn(members[n]);
        Action<ControlState> crash = action("MasterFailover!Crash");
        return offers -> {
            if (!clusterState.isAlive(n)) {
                offers.ruledOut(ALIVE);
                return;
            }
            ControlState state = crash.take(clusterState.member(n), reborn).state();
            int[] after = clusterState.copy();
            int other = clusterState.position(state.self());
            if (state.self() == reborn) {
                clusterState.put(after, n, codec.parts(ControlState.empty(members[n], state.partitions())));
                MemberSet left = clusterState.living().without(members[n]);
                clusterState.putAlive(after, other < 0 ? left : left.with(reborn));
            }
            if (other >= 0) {
                clusterState.put(after, other, codec.parts(state));
            }
            offers.accepted(crash.method(), reborn, after);
        };
    }

    /** What a change can be proposed for: what the master knows to be decided; and, to be refused, whatever else was decided. */
    private List<Entry> bases(int n, int p) {
        Entry committed = clusterState.member(n).committed().get(p);
        List<Entry> announced = clusterState.mail().announced(p);
        if (announced.size() == 1 && announced.get(0).equals(committed)) {
            return announced;
        }
        List<Entry> bases = new ArrayList<>();
        bases.add(committed);
        for (Entry entry : announced) {
            if (!entry.equals(committed)) {
                bases.add(entry);
            }
        }
        return bases;
    }

    // Conditions that only the specification has

    private boolean faulty(Offers offers) {
        if (clusterState.isCalm()) {
            offers.ruledOut(CALM);
            return false;
        }
        return true;
    }

    private Predicate<Offers> budget(String field, String limit) {
        int most = constants.number(limit);
        int budget = clusterState.budget(field);
        return offers -> within(clusterState.spent(budget), most, offers);
    }

    private Predicate<Offers> budget(String field, int partition, String limit) {
        int most = constants.number(limit);
        int budget = clusterState.budget(field);
        return offers -> within(clusterState.spent(budget, partition), most, offers);
    }

    private static boolean within(int spent, int most, Offers offers) {
        if (spent < most) {
            return true;
        }
        offers.ruledOut(BUDGET);
        return false;
    }

    // Kinds of events

    private Action<ControlState> action(String name) {
        return actions.of("quorum/" + name);
    }

    private Trials<ControlState, Integer, Integer> trials(Action<ControlState> action) {
        return new Trials<>(counter, action.method(), (state, it) -> action.take(state, it), it -> it);
    }

    /** One event. */
    private Offerer single(int n, Action<ControlState> action, Object... arguments) {
        List<Object> event = List.of(arguments);
        Trial<ControlState, List<Object>> trial = new Trials<ControlState, List<Object>, List<Object>>(
                        counter, action.method(), (state, it) -> action.take(state, arguments), it -> it)
                .of(event);
        return offers -> clusterState.offer(n, trial, offers);
    }

    /** What is proposed on top of a base. */
    private record Proposal(Entry base, Configuration change) {}

    /**
     * A change for each entry that it could be meant for, decided as the engine does, and then proposed.
     *
     * @param decision what is decided in the view of a master to which such an entry is the last
     */
    private Offerer proposal(int n, int p, Function<MasterView, Step<MasterView>> decision) {
        Action<ControlState> propose = action("Table!Propose");
        IdentityHashMap<Entry, Step<MasterView>> decisions = new IdentityHashMap<>();
        Trials<ControlState, Entry, Proposal> trials = new Trials<>(
                counter,
                propose.method(),
                (state, it) -> propose.take(state, p, it.base(), it.change()),
                base -> new Proposal(base, decisions.get(base).state().proposed()));
        return offers -> {
            for (Entry base : bases(n, p)) {
                Step<MasterView> step = decisions.computeIfAbsent(base, it -> Step.of(view(it), decision));
                if (step.accepted()) {
                    clusterState.offer(n, trials.of(base), offers);
                } else if (clusterState.isAlive(n)) {
                    offers.refused(propose.method(), base, step.refused(), true);
                } else {
                    offers.ruledOut(ALIVE);
                }
            }
        };
    }

    /** Of a master to which an entry is the last one, all members live, and the learner has caught up. */
    private MasterView view(Entry base) {
        CaughtUpVersions vouched =
                CaughtUpVersions.NOBODY.with(base.configuration().destination(), base.version());
        ClusterView cluster = new ClusterView(MemberSet.of(members), MemberSet.of(), MemberSet.of(), 1);
        return new MasterView(base, vouched, cluster);
    }

    /** Every message of a type that fits. */
    private Offerer mail(int n, LetterType type, Predicate<Letter> which, Action<ControlState> action) {
        Trials<ControlState, Letter, Received<Message>> trials = new Trials<>(
                counter,
                action.method(),
                (state, it) -> action.take(state, it.from(), it.message()),
                letter -> new Received<>(letter.from(), letter.message()));
        return offers -> {
            for (Letter letter : clusterState.mail().ofType(type)) {
                if (which.test(letter)) {
                    clusterState.offer(n, trials.of(letter), offers);
                }
            }
        };
    }

    /** In which term a candidate stands next, if the model makes them take turns; {@code NextTerm}. The engine leaves that to its caller. */
    static final class CandidateTerms {
        private static final String[] ORDER = {"c", "a", "b"};

        private CandidateTerms() {}

        static int next(Constants constants, String candidate, int term) {
            boolean last = constants.truth("Calming") && term + 1 == constants.number("MaxTerm");
            if (!constants.truth("TakeTurns") || last || isTurn(candidate, term + 1)) {
                return term + 1;
            }
            return isTurn(candidate, term + 2) ? term + 2 : term + 3;
        }

        private static boolean isTurn(String candidate, int term) {
            return ORDER[term % ORDER.length].equals(candidate);
        }
    }
}
