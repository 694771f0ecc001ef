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
final class ControlMail {
    private final Map<LetterType, List<Letter>> byType = new EnumMap<>(LetterType.class);
    private final Map<Integer, List<Letter>> answersTo = new HashMap<>();
    private final Map<Voting, MemberSet> votedUnder = new HashMap<>();
    private final Map<Integer, List<Entry>> announced = new HashMap<>();

    ControlMail(Iterable<Letter> letters) {
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
        return votedUnder.computeIfAbsent(
                voting,
                it -> MemberSet.of(ofType(LetterType.VOTE).stream()
                        .filter(letter -> ((Vote) letter.message()).voting().equals(it))
                        .mapToInt(Letter::from)
                        .toArray()));
    }

    /** Every value of a partition that was announced as decided. */
    List<Entry> announced(int partition) {
        return announced.computeIfAbsent(partition, it -> ofType(LetterType.COMMIT).stream()
                .map(letter -> (Commit) letter.message())
                .filter(commit -> commit.partition() == it)
                .map(Commit::entry)
                .distinct()
                .toList());
    }
}
