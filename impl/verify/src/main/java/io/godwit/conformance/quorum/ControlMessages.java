package io.godwit.conformance.quorum;

import io.godwit.conformance.binding.ValueCache;
import io.godwit.conformance.corpus.ValueTable;
import io.godwit.conformance.corpus.ValueTable.Shape;
import io.godwit.protocol.Members;
import io.godwit.protocol.quorum.registers.ControlMessage;
import io.godwit.protocol.quorum.registers.ControlMessage.Accept;
import io.godwit.protocol.quorum.registers.ControlMessage.Accepted;
import io.godwit.protocol.quorum.registers.ControlMessage.Commit;
import io.godwit.protocol.quorum.registers.ControlMessage.Vote;
import io.godwit.protocol.quorum.registers.ControlMessage.VoteRequest;
import io.godwit.protocol.quorum.registers.ControlMessage.Voters;
import io.godwit.protocol.quorum.registers.ControlMessage.VotersInstalled;
import io.godwit.protocol.quorum.registers.Voting;
import io.godwit.protocol.quorum.table.Entry;
import java.util.List;

/** Messages of the control plane of both sides. In the specification all have one shape, here each has its own. */
final class ControlMessages {
    private static final Shape SHAPE =
            new Shape(List.of("dst", "entry", "partition", "registers", "src", "term", "type", "voting"), List.of());
    private static final int NO_PARTITION = -1;

    private final ValueTable values;
    private final QuorumMembers members;
    private final RegisterCodec registers;
    private final ValueCache<Letter> letters = new ValueCache<>();

    /** The types of the specification. */
    enum LetterType {
        VOTE_REQUEST("VoteRequest"),
        VOTE("Vote"),
        ACCEPT("Accept"),
        ACCEPTED("Accepted"),
        COMMIT("Commit"),
        VOTERS("Voters"),
        VOTERS_INSTALLED("VotersInstalled");

        private final String spec;

        LetterType(String spec) {
            this.spec = spec;
        }

        /** Does it answer a message of the receiver, who counts it? */
        boolean isAnswer() {
            return this == VOTE || this == ACCEPTED || this == VOTERS_INSTALLED;
        }

        private static LetterType of(String spec) {
            for (LetterType type : values()) {
                if (type.spec.equals(spec)) {
                    return type;
                }
            }
            throw new IllegalArgumentException("a message of type " + spec);
        }
    }

    /**
     * A message with its envelope.
     *
     * @param id its value
     * @param type its type in the specification
     * @param from who sent it
     * @param to who gets it; NONE for everybody
     * @param message the message itself
     */
    record Letter(int id, LetterType type, int from, int to, ControlMessage message) {
        @Override
        public boolean equals(Object other) {
            return other instanceof Letter letter && id == letter.id;
        }

        @Override
        public int hashCode() {
            return id;
        }
    }

    ControlMessages(ValueTable values, QuorumMembers members, RegisterCodec registers) {
        this.values = values;
        this.members = members;
        this.registers = registers;
    }

    Letter letter(int value) {
        return letters.of(value, this::read);
    }

    private Letter read(int value) {
        LetterType type = LetterType.of(values.text(values.field(value, "type")));
        return new Letter(
                value,
                type,
                members.number(values.field(value, "src")),
                members.number(values.field(value, "dst")),
                message(value, type));
    }

    private ControlMessage message(int value, LetterType type) {
        int term = values.number(values.field(value, "term"));
        Voting voting = registers.voting(values.field(value, "voting"));
        return switch (type) {
            case VOTE_REQUEST -> new VoteRequest(term, voting);
            case VOTE -> new Vote(term, registers.registers(values.field(value, "registers")), voting);
            case ACCEPT -> new Accept(partition(value), entry(value));
            case ACCEPTED -> new Accepted(partition(value), entry(value));
            case COMMIT -> new Commit(partition(value), entry(value));
            case VOTERS -> new Voters(voting);
            case VOTERS_INSTALLED -> new VotersInstalled(voting);
        };
    }

    private int partition(int value) {
        return registers.partition(values.field(value, "partition"));
    }

    private Entry entry(int value) {
        return registers.entry(values.field(value, "entry"));
    }

    /**
     * The value of a message.
     *
     * @param to the receiver; EVERYBODY is nobody in particular in the specification
     */
    int id(int from, int to, ControlMessage message) {
        int nothing = values.ofSequence(new int[0], -1);
        int partition = values.ofNumber(NO_PARTITION);
        int entry = registers.entryId(Entry.NONE);
        int told = nothing;
        int voting = registers.votingId(Voting.NONE);
        String type = message.getClass().getSimpleName();
        if (message instanceof VoteRequest request) {
            voting = registers.votingId(request.voting());
        } else if (message instanceof Vote vote) {
            told = registers.registersId(vote.registers());
            voting = registers.votingId(vote.voting());
        } else if (message instanceof Accept accept) {
            partition = registers.partitionValue(accept.partition());
            entry = registers.entryId(accept.entry());
        } else if (message instanceof Accepted accepted) {
            partition = registers.partitionValue(accepted.partition());
            entry = registers.entryId(accepted.entry());
        } else if (message instanceof Commit commit) {
            partition = registers.partitionValue(commit.partition());
            entry = registers.entryId(commit.entry());
        } else if (message instanceof Voters voters) {
            voting = registers.votingId(voters.voting());
        } else if (message instanceof VotersInstalled installed) {
            voting = registers.votingId(installed.voting());
        }
        int[] items = {
            members.value(to == Members.EVERYBODY ? Members.NONE : to),
            entry,
            partition,
            told,
            members.value(from),
            values.ofNumber(message.term()),
            values.ofText(type),
            voting
        };
        return values.ofShape(SHAPE, items, -1);
    }
}
