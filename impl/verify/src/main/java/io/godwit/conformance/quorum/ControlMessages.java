package io.godwit.conformance.quorum;

import io.godwit.conformance.corpus.ValueTable;
import io.godwit.conformance.replay.Codec;
import io.godwit.conformance.replay.Codec.ValueCache;
import io.godwit.conformance.replay.MessageCodec;
import io.godwit.protocol.MemberSet;
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
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Messages of the control plane of both sides. */
final class ControlMessages {
    private static final int NO_PARTITION = -1;

    private final ValueTable values;
    private final QuorumMembers members;
    private final MessageCodec<ControlMessage> codec;
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
        Codec<Integer> partition = Codec.of(registers::partition, registers::partitionValue);
        Codec<Voting> voting = registers.votings();
        Codec<Entry> entry = registers.entries();
        codec = new MessageCodec<ControlMessage>(values)
                .field("entry", entry, entry.encode(Entry.NONE))
                .field("partition", partition, values.ofNumber(NO_PARTITION))
                .field("registers", registers.registers(), values.ofSequence(new int[0], -1))
                .field("term", Codec.numbers(values), ControlMessage::term)
                .field("voting", voting, voting.encode(Voting.NONE))
                .with(VoteRequest.class, "term", "voting")
                .with(Vote.class, "term", "registers", "voting")
                .with(Accept.class, "partition", "entry")
                .with(Accepted.class, "partition", "entry")
                .with(Commit.class, "partition", "entry")
                .with(Voters.class, "voting")
                .with(VotersInstalled.class, "voting");
    }

    Letter letter(int value) {
        return letters.of(value, this::read);
    }

    private Letter read(int value) {
        return new Letter(
                value,
                LetterType.of(codec.type(value)),
                members.number(values.field(value, "src")),
                members.number(values.field(value, "dst")),
                codec.decode(value));
    }

    /**
     * The value of a message.
     *
     * @param to the receiver; EVERYBODY is nobody in particular in the specification
     */
    int id(int from, int to, ControlMessage message) {
        return codec.encode(members.value(from), members.value(to == Members.EVERYBODY ? Members.NONE : to), message);
    }

    /** All messages that were ever sent, as one state has them: by type, and answers by who gets them. */
    static final class SentControlMessages {
        private final Map<LetterType, List<Letter>> byType = new EnumMap<>(LetterType.class);
        private final Map<Integer, List<Letter>> answersTo = new HashMap<>();
        private final Map<Voting, MemberSet> votedUnder = new HashMap<>();
        private final Map<Integer, List<Entry>> announced = new HashMap<>();

        SentControlMessages(Iterable<Letter> letters) {
            for (LetterType type : LetterType.values()) {
                byType.put(type, new ArrayList<>(0));
            }
            for (Letter letter : letters) {
                byType.get(letter.type()).add(letter);
                if (letter.type().isAnswer()) {
                    answersTo
                            .computeIfAbsent(letter.to(), to -> new ArrayList<>())
                            .add(letter);
                }
            }
        }

        List<Letter> ofType(LetterType type) {
            return byType.get(type);
        }

        List<Letter> answersTo(int member) {
            return answersTo.getOrDefault(member, List.of());
        }

        /** Who has voted for anybody while it went by that voter set. */
        MemberSet votedUnder(Voting voting) {
            return votedUnder.computeIfAbsent(voting, it -> {
                MemberSet voters = MemberSet.of();
                for (Letter letter : ofType(LetterType.VOTE)) {
                    if (((Vote) letter.message()).voting().equals(it)) {
                        voters = voters.with(letter.from());
                    }
                }
                return voters;
            });
        }

        /** Every value of a partition that was announced as decided. */
        List<Entry> announced(int partition) {
            return announced.computeIfAbsent(partition, it -> {
                List<Entry> entries = new ArrayList<>(1);
                for (Letter letter : ofType(LetterType.COMMIT)) {
                    Commit commit = (Commit) letter.message();
                    if (commit.partition() == it && !entries.contains(commit.entry())) {
                        entries.add(commit.entry());
                    }
                }
                return entries;
            });
        }
    }
}
