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
import io.godwit.conformance.replay.ValueUpdates;
import io.godwit.protocol.ClusterState;
import io.godwit.protocol.MemberSet;
import io.godwit.protocol.PartitionVector;
import io.godwit.protocol.Step;
import io.godwit.protocol.map.LongMap;
import io.godwit.protocol.quorum.ClusterVersion;
import io.godwit.protocol.quorum.Quorum;
import io.godwit.protocol.quorum.QuorumMessage.PassiveReport;
import io.godwit.protocol.quorum.QuorumMessage.StateRequest;
import io.godwit.protocol.quorum.QuorumRule;
import io.godwit.protocol.quorum.data.DataState;
import io.godwit.protocol.quorum.data.decision.PassiveReports;
import io.godwit.protocol.quorum.registers.Acceptances;
import io.godwit.protocol.quorum.registers.ControlMessage;
import io.godwit.protocol.quorum.registers.ControlMessage.VoteRequest;
import io.godwit.protocol.quorum.registers.ControlState;
import io.godwit.protocol.quorum.registers.Role;
import io.godwit.protocol.quorum.registers.Voting;
import io.godwit.protocol.quorum.table.Configuration;
import io.godwit.protocol.quorum.table.Entry;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.stream.IntStream;

/**
 * The state of the cluster: what the actions of {@code spec/quorum/ClusterStates.tla} mean as events for members and for a master.
 * The master and the majority of the voters are no members there; here they are three more. A version of the register, which is an
 * index there, is the version with that number.
 */
final class StateActions {
    static final String UP = "Up(n)";
    static final String CHANGES = "used < MaxChanges, MaxMasters";
    static final String VERSIONS = "v \\in DOMAIN register";
    static final String COUNTED = "installed < ruling, oldest < ruling";

    private static final int MASTER = 1001;
    private static final MemberSet VOTERS = MemberSet.of(MASTER, MASTER + 1, MASTER + 2);
    private static final int NEXT_TERM = 1;
    private static final String FAMILY = "quorum/";

    private final DataClusterState clusterState;
    private final DataStateCodec codec;
    private final Constants constants;
    private final Quorum quorum;
    private final ValueTable values;
    private final ValueUpdates patches;
    private final int copies;
    private final int register;
    private final int ruling;
    private final int installed;
    private final int oldest;
    private final int obeyed;
    private final int acknowledged;
    private final int used;
    private final int history;
    private final SpecActions<ControlState> control;
    private final SpecActions<PassiveReports> reports;
    private final SpecActions<Object> reporting;

    StateActions(
            Corpus corpus, DataClusterState clusterState, DataStateCodec codec, Constants constants, Quorum quorum) {
        this.clusterState = clusterState;
        this.codec = codec;
        this.constants = constants;
        this.quorum = quorum;
        values = corpus.values();
        patches = new ValueUpdates(values);
        copies = constants.number("Copies");
        register = corpus.variable("register");
        ruling = corpus.variable("ruling");
        installed = corpus.variable("installed");
        oldest = corpus.variable("oldest");
        obeyed = corpus.variable("obeyed");
        acknowledged = corpus.variable("acknowledged");
        used = corpus.variable("used");
        history = corpus.variable("history");
        control = new SpecActions<>(quorum.states(), quorum.voters());
        reports = new SpecActions<>(quorum.states());
        reporting = new SpecActions<>(quorum.states());
    }

    /** Does the cluster of a model have a state? */
    static boolean in(Corpus corpus) {
        return corpus.variables().contains("register");
    }

    /** An action of the register, or of PASSIVE. */
    Offerer offerer(Instance instance, int n, int p) {
        return switch (instance.action()) {
            case "ChangeState" -> changeState(
                    ClusterState.valueOf(values.text(instance.arguments().get(0))));
            case "InstallState" -> counted(installed);
            case "FinishProposals" -> counted(oldest);
            case "ReplaceMaster" -> this::replaceMaster;
            case "HearState" -> hearState(n, instance.number(values, 1));
            case "ReportPassive" -> reportPassive(n, p);
            case "AcknowledgePassive" -> this::acknowledgePassive;
            default -> throw new IllegalArgumentException("no binding for " + instance.name());
        };
    }

