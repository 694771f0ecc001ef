package io.godwit.trace;

import io.godwit.trace.Lens.ActionLens;
import io.godwit.trace.Trace.Kind;
import io.godwit.trace.Trace.MessageEvent;
import io.godwit.trace.Trace.MessageKind;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Tracks messages over a trace: assigns each an identifier and determines when it is received or lost. */
final class MessageTracker {
    /** A message in flight. */
    private record TrackedMessage(String id, TraceMessage message) {}

    private final Lens lens;
    private Map<String, List<TrackedMessage>> queues = new LinkedHashMap<>();
    private final Set<String> read = new HashSet<>();
    private int count;

    MessageTracker(Lens lens) {
        this.lens = lens;
    }

    /** The messages of the first state exist without having been sent. */
    void start(Map<String, TlaValue> state) {
        read(state).queues().forEach((name, messages) -> {
            List<TrackedMessage> trackedMessages = new ArrayList<>();
            messages.forEach(m -> trackedMessages.add(tracked(m)));
            queues.put(name, trackedMessages);
        });
    }

    private record Post(Map<String, List<TraceMessage>> queues, Set<String> fifo) {}

    private Post read(Map<String, TlaValue> state) {
        Map<String, List<TraceMessage>> all = new LinkedHashMap<>();
        Set<String> fifo = new HashSet<>();
        for (String variable : lens.messages()) {
            if (state.containsKey(variable)) {
                Network network = Network.of(variable, state.get(variable));
                all.putAll(network.queues());
                if (network.fifo()) {
                    fifo.addAll(network.queues().keySet());
                }
            }
        }
        return new Post(all, fifo);
    }

    /** Advances to the next state; returns the message events of the step. */
    List<MessageEvent> step(
            String action, Kind kind, Set<TlaValue> changedMembers, Set<TlaValue> fresh, Map<String, TlaValue> state) {
        Post post = read(state);
        List<TrackedMessage> gone = new ArrayList<>();
        List<TrackedMessage> sent = new ArrayList<>();
        List<TrackedMessage> waiting = inFlight();
        Map<String, List<TrackedMessage>> next = new LinkedHashMap<>();
        post.queues().forEach((name, messages) -> {
            List<TrackedMessage> before = queues.getOrDefault(name, List.of());
            next.put(
                    name,
                    post.fifo().contains(name)
                            ? channel(before, messages, gone, sent)
                            : loose(before, messages, gone, sent));
        });
        queues.forEach((name, trackedMessages) -> {
            if (!next.containsKey(name)) {
                gone.addAll(trackedMessages);
            }
        });
        queues = next;

        List<MessageEvent> events = new ArrayList<>();
        String consumes = consumes(action, waiting);
        long ofType =
                gone.stream().filter(l -> l.message().type().equals(consumes)).count();
        boolean received = false;
        for (TrackedMessage tracked : gone) {
            boolean isReceived = !kind.fault()
                    && (consumes.isEmpty()
                            ? gone.size() == 1
                            : tracked.message().type().equals(consumes)
                                    && (ofType == 1
                                            || changedMembers.contains(
                                                    tracked.message().dst())));
            received |= isReceived;
            events.add(event(isReceived ? MessageKind.RECEIVED : MessageKind.LOST, tracked, false));
        }
        if (!received && !consumes.isEmpty() && !kind.fault()) {
            Set<TlaValue> known = new HashSet<>(fresh);
            sent.forEach(s -> known.addAll(s.message().fields().values()));
            TrackedMessage inferred = infer(consumes, waiting, changedMembers, sent, known);
            if (inferred != null) {
                MessageEvent event = event(MessageKind.RECEIVED, inferred, true);
                events.add(0, toAll(inferred) ? to(event, receiver(changedMembers, sent)) : event);
            }
        }
        collected(action, changedMembers, waiting, state)
                .forEach(l -> events.add(event(MessageKind.RECEIVED, l, true)));
        events.stream().filter(e -> e.kind() == MessageKind.RECEIVED).forEach(e -> read.add(e.id()));
        sent.forEach(tracked -> events.add(event(MessageKind.SENT, tracked, false)));
        return events;
    }

