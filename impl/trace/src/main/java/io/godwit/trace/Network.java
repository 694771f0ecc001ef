package io.godwit.trace;

import io.godwit.trace.MessageTracker.TraceMessage;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The messages in flight in a state, in queues: one per channel where the specification has FIFO channels, one for
 * everything else (a set, or a bag, that is a function from messages to counts).
 */
final class Network {
    private final Map<String, List<TraceMessage>> queues = new LinkedHashMap<>();
    private final boolean fifo;

    private Network(boolean fifo) {
        this.fifo = fifo;
    }

    static Network of(String variable, TlaValue value) {
        Network network = new Network(isChannels(value));
        if (network.fifo) {
            value.asFunction().orElseThrow().forEach((src, row) -> row.asFunction()
                    .orElseThrow()
                    .forEach((dst, queue) ->
                            network.queues.put(variable + src.text() + dst.text(), channel(queue, src, dst))));
        } else {
            network.queues.put(variable, loose(value));
        }
        return network;
    }

    boolean fifo() {
        return fifo;
    }

    Map<String, List<TraceMessage>> queues() {
        return queues;
    }

    /** Source to destination to sequence. */
    private static boolean isChannels(TlaValue value) {
        Optional<Map<TlaValue, TlaValue>> rows = value.asFunction();
        return rows.isPresent()
                && !rows.get().isEmpty()
                && rows.get().values().stream().allMatch(row -> row.asFunction()
                        .map(f -> !f.isEmpty() && f.values().stream().allMatch(q -> q instanceof TlaValue.Tuple))
                        .orElse(false));
    }

    private static List<TraceMessage> channel(TlaValue queue, TlaValue src, TlaValue dst) {
        List<TraceMessage> messages = new ArrayList<>();
        for (TlaValue element : ((TlaValue.Tuple) queue).elements()) {
            TraceMessage.of(element, src, dst).ifPresent(messages::add);
        }
        return messages;
    }

    private static List<TraceMessage> loose(TlaValue value) {
        List<TraceMessage> messages = new ArrayList<>();
        if (value instanceof TlaValue.SetOf set) {
            set.elements().forEach(e -> TraceMessage.of(e).ifPresent(messages::add));
        } else if (value instanceof TlaValue.Tuple sequence) {
            sequence.elements().forEach(e -> TraceMessage.of(e).ifPresent(messages::add));
        } else {
            new TreeMap<>(value.asFunction().orElse(Map.of())).forEach((message, count) -> {
                long times = count instanceof TlaValue.Int i ? i.value().longValue() : 1;
                for (long i = 0; i < times; i++) {
                    TraceMessage.of(message).ifPresent(messages::add);
                }
            });
        }
        return messages;
    }
}
