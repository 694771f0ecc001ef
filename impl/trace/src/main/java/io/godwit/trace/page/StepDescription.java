package io.godwit.trace.page;

import io.godwit.trace.ShortText;
import io.godwit.trace.TlaValue;
import io.godwit.trace.Trace;
import io.godwit.trace.Trace.Change;
import io.godwit.trace.Trace.ChangeKind;
import io.godwit.trace.Trace.MessageEvent;
import io.godwit.trace.Trace.MessageKind;
import io.godwit.trace.Trace.Scope;
import io.godwit.trace.Trace.Step;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** Describes steps in a line of text, for lists and diagrams. */
public final class StepDescription {
    private static final int LONGEST_VALUE = 44;

    private final Trace trace;

    /** Creates descriptions for the steps of a trace. */
    public StepDescription(Trace trace) {
        this.trace = trace;
    }

    /** What happened: the lens's note, or who received and sent what. */
    public String headline(Step step) {
        if (!step.note().isEmpty()) {
            return step.note();
        }
        List<String> parts = new ArrayList<>();
        for (MessageEvent m : of(step, MessageKind.RECEIVED)) {
            parts.add(m.dst() + " takes " + m.type() + (m.src().isEmpty() ? "" : " from " + m.src()));
        }
        Map<String, List<MessageEvent>> sent = new LinkedHashMap<>();
        of(step, MessageKind.SENT)
                .forEach(m -> sent.computeIfAbsent(m.src() + " sends " + m.type(), k -> new ArrayList<>())
                        .add(m));
        sent.forEach((what, list) -> parts.add(
                what + " to " + list.stream().map(MessageEvent::dst).distinct().collect(Collectors.joining(", "))));
        List<MessageEvent> lost = of(step, MessageKind.LOST);
        if (lost.size() == 1) {
            parts.add("lost: " + lost.get(0).type() + " " + lost.get(0).src() + " → "
                    + lost.get(0).dst());
        } else if (!lost.isEmpty()) {
            parts.add(lost.size() + " messages are lost");
        }
        if (step.kind() == Trace.Kind.CRASH && !step.actors().isEmpty()) {
            parts.add(0, step.actors().get(0) + " stops");
        } else if (step.kind() == Trace.Kind.CUT || step.kind() == Trace.Kind.HEAL) {
            parts.addAll(0, links(step));
        } else if (parts.isEmpty() && step.kind() != Trace.Kind.INIT) {
            String who = step.actors().isEmpty() ? "" : step.actors().get(0) + ": ";
            parts.add(who + String.join(", ", changes(step, 2)));
        }
        return String.join("; ", parts);
    }

    /** The changes of a step in short, up to a limit; ghosts and derived variables are omitted. */
    public List<String> changes(Step step, int most) {
        Set<String> hidden = trace.variables().stream()
                .filter(v -> v.ghost() || v.quiet() || v.scope() == Scope.MESSAGES)
                .map(Trace.Variable::name)
                .collect(Collectors.toSet());
        List<String> all = step.changes().stream()
                .filter(c -> !hidden.contains(c.variable()))
                .map(StepDescription::change)
                .toList();
        if (all.size() <= most) {
            return all;
        }
        List<String> some = new ArrayList<>(all.subList(0, most - 1));
        some.add("and " + (all.size() - most + 1) + " more");
        return some;
    }

    /** One change: {@code table[2][1].version 3 → 4}. */
    public static String change(Change change) {
        String place = change.variable() + (change.member() == null ? "" : "[" + change.member() + "]") + change.path();
        if (change.kind() == ChangeKind.ADDED) {
            return place + " + " + value(change.to());
        } else if (change.kind() == ChangeKind.REMOVED) {
            return place + " − " + value(change.from());
        }
        return place + " " + value(change.from()) + " → " + value(change.to());
    }

    /** Links that the step cut or healed: pairs of members that a variable gained or lost; one-way ones as such. */
    private List<String> links(Step step) {
        Set<TlaValue> pairs = new LinkedHashSet<>();
        for (Change change : step.changes()) {
            TlaValue pair = change.kind() == ChangeKind.REMOVED ? change.from() : change.to();
            if (change.kind() != ChangeKind.SET
                    && pair instanceof TlaValue.Tuple t
                    && t.elements().size() == 2
                    && trace.members().containsAll(t.elements())) {
                pairs.add(pair);
            }
        }
        Set<String> texts = new LinkedHashSet<>();
        for (TlaValue pair : pairs) {
            TlaValue a = ((TlaValue.Tuple) pair).elements().get(0);
            TlaValue b = ((TlaValue.Tuple) pair).elements().get(1);
            boolean both = pairs.contains(TlaValue.tuple(b, a));
            TlaValue first = both && a.compareTo(b) > 0 ? b : a;
            texts.add((step.kind() == Trace.Kind.CUT ? "cut: " : "healed: ")
                    + first.display()
                    + (both ? " ↔ " : " → ")
                    + (first.equals(a) ? b : a).display());
        }
        return List.copyOf(texts);
    }

    private static String value(TlaValue value) {
        String text = ShortText.text(ShortText.withoutNeutral(value));
        return text.length() <= LONGEST_VALUE ? text : text.substring(0, LONGEST_VALUE - 1) + "…";
    }

    private static List<MessageEvent> of(Step step, MessageKind kind) {
        return step.messages().stream().filter(m -> m.kind() == kind).toList();
    }
}
