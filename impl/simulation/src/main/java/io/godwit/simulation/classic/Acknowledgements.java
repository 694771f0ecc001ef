package io.godwit.simulation.classic;

import io.godwit.protocol.Command;
import io.godwit.protocol.classic.ClassicState;
import io.godwit.protocol.map.Executed;
import io.godwit.protocol.map.MapContent;
import io.godwit.protocol.map.Result;
import io.godwit.simulation.Violation;
import io.godwit.simulation.subject.Same;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The writes that clients were told of, the last one of each client: {@code acked} in {@code spec/classic/ClassicState.tla}.
 * Whoever serves a partition has to have them.
 */
final class Acknowledgements {
    private final List<Map<Long, Long>> acked = new ArrayList<>();

    Acknowledgements(int partitions) {
        for (int p = 0; p < partitions; p++) {
            acked.add(new HashMap<>());
        }
    }

    /** An answer leaves a member. */
    void answered(ClassicState state, Command.Answer answer) {
        if (answer.result() instanceof Result.NotHere) {
            return;
        }
        for (int p = 0; p < acked.size(); p++) {
            Executed executed = state.replicas().get(p).content().executed(answer.client());
            if (executed != null && executed.call() == answer.call()) {
                acked.get(p).merge(answer.client(), answer.call(), Math::max);
                return;
            }
        }
    }

    /** Has a member that serves a partition all of them? */
    Violation stepped(ClassicState before, ClassicState after) {
        for (int p = 0; p < acked.size(); p++) {
            boolean changed = !Same.object(before.table().get(p), after.table().get(p))
                    || !before.frozen().get(p).equals(after.frozen().get(p))
                    || !Same.object(before.replicas().get(p), after.replicas().get(p));
            if (changed && Live.serves(after, p)) {
                MapContent content = after.replicas().get(p).content();
                for (Map.Entry<Long, Long> write : acked.get(p).entrySet()) {
                    Executed executed = content.executed(write.getKey());
                    if (executed == null || executed.call() < write.getValue()) {
                        return new Violation(
                                "AckedDurable",
                                "partition " + p + ": member " + after.self() + " serves without call "
                                        + write.getValue() + " of client " + write.getKey()
                                        + ", which was acknowledged");
                    }
                }
            }
        }
        return null;
    }
}
