package io.godwit.conformance.quorum;

import io.godwit.conformance.corpus.Corpus;
import io.godwit.conformance.corpus.Corpus.Instance;
import io.godwit.conformance.corpus.ValueTable;
import io.godwit.conformance.replay.Constants;
import io.godwit.conformance.replay.Offers;
import io.godwit.conformance.replay.Offers.Offerer;
import io.godwit.conformance.replay.SpecActions;
import io.godwit.conformance.replay.SpecActions.Action;
import io.godwit.conformance.replay.ValueUpdates;
import io.godwit.conformance.replay.World;
import io.godwit.protocol.ClusterState;
import io.godwit.protocol.Command;
import io.godwit.protocol.MemberSet;
import io.godwit.protocol.PartitionVector;
import io.godwit.protocol.Step;
import io.godwit.protocol.quorum.ClusterVersion;
import io.godwit.protocol.quorum.MasterFailover;
import io.godwit.protocol.quorum.Quorum;
import io.godwit.protocol.quorum.QuorumMessage.VersionRequest;
import io.godwit.protocol.quorum.QuorumRule;
import io.godwit.protocol.quorum.registers.ControlMessage.Vote;
import io.godwit.protocol.quorum.registers.ControlMessage.VoteRequest;
import io.godwit.protocol.quorum.registers.ControlMessage.Voters;
import io.godwit.protocol.quorum.registers.ControlMessage.VotersInstalled;
import io.godwit.protocol.quorum.registers.ControlState;
import io.godwit.protocol.quorum.registers.Role;
import io.godwit.protocol.quorum.registers.Voting;
import io.godwit.protocol.quorum.table.Configuration;
import io.godwit.protocol.quorum.table.Entry;
import io.godwit.storage.Format;
import io.godwit.storage.StoreException;
import io.godwit.transport.frame.Versions;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A model of {@code ClusterVersion}, seen by the engine. A version of the register, which is an index there, is the version with that number
 * here; version 1 of the cluster is {@link ClusterVersion#FIRST}. A new master is elected in a later term, in which it gives the register a
 * version of its own.
 */
final class ClusterVersionWorld extends World.ListedWorld {
    static final String UP = "n \\in up, votes \\subseteq up";
    static final String MASTER = "master # None";
    static final String BUDGET = "used < MaxStarts, MaxMasters, MaxRaises";
    static final String OPERATOR = "n \\notin up, GoesBack \\/ b >= build[n]";
    static final String REGISTER = "i \\in DOMAIN register";
    static final String OWN_VOTE = "n \\in votes";
    static final String KNOWN = "told[n] # build[n], obeyed[master] \\notin decided";
    static final String FEATURE = "what the feature asks for";

    private static final String FAMILY = "quorum/";
    private static final int NEXT_TERM = 1;
    private static final int FEATURE_VERSION = 2;
    private static final PartitionVector<Entry> FIRST =
            PartitionVector.of(1, p -> Entry.first(Configuration.settled(1, 2)));

    private final Corpus corpus;
    private final ValueTable values;
    private final ValueUpdates updates;
    private final Constants constants;
    private final QuorumMembers names;
    private final MasterFailover failover;
    private final Quorum quorum;
    private final SpecActions<ControlState> actions;
    /** Values of the members. */
    private final List<Integer> members;

    private final MemberSet voters;
    /** The values of the variables. */
    private int[] now = {};

    ClusterVersionWorld(Corpus corpus, Quorum all) {
        this.corpus = corpus;
        values = corpus.values();
        updates = new ValueUpdates(values);
        constants = new Constants(corpus);
        names = new QuorumMembers(values);
        quorum = all.lacking(constants.off(QuorumRule.values()));
        failover = quorum.failover();
        actions = new SpecActions<>(quorum.version(), quorum.voters());
        members = constants.texts("Members").stream().map(values::ofText).toList();
        voters = MemberSet.of(members.stream().map(names::number).toList());
        corpus.instances().forEach(instance -> offerers.add(offerer(instance)));
    }

    @Override
    protected void enter(int state) {
        int width = corpus.states().width();
        now = Arrays.copyOfRange(corpus.states().ids(), state * width, (state + 1) * width);
    }

    private Offerer offerer(Instance instance) {
        List<Integer> arguments = instance.arguments();
        int first = arguments.isEmpty() ? 0 : arguments.get(0);
        int second = arguments.size() < 2 ? 0 : arguments.get(1);
        return switch (instance.action()) {
            case "Stop" -> offers -> stop(first, offers);
            case "Start" -> offers -> start(first, values.number(second), offers);
            case "TellRange" -> offers -> tellRange(first, offers);
            case "RaiseVersion" -> raiseVersion(action(instance), instance.number(values, 0));
            case "InstallVersion" -> this::installVersion;
            case "HearVersion" -> hearVersion(action(instance), first, instance.number(values, 1));
            case "HearDecided" -> offers -> hearDecided(first, offers);
            case "Elect" -> elect(action(instance), first, values.items(second));
            case "UseFeature" -> offers -> useFeature(first, offers);
            case "CopyFeature" -> offers -> copyFeature(first, second, offers);
            default -> throw new IllegalArgumentException("no binding for " + instance.name());
        };
    }

    private Action<ControlState> action(Instance instance) {
        return actions.of(FAMILY + instance.name());
    }

    // What the variables say

    private int value(String variable) {
        return now[corpus.variable(variable)];
    }

    private int of(String variable, int member) {
        return values.number(values.apply(value(variable), member));
    }

    private boolean contains(String variable, int element) {
        return Arrays.stream(values.items(value(variable))).anyMatch(it -> it == element);
    }

    private boolean isUp(int member) {
        return contains("up", member);
    }

    private boolean isDecided(int version) {
        return contains("decided", values.ofNumber(version));
    }

    private boolean hasMaster() {
        return members.contains(value("master"));
    }

    /** The cluster version in a version of the register. */
    private int registered(int version) {
        return values.number(values.items(value("register"))[version - 1]);
    }

    private int versions() {
        return values.items(value("register")).length;
    }

    private static int real(int version) {
        return version + ClusterVersion.FIRST - 1;
    }

    private static int modelled(int clusterVersion) {
        return clusterVersion - ClusterVersion.FIRST + 1;
    }

    private static int realFormat(int format) {
        return format + Format.of(ClusterVersion.FIRST) - 1;
    }

    private static int modelledFormat(int format) {
        return format - Format.of(ClusterVersion.FIRST) + 1;
    }

    private Voting voting(int version, int clusterVersion) {
        return new Voting(DataStateCodec.version(version), voters, ClusterState.ACTIVE, real(clusterVersion));
    }

    /** A member. A master has counted who goes by its version, if a majority does. */
    private ControlState member(int n) {
        int version = of("obeyed", n);
        ControlState state =
                ControlState.founder(names.number(n), FIRST, voters).withVoting(voting(version, of("level", n)));
        if (n != value("master")) {
            return state;
        }
        MemberSet own = MemberSet.of(state.self());
        return state.withRole(Role.MASTER).withInstalled(isDecided(version) ? own.union(goingBy(version)) : own);
    }

    private MemberSet goingBy(int version) {
        return MemberSet.of(members.stream()
                .filter(n -> of("obeyed", n) == version)
                .map(names::number)
                .toList());
    }

    /** What a member speaks with other members. */
    private Versions spoken(int n) {
        return new Versions(ClusterVersion.FIRST, real(of("build", n))).from(real(of("level", n)));
    }

    private boolean isConnected(int n, int m) {
        return spoken(n).common(spoken(m)) != 0;
    }

    // What becomes of the variables

    private int[] with(String variable, int to) {
        int[] after = now.clone();
        after[corpus.variable(variable)] = to;
        return after;
    }

    private void set(int[] after, String variable, int member, int to) {
        int at = corpus.variable(variable);
        int position = values.shape(after[at]).domain().indexOf(member);
        after[at] = updates.with(after[at], position, values.ofNumber(to));
    }

    private void spend(int[] after, String budget) {
        int at = corpus.variable("used");
        int position = values.shape(after[at]).fields().indexOf(budget);
        after[at] = updates.with(after[at], position, values.ofNumber(spent(budget) + 1));
    }

    private int spent(String budget) {
        return values.number(values.field(value("used"), budget));
    }

    private int joined(String variable, int element) {
        return updates.union(value(variable), values.ofSet(new int[] {element}, -1));
    }

    /** A member goes by a version of the register, and its store has the format of that. */
    private void goesBy(int[] after, int n, int version, Voting voting) {
        set(after, "obeyed", n, version);
        set(after, "level", n, modelled(voting.clusterVersion()));
        int format = Format.next(realFormat(of("format", n)), voting.clusterVersion());
        set(after, "format", n, modelledFormat(format));
    }

    /** The same with a version of the register that it has made. */
    private int[] made(int n, Voting voting, String budget) {
        int[] before = values.items(value("register"));
        int[] longer = Arrays.copyOf(before, before.length + 1);
        longer[before.length] = values.ofNumber(modelled(voting.clusterVersion()));
        int[] after = with("register", values.ofSequence(longer, -1));
        goesBy(after, n, longer.length, voting);
        spend(after, budget);
        return after;
    }

    private static boolean holds(boolean condition, String words, Offers offers) {
        if (!condition) {
            offers.ruledOut(words);
        }
        return condition;
    }

    private boolean within(String budget, String limit, Offers offers) {
        return holds(spent(budget) < constants.number(limit), BUDGET, offers);
    }

    // Processes

    private void stop(int n, Offers offers) {
        if (holds(isUp(n), UP, offers) && within("starts", "MaxStarts", offers)) {
            int[] others = Arrays.stream(values.items(value("up")))
                    .filter(it -> it != n)
                    .toArray();
            int[] after = with("up", values.ofSet(others, -1));
            if (n == value("master")) {
                after[corpus.variable("master")] = values.ofText("-");
            }
            set(after, "knows", n, 0);
            offers.accepted(null, "stop", after);
        }
    }

    /** The store decides whether the program may start from it, and keeps its format. */
    private void start(int n, int build, Offers offers) {
        boolean chosen = !isUp(n) && (constants.truth("GoesBack") || build >= of("build", n));
        if (!within("starts", "MaxStarts", offers) || !holds(chosen, OPERATOR, offers)) {
            return;
        }
        int format = realFormat(of("format", n));
        try {
            Format.requireReadable(format, real(build));
        } catch (StoreException e) {
            offers.refused(null, "start", e.getMessage(), true);
            return;
        }
        int[] after = with("up", joined("up", n));
        set(after, "build", n, build);
        set(after, "format", n, modelledFormat(Format.next(format, ClusterVersion.FIRST)));
        spend(after, "starts");
        offers.accepted(null, "start", after);
    }

    // The register

    private void tellRange(int n, Offers offers) {
        if (holds(isUp(n), UP, offers)
                && holds(hasMaster(), MASTER, offers)
                && holds(of("told", n) != of("build", n), KNOWN, offers)) {
            int[] after = now.clone();
            set(after, "told", n, of("build", n));
            offers.accepted(null, "told", after);
        }
    }

    /** Requests come to each member, as changes of each version. */
    private Offerer raiseVersion(Action<ControlState> action, int to) {
        return offers -> {
            if (!within("raises", "MaxRaises", offers)) {
                return;
            }
            Map<Integer, Integer> greatest = new HashMap<>();
            members.stream()
                    .filter(m -> of("told", m) > 0)
                    .forEach(m -> greatest.put(names.number(m), real(of("told", m))));
            for (int n : members) {
                if (!holds(isUp(n), UP, offers)) {
                    continue;
                }
                ControlState before = member(n);
                for (int base = 1; base <= versions(); base++) {
                    VersionRequest request = new VersionRequest(DataStateCodec.version(base), real(to));
                    Step<ControlState> step = action.take(before, request, voters, greatest);
                    if (step.accepted()) {
                        offers.accepted(
                                action.method(), request, made(n, step.state().voting(), "raises"));
                    } else {
                        refused(action, request, before, step, offers);
                    }
                }
            }
        };
    }

    /** The master has the answers of all that go by its version. */
    private void installVersion(Offers offers) {
        int n = value("master");
        if (!holds(hasMaster(), MASTER, offers)) {
            return;
        }
        int version = of("obeyed", n);
        ControlState counting = member(n);
        for (int other : goingBy(version).without(counting.self()).toArray()) {
            VotersInstalled answer = new VotersInstalled(counting.voting());
            counting = Step.of(counting, it -> quorum.voters().handleInstalled(it, other, answer))
                    .state();
        }
        if (!counting.voting().isMajority(counting.installed())) {
            offers.refused(null, "counted", counting.installed() + " is no majority", true);
        } else if (holds(!isDecided(version), KNOWN, offers)) {
            offers.accepted(null, "counted", with("decided", joined("decided", values.ofNumber(version))));
        }
    }

    /** From a process of the newest program, which goes by the version: there may always be one. */
    private Offerer hearVersion(Action<ControlState> action, int n, int version) {
        return offers -> {
            if (!holds(isUp(n), UP, offers) || !holds(version <= versions(), REGISTER, offers)) {
                return;
            }
            Voters heard = new Voters(voting(version, registered(version)));
            if (Versions.ALL.from(heard.voting().clusterVersion()).common(spoken(n)) == 0) {
                offers.refused(null, heard, "no common version", true);
                return;
            }
            ControlState before = member(n);
            Step<ControlState> step = action.take(before, before.self() + 1, heard);
            if (step.accepted()) {
                Voting voting = step.state().voting();
                int[] after = now.clone();
                goesBy(after, n, voting.version().number(), voting);
                offers.accepted(action.method(), heard, after);
            } else {
                refused(action, heard, before, step, offers);
            }
        };
    }

    /** The candidate stands, the others vote over their connections with it, and it counts. */
    private Offerer elect(Action<ControlState> action, int n, int[] votes) {
        return offers -> {
            boolean own = Arrays.stream(votes).anyMatch(m -> m == n);
            if (!within("masters", "MaxMasters", offers)
                    || !holds(Arrays.stream(votes).allMatch(this::isUp), UP, offers)
                    || !holds(own, OWN_VOTE, offers)) {
                return;
            }
            Step<ControlState> step = Step.of(member(n), it -> failover.startElection(it, NEXT_TERM));
            for (int m : votes) {
                if (m != n && step.accepted()) {
                    if (!isConnected(n, m)) {
                        offers.refused(null, "vote", "no connection with " + names.number(m), true);
                        return;
                    }
                    step = voted(step.state(), m);
                }
            }
            if (step.accepted()) {
                step = Step.of(
                        step.state(),
                        it -> failover.becomeMaster(it, it.ballot().voters()));
            }
            if (!step.accepted()) {
                offers.refused(null, "vote", step.refused(), true);
                return;
            }
            step = action.take(step.state(), NEXT_TERM);
            if (!step.accepted()) {
                offers.refused(action.method(), "elected", step.refused(), true);
                return;
            }
            int[] after = made(n, step.state().voting(), "masters");
            after[corpus.variable("master")] = n;
            members.forEach(m -> set(after, "told", m, 0));
            offers.accepted(action.method(), "elected", after);
        };
    }

    /** The candidate with the vote of a member, or its refusal. */
    private Step<ControlState> voted(ControlState candidate, int m) {
        VoteRequest request = new VoteRequest(NEXT_TERM, candidate.voting());
        Step<ControlState> step = Step.of(member(m), it -> failover.handleVoteRequest(it, candidate.self(), request));
        if (!step.accepted()) {
            return step;
        }
        Vote vote = (Vote) ((Command.Send) step.commands().get(0)).message();
        return Step.of(candidate, it -> failover.handleVote(it, names.number(m), vote));
    }

    /** A refusal comes with the very state that was given. */
    @SuppressWarnings("ReferenceEquality")
    private static void refused(
            Action<ControlState> action, Object event, ControlState before, Step<ControlState> step, Offers offers) {
        offers.refused(action.method(), event, step.refused(), step.state() == before);
    }

    // The feature

    private void hearDecided(int n, Offers offers) {
        int version = of("obeyed", n);
        if (holds(isUp(n), UP, offers) && holds(isDecided(version) && of("knows", n) != version, FEATURE, offers)) {
            int[] after = now.clone();
            set(after, "knows", n, version);
            offers.accepted(null, "decided", after);
        }
    }

    private boolean mayHave(int n) {
        return of("level", n) >= FEATURE_VERSION
                && of("knows", n) == of("obeyed", n)
                && of("data", n) < FEATURE_VERSION;
    }

    private void useFeature(int n, Offers offers) {
        if (holds(isUp(n), UP, offers) && holds(mayHave(n), FEATURE, offers)) {
            int[] after = now.clone();
            set(after, "data", n, FEATURE_VERSION);
            offers.accepted(null, "feature", after);
        }
    }

    private void copyFeature(int n, int m, Offers offers) {
        if (holds(isUp(n) && isUp(m), UP, offers)
                && holds(of("data", n) == FEATURE_VERSION && mayHave(m), FEATURE, offers)) {
            if (isConnected(n, m)) {
                int[] after = now.clone();
                set(after, "data", m, FEATURE_VERSION);
                offers.accepted(null, "feature", after);
            } else {
                offers.refused(null, "feature", "no connection", true);
            }
        }
    }
}