    /** The messages that an action reads for the first time, according to the lens. */
    private List<TrackedMessage> collected(
            String action, Set<TlaValue> changed, List<TrackedMessage> waiting, Map<String, TlaValue> state) {
        ActionLens told = lens.actions().get(action);
        if (told == null || told.collects().isEmpty()) {
            return List.of();
        }
        Map<String, TlaValue> bound = new TreeMap<>();
        told.actor()
                .flatMap(e -> e.eval(state, Map.of()))
                .or(() -> changed.size() == 1 ? changed.stream().findFirst() : Optional.empty())
                .ifPresent(m -> bound.put("m", m));
        List<TrackedMessage> found = new ArrayList<>();
        for (TrackedMessage tracked : waiting) {
            bound.put("msg", tracked.message().value());
            if (!read.contains(tracked.id()) && told.collects().get().holds(state, bound)) {
                found.add(tracked);
            }
        }
        return found;
    }

    /** The identifiers of the messages in flight. */
    List<String> inFlightIds() {
        return inFlight().stream().map(TrackedMessage::id).toList();
    }

    private List<TrackedMessage> inFlight() {
        return queues.values().stream().flatMap(List::stream).collect(Collectors.toCollection(ArrayList::new));
    }

    /** What was taken from the front is gone, what is new at the end was sent. */
    private List<TrackedMessage> channel(
            List<TrackedMessage> before,
            List<TraceMessage> after,
            List<TrackedMessage> gone,
            List<TrackedMessage> sent) {
        for (int taken = 0; taken <= before.size(); taken++) {
            int kept = before.size() - taken;
            if (kept <= after.size() && sameMessages(before.subList(taken, before.size()), after.subList(0, kept))) {
                gone.addAll(before.subList(0, taken));
                List<TrackedMessage> trackedMessages = new ArrayList<>(before.subList(taken, before.size()));
                for (TraceMessage message : after.subList(kept, after.size())) {
                    TrackedMessage tracked = tracked(message);
                    sent.add(tracked);
                    trackedMessages.add(tracked);
                }
                return trackedMessages;
            }
        }
        return loose(before, after, gone, sent);
    }

    private static boolean sameMessages(List<TrackedMessage> trackedMessages, List<TraceMessage> messages) {
        return trackedMessages.stream().map(TrackedMessage::message).toList().equals(messages);
    }

    private List<TrackedMessage> loose(
            List<TrackedMessage> before,
            List<TraceMessage> after,
            List<TrackedMessage> gone,
            List<TrackedMessage> sent) {
        List<TrackedMessage> left = new ArrayList<>(before);
        List<TrackedMessage> trackedMessages = new ArrayList<>();
        for (TraceMessage message : after) {
            TrackedMessage known = left.stream()
                    .filter(l -> l.message().equals(message))
                    .findFirst()
                    .orElse(null);
            if (known == null) {
                known = tracked(message);
                sent.add(known);
            } else {
                left.remove(known);
            }
            trackedMessages.add(known);
        }
        gone.addAll(left);
        return trackedMessages;
    }

    private TrackedMessage tracked(TraceMessage message) {
        count++;
        return new TrackedMessage("m" + count, message);
    }

    /** The message type that an action consumes: what the lens says, or Foo for HandleFoo and HandleFooSomething. */
    private String consumes(String action, List<TrackedMessage> waiting) {
        if (lens.actions().containsKey(action)
                && lens.actions().get(action).consumes().isPresent()) {
            return lens.actions().get(action).consumes().get();
        }
        if (!action.startsWith("Handle")) {
            return "";
        }
        String rest = action.substring("Handle".length());
        return waiting.stream()
                .map(l -> l.message().type())
                .filter(rest::startsWith)
                .max((a, b) -> Integer.compare(a.length(), b.length()))
                .orElse("");
    }

