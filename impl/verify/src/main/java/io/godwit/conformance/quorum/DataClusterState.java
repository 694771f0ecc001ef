package io.godwit.conformance.quorum;

import io.godwit.conformance.corpus.Corpus;
import io.godwit.conformance.corpus.ValueTable;
import io.godwit.conformance.quorum.DataMessages.Letter;
import io.godwit.conformance.quorum.DataMessages.LetterType;
import io.godwit.conformance.replay.Mismatch.Difference;
import io.godwit.conformance.replay.Offers;
import io.godwit.conformance.replay.ReplayedState;
import io.godwit.conformance.replay.ReplayedState.ReplayedStates;
import io.godwit.conformance.replay.Trials.Trial;
import io.godwit.conformance.replay.Trials.TrialResult;
import io.godwit.protocol.Command;
import io.godwit.protocol.MemberSet;
import io.godwit.protocol.Members;
import io.godwit.protocol.Received;
import io.godwit.protocol.Step;
import io.godwit.protocol.quorum.DeclareLost;
import io.godwit.protocol.quorum.Quorum;
import io.godwit.protocol.quorum.QuorumMessage.Resumed;
import io.godwit.protocol.quorum.data.DataState;
import io.godwit.protocol.quorum.data.Replica;
import io.godwit.protocol.quorum.data.decision.CaughtUpVersions;
import io.godwit.protocol.quorum.data.decision.ClusterView;
import io.godwit.protocol.quorum.data.decision.MasterView;
import io.godwit.protocol.quorum.data.message.DataMessage.Ack;
import io.godwit.protocol.quorum.data.message.DataMessage.CaughtUp;
import io.godwit.protocol.quorum.data.message.DataMessage.Confirm;
import io.godwit.protocol.quorum.data.message.DataMessage.Lease;
import io.godwit.protocol.quorum.data.message.DataMessage.Released;
import io.godwit.protocol.quorum.table.Configuration;
import io.godwit.protocol.quorum.table.Entry;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/** The state that the cluster is in at the moment: members, a master's view of each partition, and all messages. */
final class DataClusterState extends QuorumScene<DataState> {
    private final DataStateCodec codec;
    private final Quorum quorum;
    private final int copies;
    private final int width;
    private final int history;
    private final int writes;
    private final int reads;
    private final int leaving;
    private final int voters;
    private final int spent;
    /** Where there are leases, -1 elsewhere. */
    private final int restarts;

    private final ReplayedStates<MasterView> masters = new ReplayedStates<>();
    private final ReplayedStates<ClusterView> clusters = new ReplayedStates<>();
    private final Map<Long, Entry> entries = new HashMap<>();
    private final Map<MemberSet, MemberSet> sets = new HashMap<>();

    /** All messages that have left their senders. */
    private int left = -1;

    private final Map<LetterType, List<Letter>> mail = new EnumMap<>(LetterType.class);
    private final List<ReplayedState<MasterView>> views = new ArrayList<>();
    private ReplayedState<ClusterView> cluster;
    /** Of members that have one; null in models without. */
    private final DataDisks disks;
    /** In models that have readers; null in others. */
    private StreamActions stream;

    DataClusterState(Corpus corpus, DataStateCodec codec, Quorum quorum, Method restart, int copies, DiskRules rules) {
        super(corpus, codec.members(), codec.variables());
        this.codec = codec;
        this.quorum = quorum;
        this.copies = copies;
        width = variables.length;
        history = corpus.variable("history");
        writes = corpus.variable("writes");
        reads = corpus.variable("reads");
        leaving = corpus.variable("leaving");
        voters = corpus.variable("voters");
        spent = corpus.variable("spent");
        restarts = LeaseCodec.in(corpus) ? corpus.variable("restarts") : -1;
        disks = Disks.in(corpus) ? new DataDisks(corpus, codec, restart, rules, patches, variables, members) : null;
        views.addAll(Collections.nCopies(codec.partitions().partitions(), null));
    }

    /** Goes to a state. */
    void enter(int next) {
        if (next == state) {
            return;
        }
        int historyBefore = state >= 0 ? value(history) : -1;
        state = next;
        int letters = disks == null ? value(msgs) : disks.left(copy());
        boolean samePost = letters == left && value(history) == historyBefore;
        left = letters;
        forgetMembers();
        views.replaceAll(subject -> null);
        cluster = null;
        if (samePost) {
            return;
        }
        for (LetterType type : LetterType.values()) {
            mail.put(type, new ArrayList<>(0));
        }
        for (int message : values.items(left)) {
            Letter letter = codec.messages().letter(message, value(history));
            mail.get(letter.type()).add(letter);
        }
    }