    // What the variables say

    private int number(int variable) {
        return values.number(clusterState.value(variable));
    }

    private int obeyed(int n) {
        return values.number(values.items(clusterState.value(obeyed))[n]);
    }

    /** {@code StateAt}. */
    private ClusterState stateAt(int version) {
        return version == 0
                ? ClusterState.ACTIVE
                : ClusterState.valueOf(values.text(values.items(clusterState.value(register))[version - 1]));
    }

    private Voting voting(int version) {
        return version == 0
                ? Voting.NONE
                : new Voting(DataStateCodec.version(version), VOTERS, stateAt(version), ClusterVersion.NEWEST);
    }

    /** The master when it went by a version: who goes by it has answered. */
    private ControlState master(int version) {
        PartitionVector<Entry> decided = PartitionVector.of(
                codec.partitions().partitions(), p -> clusterState.decided(p, clusterState.decisions(p)));
        int[] members = clusterState.members();
        int[] going = IntStream.range(0, members.length)
                .filter(n -> obeyed(n) >= version)
                .map(n -> members[n])
                .toArray();
        MemberSet voters = number(installed) == version ? VOTERS : MemberSet.of(MASTER);
        ControlState state = ControlState.empty(MASTER, decided.size())
                .withRole(Role.MASTER)
                .withCommitted(decided)
                .withVoting(voting(version))
                .withInstalled(voters.union(MemberSet.of(going)));
        return number(oldest) < version ? proposing(state) : state;
    }

    /** With a proposal from before. */
    private static ControlState proposing(ControlState state) {
        Entry decided = state.committed().get(0);
        Entry proposal = new Entry(decided.version().next(decided.term()), decided.version(), decided.configuration());
        return state.withOutstanding(
                state.outstanding().with(0, proposal), state.answers().with(0, Acceptances.NONE.proposedBy(MASTER)));
    }

    // The register

    /** Requests come as changes of each version; only those of the last one change anything. */
    private Offerer changeState(ClusterState to) {
        Action<ControlState> action = control.of(FAMILY + "ClusterStates!ChangeState");
        return offers -> {
            if (!within("changes", "MaxChanges", offers)) {
                return;
            }
            ControlState master = master(number(ruling));
            for (int base = 1; base <= number(ruling); base++) {
                StateRequest request = new StateRequest(DataStateCodec.version(base), to);
                Step<ControlState> step = action.take(master, request);
                if (step.accepted()) {
                    int[] after = appended(step.state().voting().state(), "changes");
                    after[ruling] =
                            values.ofNumber(step.state().voting().version().number());
                    offers.accepted(action.method(), request, after);
                } else {
                    refused(action, request, master, step, offers);
                }
            }
        };
    }

    /** What the master has counted: a majority that goes by its version; proposals, all of which are decided. */
    private Offerer counted(int variable) {
        return offers -> {
            if (number(variable) < number(ruling)) {
                offers.accepted(null, "counted", clusterState.with(variable, clusterState.value(ruling)));
            } else {
                offers.ruledOut(COUNTED);
            }
        };
    }

    /** Somebody who goes by any version stands for election; a voter of the majority goes by the installed one. */
    private void replaceMaster(Offers offers) {
        Action<ControlState> action = control.of(FAMILY + "ClusterStates!ReplaceMaster");
        int[] decisions = values.items(clusterState.value(history));
        int most = Arrays.stream(decisions)
                .map(it -> values.items(it).length)
                .max()
                .orElseThrow();
        if (!within("masters", "MaxMasters", offers) || most > constants.number("MaxDecisions")) {
            offers.ruledOut(CHANGES);
            return;
        }
        int partitions = decisions.length;
        ControlState voter = ControlState.empty(MASTER + 1, partitions).withVoting(voting(number(installed)));
        for (int v = 1; v <= number(ruling); v++) {
            VoteRequest request = new VoteRequest(NEXT_TERM, voting(v));
            Step<ControlState> vote = Step.of(voter, it -> quorum.failover().handleVoteRequest(it, MASTER, request));
            if (!vote.accepted()) {
                offers.refused(null, request, vote.refused(), true);
                continue;
            }
            ControlState elected = ControlState.empty(MASTER, partitions)
                    .inTerm(NEXT_TERM, Role.MASTER)
                    .withVoting(voting(v));
            Step<ControlState> step = action.take(elected, NEXT_TERM);
            int[] after = appended(step.state().voting().state(), "masters");
            after[ruling] = values.ofNumber(values.items(after[register]).length);
            for (int p = 0; p < partitions; p++) {
                int[] own = values.items(decisions[p]);
                after[history] = patches.with(after[history], p, longer(decisions[p], own[own.length - 1]));
            }
            offers.accepted(action.method(), request, after);
        }
    }

