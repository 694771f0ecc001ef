package io.godwit.protocol.classic.data;

import io.godwit.protocol.Command;
import java.util.ArrayList;
import java.util.List;

/**
 * Pending writes after somebody is waited for no longer, and the answers of those that wait for nobody now.
 *
 * @param pending what still waits
 * @param answers to clients, in the order of writing
 */
public record Acknowledged(PartitionMap<List<Pending>> pending, List<Command> answers) {
    /** Nobody waits for the member any more. */
    public static Acknowledged without(PartitionMap<List<Pending>> pending, int member) {
        List<Command> answers = new ArrayList<>();
        PartitionMap<List<Pending>> rest = pending.map((p, writes) -> {
            List<Pending> waiting = new ArrayList<>();
            for (Pending write : writes) {
                sort(write.without(member), waiting, answers);
            }
            return waiting.isEmpty() ? null : List.copyOf(waiting);
        });
        return new Acknowledged(rest, answers);
    }

    /** The member has confirmed a write. */
    public static Acknowledged confirmed(
            PartitionMap<List<Pending>> pending, int partition, Update update, int member) {
        List<Command> answers = new ArrayList<>();
        List<Pending> waiting = new ArrayList<>();
        for (Pending other : pending.get(partition)) {
            sort(other.update().equals(update) ? other.without(member) : other, waiting, answers);
        }
        return new Acknowledged(
                waiting.isEmpty() ? pending.without(partition) : pending.with(partition, List.copyOf(waiting)),
                answers);
    }

    private static void sort(Pending write, List<Pending> waiting, List<Command> answers) {
        if (write.waiting().isEmpty()) {
            answers.add(write.answer());
        } else {
            waiting.add(write);
        }
    }
}