    /** Has answers taken to readers. */
    void tell(StreamActions readers) {
        stream = readers;
    }

    DataDisks disks() {
        return disks;
    }

    List<Letter> mail(LetterType type) {
        return mail.get(type);
    }

    // Reading

    /** Number of decisions about a partition. */
    int decisions(int p) {
        return values.items(values.items(value(history))[p]).length;
    }

    /** A decided configuration by its index; the same object each time. */
    Entry decided(int p, int index) {
        int configuration = values.items(values.items(value(history))[p])[index - 1];
        return entries.computeIfAbsent((long) index << 32 | configuration, key -> codec.decided(index, configuration));
    }

    /** Everybody who has a part in some partition's last decided configuration; equal sets are the same object. */
    MemberSet named() {
        MemberSet named = MemberSet.of();
        for (int p = 0; p < views.size(); p++) {
            named = named.union(decided(p, decisions(p)).configuration().participants());
        }
        return sets.computeIfAbsent(named, set -> set);
    }

    /** {@code DeclareLost!Chosen}, as far as copies are concerned: nobody who is left has a newer one. */
    boolean hasNewestCopy(int member, int p) {
        Configuration c = decided(p, decisions(p)).configuration();
        Replica chosen = null;
        for (int n = 0; n < members.length; n++) {
            if (members[n] == member) {
                chosen = subject(n).state().replica(p);
            }
        }
        for (int n = 0; n < members.length; n++) {
            Replica other = subject(n).state().replica(p);
            boolean newer = DeclareLost.isNewerCopy(members[n], other, member, chosen);
            if (status(n).equals("up") && !c.isInSync(members[n]) && newer) {
                return false;
            }
        }
        return true;
    }

    MasterView master(int p) {
        return view(p).state();
    }

    ClusterView cluster() {
        return clusterSubject().state();
    }

    /** The state of a call. */
    String write(int w) {
        return values.text(values.field(values.items(value(writes))[w], "state"));
    }

    /** Whether write number {@code w} went to a partition and is in this state. */
    boolean isWrite(int w, int p, String state) {
        int part = values.field(values.items(value(writes))[w - 1], "part");
        return write(w - 1).equals(state) && part == codec.partitions().partitionValue(p);
    }

    /** Whether read number {@code r} runs at a member, under the version that it has. */
    boolean isRead(int n, int p, int r) {
        return subject(n).state().replica(p).primaryState().calls().get(DataStateCodec.reader(r)) != null;
    }

    String read(int r) {
        return values.text(values.field(values.items(value(reads))[r], "state"));
    }

    /** What a primary that has started again tells the master; null if it tells nothing. */
    Received<Resumed> resumed(int n, int p) {
        DataState member = subject(n).state();
        Replica replica = member.replica(p);
        return member.isUp() && replica.resumed() ? new Received<>(members[n], new Resumed(p, replica.epoch())) : null;
    }

    String status(int n) {
        return values.text(values.items(value(variables[0]))[n]);
    }

    int spent(String budget) {
        return values.number(values.field(value(spent), budget));
    }

    int leavers() {
        return values.items(value(leaving)).length;
    }

    // Offering

    <E> void offer(int n, Trial<DataState, E> trial, Offers offers) {
        offer(n, subject(n), copy(), trial, offers);
    }

    /** Offers an event to a member that takes another one first. */
    <F, E> void offer(int n, Trial<DataState, F> first, Trial<DataState, E> trial, Offers offers) {
        ReplayedState<DataState> before = subject(n);
        TrialResult begun = before.result(first, codec);
        if (!begun.accepted()) {
            offers.refused(first.by(), first.event(), begun.guard(), begun.stutter());
            return;
        }
        int[] after = copy();
        take(begun.effects(), after);
        DataState state = first.action().of(before.state(), first.event()).state();
        offer(n, new ReplayedState<>(state), after, trial, offers);
    }

    /** As if a call that waits at a member were over. */
    <E> void offerWithout(int n, int p, long client, Trial<DataState, E> trial, Offers offers) {
        DataState state = subject(n).state();
        Replica replica = state.replica(p);
        DataState over =
                state.with(p, replica.withPrimaryState(replica.primaryState().answered(client)));
        offer(n, new ReplayedState<>(over), copy(), trial, offers);
    }

    /** What clients saw last, put into a state. */
    int[] withWrites(int[] after) {
        int[] same = after.clone();
        same[writes] = value(writes);
        return same;
    }

