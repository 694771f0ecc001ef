package io.godwit.tracecheck.tlc;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongPredicate;
import tlc2.value.impl.Value;

/** The acknowledgements of each member to each primary under each version, with the events that sent them, in their order. */
final class SentAcks {
    private final Map<String, List<Sent>> sent = new HashMap<>();

    private record Sent(long event, Value ack) {}

    private static String key(Value from, Value to, Object epoch) {
        return from + " " + to + " " + epoch;
    }

    /** Who holds more holds less, too: an acknowledgement of less than was known adds nothing. */
    void add(long event, Value ack) {
        List<Sent> there = sent.computeIfAbsent(
                key(V.field(ack, "src"), V.field(ack, "dst"), V.field(ack, "epoch")), it -> new ArrayList<>(1));
        if (there.isEmpty() || number(there.get(there.size() - 1).ack()) < number(ack)) {
            there.add(new Sent(event, ack));
        }
    }

    private static int number(Value ack) {
        return V.number(V.field(ack, "num"));
    }

    /** The greatest of those whose sending is accepted, as a list of at most one. */
    List<Value> greatest(Value from, Value to, int epoch, LongPredicate event) {
        List<Sent> there = sent.getOrDefault(key(from, to, epoch), List.of());
        for (int i = there.size() - 1; i >= 0; i--) {
            if (event.test(there.get(i).event())) {
                return List.of(there.get(i).ack());
            }
        }
        return List.of();
    }

    /** The least of those that say so much or more and whose sending is accepted, as a list of at most one. */
    List<Value> least(Value from, Value to, int epoch, int held, LongPredicate event) {
        for (Sent each : sent.getOrDefault(key(from, to, epoch), List.of())) {
            if (number(each.ack()) >= held) {
                return event.test(each.event()) ? List.of(each.ack()) : List.of();
            }
        }
        return List.of();
    }

    /** The greatest of each. */
    List<Value> all() {
        List<Value> all = new ArrayList<>();
        sent.values().forEach(it -> all.add(it.get(it.size() - 1).ack()));
        return all;
    }
}