    private Offerer hearState(int n, int version) {
        Action<ControlState> action = control.of(FAMILY + "ClusterStates!HearState");
        return offers -> {
            if (!clusterState.status(n).equals("up")) {
                offers.ruledOut(UP);
            } else if (version > number(ruling)) {
                offers.ruledOut(VERSIONS);
            } else {
                int self = clusterState.members()[n];
                ControlState before = ControlState.empty(self, 1).withVoting(voting(obeyed(n)));
                ControlMessage.Voters heard = new ControlMessage.Voters(voting(version));
                Step<ControlState> step = action.take(before, MASTER, heard);
                if (step.accepted()) {
                    int goesBy = values.ofNumber(step.state().voting().version().number());
                    int all = patches.with(clusterState.value(obeyed), n, goesBy);
                    offers.accepted(action.method(), heard, clusterState.with(obeyed, all));
                } else {
                    refused(action, heard, before, step, offers);
                }
            }
        };
    }

    private boolean within(String budget, String limit, Offers offers) {
        int spent = values.number(values.field(clusterState.value(used), budget));
        if (spent < constants.number(limit)) {
            return true;
        }
        offers.ruledOut(CHANGES);
        return false;
    }

    /** The register with one more version, paid from a budget. */
    private int[] appended(ClusterState state, String budget) {
        int before = clusterState.value(used);
        int at = values.shape(before).fields().indexOf(budget);
        int[] after = clusterState.with(
                used, patches.with(before, at, values.ofNumber(values.number(values.field(before, budget)) + 1)));
        after[register] = longer(after[register], values.ofText(state.name()));
        return after;
    }

    private int longer(int sequence, int item) {
        int[] items = values.items(sequence);
        int[] more = Arrays.copyOf(items, items.length + 1);
        more[items.length] = item;
        return values.ofSequence(more, -1);
    }

    // PASSIVE

    private Offerer reportPassive(int n, int p) {
        Action<Object> action = reporting.of(FAMILY + "ClusterStates!ReportPassive");
        return offers -> {
            Voting own = voting(obeyed(n));
            PassiveReport none = new PassiveReport(own.version(), LongMap.empty());
            DataState member = clusterState.member(n);
            Step<Object> step = action.take(member, own, p, none);
            if (step.accepted()) {
                int report = codec.messages().passive(member, p, (PassiveReport) step.state());
                offers.accepted(
                        action.method(), step.state(), clusterState.withMessages(values.ofSet(new int[] {report}, -1)));
            } else {
                refused(action, none, member, step, offers);
            }
        };
    }

    private void acknowledgePassive(Offers offers) {
        Action<PassiveReports> action = reports.of(FAMILY + "ClusterStates!AcknowledgePassive");
        ControlState master = master(number(ruling));
        PassiveReports before = PassiveReports.none(master.voting().version(), master.partitions());
        List<Letter> letters = new ArrayList<>(clusterState.mail(LetterType.PASSIVE));
        letters.sort(Comparator.comparing(
                it -> ((PassiveReport) it.message()).versions().get(it.partition())));
        for (Letter letter : letters) {
            PassiveReport report = (PassiveReport) letter.message();
            before = Step.of(before, it -> quorum.states().handlePassiveReport(it, report))
                    .state();
        }
        if (number(acknowledged) == number(ruling)) {
            before = before.acknowledge();
        }
        Step<PassiveReports> step = action.take(before, master);
        if (step.accepted()) {
            int version = values.ofNumber(step.state().state().number());
            offers.accepted(action.method(), before, clusterState.with(acknowledged, version));
        } else {
            refused(action, before, before, step, offers);
        }
    }