    private <E> void offer(
            int n, ReplayedState<DataState> subject, int[] after, Trial<DataState, E> trial, Offers offers) {
        TrialResult result = subject.result(trial, codec);
        if (!result.accepted()) {
            offers.refused(trial.by(), trial.event(), result.guard(), result.stutter());
            return;
        }
        put(after, n, result.parts());
        after[msgs] = patches.union(after[msgs], result.sent());
        take(result.effects(), after);
        DataState before = subject.state();
        if (stream != null) {
            stream.replaced(n, copy(), after);
            result.commands().forEach(command -> stream.take(before, command, after));
        }
        Optional<List<Difference>> early =
                disks == null ? Optional.of(List.of()) : disks.store(n, copy(), before, trial, result, after, offers);
        early.ifPresent(differences -> offers.accepted(trial.by(), trial.event(), after, () -> {
            List<Difference> all = new ArrayList<>(differences);
            all.addAll(EngineOnlyState.of(
                    before, (DataState) result.state(), find(n, after).state()));
            return all;
        }));
    }

    /** Time passes. */
    void tick(Offers offers) {
        codec.leases().ticks(copy(), members).forEach(after -> offers.accepted(null, "time passes", after));
    }

    /**
     * A member stops, and starts again with all that it had but times; where there are leases. Those it is offered, too: that it does
     * not go on with them is what it has to do.
     */
    <E> void restart(int n, Trial<DataState, E> trial, Offers offers) {
        DataState found = subject(n).state();
        for (int p = 0; p < found.replicas().size(); p++) {
            Replica replica = found.replica(p);
            Replica restored = Replica.restored(members[n], replica.view(), replica.log(), replica.waits());
            found = found.with(p, restored.withLeases(replica.leases()));
        }
        TrialResult result = new ReplayedState<>(found).result(trial, codec);
        int[] after = copy();
        put(after, n, result.parts());
        take(result.effects(), after);
        after[restarts] = values.ofNumber(values.number(after[restarts]) + 1);
        int[] all = values.items(after[reads]);
        for (int r = 0; r < all.length; r++) {
            if (values.text(values.field(all[r], "state")).equals("pending")
                    && codec.members().number(values.field(all[r], "at")) == members[n]) {
                int at = values.shape(all[r]).fields().indexOf("at");
                int nowhere = patches.with(all[r], at, codec.members().value(Members.NONE));
                after[reads] = patches.with(after[reads], r, nowhere);
            }
        }
        offers.accepted(trial.by(), trial.event(), after);
    }

    /** How many members have started again, where there are leases. */
    int restarts() {
        return values.number(value(restarts));
    }

    /** Those that are dead; equal sets are the same object. */
    MemberSet dead() {
        int[] dead = IntStream.range(0, members.length)
                .filter(n -> status(n).equals("down") || status(n).equals("left"))
                .map(n -> members[n])
                .toArray();
        return sets.computeIfAbsent(MemberSet.of(dead), set -> set);
    }

    private void take(int[] effects, int[] after) {
        for (int i = 0; i < effects.length; i += 3) {
            after[effects[i]] = patches.with(after[effects[i]], effects[i + 1], effects[i + 2]);
        }
    }

    /**
     * Offers a decision.
     *
     * @param budget what it is paid from; empty when it is due anyway, or free
     */
    <E> void decide(int p, Trial<MasterView, E> trial, String budget, Offers offers) {
        TrialResult result = view(p).result(trial, new DecisionEncoder(codec));
        if (!result.accepted()) {
            offers.refused(trial.by(), trial.event(), result.guard(), result.stutter());
            return;
        }
        int[] after = copy();
        int own = values.items(after[history])[p];
        int proposed = result.parts()[0];
        if (proposed >= 0) {
            int[] longer = Arrays.copyOf(values.items(own), values.items(own).length + 1);
            longer[longer.length - 1] = proposed;
            after[history] = patches.with(after[history], p, values.ofSequence(longer, -1));
        }
        if (!budget.isEmpty()) {
            int at = values.shape(after[spent]).fields().indexOf(budget);
            after[spent] = patches.with(after[spent], at, values.ofNumber(spent(budget) + 1));
        }
        offers.accepted(trial.by(), trial.event(), after);
    }

    /** Offers what a master does about members that leave. */
    <E> void offer(Trial<ClusterView, E> trial, Offers offers) {
        TrialResult result = clusterSubject().result(trial, new ClusterEncoder(codec, values));
        if (!result.accepted()) {
            offers.refused(trial.by(), trial.event(), result.guard(), result.stutter());
            return;
        }
        int[] after = copy();
        after[leaving] = result.parts()[0];
        after[voters] = result.parts()[1];
        after[msgs] = patches.union(after[msgs], result.sent());
        offers.accepted(trial.by(), trial.event(), after);
    }

    // Members with all answers that were ever sent to them delivered

