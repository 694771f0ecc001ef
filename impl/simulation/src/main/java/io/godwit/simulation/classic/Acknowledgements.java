package io.godwit.simulation.classic;

import io.godwit.protocol.Command;
import io.godwit.protocol.Event;
import io.godwit.protocol.classic.ClassicState;
import io.godwit.protocol.classic.data.PartitionEntry;
import io.godwit.protocol.map.Executed;
import io.godwit.protocol.map.MapContent;
import io.godwit.protocol.map.Result;
import io.godwit.simulation.RunResult.Violation;
import io.godwit.simulation.Same;
import io.godwit.simulation.classic.ClassicInvariants.LiveMembers;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The writes that clients were told of, the last one of each client: {@code acked} in {@code spec/classic/ClassicState.tla}.
 * Whoever serves a partition has to have them.
 */
final class Acknowledgements {
    private final List<Map<Long, Long>> acked = new ArrayList<>();

    Acknowledgements(int partitions) {
        for (int p = 0; p < partitions; p++) {
            acked.add(new TreeMap<>());
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

    /** Has a member that serves a partition all of them, and a backup those that it had under the same owner? */
    Violation stepped(ClassicState before, ClassicState after) {
        for (int p = 0; p < acked.size(); p++) {
            if (before.up()
                    && after.up()
                    && !Same.object(before.replicas().get(p), after.replicas().get(p))) {
                Violation found = backup(before, after, p);
                if (found != null) {
                    return found;
                }
            }
            boolean changed = !Same.object(before.table().get(p), after.table().get(p))
                    || !before.frozen().get(p).equals(after.frozen().get(p))
                    || !Same.object(before.replicas().get(p), after.replicas().get(p));
            if (changed && LiveMembers.serves(after, p)) {
                MapContent content = after.replicas().get(p).content();
                for (Map.Entry<Long, Long> write : acked.get(p).entrySet()) {
                    if (!reaches(content, write)) {
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

    private Violation backup(ClassicState before, ClassicState after, int partition) {
        int self = after.self();
        PartitionEntry was = before.table().get(partition);
        PartitionEntry is = after.table().get(partition);
        if (was.owner() != is.owner()
                || !was.backups().contains(self)
                || !is.backups().contains(self)) {
            return null;
        }
        MapContent had = before.replicas().get(partition).content();
        MapContent has = after.replicas().get(partition).content();
        for (Map.Entry<Long, Long> write : acked.get(partition).entrySet()) {
            if (reaches(had, write) && !reaches(has, write)) {
                return new Violation(
                        "BackupMonotonic",
                        "partition " + partition + ": backup " + self + " had call " + write.getValue() + " of client "
                                + write.getKey() + ", which was acknowledged, and has it no more, under the same owner "
                                + is.owner());
            }
        }
        return null;
    }

    /** Whoever answers a read has all of them: ReadFresh. */
    Violation read(ClassicState state, Event.Call call, List<Command> commands) {
        boolean answers = commands.stream()
                .anyMatch(command ->
                        command instanceof Command.Answer answer && !(answer.result() instanceof Result.NotHere));
        MapContent content = state.replicas().get(call.partition()).content();
        return answers && !acked.get(call.partition()).entrySet().stream().allMatch(write -> reaches(content, write))
                ? new Violation(
                        "ReadFresh",
                        "partition " + call.partition() + ": member " + state.self()
                                + " answers a read without writes that were acknowledged")
                : null;
    }

    private static boolean reaches(MapContent content, Map.Entry<Long, Long> write) {
        Executed executed = content.executed(write.getKey());
        return executed != null && executed.call() >= write.getValue();
    }
}
