package io.godwit.conformance.quorum;

import io.godwit.conformance.quorum.ControlMessages.Letter;
import io.godwit.conformance.quorum.ControlMessages.LetterType;
import io.godwit.protocol.MemberSet;
import io.godwit.protocol.quorum.registers.ControlMessage.Commit;
import io.godwit.protocol.quorum.registers.ControlMessage.Vote;
import io.godwit.protocol.quorum.registers.Voting;
import io.godwit.protocol.quorum.table.Entry;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** All messages that were ever sent, as one state has them: by type, and answers by who gets them. */
final class SentControlMessages {
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
                answersTo.computeIfAbsent(letter.to(), to -> new ArrayList<>()).add(letter);
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