    /** The member in the state of the cluster that has these values. Nobody sends itself an answer. */
    @Override
    protected ReplayedState<DataState> find(int n, int[] ids) {
        List<Letter> answers = new ArrayList<>();
        for (LetterType type : List.of(LetterType.ACK, LetterType.CONFIRM, LetterType.LEASE)) {
            for (Letter letter : mail.get(type)) {
                if (letter.to() == members[n]) {
                    answers.add(letter);
                }
            }
        }
        int[] own = own(n, ids);
        int asked = codec.leases() == null ? -1 : ids[codec.leases().requests()];
        int decided = codec.leases() == null ? -1 : ids[history];
        int[] others = {members[n], ids[writes], ids[reads], asked, decided};
        int[] parts = Arrays.copyOf(own, width + others.length + answers.size());
        System.arraycopy(others, 0, parts, width, others.length);
        for (int i = 0; i < answers.size(); i++) {
            parts[width + others.length + i] = answers.get(i).id();
        }
        return subjects.of(
                parts, () -> deliver(codec.decode(members[n], own, ids[writes], ids[reads], asked, decided), answers));
    }

    private DataState deliver(DataState empty, List<Letter> answers) {
        DataState after = empty;
        for (Letter letter : answers) {
            int from = letter.from();
            if (letter.message() instanceof Ack ack) {
                after = Step.of(after, it -> quorum.replication().handleAck(it, from, ack))
                        .state();
            } else if (letter.message() instanceof Confirm confirm) {
                after = Step.of(after, it -> quorum.replication().handleConfirm(it, from, confirm))
                        .state();
            } else if (letter.message() instanceof Lease lease) {
                after = Step.of(after, it -> quorum.leases().handleLease(it, from, lease))
                        .state();
            }
        }
        return after;
    }

    private ReplayedState<MasterView> view(int p) {
        ReplayedState<MasterView> subject = views.get(p);
        if (subject == null) {
            List<Letter> words = new ArrayList<>();
            for (Letter letter : mail.get(LetterType.CAUGHT_UP)) {
                if (letter.partition() == p) {
                    words.add(letter);
                }
            }
            int[] own = {p, values.items(value(history))[p], value(leaving), value(voters), value(variables[0])};
            int[] parts = Arrays.copyOf(own, own.length + words.size());
            for (int i = 0; i < words.size(); i++) {
                parts[own.length + i] = words.get(i).id();
            }
            subject = masters.of(parts, () -> {
                MasterView view = new MasterView(decided(p, decisions(p)), CaughtUpVersions.NOBODY, cluster());
                for (Letter letter : words) {
                    CaughtUp word = (CaughtUp) letter.message();
                    view = Step.of(view, it -> quorum.migration().handleCaughtUp(it, letter.from(), word))
                            .state();
                }
                return view;
            });
            views.set(p, subject);
        }
        return subject;
    }

    private ReplayedState<ClusterView> clusterSubject() {
        if (cluster == null) {
            int[] parts = {value(variables[0]), value(leaving), value(voters)};
            cluster = clusters.of(parts, () -> {
                int[] up = IntStream.range(0, members.length)
                        .filter(n -> status(n).equals("up"))
                        .map(n -> members[n])
                        .toArray();
                return new ClusterView(
                        MemberSet.of(up),
                        codec.members().sets().decode(value(leaving)),
                        codec.members().sets().decode(value(voters)),
                        copies);
            });
        }
        return cluster;
    }

    /** Who leaves and who is a voter; and the leavers that are let go. */
    record ClusterEncoder(DataStateCodec codec, ValueTable values) implements ReplayedState.Encoder<ClusterView> {
        @Override
        public int[] parts(ClusterView state) {
            return new int[] {
                codec.members().value(state.leaving()), codec.members().value(state.voters())
            };
        }

        @Override
        public int sent(ClusterView before, Step<ClusterView> step) {
            int[] ids = step.commands().stream()
                    .filter(command -> command instanceof Command.Send send && send.message() instanceof Released)
                    .mapToInt(command -> codec.messages().released(((Command.Send) command).to()))
                    .toArray();
            return values.ofSet(ids, -1);
        }
    }

    /** What a master has decided: the configuration that is next, or -1 for none. */
    record DecisionEncoder(DataStateCodec codec) implements ReplayedState.Encoder<MasterView> {
        @Override
        public int[] parts(MasterView state) {
            Configuration proposed = state.proposed();
            return new int[] {
                proposed.equals(Configuration.NONE)
                        ? -1
                        : codec.configurations().encode(proposed)
            };
        }

        @Override
        public int sent(MasterView before, Step<MasterView> step) {
            return -1;
        }
    }
}
