package io.godwit.conformance.quorum;

import io.godwit.conformance.binding.Constants;
import io.godwit.conformance.binding.ReplayedState;
import io.godwit.conformance.binding.ReplayedStates;
import io.godwit.conformance.binding.Trial;
import io.godwit.conformance.binding.TrialResult;
import io.godwit.conformance.binding.ValueCache;
import io.godwit.conformance.binding.ValueUpdates;
import io.godwit.conformance.corpus.Corpus;
import io.godwit.conformance.corpus.ValueTable;
import io.godwit.conformance.quorum.ControlMessages.Letter;
import io.godwit.conformance.replay.Mismatch.Difference;
import io.godwit.conformance.replay.Offers;
import io.godwit.protocol.MemberSet;
import io.godwit.protocol.Message;
import io.godwit.protocol.Step;
import io.godwit.protocol.quorum.Quorum;
import io.godwit.protocol.quorum.registers.ControlMessage.Accepted;
import io.godwit.protocol.quorum.registers.ControlMessage.Vote;
import io.godwit.protocol.quorum.registers.ControlMessage.VotersInstalled;
import io.godwit.protocol.quorum.registers.ControlState;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/** The state that the cluster is in at the moment: members, who of them lives, and all messages. */
final class ControlClusterState {
    private static final int WIDTH = ControlCodec.VARIABLES.size();

    private final Corpus corpus;
    private final ValueTable values;
    private final Constants constants;
    private final ControlCodec codec;
    private final Quorum quorum;
    private final ValueUpdates patches;
    private final int[] variables;
    private final int alive;
    private final int msgs;
    private final int used;
    private final int calm;
    private final int[] members;
    private final ReplayedStates<ControlState> subjects = new ReplayedStates<>();
    private final ValueCache<SentControlMessages> mails = new ValueCache<>();

    private int state = -1;
    /** All messages that have left their senders. */
    private int left;

    private SentControlMessages mail;
    private final boolean[] lives;
    private final List<ReplayedState<ControlState>> cast = new ArrayList<>();
    /** Of members that have one; null in models without. */
    private final ControlDisks disks;

    ControlClusterState(Corpus corpus, ControlCodec codec, Quorum quorum, DiskRules rules) {
        this.corpus = corpus;
        this.codec = codec;
        this.quorum = quorum;
        values = corpus.values();
        constants = new Constants(corpus);
        patches = new ValueUpdates(values);
        variables = ControlCodec.VARIABLES.stream().mapToInt(corpus::variable).toArray();
        alive = corpus.variable("alive");
        msgs = corpus.variable("msgs");
        used = corpus.variable("used");
        calm = corpus.variable("calm");
        members = values.shape(corpus.states().value(0, variables[0])).domain().stream()
                .mapToInt(codec.members()::number)
                .toArray();
        lives = new boolean[members.length];
        disks = Disks.in(corpus)
                ? new ControlDisks(
                        corpus, codec, quorum, rules, patches, variables, members, set -> mails.of(set, this::open))
                : null;
        cast.addAll(Collections.nCopies(members.length, null));
    }

    /** Goes to a state. */
    void enter(int next) {
        if (next == state) {
            return;
        }
        state = next;
        MemberSet living = codec.members().set(value(alive));
        for (int n = 0; n < members.length; n++) {
            lives[n] = living.contains(members[n]);
            cast.set(n, null);
        }
        left = disks == null ? value(msgs) : disks.left(copy());
        mail = mails.of(left, this::open);
    }

    private SentControlMessages open(int set) {
        List<Letter> letters = new ArrayList<>();
        for (int message : values.items(set)) {
            letters.add(codec.messages().letter(message));
        }
        return new SentControlMessages(letters);
    }

    ControlDisks disks() {
        return disks;
    }

    Constants constants() {
        return constants;
    }

    SentControlMessages mail() {
        return mail;
    }

    /** The members, in the order of the functions over them. */
    int[] members() {
        return members.clone();
    }

    /** The place of a member in functions over all members; -1 when it is none. */
    int position(int member) {
        for (int i = 0; i < members.length; i++) {
            if (members[i] == member) {
                return i;
            }
        }
        return -1;
    }

    boolean isAlive(int position) {
        return position >= 0 && lives[position];
    }

    boolean isCalm() {
        return values.truth(value(calm));
    }

