package io.godwit.simulation.cluster;

import io.godwit.protocol.map.Operation;
import io.godwit.protocol.map.Result;
import io.godwit.simulation.RunResult.Violation;
import io.godwit.simulation.Workload;
import io.godwit.simulation.cluster.LostPartitions.Loss;
import io.godwit.simulation.linear.History;
import io.godwit.simulation.linear.History.RecordedCall;
import io.godwit.simulation.linear.Linearizability;
import io.godwit.simulation.linear.Linearizability.HistoryVerdict;
import io.godwit.simulation.linear.SequentialModel.CounterModel;
import io.godwit.simulation.linear.SequentialModel.ListModel;
import io.godwit.simulation.linear.SequentialModel.RegisterModel;
import io.godwit.simulation.linear.SequentialModel.SetModel;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/** Judges the histories of clients. */
final class HistoryChecker {
    private final Linearizability search;
    private final Predicate<String> counts;
    private int gaveUp;

    /**
     * A judge.
     *
     * @param limit maximum work per key
     * @param counts which properties count
     */
    public HistoryChecker(long limit, Predicate<String> counts) {
        this.search = new Linearizability(limit);
        this.counts = counts;
    }

    /**
     * What is wrong with a history, or null. In a partition that was declared lost there are two: what was answered before it was lost, and what was
     * called after it has begun again with the content of a copy. Other calls may have been carried out before or after, or not at all.
     *
     * @param maps says in which partition a key lies
     * @param losses by partition
     */
    public Violation judge(History history, MapCalls maps, Map<Integer, Loss> losses) {
        for (Map.Entry<Long, List<RecordedCall>> entry : history.byKey().entrySet()) {
            long key = entry.getKey();
            List<RecordedCall> calls = entry.getValue();
            Loss loss = losses.get(maps.partition(key));
            Violation found =
                    loss == null ? judge(key, calls, List.of()) : judge(key, before(calls, loss.at()), List.of());
            if (found == null && loss != null && loss.begun() != null) {
                found = judge(
                        key,
                        after(calls, loss.begun().at()),
                        maps.values(key, loss.begun().content()));
            }
            if (found != null) {
                return found;
            }
        }
        return null;
    }

    private static List<RecordedCall> before(List<RecordedCall> calls, long end) {
        return calls.stream()
                .filter(call -> call.invoked() < end)
                .map(call -> call.answered() < end ? call : unanswered(call))
                .toList();
    }

    private static List<RecordedCall> after(List<RecordedCall> calls, long begin) {
        return calls.stream()
                .filter(call -> call.answered() > begin)
                .map(call -> call.invoked() > begin ? call : unanswered(call))
                .toList();
    }

    private static RecordedCall unanswered(RecordedCall call) {
        return RecordedCall.unanswered(call.client(), call.number(), call.operation(), call.invoked());
    }

    /** Judges the calls of a key that begins with these values. */
    private Violation judge(long key, List<RecordedCall> calls, List<Long> values) {
        Violation unseen = unseen(key, calls);
        if (unseen != null && counts.test(unseen.property())) {
            return unseen;
        }
        long value = values.isEmpty() ? 0 : values.get(0);
        HistoryVerdict verdict =
                switch (Workload.kind(key)) {
                    case REGISTER -> search.check(new RegisterModel(value), calls);
                    case SET -> search.check(new SetModel(values), calls);
                    case LIST -> search.check(new ListModel(values), calls);
                    case COUNTER -> search.check(new CounterModel(value), calls);
                };
        if (verdict == HistoryVerdict.GAVE_UP) {
            gaveUp++;
        }
        return verdict == HistoryVerdict.VIOLATED
                ? new Violation("Linearizable", "no order explains the calls of key " + key + ":" + story(calls))
                : null;
    }

    /**
     * An acknowledged addition that a later read does not show: no search is needed to see that something is wrong. If a read
     * after that one shows it, that one was stale; otherwise the addition is lost.
     */
    private static Violation unseen(long key, List<RecordedCall> calls) {
        for (RecordedCall write : calls) {
            Long element = element(write.operation());
            if (element == null || !write.known()) {
                continue;
            }
            for (RecordedCall read : calls) {
                if (read.invoked() > write.answered() && read.known() && misses(read, element)) {
                    boolean stale = calls.stream()
                            .anyMatch(later -> later.invoked() > read.answered() && shows(later, element));
                    return new Violation(
                            stale ? "ReadFresh" : "AckedDurable",
                            "key " + key + ": " + write.operation() + " of client " + write.client()
                                    + " was acknowledged at " + write.answered() + " us, and a read that began at "
                                    + read.invoked() + " us does not show it"
                                    + (stale ? ", but a later one does: " : ": ")
                                    + ((Result.Done) read.result()).values());
                }
            }
        }
        return null;
    }

    private static boolean misses(RecordedCall read, Long element) {
        return read.operation() instanceof Operation.Get
                && read.result() instanceof Result.Done done
                && !done.values().contains(element);
    }

    private static boolean shows(RecordedCall read, Long element) {
        return read.operation() instanceof Operation.Get
                && read.result() instanceof Result.Done done
                && done.values().contains(element);
    }

    private static Long element(Operation operation) {
        if (operation instanceof Operation.AddToSet add) {
            return add.element();
        }
        return operation instanceof Operation.Append append ? append.element() : null;
    }

    private static String story(List<RecordedCall> calls) {
        List<RecordedCall> sorted = new ArrayList<>(calls);
        sorted.sort(Comparator.comparingLong(RecordedCall::invoked));
        StringBuilder text = new StringBuilder();
        for (RecordedCall call : sorted) {
            text.append("\n    ").append(call.invoked()).append("..");
            text.append(call.known() ? Long.toString(call.answered()) : "?").append(" us  client ");
            text.append(call.client()).append(' ').append(call.operation()).append(" -> ");
            text.append(call.known() ? call.result().toString() : "unknown");
        }
        return text.toString();
    }

    /** Keys that are undecided because the search has reached its limit. */
    public int gaveUp() {
        return gaveUp;
    }
}
