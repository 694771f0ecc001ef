package io.godwit.conformance.quorum;

import io.godwit.conformance.corpus.Corpus;
import io.godwit.conformance.quorum.ControlMessages.Letter;
import io.godwit.conformance.quorum.ControlMessages.SentControlMessages;
import io.godwit.conformance.replay.Codec.ValueCache;
import io.godwit.conformance.replay.Constants;
import io.godwit.conformance.replay.Mismatch.Difference;
import io.godwit.conformance.replay.Offers;
import io.godwit.conformance.replay.ReplayedState;
import io.godwit.conformance.replay.Trials.Trial;
import io.godwit.conformance.replay.Trials.TrialResult;
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
import java.util.List;
import java.util.Optional;

/** The state that the cluster is in at the moment: members, who of them lives, and all messages. */
final class ControlClusterState extends QuorumScene<ControlState> {
    private static final int WIDTH = ControlCodec.VARIABLES.size();

    private final Constants constants;
    private final ControlCodec codec;
    private final Quorum quorum;
    private final int alive;
    private final int used;
    private final int calm;
    private final ValueCache<SentControlMessages> mails = new ValueCache<>();

    /** All messages that have left their senders. */
    private int left;

    private SentControlMessages mail;
    private final boolean[] lives;
    /** Of members that have one; null in models without. */
    private final ControlDisks disks;

    ControlClusterState(Corpus corpus, ControlCodec codec, Quorum quorum, DiskRules rules) {
        super(corpus, codec.members(), ControlCodec.VARIABLES);
        this.codec = codec;
        this.quorum = quorum;
        constants = new Constants(corpus);
        alive = corpus.variable("alive");
        used = corpus.variable("used");
        calm = corpus.variable("calm");
        lives = new boolean[members.length];
        disks = Disks.in(corpus)
                ? new ControlDisks(
                        corpus, codec, quorum, rules, patches, variables, members, set -> mails.of(set, this::open))
                : null;
    }

    /** Goes to a state. */
    void enter(int next) {
        if (next == state) {
            return;
        }
        state = next;
        forgetMembers();
        MemberSet living = codec.members().sets().decode(value(alive));
        for (int n = 0; n < members.length; n++) {
            lives[n] = living.contains(members[n]);
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

    /** Says who lives. */
    void putAlive(int[] after, MemberSet living) {
        after[alive] = codec.members().value(living);
    }

    MemberSet living() {
        return codec.members().sets().decode(value(alive));
    }

    @Override
    protected ReplayedState<ControlState> find(int n, int[] ids) {
        return find(n, ids, left);
    }

    private ReplayedState<ControlState> find(int n, int[] ids, int heard) {
        SentControlMessages sent = mails.of(heard, this::open);
        int[] own = own(n, ids);
        List<Letter> answers = sent.answersTo(members[n]);
        MemberSet installed = sent.votedUnder(codec.registers().votings().decode(own[WIDTH - 1]));
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