    /** The only waiting message that the step can have consumed, or null when there are several or none. */
    private TrackedMessage infer(
            String type,
            List<TrackedMessage> waiting,
            Set<TlaValue> changed,
            List<TrackedMessage> sent,
            Set<TlaValue> fresh) {
        List<TrackedMessage> candidates = waiting.stream()
                .filter(l -> l.message().type().equals(type))
                .filter(l -> changed.isEmpty()
                        || toAll(l)
                        || changed.contains(l.message().dst()))
                .toList();
        if (candidates.size() > 1 && !sent.isEmpty()) {
            // A reply goes back to the sender of the request.
            List<TrackedMessage> asked = candidates.stream()
                    .filter(l -> sent.stream()
                            .allMatch(s -> s.message().dst() != null
                                    && s.message().dst().equals(l.message().src())))
                    .toList();
            candidates = asked.isEmpty() ? candidates : asked;
        }
        if (candidates.size() > 1) {
            // What the receiver has taken over, or answers with, stood in the message.
            long best =
                    candidates.stream().mapToLong(l -> score(l, fresh)).max().orElse(0);
            candidates =
                    candidates.stream().filter(l -> score(l, fresh) == best).toList();
        }
        return candidates.size() == 1 ? candidates.get(0) : null;
    }

    private static long score(TrackedMessage tracked, Set<TlaValue> fresh) {
        return tracked.message().fields().values().stream()
                .filter(fresh::contains)
                .count();
    }

    private boolean toAll(TrackedMessage tracked) {
        return lens.broadcast()
                && tracked.message().dst() != null
                && tracked.message().dst().equals(nobody());
    }

    private MessageEvent event(MessageKind kind, TrackedMessage tracked, boolean inferred) {
        TraceMessage message = tracked.message();
        Map<String, TlaValue> fields = message.fields();
        return new MessageEvent(
                kind,
                tracked.id(),
                message.type(),
                name(message.src()),
                name(message.dst()),
                fields,
                text(message.type(), fields, message),
                inferred);
    }

    private TlaValue nobody() {
        return lens.nobody().flatMap(e -> e.eval(Map.of(), Map.of())).orElse(null);
    }

    /** The receiver of a broadcast message in this step. */
    private static String receiver(Set<TlaValue> changed, List<TrackedMessage> sent) {
        if (changed.size() == 1) {
            return changed.iterator().next().display();
        }
        return sent.stream()
                .map(s -> s.message().src())
                .filter(src -> src != null)
                .map(TlaValue::display)
                .findFirst()
                .orElse("");
    }

    private static MessageEvent to(MessageEvent e, String dst) {
        return new MessageEvent(e.kind(), e.id(), e.type(), e.src(), dst, e.fields(), e.text(), e.inferred());
    }

    private String name(TlaValue member) {
        if (member == null || member.equals(nobody())) {
            return lens.nobodyName();
        }
        return member.display();
    }

    private String text(String type, Map<String, TlaValue> fields, TraceMessage message) {
        Template template = lens.messageText().get(type);
        if (template != null) {
            Map<String, TlaValue> all = new TreeMap<>(fields);
            if (message.src() != null && message.dst() != null) {
                all.put("src", message.src());
                all.put("dst", message.dst());
            }
            return template.render(Map.of(), all);
        }
        return fields.entrySet().stream()
                .filter(e -> !ShortText.neutral(e.getValue()))
                .map(e -> e.getKey() + " " + ShortText.text(e.getValue()))
                .collect(Collectors.joining(", "));
    }

    /** A message as it stands in a state: a record with type, source and destination. */
    record TraceMessage(TlaValue value, String type, TlaValue src, TlaValue dst) {

        /** Reads a message; a value that is no record with a type is none. */
        static Optional<TraceMessage> of(TlaValue value) {
            return of(value, null, null);
        }

        /** The same, with source and destination of the channel where the record does not say. */
        static Optional<TraceMessage> of(TlaValue value, TlaValue src, TlaValue dst) {
            if (!(value instanceof TlaValue.Rec r) || !r.fields().containsKey("type")) {
                return Optional.empty();
            }
            TlaValue from = r.fields().getOrDefault("src", src);
            TlaValue to = r.fields().getOrDefault("dst", dst);
            return Optional.of(new TraceMessage(value, r.fields().get("type").display(), from, to));
        }

        /** Everything but type, source and destination. */
        Map<String, TlaValue> fields() {
            Map<String, TlaValue> fields = new TreeMap<>(((TlaValue.Rec) value).fields());
            fields.remove("type");
            fields.remove("src");
            fields.remove("dst");
            return fields;
        }
    }
}