    /** A refusal comes with the very state that was given. */
    @SuppressWarnings("ReferenceEquality")
    private static <S> void refused(Action<S> action, Object event, S before, Step<S> step, Offers offers) {
        offers.refused(action.method(), event, step.refused(), step.state() == before);
    }

    // What depends on the state

    /** An event for a member, which takes it under the state that it goes by. */
    Offerer underState(int n, Function<ClusterState, Offerer> event) {
        Map<ClusterState, Offerer> offerers = new EnumMap<>(ClusterState.class);
        for (ClusterState state : ClusterState.values()) {
            offerers.put(state, event.apply(state));
        }
        return offers -> offerers.get(stateAt(obeyed(n))).offer(offers);
    }

    /** A decision, if the state allows it. */
    Offerer ifAllowed(Instance instance, int p, Offerer decision) {
        List<Integer> arguments = instance.arguments();
        return switch (instance.action()) {
            case "PromoteObeying" -> when(
                    QuorumRule.PRIMARY_OBEYS,
                    () -> mayLead(arguments.get(1)),
                    when(QuorumRule.STOP_IGNORES_DEATHS, this::mayRepair, decision));
            case "EvictBackupIfAllowed", "AbortMigrationIfAllowed" -> when(
                    QuorumRule.STOP_IGNORES_DEATHS, this::mayRepair, decision);
            case "AdmitBackupIfAllowed", "RemoveReplicaIfAllowed" -> when(
                    QuorumRule.STOP_FINISHES_NOTHING, this::mayFinish, decision);
            case "SwitchPrimaryObeying" -> when(
                    QuorumRule.PRIMARY_OBEYS,
                    () -> mayLead(arguments.get(1)) && stateAt(number(ruling)).allowsMigrations(),
                    decision);
            case "StartMigrationIfAllowed" -> when(
                    QuorumRule.NO_MIGRATION_MOVES_NOTHING,
                    () -> mayMigrate(p, arguments.get(1), values.number(arguments.get(3))),
                    decision);
            case "FinishMigrationObeying" -> when(
                    QuorumRule.PRIMARY_OBEYS,
                    () -> mayFinish(p, values.number(arguments.get(1))),
                    when(QuorumRule.STOP_FINISHES_NOTHING, this::mayFinish, decision));
            default -> decision;
        };
    }

    private static Offerer when(QuorumRule rule, BooleanSupplier allowed, Offerer decision) {
        return offers -> {
            if (allowed.getAsBoolean()) {
                decision.offer(offers);
            } else {
                offers.refused(null, "a decision", rule, true);
            }
        };
    }

    private boolean mayRepair() {
        return quorum.states().mayRepair(stateAt(number(ruling)));
    }

    private boolean mayFinish() {
        return quorum.states().mayFinish(stateAt(number(ruling)));
    }

    private boolean mayLead(int memberValue) {
        return mayLeadNumber(codec.members().number(memberValue));
    }

    /** What is decided now was proposed under one of these versions. */
    private boolean mayLeadNumber(int member) {
        return IntStream.rangeClosed(number(oldest), number(ruling))
                .anyMatch(v -> quorum.states().mayLead(master(v), member));
    }

    private boolean mayFinish(int p, int base) {
        if (base > clusterState.decisions(p)) {
            return true;
        }
        Configuration c = clusterState.decided(p, base).configuration();
        return c.source() != c.primary() || mayLeadNumber(c.destination());
    }

    private boolean mayMigrate(int p, int sourceValue, int base) {
        if (base > clusterState.decisions(p)) {
            return true;
        }
        Configuration c = clusterState.decided(p, base).configuration();
        int source = codec.members().number(sourceValue);
        return quorum.states().mayMigrate(stateAt(number(ruling)), source, c.inSyncSize() < copies);
    }
}