    /** The place of a budget among all; they are the same in every state. */
    int budget(String name) {
        return values.shape(corpus.states().value(0, used)).fields().indexOf(name);
    }

    /** What a budget has paid for. */
    int spent(int budget) {
        return values.number(values.items(value(used))[budget]);
    }

    /** What a budget has paid for in a partition. */
    int spent(int budget, int partition) {
        return values.number(values.items(values.items(value(used))[budget])[partition]);
    }

    ControlState member(int position) {
        return subject(position).state();
    }

    /** Offers an event to a member. */
    <E> void offer(int n, Trial<ControlState, E> trial, Offers offers) {
        if (!lives[n]) {
            offers.ruledOut(ControlWorld.ALIVE);
            return;
        }
        TrialResult result = subject(n).result(trial, codec);
        if (!result.accepted()) {
            offers.refused(trial.by(), trial.event(), result.guard(), result.stutter());
            return;
        }
        int[] after = copy();
        put(after, n, result.parts());
        after[msgs] = patches.union(after[msgs], result.sent());
        // A member counts what it says to itself at once, even if its disk holds that back.
        int heard = disks == null ? after[msgs] : patches.union(left, disks.fresh(result.sent(), copy()));
        Optional<List<Difference>> early = disks == null
                ? Optional.of(List.of())
                : disks.store(n, copy(), member(n), trial, result, after, offers);
        early.ifPresent(differences -> offers.accepted(trial.by(), trial.event(), after, () -> {
            List<Difference> all = new ArrayList<>(differences);
            all.addAll(EngineOnlyState.of(
                    (ControlState) result.state(), find(n, after, heard).state()));
            return all;
        }));
    }

    /** The values of all variables. */
    int[] copy() {
        int width = corpus.states().width();
        return Arrays.copyOfRange(corpus.states().ids(), state * width, (state + 1) * width);
    }

    /** Replaces what belongs to a member. */
    void put(int[] after, int n, int[] parts) {
        for (int i = 0; i < WIDTH; i++) {
            after[variables[i]] = patches.with(after[variables[i]], n, parts[i]);
        }
    }

    /** Says who lives. */
    void putAlive(int[] after, MemberSet living) {
        after[alive] = codec.members().value(living);
    }

    MemberSet living() {
        return codec.members().set(value(alive));
    }

    private int value(int variable) {
        return corpus.states().value(state, variable);
    }

    /** The member with all answers that were ever sent to it delivered. */
    private ReplayedState<ControlState> subject(int n) {
        ReplayedState<ControlState> subject = cast.get(n);
        if (subject == null) {
            subject = find(n, copy(), left);
            cast.set(n, subject);
        }
        return subject;
    }

    private ReplayedState<ControlState> find(int n, int[] ids, int heard) {
        SentControlMessages sent = mails.of(heard, this::open);
        int[] own = new int[WIDTH];
        for (int i = 0; i < WIDTH; i++) {
            own[i] = values.items(ids[variables[i]])[n];
        }
        List<Letter> answers = sent.answersTo(members[n]);
        MemberSet installed = sent.votedUnder(codec.registers().voting(own[WIDTH - 1]));
        int[] parts = Arrays.copyOf(own, WIDTH + 2 + answers.size());
        parts[WIDTH] = members[n];
        parts[WIDTH + 1] = codec.members().value(installed);
        for (int i = 0; i < answers.size(); i++) {
            parts[WIDTH + 2 + i] = answers.get(i).id();
        }
        return subjects.of(parts, () -> deliver(codec.decode(members[n], own, installed), answers));
    }

    private ControlState deliver(ControlState empty, List<Letter> answers) {
        ControlState after = empty;
        for (Letter letter : answers) {
            int from = letter.from();
            Message message = letter.message();
            after = Step.of(after, state -> answer(state, from, message)).state();
        }
        return after;
    }

    private Step<ControlState> answer(ControlState state, int from, Message message) {
        if (message instanceof Vote vote) {
            return quorum.failover().handleVote(state, from, vote);
        } else if (message instanceof Accepted accepted) {
            return quorum.registers().handleAccepted(state, from, accepted);
        } else if (message instanceof VotersInstalled told) {
            return quorum.voters().handleInstalled(state, from, told);
        }
        return Step.to(state);
    }
}
