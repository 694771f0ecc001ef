package io.godwit.conformance.quorum;

import io.godwit.conformance.corpus.Corpus;
import io.godwit.conformance.corpus.ValueTable.Shape;
import io.godwit.conformance.quorum.ControlMessages.Letter;
import io.godwit.conformance.quorum.ControlMessages.LetterType;
import io.godwit.conformance.quorum.ControlMessages.SentControlMessages;
import io.godwit.conformance.replay.Mismatch.Difference;
import io.godwit.conformance.replay.Offers;
import io.godwit.conformance.replay.ValueUpdates;
import io.godwit.protocol.Copies;
import io.godwit.protocol.MemberSet;
import io.godwit.protocol.Message;
import io.godwit.protocol.Protocol.Setup;
import io.godwit.protocol.Step;
import io.godwit.protocol.quorum.Durability;
import io.godwit.protocol.quorum.Quorum;
import io.godwit.protocol.quorum.QuorumMessage.Image;
import io.godwit.protocol.quorum.data.DataState;
import io.godwit.protocol.quorum.registers.ControlMessage.Accept;
import io.godwit.protocol.quorum.registers.ControlMessage.Accepted;
import io.godwit.protocol.quorum.registers.ControlMessage.Vote;
import io.godwit.protocol.quorum.registers.ControlMessage.VoteRequest;
import io.godwit.protocol.quorum.registers.ControlMessage.Voters;
import io.godwit.protocol.quorum.registers.ControlMessage.VotersInstalled;
import io.godwit.protocol.quorum.registers.ControlState;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;

/**
 * Disks of {@code spec/quorum/DurableControlPlane.tla}. An image is the term, the registers and the voter set.
 *
 * <p>The engine holds messages back for longer than the specification: each one for the last write of all. For the receiver such a
 * message is late. The engine counts a member's answer to itself in the step that makes it, the specification when it has left; so
 * no message may leave before the write for which that answer waits, whatever it says. That is compared ({@link #compareHeld}).
 * Beyond that, a message waits here for the write that the specification names ({@link #waitsFor}).
 */
final class ControlDisks extends Disks<ControlState> {
    private static final Shape VOTER = new Shape(List.of("accepted", "committed", "term", "voting"), List.of());

    private final ControlCodec codec;
    private final Quorum quorum;
    private final IntFunction<SentControlMessages> mails;
    private final int alive;
    private final int calm;
    private final DataState nothing;

    /**
     * Disks of a model.
     *
     * @param mails the messages of a set
     */
    ControlDisks(
            Corpus corpus,
            ControlCodec codec,
            Quorum quorum,
            DiskRules rules,
            ValueUpdates patches,
            int[] variables,
            int[] members,
            IntFunction<SentControlMessages> mails) {
        super(corpus, patches, rules, codec.members(), variables, members);
        this.codec = codec;
        this.quorum = quorum;
        this.mails = mails;
        alive = corpus.variable("alive");
        calm = corpus.variable("calm");
        nothing = DataState.unborn(members[0], codec.registers().partitions(), Copies.all(1));
    }

    @Override
    protected int[] empty(int n) {
        return codec.parts(ControlState.empty(members[n], codec.registers().partitions()));
    }

    @Override
    protected int image(int[] parts) {
        int[] items = {
            parts[ControlCodec.VARIABLES.indexOf("accepted")],
            parts[ControlCodec.VARIABLES.indexOf("committed")],
            parts[ControlCodec.VARIABLES.indexOf("term")],
            parts[ControlCodec.VARIABLES.indexOf("voting")]
        };
        return values.ofShape(VOTER, items, -1);
    }

    @Override
    protected Image decode(int n, int image) {
        return image(ControlState.restored(
                members[n],
                values.number(values.field(image, "term")),
                codec.registers().registers().decode(values.field(image, "accepted")),
                codec.registers().registers().decode(values.field(image, "committed")),
                codec.registers().votings().decode(values.field(image, "voting"))));
    }

    @Override
    protected Image image(ControlState state) {
        return new Image(state, nothing, MemberSet.of());
    }

    @Override
    protected boolean writes(ControlState before, ControlState after) {
        return Durability.writes(before, after);
    }

    @Override
    protected Message message(int message, int[] ids) {
        return codec.messages().letter(message).message();
    }

    @Override
    protected boolean runs(int n, int[] ids) {
        return codec.members().sets().decode(ids[alive]).contains(members[n]);
    }

    @Override
    protected boolean faulty(int[] ids, Offers offers) {
        if (values.truth(ids[calm])) {
            offers.ruledOut(ControlWorld.CALM);
            return false;
        }
        return true;
    }

    // Messages that wait

    @Override
    protected int specified(Message message, List<Image> images) {
        return last(images, (before, image) -> waitsFor(message, before.control(), image.control()));
    }

    /** What the specification lets a message wait for, of all that the engine lets it wait for. */
    private static boolean waitsFor(Message message, ControlState before, ControlState after) {
        if (message instanceof VoteRequest || message instanceof Vote) {
            return before.term() != after.term();
        } else if (message instanceof Accepted accepted) {
            int p = accepted.partition();
            return !before.accepted().get(p).equals(after.accepted().get(p));
        }
        return message instanceof VotersInstalled && !before.voting().equals(after.voting());
    }

    @Override
    protected List<Difference> compareHeld(int n, int[] fresh, int[] waits, List<List<Integer>> held) {
        int own = 0;
        for (int i = 0; i < held.size(); i++) {
            own = held.get(i).stream().anyMatch(it -> isOwn(n, it)) ? i + 1 : own;
        }
        List<Difference> early = new ArrayList<>();
        for (int i = 0; i < fresh.length; i++) {
            if (waits[i] < own) {
                early.add(new Difference(
                        "write that " + values.show(fresh[i]) + " waits for", own + " or later", "" + waits[i]));
            }
        }
        return early;
    }

    /** Is it an answer of a member to itself? */
    private boolean isOwn(int n, int message) {
        Letter letter = codec.messages().letter(message);
        return letter.type().isAnswer() && letter.to() == members[n];
    }

    // Restarts

    @Override
    protected Restarted<ControlState> restarted(int n, int image, int[] before) {
        Setup setup = new Setup(MemberSet.of(members), codec.registers().partitions(), 1, 1);
        ControlState state = rules.restart(members[n], setup, decode(n, image)).control();
        SentControlMessages mail = mails.apply(left(before));
        int sent = values.ofSet(new int[0], -1);
        for (Letter letter : mail.ofType(LetterType.ACCEPT)) {
            Accept asked = (Accept) letter.message();
            Step<ControlState> step = Step.of(state, it -> quorum.registers().repeatAccepted(it, letter.from(), asked));
            sent = patches.union(sent, codec.sent(state, step));
        }
        for (Letter letter : mail.ofType(LetterType.VOTERS)) {
            Voters asked = (Voters) letter.message();
            Step<ControlState> step = Step.of(state, it -> quorum.voters().repeatInstalled(it, letter.from(), asked));
            sent = patches.union(sent, codec.sent(state, step));
        }
        return new Restarted<>(state, codec.parts(state), sent);
    }
}
